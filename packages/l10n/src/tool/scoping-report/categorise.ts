import { AnnoDiff, AnnoRepetition, AnnoTMMatch, payloadOf, type BlockView } from '@helve/flow';

/** Category of work for a block, in the order of a report; fuzzy bands come before `new`. */
type ScopeCategory = 'repetition' | 'exact' | 'ambiguous-exact' | `fuzzy-${number}` | 'new';

/** Lists all categories of some bands, from the least work to the most. */
export function listCategories(bands: readonly number[]): readonly ScopeCategory[] {
  return ['repetition', 'exact', 'ambiguous-exact', ...bands.map((band) => `fuzzy-${band}` as const), 'new'];
}

/** Sorts bands from the highest to the lowest, without duplicates. */
export function sortedBands(bands: readonly number[]): readonly number[] {
  return [...new Set(bands)].toSorted((one, other) => other - one);
}

/** Minimum score of exact matches of a memory that differ. */
const ambiguousScore = 0.99;

/** Categorizes a block by the results of earlier steps; `isRepeated` applies if no step analysed repetitions. */
export function categorise(
  view: BlockView,
  variant: string,
  isRepeated: boolean,
  bands: readonly number[],
): ScopeCategory {
  const repetition = payloadOf(view.annotation(AnnoRepetition), 'repetition');
  if (repetition === undefined ? isRepeated : repetition.status === 'repetition') return 'repetition';
  const match = payloadOf(view.annotation(AnnoTMMatch), 'tm-match')?.matches[variant];
  const diff = payloadOf(view.annotation(AnnoDiff), 'diff');
  if (diff?.status === 'unchanged' || (match !== undefined && match.score === 1 && !match.ambiguous)) return 'exact';
  if (match !== undefined && match.ambiguous && match.score >= ambiguousScore) return 'ambiguous-exact';
  const score = Math.max(match?.score ?? 0, diff?.score ?? 0);
  const band = bands.find((least) => score * 100 >= least);
  return band === undefined ? 'new' : `fuzzy-${band}`;
}
