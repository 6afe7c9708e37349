import { foldText } from './fold-text.js';

/** Where a term stands in a text, in UTF-16 indexes. */
export interface TermMatch<Term> {
  readonly term: Term;
  readonly start: number;
  readonly end: number;
}

/** Finds terms in a text: whole words, the longest of those that overlap, then the earliest. */
export type TermMatcher<Term> = (text: string) => readonly TermMatch<Term>[];

interface Needle<Term> {
  readonly text: string;
  readonly term: Term;
}

/** A matcher of terms, each with the texts it goes by. */
export function createTermMatcher<Term>(
  terms: readonly { readonly term: Term; readonly texts: readonly string[] }[],
  caseSensitive: boolean,
): TermMatcher<Term> {
  const byStart = new Map<string, Needle<Term>[]>();
  for (const { term, texts } of terms) {
    for (const text of texts) {
      const needle = foldText(text.trim(), caseSensitive).text;
      if (needle === '') continue;
      const start = needle.charAt(0);
      byStart.set(start, [...(byStart.get(start) ?? []), { text: needle, term }]);
    }
  }
  return (text) => {
    const { text: folded, starts } = foldText(text, caseSensitive);
    const found = matchesIn(folded, byStart).map(({ term, start, end }) => ({
      term,
      start: starts[start] ?? 0,
      end: starts[end] ?? text.length,
    }));
    return withoutOverlaps(found);
  };
}

function matchesIn<Term>(text: string, byStart: ReadonlyMap<string, readonly Needle<Term>[]>): TermMatch<Term>[] {
  const found: TermMatch<Term>[] = [];
  for (let start = 0; start < text.length; start += 1) {
    for (const needle of byStart.get(text.charAt(start)) ?? []) {
      const end = start + needle.text.length;
      if (text.startsWith(needle.text, start) && isBoundary(text, start) && isBoundary(text, end)) {
        found.push({ term: needle.term, start, end });
      }
    }
  }
  return found;
}

const wordChar = /[\p{L}\p{M}\p{N}_]/u;
/** Writing without spaces: words of it end anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hira}\p{Script=Kana}\p{Script=Thai}\p{Script=Laoo}\p{Script=Khmr}\p{Script=Mymr}\p{Script=Tibt}]/u;

/** Whether a word may begin or end at a place: it must not lie inside of one. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const before = charBefore(text, at);
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (!wordChar.test(before) || !wordChar.test(after)) return true;
  return unspaced.test(before) || unspaced.test(after);
}

function charBefore(text: string, at: number): string {
  const isPair = /[\udc00-\udfff]/.test(text.charAt(at - 1));
  return text.slice(isPair ? at - 2 : at - 1, at);
}

function withoutOverlaps<Term>(found: readonly TermMatch<Term>[]): readonly TermMatch<Term>[] {
  if (found.length < 2) return found;
  const longest = found.toSorted(
    (one, other) => other.end - other.start - (one.end - one.start) || one.start - other.start,
  );
  const apart: TermMatch<Term>[] = [];
  for (const match of longest) {
    if (apart.every(({ start, end }) => match.end <= start || match.start >= end)) apart.push(match);
  }
  return apart.sort((one, other) => one.start - other.start);
}
