import { AnnoDiff, AnnoRepetition, AnnoTMMatch, payloadOf, type BlockView } from '@helve/flow';

/** What there is to do for a block, in the order in which a report lists it; fuzzy bands stand before `new`. */
type ScopeCategory = 'repetition' | 'exact' | 'ambiguous-exact' | `fuzzy-${number}` | 'new';

/** All categories of some bands, from the least work to the most. */
export function categoriesOf(bands: readonly number[]): readonly ScopeCategory[] {
  return ['repetition', 'exact', 'ambiguous-exact', ...bands.map((band) => `fuzzy-${band}` as const), 'new'];
}

/** Bands from the highest to the lowest, each once. */
export function sortedBands(bands: readonly number[]): readonly number[] {
  return [...new Set(bands)].toSorted((one, other) => other - one);
}

/** Exact matches of a memory that do not agree with each other have this score or more. */
const ambiguousScore = 0.99;

/** What a block is, by what steps before have found; `isRepeated` is used where nobody analysed repetitions. */
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
