import { ScanFault, type ScannedEntry } from '../text/scan-entries.js';

/** A range of the text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A key or a value, by the range between its quotes. */
export interface StringToken extends TextRange {
  readonly quote: '"' | "'" | '';
  /** Position behind the closing quote. */
  readonly after: number;
}

/**
 * One line of a table, by positions in the text:
 *
 *     // comment above
 *     "key" = "value"; // or behind
 */
export interface StringEntry {
  readonly key: StringToken;
  /** Undefined where the key is its own value. */
  readonly value: StringToken | undefined;
  /** Comment right above or behind it; its marks are in the range. */
  readonly comment: TextRange | undefined;
  /** From the comment above it, or its key, to behind its semicolon or the comment behind that. */
  readonly start: number;
  readonly end: number;
}

const blank = /[ \t]*/uy;
const space = /\s*/uy;

/** Scans what begins at a position: white space, a comment that stands alone, or an entry with its comment. */
export function scanString(text: string, at: number, isLast: boolean): ScannedEntry<StringEntry> | undefined {
  const start = skip(space, text, at);
  if (start === text.length) return isLast || start > at ? { end: start } : undefined;
  const comment = commentAt(text, start, isLast);
  if (comment === 'open') return undefined;
  if (comment === undefined) return scanEntry(text, start, undefined, isLast);
  const next = skip(space, text, comment.end);
  if (next === text.length && !isLast) return undefined;
  const isAlone = next === text.length || isComment(text, next) || lineEnds(text.slice(comment.end, next)) > 1;
  return isAlone ? { end: comment.end } : scanEntry(text, next, comment, isLast);
}

function scanEntry(
  text: string,
  at: number,
  above: TextRange | undefined,
  isLast: boolean,
): ScannedEntry<StringEntry> | undefined {
  const key = tokenAt(text, at, isLast, 'a key');
  if (key === undefined) return undefined;
  let next = afterSpace(text, key.after, isLast);
  if (next === undefined) return undefined;
  let value: StringToken | undefined;
  if (text.charAt(next) === '=') {
    const from = afterSpace(text, next + 1, isLast);
    value = from === undefined ? undefined : tokenAt(text, from, isLast, 'a value');
    next = value === undefined ? undefined : afterSpace(text, value.after, isLast);
  }
  if (next === undefined) return undefined;
  if (text.charAt(next) !== ';')
    throw new ScanFault(value === undefined ? '"=" or ";" is expected' : '";" is expected', next);
  const behind = commentBehind(text, next + 1, isLast);
  if (behind === 'open') return undefined;
  const end = behind?.end ?? next + 1;
  return { end, entry: { key, value, comment: above ?? behind, start: above?.start ?? at, end } };
}

/** Returns the comment that follows on the same line. */
function commentBehind(text: string, at: number, isLast: boolean): TextRange | 'open' | undefined {
  const start = skip(blank, text, at);
  // More of the line may follow.
  if (start + 1 >= text.length && !isLast) return 'open';
  const comment = commentAt(text, start, isLast);
  if (comment === undefined || comment === 'open') return comment;
  const rest = skip(blank, text, comment.end);
  if (rest === text.length && !isLast) return 'open';
  // One that another entry follows on the line belongs to nobody in particular.
  return rest === text.length || /[\r\n]/u.test(text.charAt(rest)) ? comment : undefined;
}

function isComment(text: string, at: number): boolean {
  return text.startsWith('/*', at) || text.startsWith('//', at);
}

/** Returns the comment at a position; `open` when the text ends before it does. */
function commentAt(text: string, at: number, isLast: boolean): TextRange | 'open' | undefined {
  if (text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2);
    if (end >= 0) return { start: at, end: end + 2 };
    if (isLast) throw new ScanFault('the comment is not closed', at);
    return 'open';
  }
  if (!text.startsWith('//', at))
    return at + 1 === text.length && text.charAt(at) === '/' && !isLast ? 'open' : undefined;
  const end = text.slice(at).search(/[\r\n]/u);
  if (end >= 0) return { start: at, end: at + end };
  return isLast ? { start: at, end: text.length } : 'open';
}

/** Passes white space and comments; undefined when the text ends with them and more may follow. */
function afterSpace(text: string, at: number, isLast: boolean): number | undefined {
  for (let next = skip(space, text, at); ;) {
    const comment = commentAt(text, next, isLast);
    if (comment === 'open') return undefined;
    if (comment === undefined) return next === text.length && !isLast ? undefined : next;
    next = skip(space, text, comment.end);
  }
}

const bareEnd = /[^\w.$:/-]/gu;

function tokenAt(text: string, at: number, isLast: boolean, expected: string): StringToken | undefined {
  const quote = text.charAt(at);
  if (quote !== '"' && quote !== "'") return bareAt(text, at, isLast, expected);
  const end = closingQuote(text, at + 1, quote);
  if (end >= 0) return { quote, start: at + 1, end, after: end + 1 };
  if (isLast) throw new ScanFault('the quotation mark is not closed', at);
  return undefined;
}

function bareAt(text: string, at: number, isLast: boolean, expected: string): StringToken | undefined {
  bareEnd.lastIndex = at;
  const end = bareEnd.exec(text)?.index ?? text.length;
  if (end === text.length && !isLast) return undefined;
  if (end === at) throw new ScanFault(`${expected} is expected`, at);
  return { quote: '', start: at, end, after: end };
}

function closingQuote(text: string, from: number, quote: string): number {
  let at = text.indexOf(quote, from);
  while (at >= 0 && isEscaped(text, at, from)) at = text.indexOf(quote, at + 1);
  return at;
}

/** True for a character behind an odd number of backslashes. */
function isEscaped(text: string, at: number, from: number): boolean {
  let slashes = 0;
  while (at - slashes > from && text.charAt(at - slashes - 1) === '\\') slashes += 1;
  return slashes % 2 === 1;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}

function lineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/gu)?.length ?? 0;
}
