import { toEntity, entityAt } from './entity.js';
import { urlAt } from './inline.js';
import type { MarkdownDialect } from './jsx.js';
import { templateAt } from '../code/template.js';
import { Spellings, type SpelledChar } from '../text/spellings.js';

/** Levels of escaping: `plain` where necessary, `edges` also beside emphasis marks, `all` every sign. */
export const guards = Object.freeze(['plain', 'edges', 'all'] as const);
export type Guard = (typeof guards)[number];

/** Surroundings of a range of text. */
export interface Surroundings {
  /** True when a line starts before it; `lineEnd` when one ends after it. */
  readonly lineStart: boolean;
  readonly lineEnd: boolean;
  /** The emphasis mark before and after it. */
  readonly before: 'open' | 'close' | undefined;
  readonly after: 'open' | 'close' | undefined;
  /** True when it may span lines; `begins` when the start of a line may be more than text. */
  readonly lines: boolean;
  readonly begins: boolean;
  readonly guard: Guard;
  readonly dialect: MarkdownDialect;
}

const signs = /[\\`*[\]~_<&{]|https?:\/\/|www\./g;
const allSigns = /[!-/:-@[-`{-~]|https?:\/\/|www\./g;
const punctuation = /[!-/:-@[-`{-~]/u;

/** Escapes text as Markdown. */
export function escapeMarkdown(text: string, around: Surroundings): string {
  const safe = text.includes('\r') ? escapeReturns(text, around) : escapeSigns(text, around);
  return guardEdges(guardLines(safe, around), around);
}

function escapeReturns(text: string, around: Surroundings): string {
  const lines = text.replaceAll('\r\n', '\n').split('\r');
  return lines.map((piece) => escapeSigns(piece, around)).join('&#13;');
}

function escapeSigns(text: string, { guard, dialect }: Pick<Surroundings, 'guard' | 'dialect'>): string {
  const pattern = guard === 'all' ? allSigns : signs;
  let out = '';
  let at = 0;
  for (;;) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    out += text.slice(at, found?.index);
    if (!found) return out;
    const written = guard === 'all' ? escapeAny(text, found.index) : escapeNeeded(text, found.index, dialect);
    out += written.text;
    at = found.index + written.length;
  }
}

interface Written {
  readonly text: string;
  readonly length: number;
}

/** Escapes every sign, except in addresses. */
function escapeAny(text: string, at: number): Written {
  const url = urlAt(text, at, false);
  if (url !== '') return unescaped(url);
  const char = text.charAt(at);
  return punctuation.test(char) ? { text: `\\${char}`, length: 1 } : unescaped(char);
}

function escapeNeeded(text: string, at: number, dialect: MarkdownDialect): Written {
  const char = text.charAt(at);
  if (dialect === 'mdx' && (char === '<' || char === '{')) return escaped(char);
  const next = text[at + 1];
  switch (char) {
    case '\\':
      return next === undefined || next === '\n' || punctuation.test(next) ? escaped(char) : unescaped(char);
    case '_':
      return isWord(text[at - 1]) && isWord(next) ? unescaped(char) : escaped(char);
    case '<':
      return next === undefined || /[A-Za-z/!?]/u.test(next) ? escaped(char) : unescaped(char);
    case '&':
      return entityAt(text, at) ? escaped(char) : unescaped(char);
    case '{':
      return unescaped(templateAt(text, at) || char);
    case 'h':
    case 'w':
      return unescaped((isWord(text[at - 1]) ? '' : urlAt(text, at, false)) || char);
    default:
      return escaped(char);
  }
}

function escaped(char: string): Written {
  return { text: `\\${char}`, length: 1 };
}

function unescaped(text: string): Written {
  return { text, length: text.length };
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char);
}

/** Escapes white space that Markdown would drop, and line starts that would mean something else. */
function guardLines(text: string, { lineStart, lineEnd, lines, begins, dialect }: Surroundings): string {
  let out = text.includes('\n') ? guardBreaks(text, lines) : text;
  if (lineStart) out = out.replace(/^[ \t\n]+/u, entities);
  if (lineEnd && /[ \t\n]/u.test(out.charAt(out.length - 1))) out = out.replace(/[ \t\n]+$/u, entities);
  if (!begins) return out;
  if (!out.includes('\n')) return lineStart ? guardLineStart(out, dialect) : out;
  return out
    .split('\n')
    .map((line, at) => (at > 0 || lineStart ? guardLineStart(line, dialect) : line))
    .join('\n');
}

function guardBreaks(text: string, lines: boolean): string {
  const out = lines ? text.replaceAll(/(?<=\n)\n/gu, '&#10;') : text.replaceAll('\n', '&#10;');
  return out.replaceAll(/[ \t]+(?=\n)|(?<=\n)[ \t]+/gu, entities);
}

const lineStarts = /^(?:#{1,6}(?=[ \t]|$)|>|[-+](?=[ \t]|$)|\||=+[ \t]*$|[-:| \t]+$)/u;

function guardLineStart(line: string, dialect: MarkdownDialect): string {
  if (dialect === 'mdx' && /^(?:import|export)/u.test(line)) return toEntity(line.charAt(0)) + line.slice(1);
  if (lineStarts.test(line)) return `\\${line}`;
  return line.replace(/^(\d{1,9})([.)])(?=[ \t]|$)/u, '$1\\$2');
}

/** Escapes the edges beside emphasis, which needs white space or signs outside, and anything but white space inside. */
function guardEdges(text: string, { before, after, guard }: Surroundings): string {
  if (guard === 'plain') return text;
  let out = text;
  if (before !== undefined) out = out.replace(before === 'open' ? /^\s/u : /^[^\s\p{P}\p{S}]/u, toEntity);
  if (after !== undefined) out = out.replace(after === 'close' ? /\s$/u : /[^\s\p{P}\p{S}]$/u, toEntity);
  return out;
}

function entities(text: string): string {
  return Array.from(text, toEntity).join('');
}

const spelling = /\\[!-/:-@[-`{-~]|&[#\w]{1,32};|[\s\S]/gu;

/** True for Markdown with characters that are spelled by reference or behind a backslash. */
export function hasSpellings(raw: string): boolean {
  return /\\[!-/:-@[-`{-~]|&[#\w]{1,32};/u.test(raw);
}

/** Spells the characters of a new text as the old one did. */
export class Respelling {
  readonly #spellings: Spellings;

  constructor(old: string) {
    this.#spellings = new Spellings(spelledChars(old));
  }

  /** Passes a code, which stays as it is. */
  pass(raw: string): void {
    for (const { char } of spelledChars(raw)) this.#spellings.take(char);
  }

  /** Returns escaped text in the spelling of the old one; what must be escaped stays so. */
  text(written: string): string {
    const chars = Array.from(spelledChars(written), ({ char, raw }) => {
      const spelled = this.#spellings.take(char);
      return spelled === undefined || spelled === char ? raw : spelled;
    });
    return chars.join('');
  }
}

function* spelledChars(raw: string): Generator<SpelledChar> {
  for (const [found] of raw.matchAll(spelling)) {
    const char = found.startsWith('&') ? (entityAt(found, 0)?.text ?? found) : found.slice(-1);
    yield { char, raw: found };
  }
}
