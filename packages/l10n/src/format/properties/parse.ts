import type { BadValues } from '../bad-value.js';
import { SourceFault } from '../text/source-fault.js';

/** One `key = value` of a properties file, by positions in its text. */
export interface PropertyEntry {
  readonly key: string;
  readonly keyAt: number;
  readonly keyEnd: number;
  readonly value: string;
  /** The reason why the value is raw. */
  readonly fault?: SourceFault;
  readonly valueAt: number;
  readonly valueEnd: number;
  /** True when no separator follows the key. */
  readonly bare: boolean;
  /** The comment lines right above. */
  readonly comment: PropertyComment | undefined;
}

export interface PropertyComment {
  /** Without marks. */
  readonly text: string;
  readonly start: number;
  /** Before the last line end. */
  readonly end: number;
}

/** An invalid escape. */
export class PropertiesFault extends SourceFault {}

const space = ' \t\f';
const keyEnds = `=:${space}\n\r`;

/** Parses the entries of a properties file, in order. */
export function* parseProperties(text: string, bad: BadValues): Generator<PropertyEntry> {
  let comment: PropertyComment | undefined;
  for (let at = 0; at < text.length;) {
    const start = skipSpace(text, at);
    const first = text.charAt(start);
    if (first === '#' || first === '!') {
      const end = naturalEnd(text, start);
      comment = withLine(comment, text.slice(start + 1, end).trim(), start, end);
      at = afterBreak(text, end);
    } else if (first === '' || first === '\n' || first === '\r') {
      comment = undefined;
      at = afterBreak(text, start);
    } else {
      const end = logicalEnd(text, start);
      yield parseEntry(text, start, end, comment, bad);
      comment = undefined;
      at = afterBreak(text, end);
    }
  }
}

function withLine(above: PropertyComment | undefined, line: string, start: number, end: number): PropertyComment {
  if (above === undefined) return { text: line, start, end };
  return { text: `${above.text}\n${line}`, start: above.start, end };
}

function parseEntry(
  text: string,
  start: number,
  end: number,
  comment: PropertyComment | undefined,
  bad: BadValues,
): PropertyEntry {
  const keyEnd = endOfKey(text, start, end);
  let valueAt = skipBlank(text, keyEnd, end);
  const separator = text.charAt(valueAt);
  const separated = valueAt < end && (separator === '=' || separator === ':');
  if (separated) valueAt = skipBlank(text, valueAt + 1, end);
  return {
    key: unescapeText(text, start, keyEnd),
    keyAt: start,
    keyEnd,
    ...valueIn(text, valueAt, end, bad),
    valueAt,
    valueEnd: end,
    bare: keyEnd === valueAt,
    comment,
  };
}

function valueIn(text: string, start: number, end: number, bad: BadValues): Pick<PropertyEntry, 'value' | 'fault'> {
  return bad.attempt<Pick<PropertyEntry, 'value' | 'fault'>>(
    () => ({ value: unescapeText(text, start, end) }),
    (fault) => ({ value: text.slice(start, end), fault }),
  );
}

function endOfKey(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && !keyEnds.includes(text.charAt(at))) at += text.charAt(at) === '\\' ? escapeLength(text, at) : 1;
  return Math.min(at, end);
}

/** Skips white space, and escaped line ends. */
function skipBlank(text: string, from: number, end: number): number {
  let at = from;
  while (at < end) {
    if (space.includes(text.charAt(at))) at += 1;
    else if (isContinuation(text, at, end)) at += escapeLength(text, at);
    else break;
  }
  return Math.min(at, end);
}

function isContinuation(text: string, at: number, end: number): boolean {
  return text.charAt(at) === '\\' && at + 1 < end && '\n\r'.includes(text.charAt(at + 1));
}

/** Returns the length of an escape; a line end includes the white space after it. */
function escapeLength(text: string, at: number): number {
  const next = text.charAt(at + 1);
  if (next !== '\n' && next !== '\r') return 2;
  return skipSpace(text, afterBreak(text, at + 1)) - at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && space.includes(text.charAt(at))) at += 1;
  return at;
}

function naturalEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charAt(at) !== '\n' && text.charAt(at) !== '\r') at += 1;
  return at;
}

function afterBreak(text: string, at: number): number {
  return text.startsWith('\r\n', at) ? at + 2 : at + 1;
}

function logicalEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charAt(at) !== '\n' && text.charAt(at) !== '\r') {
    at += text.charAt(at) === '\\' ? escapeLength(text, at) : 1;
  }
  return Math.min(at, text.length);
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

function unescapeText(text: string, start: number, end: number): string {
  const raw = text.slice(start, end);
  if (!raw.includes('\\')) return raw;
  let result = '';
  for (let at = start; at < end;) {
    if (text.charAt(at) !== '\\') {
      result += text.charAt(at);
      at += 1;
      continue;
    }
    const next = at + 1 < end ? text.charAt(at + 1) : '';
    if (next === 'u') {
      result += unicodeAt(text, at, end);
      at += 6;
    } else {
      const lineEnd = next === '\n' || next === '\r';
      result += lineEnd ? '' : (escapes[next] ?? next);
      at += escapeLength(text, at);
    }
  }
  return result;
}

function unicodeAt(text: string, at: number, end: number): string {
  const digits = text.slice(at + 2, Math.min(at + 6, end));
  if (!/^[0-9a-fA-F]{4}$/u.test(digits)) throw new PropertiesFault('"\\u" needs four hexadecimal digits', at);
  return String.fromCharCode(Number.parseInt(digits, 16));
}
