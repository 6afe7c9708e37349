import { bytesSource, type InsertRequest, type NewEntry } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { insertLines, type LineEntry } from '../insert/insert-lines.js';
import { noteLines } from '../insert/note-lines.js';
import { lineEndOf, spliceText } from '../insert/splice-text.js';
import { encodeKey, encodeValue, escapeLacking, renderText } from './encode-text.js';
import { isAsciiFile, loadProperties } from './load-properties.js';
import type { PropertiesOptions } from './options.js';
import { parseProperties, type PropertyEntry } from './parse.js';

/** Puts entries into a properties file, each on a line behind its neighbour, and takes others out with their comments. */
export async function insertProperties(request: InsertRequest<PropertiesOptions>): Promise<Uint8Array> {
  const { bytes, entries: added, remove, options, ctx } = request;
  const loaded = await loadProperties(bytesSource(bytes), options, ctx.document);
  const { text } = loaded;
  const entries = [...parseProperties(text, new BadValues({ onBadValue: 'skip' }))].map((entry) =>
    toLines(text, entry),
  );
  const lineEnd = lineEndOf(loaded);
  const isAscii = isAsciiFile(loaded, options);
  // A comment at the end of the file would become the note of an entry right behind it.
  const gap = entries.length === 0 && /[#!]/u.test(text) ? lineEnd : '';
  const splices = insertLines({
    text,
    entries,
    added,
    remove,
    head: text.length,
    lineEnd,
    gap,
    spell: (entry, neighbour) => spell(entry, neighbour, { text, lineEnd, isAscii, options }),
  });
  return spliceText(bytes, loaded, splices, { format: 'properties', escaper: { escape: escapeLacking } });
}

interface PropertyLines extends LineEntry {
  readonly entry: PropertyEntry;
}

function toLines(text: string, entry: PropertyEntry): PropertyLines {
  const from = entry.comment?.start ?? entry.keyAt;
  const start = Math.max(text.lastIndexOf('\n', from - 1), text.lastIndexOf('\r', from - 1)) + 1;
  const end = text.startsWith('\r\n', entry.valueEnd) ? entry.valueEnd + 2 : entry.valueEnd + 1;
  return { key: entry.key, start, end: Math.min(end, text.length), entry };
}

interface Manner {
  readonly text: string;
  readonly lineEnd: string;
  readonly isAscii: boolean;
  readonly options: PropertiesOptions;
}

function spell(
  { block }: NewEntry,
  neighbour: PropertyLines | undefined,
  { text, lineEnd, isAscii, options }: Manner,
): string {
  const form = `${options.messageFormat ? 'message ' : ''}${isAscii ? 'ascii ' : ''}`;
  const { indent, separator, mark } = mannerOf(text, neighbour);
  const notes = noteLines(block).map((line) => `${indent}${mark}${line === '' ? '' : ` ${line}`}`);
  const value = encodeValue(renderText(block.source, form), form);
  // Without a key, white space alone would not separate.
  const between = block.name === '' && !/[=:]/u.test(separator) ? '=' : separator;
  return [...notes, `${indent}${encodeKey(block.name, isAscii)}${between}${value}`].join(lineEnd);
}

function mannerOf(text: string, neighbour: PropertyLines | undefined) {
  const plain = { indent: '', separator: '=', mark: '#' };
  if (neighbour === undefined) return plain;
  const { entry } = neighbour;
  const separator = /^[ \t]*[=:]?[ \t]*/u.exec(text.slice(entry.keyEnd, entry.valueAt))?.[0] ?? '';
  const lineAt = Math.max(text.lastIndexOf('\n', entry.keyAt - 1), text.lastIndexOf('\r', entry.keyAt - 1)) + 1;
  return {
    indent: text.slice(lineAt, entry.keyAt),
    separator: separator === '' ? '=' : separator,
    mark: entry.comment === undefined ? '#' : text.charAt(entry.comment.start),
  };
}
