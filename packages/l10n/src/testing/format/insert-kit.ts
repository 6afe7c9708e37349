import { createBlock, type Block } from '@helve/flow';
import { createFormats } from '../../format/create-formats.js';
import { allFormats } from '../../format/all-formats.js';
import type { Format, NewEntry } from '@helve/flow/content';
import { toBytes, type KitOptions } from '../document-kit.js';

/** A new entry of a test: its key, its text, the entry that it follows, and a note. */
export interface MadeNewEntry {
  readonly name: string;
  readonly text: string;
  readonly after?: string;
  readonly note?: string;
}

/** Puts entries into a document, takes others out, and returns its text. */
export async function insertInto(
  format: Format,
  input: string | Uint8Array,
  added: readonly (MadeNewEntry | NewEntry)[],
  remove: readonly string[] = [],
  kit: KitOptions = {},
): Promise<string> {
  return Buffer.from(await insertedBytes(format, toBytes(input), added.map(toEntry), remove, kit)).toString();
}

/** Puts entries into the bytes of a document. */
export async function insertedBytes(
  format: Format,
  bytes: Uint8Array,
  entries: readonly NewEntry[],
  remove: readonly string[],
  { options = {}, document = 'test', sourceLocale = 'en', targetLocale }: KitOptions,
): Promise<Uint8Array> {
  const ctx = {
    document,
    sourceLocale,
    signal: new AbortController().signal,
    formats: createFormats(allFormats),
    lose: () => undefined,
    ...(targetLocale === undefined ? {} : { targetLocale }),
  };
  const made = await format.insert?.({ bytes, entries, remove, options, ctx });
  if (made === undefined) throw new TypeError(`The format ${format.id} has no insert`);
  return made;
}

function toEntry(entry: MadeNewEntry | NewEntry): NewEntry {
  if ('block' in entry) return entry;
  return { block: blockOf(entry), ...(entry.after === undefined ? {} : { after: entry.after }) };
}

function blockOf({ name, text, note }: MadeNewEntry): Block {
  const annotations = note === undefined ? {} : { note: { type: 'note', items: [{ text: note }] } };
  return createBlock({ id: name, name, sourceLocale: 'en', source: text, annotations });
}
