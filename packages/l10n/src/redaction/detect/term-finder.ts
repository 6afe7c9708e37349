import { escapeLiteral } from '../../pattern/compile-pattern.js';
import type { Detection } from './detection.js';
import type { RedactionRule } from './rule.js';

/** A term and the meaning of its match. */
interface Term {
  readonly text: string;
  readonly category: string;
  readonly wholeWord: boolean;
  /** Position of its rule among all rules. */
  readonly order: number;
  /** Matches the term at one position; case-sensitive terms need none. */
  readonly folded?: RegExp;
}

/** Terms that share one pattern: the case-sensitive ones, or the others. */
interface TermGroup {
  readonly any: RegExp;
  /** Returns the longest term at a position where the pattern matches. */
  at(text: string, index: number, found: string): { readonly term: Term; readonly end: number } | undefined;
}

const wordSign = /[\p{L}\p{M}\p{N}_]/u;

/** Searches texts for terms. */
interface TermSearch {
  find(text: string): readonly Detection[];
  /** False when no term occurs in a text; faster than finding each. */
  mayFind(text: string): boolean;
}

type TermRules = readonly (readonly [order: number, rule: RedactionRule & { readonly term: string }])[];

/** Creates a finder of any number of terms in one pass, or two if some have the flag `ignorecase`. */
export function createTermFinder(rules: TermRules): TermSearch['find'] {
  return createTermSearch(rules).find;
}

/** Creates a search for terms with a fast test for texts without any. */
export function createTermSearch(rules: TermRules): TermSearch {
  const terms = rules
    .map(([order, { term, category, flags = [] }]): Term => {
      const folded = flags.includes('ignorecase') ? { folded: new RegExp(escapeLiteral(term), 'iyv') } : {};
      return { text: term, category, wholeWord: flags.includes('wholeword'), order, ...folded };
    })
    .sort((one, other) => other.text.length - one.text.length || one.order - other.order);
  const exact = terms.filter(({ folded }) => folded === undefined);
  const folded = terms.filter((term) => term.folded !== undefined);
  const groups = [
    ...(exact.length === 0 ? [] : [exactGroup(exact)]),
    ...(folded.length === 0 ? [] : [foldedGroup(folded)]),
  ];
  return {
    find: (text) => groups.flatMap((group) => findIn(group, text)),
    mayFind(text) {
      for (const { any } of groups) {
        any.lastIndex = 0;
        if (any.test(text)) return true;
      }
      return false;
    },
  };
}

/** True when the range of a text is a whole word, or more. */
function isWholeWord(text: string, start: number, end: number): boolean {
  const before = start === 0 ? '' : lastSign(text, start);
  return !wordSign.test(before) && !wordSign.test(String.fromCodePoint(text.codePointAt(end) ?? 0x20));
}

function lastSign(text: string, end: number): string {
  const low = text.charCodeAt(end - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(end - 2, end) : text.charAt(end - 1);
}

const none: readonly Detection[] = [];

function findIn({ any, at }: TermGroup, text: string): readonly Detection[] {
  any.lastIndex = 0;
  let found: Detection[] | undefined;
  for (let match = any.exec(text); match !== null; match = any.exec(text)) {
    const { index } = match;
    const hit = at(text, index, match[0]);
    if (hit !== undefined) {
      const { category, order } = hit.term;
      (found ??= []).push({ start: index, end: hit.end, category, order });
    }
    any.lastIndex = hit?.end ?? index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
  }
  return found ?? none;
}

function exactGroup(terms: readonly Term[]): TermGroup {
  const byText = new Map<string, Term>();
  for (const term of terms) if (!byText.has(term.text)) byText.set(term.text, term);
  const isAt = (term: Term, text: string, index: number) =>
    text.startsWith(term.text, index) && (!term.wholeWord || isWholeWord(text, index, index + term.text.length));
  return {
    any: new RegExp(terms.map(({ text }) => escapeLiteral(text)).join('|'), 'g'),
    at(text, index, found) {
      const first = byText.get(found);
      // The pattern tries the terms in this order; only a partial word leaves the position to another term.
      const term =
        first !== undefined && isAt(first, text, index) ? first : terms.find((each) => isAt(each, text, index));
      return term && { term, end: index + term.text.length };
    },
  };
}

function foldedGroup(terms: readonly Term[]): TermGroup {
  return {
    any: new RegExp(terms.map(({ text }) => escapeLiteral(text)).join('|'), 'giv'),
    at(text, index) {
      for (const term of terms) {
        const { folded, wholeWord } = term;
        if (folded === undefined) continue;
        folded.lastIndex = index;
        if (!folded.test(text)) continue;
        const end = folded.lastIndex;
        if (!wholeWord || isWholeWord(text, index, end)) return { term, end };
      }
      return undefined;
    },
  };
}
