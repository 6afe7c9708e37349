import { ScanFault } from '../text/scan-entries.js';
import { Spellings, type SpelledChar } from '../text/spellings.js';

/** Escapes with a name of one letter. */
const named: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** Escapes that are written wherever their character occurs. */
const written: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Spelling of a value: what a new text in its place keeps. */
export interface StringStyle {
  /** A quotation mark; empty for a bare word; undefined for a value that stands only as its key. */
  readonly quote: '"' | "'" | '' | undefined;
  /** Line end that stands inside its quotes as it is; empty where line ends are escaped. */
  readonly lineEnd: string;
  /** The old value if characters were escaped in it that need not be; else empty. */
  readonly spelled: string;
}

const escape = /\\(?:(U[0-9A-Fa-f]{4})|([0-7]{1,3})|([\s\S]?))/gu;

/** Decodes what stands between quotes; `at` is its position, for faults. */
export function decodeString(raw: string, at: number): string {
  const text = raw.includes('\r') ? raw.replaceAll(/\r\n?/gu, '\n') : raw;
  if (!text.includes('\\')) return text;
  return text.replaceAll(escape, (match, hex?: string, octal?: string, char?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex.slice(1), 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    if (char === 'U')
      throw new ScanFault(String.raw`"\U" needs four hexadecimal digits`, at + indexOfEscape(raw, match));
    return named[char ?? ''] ?? char ?? '';
  });
}

/** Returns the position of the first broken escape. */
function indexOfEscape(raw: string, match: string): number {
  for (const { index, 0: found } of raw.matchAll(escape)) if (found === match) return index;
  return 0;
}

/** An escape that stays where it was; of the others the usual ones are written. */
const optional = /\\(?:U[0-9A-Fa-f]{4}|[0-7abfv'])/u;

/** Lists the characters that a value escaped although they need not be, and those that it did not escape. */
function* spelledChars(raw: string): Generator<SpelledChar> {
  for (const [found] of raw.matchAll(/\\(?:U[0-9A-Fa-f]{4}|[0-7]{1,3}|[\s\S])|[^\\]/gu)) {
    if (found.length === 1) yield { char: found, raw: found };
    else if (optional.test(found)) yield { char: decodeString(found, 0), raw: found };
  }
}

/** Reads the spelling of a value between its quotes. */
export function stringStyle(quote: StringStyle['quote'], raw: string): StringStyle {
  const [lineEnd = ''] = /\r\n|\r|\n/u.exec(raw) ?? [];
  return { quote, lineEnd, spelled: optional.test(raw) ? raw : '' };
}

/** Matches a text that may stand without quotes. */
const bareWord = /^[\w.$:/-]+$/u;

/** Spells a text in the style of the value that it replaces. */
export function encodeString(text: string, { quote, lineEnd, spelled }: StringStyle): string {
  if (quote === undefined) return ` = ${encodeString(text, { quote: '"', lineEnd, spelled })}`;
  if (quote === '' && bareWord.test(text)) return text;
  const mark = quote === '' ? '"' : quote;
  const spellings = new Spellings(spelled === '' ? [] : spelledChars(spelled));
  const body = text.replaceAll(/[\s\S]/gu, (char) => {
    if (char === mark) return `\\${mark}`;
    if (char === '\n' && lineEnd !== '') return lineEnd;
    return written[char] ?? spellings.take(char) ?? char;
  });
  return `${mark}${body}${mark}`;
}
