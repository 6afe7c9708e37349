import { Spellings, type SpelledChar } from '../text/spellings.js';
import { spelledChars } from '../xml/spelling.js';
import type { Dialect } from './dialect.js';
import { scanText } from './scan-text.js';

/** The notation of an old value, which the new one keeps. */
export interface ValueStyle {
  /** White space before and behind the text, and the marks of a section around it. */
  readonly lead: string;
  readonly trail: string;
  /** The quotes around all of it, if there are any. */
  readonly quotes: readonly [open: string, close: string] | undefined;
  /** Share of it that is in CDATA sections: all of it in one, some of it, or nothing. */
  readonly section: 'all' | 'some' | 'none';
  readonly spellings: Spellings;
}

const sectionStart = '<![CDATA[';
const sectionEnd = ']]>';

/** Reads the notation of a value from its spelling. */
export function valueStyle(raw: string, dialect: Dialect): ValueStyle {
  const outer = dialect.isAndroid ? withoutSpace(raw) : { lead: '', body: raw, trail: '' };
  const isSection = outer.body.startsWith(sectionStart) && outer.body.indexOf(sectionEnd) === outer.body.length - 3;
  const inner = isSection ? withoutSection(outer.body, dialect) : { lead: '', body: outer.body, trail: '' };
  const chars = [...spelledChars(isSection ? sectionStart + inner.body + sectionEnd : inner.body)];
  return {
    lead: outer.lead + inner.lead,
    trail: inner.trail + outer.trail,
    quotes: dialect.isAndroid ? quotesAround(inner.body, chars) : undefined,
    section: isSection ? 'all' : raw.includes(sectionStart) ? 'some' : 'none',
    spellings: new Spellings(resolvedChars(chars, dialect)),
  };
}

interface Framed {
  readonly lead: string;
  readonly body: string;
  readonly trail: string;
}

function withoutSpace(raw: string): Framed {
  const start = /^[ \t\r\n]*/u.exec(raw)?.[0].length ?? 0;
  let end = raw.length;
  while (end > start && ' \t\r\n'.includes(raw.charAt(end - 1))) end -= 1;
  return { lead: raw.slice(0, start), body: raw.slice(start, end), trail: raw.slice(end) };
}

function withoutSection(raw: string, { isAndroid }: Dialect): Framed {
  const content = raw.slice(sectionStart.length, -sectionEnd.length);
  const { lead, body, trail } = isAndroid ? withoutSpace(content) : { lead: '', body: content, trail: '' };
  return { lead: sectionStart + lead, body, trail: trail + sectionEnd };
}

/** Returns the quotes at the edges of a value, if no other quote is one that Android sees. */
function quotesAround(body: string, chars: readonly SpelledChar[]): ValueStyle['quotes'] {
  const [first, last] = [chars[0], chars.at(-1)];
  if (first?.char !== '"' || last === undefined || lastQuote(chars) !== chars.length - 1) return undefined;
  const hasNothingOutside = body.startsWith(first.raw) && body.endsWith(last.raw);
  return hasNothingOutside ? [first.raw, last.raw] : undefined;
}

/** Returns the index of the quote that closes the first one, or -1. */
function lastQuote(chars: readonly SpelledChar[]): number {
  for (let at = 1; at < chars.length; at += chars[at]?.char === '\\' ? 2 : 1) {
    if (chars[at]?.char === '"') return at;
  }
  return -1;
}

/** Lists the characters of a value as its platform reads them, each with all that stands for it in the file. */
function resolvedChars(chars: readonly SpelledChar[], dialect: Dialect): readonly SpelledChar[] {
  const raws = chars.flatMap(({ char, raw }) => (char.length === 1 ? [raw] : [raw, '']));
  const text = chars.map(({ char }) => char).join('');
  const resolved: SpelledChar[] = [];
  const state = { quoted: false, spaced: false, bareApostrophe: false };
  scanText(text, dialect, state, (some, from, to) => {
    if (text.slice(from, to) === some) {
      for (const [at, char] of indexed(some)) resolved.push({ char, raw: raws[from + at] ?? char });
      return;
    }
    const raw = raws.slice(from, to).join('');
    resolved.push({ char: some, raw: raw.startsWith('\\') ? raw : ' ' });
  });
  return resolved;
}

function* indexed(text: string): Generator<readonly [number, string]> {
  let at = 0;
  for (const char of text) {
    yield [at, char];
    at += char.length;
  }
}
