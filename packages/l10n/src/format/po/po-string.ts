import { SourceFault } from '../text/source-fault.js';

/** A syntax error, with its position in UTF-16 units. */
export class PoFault extends SourceFault {}

const meanings: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '?': '?',
};

const spellings: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

/** Decodes the text between two quotes that contains escapes. */
export function unescapePo(raw: string, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end;) {
    const slash = raw.indexOf('\\', at);
    if (slash < 0 || slash >= end) return text + raw.slice(at, end);
    text += raw.slice(at, slash);
    const meaning = meanings[raw.charAt(slash + 1)];
    if (meaning !== undefined) {
      text += meaning;
      at = slash + 2;
      continue;
    }
    const bytes = bytesAt(raw, slash, end);
    if (bytes.values.length === 0) throw new PoFault(`"${raw.slice(slash, slash + 2)}" is not an escape`, slash);
    text += decodeBytes(bytes.values);
    at = bytes.end;
  }
  return text;
}

const byteEscape = /\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3}))/uy;

/** Decodes octal and hexadecimal escapes, which are bytes: consecutive ones may be one character. */
function bytesAt(
  raw: string,
  start: number,
  end: number,
): { readonly values: readonly number[]; readonly end: number } {
  const values: number[] = [];
  let at = start;
  for (;;) {
    byteEscape.lastIndex = at;
    const match = byteEscape.exec(raw);
    if (!match || at + match[0].length > end) return { values, end: at };
    values.push(match[1] === undefined ? Number.parseInt(match[2] ?? '', 8) & 0xff : Number.parseInt(match[1], 16));
    at += match[0].length;
  }
}

function decodeBytes(values: readonly number[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(values));
  } catch {
    return String.fromCharCode(...values);
  }
}

/** Uses a plain range instead of a Unicode property, which would be looked up for every character. */
const special = new RegExp(String.raw`["\\\u0000-\u001F\u007F]`);
const everySpecial = new RegExp(special, 'g');

/** Escapes a text for quotes; most texts have nothing to escape. */
export function escapePo(text: string): string {
  return special.test(text) ? text.replaceAll(everySpecial, (char) => spellings[char] ?? octal(char)) : text;
}

function octal(char: string): string {
  return `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`;
}

/** Returns the index of the closing quote of the string that is open at `from`, or -1. */
export function closingQuote(text: string, from: number): number {
  let close = text.indexOf('"', from);
  let slash = text.indexOf('\\', from);
  while (close >= 0 && slash >= 0 && slash < close) {
    if (slash + 1 === close) close = text.indexOf('"', close + 1);
    slash = text.indexOf('\\', slash + 2);
  }
  return close;
}
