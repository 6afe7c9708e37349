import { Spellings, type SpelledChar } from '../text/spellings.js';
import { JsonFault } from './scanner.js';

const anyEscape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|(\\)/gu;

/** Decodes a string with escapes. */
export function decodeString(raw: string, index: number): string {
  try {
    return String(JSON.parse(raw));
  } catch {
    const wrong = [...raw.matchAll(anyEscape)].find(([, alone]) => alone !== undefined);
    throw new JsonFault('an escape is invalid', index + (wrong?.index ?? 0));
  }
}

/** Style of a text in which all that is not ASCII is escaped. */
export const asciiStyle = String.raw`"\u0080"`;

/** Begins the form of a message in a skeleton; a notation begins with its quote. */
export const icuForm = 'icu ';

/** Returns the notation of a string, quotes included, if it has escapes that need not be; empty in the common case. */
export function escapeStyle(raw: string, escaped: boolean): string {
  return escaped && /\\[/u]/u.test(raw) ? raw : '';
}

/** True for the style of a string that escapes all that is not ASCII. */
export function isAsciiStyle(style: string): boolean {
  return /\\u(?:00[89a-fA-F]|0[1-9a-fA-F]|[1-9a-fA-F])/u.test(style) && !/\P{ASCII}/u.test(style);
}

/** Encodes a text as a JSON string: characters that its author escaped stay so, and so do those that were not. */
export function encodeString(text: string, style: string): string {
  if (style === '') return JSON.stringify(text);
  const spellings = new Spellings(spelledChars(style.slice(1, -1)));
  const isAscii = isAsciiStyle(style);
  const chars = Array.from(text, (char) => {
    const spelled = spellings.take(char);
    if (spelled !== undefined) return spelled;
    return isAscii && char > '\u007F' ? escapeChar(char) : JSON.stringify(char).slice(1, -1);
  });
  return `"${chars.join('')}"`;
}

const spelling = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\(?:u[0-9a-fA-F]{4}|.)|./gsu;

function* spelledChars(body: string): Generator<SpelledChar> {
  for (const [raw] of body.matchAll(spelling)) yield { char: raw.length > 1 ? decodeString(`"${raw}"`, 0) : raw, raw };
}

/** Encodes a character as JSON escapes. */
export function escapeChar(char: string): string {
  return Array.from({ length: char.length }, (_, at) => escapeUnit(char.charAt(at))).join('');
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
