import { fileURLToPath } from 'node:url';
import { createBlockList, type BlockList } from './block-list.js';
import { createFileCalendar, type Calendar } from './file-calendar.js';

/** The narrow things that the tools of this example may do; a tool finds them by name in `capabilities`. */
export interface Capabilities {
  readonly knowledge: { readonly dir: string };
  readonly calendar: Calendar;
  readonly block: BlockList;
  readonly voice?: { readonly url: string };
}

export interface CapabilityOptions {
  /** Where events go; a file of the example unless given. */
  readonly calendarFile?: string;
  /** The address of the voice agent, if one runs. */
  readonly voiceUrl?: string;
}

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One set for both agents, so that whoever is ignored in one is ignored in the other. */
export function createCapabilities({ calendarFile, voiceUrl }: CapabilityOptions = {}): Capabilities {
  return Object.freeze({
    knowledge: { dir: place('../kb/') },
    calendar: createFileCalendar(calendarFile ?? place('../.helve/calendar.ics')),
    block: createBlockList(),
    ...(voiceUrl === undefined ? {} : { voice: { url: voiceUrl } }),
  });
}
