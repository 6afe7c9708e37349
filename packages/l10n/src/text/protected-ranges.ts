import { printfShape } from '../dialect/printf-shape.js';
import type { TextRange } from './text-range.js';

const address = String.raw`[\p{L}\p{N}._%+\-]+@[\p{L}\p{N}\-]+(?:\.[\p{L}\p{N}\-]+)+`;
const url = String.raw`https?:\/\/[^\s<>"']+`;
const others = [
  String.raw`%\([^\)\s]{1,99}\)[#0\-+]*\d*(?:\.\d+)?[a-zA-Z]`,
  String.raw`%(?:\d+\$)?${printfShape}`,
  String.raw`%%`,
  String.raw`<\/?[^\s<>=][^<>\n]*>`,
  String.raw`&(?:[A-Za-z][A-Za-z0-9]*|#\d+|#x[0-9A-Fa-f]+);`,
];
/** Non-language parts of text, most specific first; braces are matched by hand because they nest. */
const patterns = new RegExp([url, address, ...others].join('|'), 'gu');
/** Pattern without e-mail addresses: every word may start one, so searching for them costs more than all the rest. */
const withoutAddress = new RegExp([url, ...others].join('|'), 'g');

/**
 * Finds the ranges that text transformations leave alone: arguments, placeholders, tags, entities, addresses, and
 * marked ranges. In order, without overlap.
 */
export function protectedRanges(text: string, marked: readonly TextRange[] = none): readonly TextRange[] {
  if (marked.length === 0 && !/[{%<&@:$]/.test(text)) return none;
  const found = [...marked, ...braces(text)];
  const pattern = text.includes('@') ? patterns : withoutAddress;
  pattern.lastIndex = 0;
  // Uses `exec`, since each `matchAll` would copy the pattern.
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push({ start: match.index, end: pattern.lastIndex });
  }
  return found.length < 2 ? found : joined(found);
}

/** Merges overlapping ranges and sorts them. */
function joined(ranges: readonly TextRange[]): readonly TextRange[] {
  const apart: TextRange[] = [];
  for (const one of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || one.start >= last.end) apart.push(one);
    else if (one.end > last.end) apart[apart.length - 1] = { start: last.start, end: one.end };
  }
  return apart;
}

const none: readonly TextRange[] = Object.freeze([]);

/** Splits a text into parts that may change and parts that may not. */
export function splitProtected(
  text: string,
  marked: readonly TextRange[] = none,
): readonly { readonly text: string; readonly protected: boolean }[] {
  const pieces: { text: string; protected: boolean }[] = [];
  let at = 0;
  for (const { start, end } of protectedRanges(text, marked)) {
    if (start > at) pieces.push({ text: text.slice(at, start), protected: false });
    pieces.push({ text: text.slice(start, end), protected: true });
    at = end;
  }
  if (at < text.length || pieces.length === 0) pieces.push({ text: text.slice(at), protected: false });
  return pieces;
}

/** Finds `{…}`, `{{…}}` and `${…}` with their content; unclosed braces are text. */
function braces(text: string): readonly TextRange[] {
  const found: TextRange[] = [];
  for (let start = text.indexOf('{'); start >= 0;) {
    const end = closingBrace(text, start);
    if (end < 0) break;
    found.push({ start: text.charAt(start - 1) === '$' ? start - 1 : start, end });
    start = text.indexOf('{', end);
  }
  return found;
}

function closingBrace(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
