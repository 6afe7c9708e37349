/** What a word is: what Unicode says, or what stands between white space. */
export type CountMethod = 'unicode' | 'whitespace';

/** How many words a text has. By Unicode, a word is a word-like segment of `Intl.Segmenter`. */
export function countWords(text: string, locale: string, method: CountMethod = 'unicode'): number {
  if (method === 'whitespace') return text.match(/\S+/g)?.length ?? 0;
  const quick = countPlainWords(text);
  return quick < 0 ? countSegments(text, locale) : quick;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** What Unicode's own rules say, for every script. */
export function countSegments(text: string, locale: string): number {
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'word' });
  segmenters.set(locale, segmenter);
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) count += 1;
  return count;
}

/** The classes of characters that decide where a word ends, as far as Latin, Greek and Cyrillic text needs them. */
const other = 0;
const letter = 1;
const digit = 2;
/** Marks that hold letters, digits or both together: `a:b`, `1,2`, `don't`. */
const midLetter = 3;
const midDigit = 4;
const midBoth = 5;
/** Holds anything together, itself too: `_`. */
const joiner = 6;
/** Left to `Intl.Segmenter`. */
const unknown = 7;

let classes: Uint8Array | undefined;

/**
 * The same count for text of Latin, Greek and Cyrillic letters, several times as fast; -1 when a character occurs whose
 * rules are not written down here.
 */
export function countPlainWords(text: string): number {
  classes ??= classTable();
  const table = classes;
  let count = 0;
  let at = 0;
  while (at < text.length) {
    const kind = table[text.charCodeAt(at)] ?? unknown;
    if (kind === unknown) return -1;
    at += 1;
    if (kind !== letter && kind !== digit && kind !== joiner) continue;
    const start = at;
    let last = kind;
    let counts = kind !== joiner;
    for (; at < text.length; at += 1) {
      const next = table[text.charCodeAt(at)] ?? unknown;
      if (next === letter || next === digit || next === joiner) {
        last = next;
        counts = true;
      } else if (next === unknown) return -1;
      else if (next === other || !joins(last, next, table[text.charCodeAt(at + 1)] ?? other)) break;
    }
    if (counts || at > start) count += 1;
  }
  return count;
}

/** Whether a mark between two characters holds a word together. */
function joins(before: number, mark: number, after: number): boolean {
  if (before === letter && after === letter) return mark === midLetter || mark === midBoth;
  return before === digit && after === digit && (mark === midDigit || mark === midBoth);
}

const letterRanges = [
  [0x41, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
] as const;
const signRanges = [
  [0x20, 0xbf],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x20a0, 0x20bf],
] as const;

/** Letters are known by their property; what a sign does is asked of the segmenter itself, which differs by version. */
function classTable(): Uint8Array {
  const table = new Uint8Array(0x1_0000).fill(unknown);
  for (const [from, to] of signRanges) for (let code = from; code <= to; code += 1) table[code] = classOfSign(code);
  for (const [from, to] of letterRanges) {
    for (let code = from; code <= to; code += 1) if (/^\p{L}$/u.test(String.fromCharCode(code))) table[code] = letter;
  }
  table.fill(digit, 0x30, 0x3a);
  for (const code of [0x09, 0x0a, 0x0d]) table[code] = other;
  return table;
}

function classOfSign(code: number): number {
  const sign = String.fromCharCode(code);
  const isOne = (text: string) => countSegments(text, 'en') === 1;
  if (isOne(sign)) return letter;
  if (isOne(`a${sign}1`)) return isOne(`a${sign}`) && isOne(sign + sign) ? joiner : unknown;
  const letters = isOne(`a${sign}b`);
  const digits = isOne(`1${sign}2`);
  if (letters) return digits ? midBoth : midLetter;
  return digits ? midDigit : other;
}
