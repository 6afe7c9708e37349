import { limitError } from '../format-error.js';
import { TextWindow, type WindowBytes } from './text-window.js';
import type { TextSource } from './open-text.js';
import { SourceFault } from './source-fault.js';

/** End of one entry in the text, and the entry; without one, what was passed is no entry. */
export interface ScannedEntry<Entry> {
  readonly end: number;
  readonly entry?: Entry;
}

/** Scans the entry that begins at a position; undefined when the text ends before the entry does. */
export type ScanEntry<Entry> = (text: string, at: number, isLast: boolean) => ScannedEntry<Entry> | undefined;

/** Entries that are complete in the text in memory. */
export interface EntryBatch<Entry> {
  readonly text: string;
  readonly entries: readonly Entry[];
  /** Maps positions in `text` to offsets in the file. */
  readonly bytes: WindowBytes;
  /** Number of UTF-16 units before `text`. */
  readonly passed: number;
}

/** A fault of a text, by its position in the text that was scanned. */
export class ScanFault extends SourceFault {}

const maxEntryLength = 16 * 1024 * 1024;

/**
 * Scans a text in pieces, and holds no more than the entry at the end of a piece. Faults are thrown with positions in the
 * whole text.
 */
export async function* scanEntries<Entry>(
  source: TextSource,
  file: string,
  scan: ScanEntry<Entry>,
): AsyncGenerator<EntryBatch<Entry>> {
  const window = new TextWindow();
  for await (const chunk of source.chunks()) {
    if (window.add(chunk)) yield takeEntries(window, file, scan, false);
  }
  yield takeEntries(window, file, scan, true);
}

function takeEntries<Entry>(
  window: TextWindow,
  file: string,
  scan: ScanEntry<Entry>,
  isLast: boolean,
): EntryBatch<Entry> {
  const text = window.text();
  const { bytes, passed } = window;
  const entries: Entry[] = [];
  let at = 0;
  try {
    while (at < text.length) {
      const scanned = scan(text, at, isLast);
      if (scanned === undefined) break;
      if (scanned.entry !== undefined) entries.push(scanned.entry);
      at = scanned.end;
    }
  } catch (error) {
    throw error instanceof ScanFault ? new ScanFault(error.message, error.index + passed) : error;
  }
  if (text.length - at > maxEntryLength) throw limitError(file, 'the length of an entry', maxEntryLength);
  window.keep(at);
  return { text, entries, bytes, passed };
}
