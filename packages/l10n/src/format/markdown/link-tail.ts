import { templateAt } from '../code/template.js';
import type { TextRange } from '../../text/text-range.js';

/** Address, title and end of a link. */
export interface LinkTarget {
  readonly url: TextRange;
  readonly title: TextRange | undefined;
  readonly end: number;
}

const blanks = /[ \t]*(?:\n[ \t]*)?/y;
// Bounded, so that unclosed quotes cost little.
const quoted = /"(?:[^"\\]|\\[^]){0,1000}"|'(?:[^'\\]|\\[^]){0,1000}'|\((?:[^()\\]|\\[^]){0,1000}\)/y;
const label = /\[(?:[^[\]\\]|\\[^])*\]/y;
const bracketed = /<(?:[^<>\n\\]|\\.)*>/y;
const maxLabel = 999;

/** Parses the parentheses after the text of a link: `(url "title")`. */
export function inlineTarget(text: string, at: number): LinkTarget | undefined {
  if (text[at] !== '(') return undefined;
  const urlAt = skipBlanks(text, at + 1);
  const url = destination(text, urlAt) ?? { start: urlAt, end: urlAt };
  const gapEnd = skipBlanks(text, url.end + (text[url.start - 1] === '<' ? 1 : 0));
  const title = gapEnd > url.end ? titleAt(text, gapEnd) : undefined;
  const end = title ? skipBlanks(text, title.end + 1) : gapEnd;
  return text[end] === ')' ? { url, title, end: end + 1 } : undefined;
}

/** Returns the range of the address at a position, without angle brackets. */
export function destination(text: string, at: number): TextRange | undefined {
  if (text[at] === '<') {
    bracketed.lastIndex = at;
    return bracketed.test(text) ? { start: at + 1, end: bracketed.lastIndex - 1 } : undefined;
  }
  const end = plainEnd(text, at);
  return end > at ? { start: at, end } : undefined;
}

/** Returns the range of the title at a position, without its quotes of any kind. */
export function titleAt(text: string, at: number): TextRange | undefined {
  quoted.lastIndex = at;
  if (!quoted.test(text)) return undefined;
  const end = quoted.lastIndex;
  return /\n[ \t]*\n/u.test(text.slice(at, end)) ? undefined : { start: at + 1, end: end - 1 };
}

/** Returns the label at a position, with its brackets. */
export function labelAt(text: string, at: number): string | undefined {
  label.lastIndex = at;
  const [found = ''] = label.exec(text) ?? [];
  return found.length > 2 && found.length <= maxLabel + 2 && found.slice(1, -1).trim() !== '' ? found : undefined;
}

/** Skips white space with at most one line end. */
export function skipBlanks(text: string, at: number): number {
  blanks.lastIndex = at;
  blanks.test(text);
  return Math.max(at, blanks.lastIndex);
}

/**
 * Returns the end of an address without brackets: at white space; its parentheses are balanced, and it may contain a
 * template.
 */
function plainEnd(text: string, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 92 && /[!-/:-@[-`{-~]/u.test(text[at + 1] ?? '')) at += 1;
    else if (char === 40) depth += 1;
    else if (char === 41 && depth === 0) break;
    else if (char === 41) depth -= 1;
    else if (char <= 32 || char === 127) break;
    else if (char === 123) at += Math.max(0, templateAt(text, at).length - 1);
    if (depth > 32) return from;
  }
  return depth === 0 ? at : from;
}

/** Normalizes a label, for a comparison without case and white space. */
export function normalLabel(raw: string): string {
  return raw.trim().replaceAll(/\s+/gu, ' ').toLowerCase().toUpperCase();
}
