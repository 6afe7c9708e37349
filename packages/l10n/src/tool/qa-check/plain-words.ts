import { protectedRanges } from '../../text/protected-ranges.js';

/** A word of ordinary text, in lower case. */
export interface PlainWord {
  readonly word: string;
  /** In UTF-16 indexes. */
  readonly start: number;
  readonly end: number;
}

const quoted = /`[^`]*`|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘[^’]*’|'[^'\n]{2,}'|「[^」]*」|『[^』]*』/gu;
const word = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const partOfCode = /[\p{N}_./\\@#$%<>=:+*-]/u;

let last: { readonly text: string; readonly words: readonly PlainWord[] } | undefined;

/** Lists the words of a text that are neither quoted nor part of a name, an option, a path or a placeholder. */
export function plainWords(text: string): readonly PlainWord[] {
  // Several rules ask for the words of one target.
  if (last?.text !== text) last = { text, words: findWords(text) };
  return last.words;
}

function findWords(text: string): readonly PlainWord[] {
  const masked = mask(text);
  const words: PlainWord[] = [];
  for (const { 0: raw, index } of masked.matchAll(word)) {
    const end = index + raw.length;
    if (isCode(raw) || isJoined(masked, index, end)) continue;
    words.push({ word: raw.toLowerCase(), start: index, end });
  }
  return words;
}

function mask(text: string): string {
  let masked = text.replaceAll(quoted, (raw) => '\uFFFC'.repeat(raw.length));
  for (const { start, end } of protectedRanges(text))
    masked = masked.slice(0, start) + '\uFFFC'.repeat(end - start) + masked.slice(end);
  return masked;
}

/** True for CAPITALS and camelCase. */
function isCode(raw: string): boolean {
  return raw.length > 1 && /\p{Lu}/u.test(raw.slice(1));
}

/** True when a sign of code touches the word; a sign at the end of a sentence does not. */
function isJoined(text: string, start: number, end: number): boolean {
  if (partOfCode.test(text.charAt(start - 1))) return true;
  return partOfCode.test(text.charAt(end)) && !/^[.:-]+(?:\s|$)/u.test(text.slice(end, end + 4));
}
