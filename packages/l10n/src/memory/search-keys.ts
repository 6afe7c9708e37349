import { codePointLength } from '@helve/flow/content';
import { createProbe, type Candidate } from './candidate.js';
import { createMatcher, toCodePoints, type Matcher } from './levenshtein.js';
import type { LocaleIndex } from './locale-index.js';
import { mostEdits, toSimilarity } from './similarity.js';

/** A key that is similar enough. */
export interface KeyHit {
  /** The id of the entry. */
  readonly entry: string;
  readonly similarity: number;
  /** Sum of the tiers in which it was compared. */
  readonly tiers: number;
}

/** Request of a key search. */
export interface KeySearch {
  readonly text: string;
  /** Sum of the tiers that `text` stands for. */
  readonly tiers: number;
  readonly minScore: number;
  readonly recall: 'exact' | 'fast';
}

/** Number of candidates compared at once. */
const ROUND = 256;
/** Number of candidates, the most promising ones, after which a fast search gives up. */
const FAST_CANDIDATES = 64;

/**
 * Finds similar keys, promising ones first. `take` receives them round by round and returns the minimum score that
 * still matters, so that the search can end early.
 */
export async function searchKeys(
  index: LocaleIndex,
  search: KeySearch,
  take: (hits: readonly KeyHit[]) => Promise<number>,
): Promise<void> {
  const { text, tiers, recall } = search;
  const probe = createProbe(text, codePointLength(text), tiers);
  const rounds = planRounds(await index.candidates(probe, search.minScore, recall));
  const matcher = createMatcher(text);
  let least = search.minScore;
  let left = recall === 'fast' ? FAST_CANDIDATES : Infinity;
  for (const round of rounds) {
    const near = round.filter(({ bound }) => bound >= least).slice(0, left);
    left -= near.length;
    await index.loadTexts(near);
    const hits = near.flatMap((candidate) => compare(matcher, candidate, tiers, least));
    if (hits.length > 0) least = Math.max(least, await take(hits));
  }
}

/** Groups candidates by the percent of their bounds, best first, in limited rounds. */
function planRounds(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const percents: Candidate[][] = [];
  for (const candidate of candidates) (percents[Math.floor(candidate.bound * 100)] ??= []).push(candidate);
  return percents
    .filter((round) => round !== undefined)
    .toReversed()
    .flatMap((round) =>
      Array.from({ length: Math.ceil(round.length / ROUND) }, (_, at) => round.slice(at * ROUND, (at + 1) * ROUND)),
    );
}

function compare(matcher: Matcher, candidate: Candidate, tiers: number, least: number): KeyHit[] {
  const { block, rank, lost } = candidate;
  const text = block.texts[rank];
  if (text === undefined) return [];
  const length = block.lengths[rank] ?? 0;
  const longer = Math.max(length, matcher.length);
  const most = mostEdits(least, longer);
  const distance = matcher.distance(toCodePoints(text, length), length, most, lost);
  const entry = block.entries[rank];
  if (distance > most || entry === undefined) return [];
  return [{ entry, similarity: toSimilarity(distance, longer), tiers: tiers & (block.tiers[rank] ?? 0) }];
}
