import { spelledChars } from '../xml/spelling.js';
import type { Dialect } from './dialect.js';
import { scanText } from './scan-text.js';

/** Returns the spelling of a tag in a value; undefined where its characters can be spelled one by one. */
export type CodeSpelling = (data: string) => string | undefined;

/**
 * Finds tags in the text of an old value with the quotes that Android takes out of them, so that they stay in a new one:
 *
 *     <![CDATA[Read <a href="x">this</a>]]>      data <a href=x>  ▸  <a href="x">
 */
export function codeSpelling(raw: string, dialect: Dialect): CodeSpelling {
  if (!dialect.isAndroid || !/["]|&(?:quot|#34|#x22);/iu.test(raw)) return () => undefined;
  let value: ScannedValue | undefined;
  return (data) => {
    if (!data.startsWith('<')) return undefined;
    value ??= scanValue(raw, dialect);
    const at = value.decoded.indexOf(data);
    const start = value.ranges[at]?.start;
    const end = value.ranges[at + data.length - 1]?.end;
    if (start === undefined || end === undefined) return undefined;
    const text = value.text.slice(start, end);
    if (!text.includes('"') || decodeAlone(text, dialect) !== data) return undefined;
    return withEscapes(text, value.raws.slice(start, end));
  };
}

/** A value as Android reads it, with the range of the original that stands for each code unit. */
interface ScannedValue {
  readonly text: string;
  /** Spelling of each code unit of the text. */
  readonly raws: readonly string[];
  readonly decoded: string;
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

function scanValue(raw: string, dialect: Dialect): ScannedValue {
  const chars = [...spelledChars(raw)];
  const text = chars.map(({ char }) => char).join('');
  const raws = chars.flatMap(({ char, raw: own }) => (char.length === 1 ? [own] : [own, '']));
  const ranges: { start: number; end: number }[] = [];
  let decoded = '';
  scanText(text, dialect, { quoted: false, spaced: false, bareApostrophe: false }, (some, from, to) => {
    const isLiteral = some.length === to - from;
    for (let at = 0; at < some.length; at += 1)
      ranges.push(isLiteral ? { start: from + at, end: from + at + 1 } : { start: from, end: to });
    decoded += some;
  });
  return { text, raws, decoded, ranges };
}

/** Reads a text between others as Android does; undefined where a quote stays open. */
function decodeAlone(text: string, dialect: Dialect): string | undefined {
  const state = { quoted: false, spaced: false, bareApostrophe: false };
  let decoded = '';
  scanText(text, dialect, state, (some) => (decoded += some));
  return state.quoted ? undefined : decoded;
}

/** Joins the spellings of a text; apostrophes outside of quotes get the backslash that Android requires. */
function withEscapes(text: string, raws: readonly string[]): string {
  let spelled = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') isQuoted = !isQuoted;
    if (char === "'" && !isQuoted) spelled += '\\';
    spelled += raws[at] ?? '';
    if (char === '\\') spelled += raws[(at += 1)] ?? '';
  }
  return spelled;
}
