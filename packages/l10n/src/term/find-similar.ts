import { charTableFor } from './match/char-table.js';
import type { FoundTerm, TermEntry, TermQuery } from './contract.js';

/** Finds the terms that a whole text is similar but not equal to. */
export function findSimilar(
  text: string,
  entries: readonly TermEntry[],
  minScore: number,
  { locale, caseSensitive = false }: TermQuery,
): readonly FoundTerm[] {
  const fold = (each: string) => [...charTableFor(locale, caseSensitive).fold(each.trim())];
  const query = fold(text);
  return entries.flatMap((entry): FoundTerm[] => {
    const score = similarity(query, fold(entry.term.text), minScore);
    return score < minScore || score === 1
      ? []
      : [{ term: entry, start: 0, end: text.length, score, matchType: 'fuzzy' }];
  });
}

/** Computes the share of characters that two texts have in common, from 0 to 1; 0 if it cannot reach the minimum. */
function similarity(one: readonly string[], other: readonly string[], least: number): number {
  const longer = Math.max(one.length, other.length);
  const limit = Math.floor((1 - least) * longer + 1e-9);
  if (longer === 0 || Math.abs(one.length - other.length) > limit) return 0;
  const distance = editDistance(one, other, limit);
  return distance > limit ? 0 : 1 - distance / longer;
}

/** Counts insertions, deletions and substitutions; stops at the limit. */
function editDistance(one: readonly string[], other: readonly string[], limit: number): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, char] of one.entries()) {
    const next = [index + 1];
    let least = index + 1;
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (other[at - 1] === char ? 0 : 1);
      const cost = Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    row = next;
  }
  return row[other.length] ?? 0;
}
