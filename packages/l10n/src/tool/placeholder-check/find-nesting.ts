import { isElement, isWords } from '../../check/words-in-brackets.js';

/** A tag that is not closed, or closes nothing. */
export interface NestingFault {
  readonly tag: string;
  /** In UTF-16 indexes. */
  readonly start: number;
  readonly end: number;
}

const tag = /<(\/?)([A-Za-z][\w.-]*|\d+)((?:\s[^<>]*?)?)(\/?)>/g;
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/**
 * Finds the first tag of a text without a partner, which HTML elements and numbered tags need:
 *
 *     <b>one <i>two</b></i>
 *                  ^^^^
 */
export function findNestingFault(text: string): NestingFault | undefined {
  if (!text.includes('<')) return undefined;
  const open: (NestingFault & { readonly name: string })[] = [];
  for (const { 0: raw, 1: slash, 2: tagName = '', 4: closed, index } of text.matchAll(tag)) {
    const name = tagName.toLowerCase();
    if (closed === '/' || empty.has(name) || !(isElement(name) ? slash === '/' || !isWords(raw) : /^\d/.test(name)))
      continue;
    const location = { tag: raw, start: index, end: index + raw.length };
    if (slash === '') open.push({ ...location, name });
    else if (open.pop()?.name !== name) return location;
  }
  return open.at(-1);
}
