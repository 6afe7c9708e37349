const surrogate = /[\ud800-\udfff]/;

/** True when every code point is one UTF-16 unit, so that indexes and code points are the same numbers. */
function isPlainWidth(text: string): boolean {
  return !surrogate.test(text);
}

/** Counts the code points of a text. */
export function codePointLength(text: string): number {
  if (isPlainWidth(text)) return text.length;
  let count = 0;
  for (let index = 0; index < text.length; index += widthAt(text, index)) count += 1;
  return count;
}

/** The UTF-16 index of a code point; the text's end when there are fewer. */
export function utf16Index(text: string, codePoint: number): number {
  if (isPlainWidth(text)) return Math.min(codePoint, text.length);
  let index = 0;
  for (let left = codePoint; left > 0 && index < text.length; left -= 1) index += widthAt(text, index);
  return index;
}

/** The part of a text between two code points. */
export function sliceCodePoints(text: string, start: number, end: number): string {
  return text.slice(utf16Index(text, start), utf16Index(text, end));
}

/** Leads between code points and UTF-16 indexes of one text, quickly also where it is long. */
export interface CodePointIndex {
  /** Number of code points of the text. */
  readonly length: number;
  toIndex(codePoint: number): number;
  fromIndex(index: number): number;
}

const stride = 256;

/** Indexes one text. Only where a character takes two units is there anything to keep: every 256th place. */
export function createCodePointIndex(text: string): CodePointIndex {
  if (isPlainWidth(text)) {
    const { length } = text;
    const within = (position: number) => Math.min(Math.max(position, 0), length);
    return { length, toIndex: within, fromIndex: within };
  }
  const { places: indexes, length } = indexCodePoints(text);
  return {
    length,
    toIndex(codePoint) {
      const from = Math.min(Math.max(codePoint, 0), length);
      let index = indexes[Math.floor(from / stride)] ?? 0;
      for (let left = from % stride; left > 0; left -= 1) index += widthAt(text, index);
      return index;
    },
    fromIndex(index) {
      const page = Math.max(lastAtMost(indexes, index), 0);
      let codePoint = page * stride;
      let at = indexes[page] ?? 0;
      while (at < text.length && at + widthAt(text, at) <= index) {
        at += widthAt(text, at);
        codePoint += 1;
      }
      return codePoint;
    },
  };
}

function indexCodePoints(text: string): { readonly places: readonly number[]; readonly length: number } {
  const indexes: number[] = [];
  let length = 0;
  for (let index = 0; index < text.length; index += widthAt(text, index)) {
    if (length % stride === 0) indexes.push(index);
    length += 1;
  }
  if (length % stride === 0) indexes.push(text.length);
  return { places: indexes, length };
}

/** Index of the last of ascending numbers that is not above a limit; -1 when all are. */
export function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Orders texts by code point, which differs from the order of UTF-16 units above the surrogates. */
export function compareCodePoints(a: string, b: string): number {
  let index = 0;
  while (index < a.length && index < b.length && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  if (index === a.length || index === b.length) return a.length - b.length;
  return weight(a.charCodeAt(index)) - weight(b.charCodeAt(index));
}

/** Puts surrogates above every other unit, where their code points are. */
function weight(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function widthAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}
