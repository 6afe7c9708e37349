import { bytesSource, type InsertRequest, type NewEntry } from '@helve/flow/content';
import { contentText } from '../code/content-text.js';
import { locationAt, parseError } from '../format-error.js';
import { insertLines, type LineEntry } from '../insert/insert-lines.js';
import { noteLines } from '../insert/note-lines.js';
import { lineEndOf, spliceText } from '../insert/splice-text.js';
import { loadText } from '../text/open-text.js';
import { ScanFault } from '../text/scan-entries.js';
import { openingEncoding } from './encoding.js';
import type { AppleStringsOptions } from './options.js';
import { scanString, type StringEntry } from './scan.js';
import { decodeString, encodeString, type StringStyle } from './string-syntax.js';
import { escapeLacking } from './write.js';

/** Puts entries into an Apple strings file, each on a line behind its neighbour, and takes others out with their comments. */
export async function insertAppleStrings(request: InsertRequest<AppleStringsOptions>): Promise<Uint8Array> {
  const { bytes, entries: added, remove, options, ctx } = request;
  const source = bytesSource(bytes);
  const encoding = await openingEncoding(source, options);
  const loaded = await loadText(source, { file: ctx.document, maxBytes: options.maxBytes, encoding });
  const { text } = loaded;
  const entries = allEntries(text, ctx.document).map((entry) => toLines(text, entry));
  const lineEnd = lineEndOf(loaded);
  // A comment at the end of the file would become the note of an entry right behind it.
  const gap = entries.length === 0 ? (text.trim() === '' ? '' : lineEnd) : gapOf(text, entries, lineEnd);
  const splices = insertLines({
    text,
    entries,
    added,
    remove,
    head: text.length,
    lineEnd,
    gap,
    spell: (entry, neighbour) => spell(entry, neighbour, text, lineEnd),
  });
  return spliceText(bytes, loaded, splices, { format: 'applestrings', escaper: { escape: escapeLacking } });
}

function allEntries(text: string, file: string): readonly StringEntry[] {
  const entries: StringEntry[] = [];
  try {
    for (let at = 0; at < text.length;) {
      const scanned = scanString(text, at, true);
      if (scanned === undefined) break;
      if (scanned.entry !== undefined) entries.push(scanned.entry);
      at = scanned.end;
    }
  } catch (error) {
    if (!(error instanceof ScanFault)) throw error;
    throw parseError(file, 'applestrings', error.message, locationAt(text, error.index));
  }
  return entries;
}

interface StringLines extends LineEntry {
  readonly entry: StringEntry;
}

/** Finds the lines of an entry; one that shares a line with others has only its own part of it. */
function toLines(text: string, entry: StringEntry): StringLines {
  let start = entry.start;
  while (start > 0 && ' \t'.includes(text.charAt(start - 1))) start -= 1;
  let end = entry.end;
  while (end < text.length && ' \t'.includes(text.charAt(end))) end += 1;
  const isAlone = isBreak(text.charAt(start - 1)) && isBreak(text.charAt(end));
  const key = decodeString(text.slice(entry.key.start, entry.key.end), entry.key.start);
  if (!isAlone) return { key, start: entry.start, end: entry.end, entry };
  const behind = text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length);
  return { key, start, end: behind, entry };
}

/** True for a line end, and for the begin and the end of the text. */
function isBreak(char: string): boolean {
  return char === '' || char === '\n' || char === '\r';
}

/** Entries are apart by a blank line where the first two are. */
function gapOf(text: string, [first, second]: readonly StringLines[], lineEnd: string): string {
  const between = first && second ? text.slice(first.entry.end, second.entry.start) : '';
  return (between.match(/\r\n|\r|\n/gu)?.length ?? 0) > 1 ? lineEnd : '';
}

function spell({ block }: NewEntry, neighbour: StringLines | undefined, text: string, lineEnd: string): string {
  const { indent, separator, quote } = mannerOf(text, neighbour);
  const style: StringStyle = { quote, lineEnd: '', spelled: '' };
  const notes = noteLines(block).join(lineEnd).replaceAll('*/', '* /');
  const comment = notes === '' ? '' : `${indent}/* ${notes} */${lineEnd}`;
  const value = encodeString(contentText(block.source, false), style);
  return `${comment}${indent}${encodeString(block.name, style)}${separator}${value};`;
}

/** Indentation, separator and quotation marks of a neighbour. */
function mannerOf(
  text: string,
  neighbour: StringLines | undefined,
): { readonly indent: string; readonly separator: string; readonly quote: '"' | "'" } {
  const { key, value } = neighbour?.entry ?? {};
  const between = key && value ? text.slice(key.after, value.quote === '' ? value.start : value.start - 1) : '';
  const at = key === undefined ? 0 : keyStart(key);
  let from = at;
  while (from > 0 && ' \t'.includes(text.charAt(from - 1))) from -= 1;
  return {
    indent: isBreak(text.charAt(from - 1)) ? text.slice(from, at) : '',
    separator: /^[ \t]*=[ \t]*$/u.test(between) ? between : ' = ',
    quote: value?.quote === "'" ? "'" : '"',
  };
}

function keyStart({ quote, start }: StringEntry['key']): number {
  return quote === '' ? start : start - 1;
}
