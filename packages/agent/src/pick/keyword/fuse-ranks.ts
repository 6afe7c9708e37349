import { Top } from '../top.js';

/** Scores of all tools for a part of a question, and the weight of its ranks. */
export interface RankedScores {
  readonly scores: Float64Array;
  readonly weight: number;
}

/** Tools further down say nothing about a part. */
const MAX_RANKED = 50;

/**
 * Merges scores by reciprocal rank, so that the best tools for each part stand before the second best for the whole.
 * The scores themselves are shared out anew in that order; tools that stand high nowhere have none.
 */
export function fuseRanks(lists: readonly RankedScores[]): Float64Array {
  const merged = new Map<number, { rank: number; score: number }>();
  for (const { scores, weight } of lists) {
    for (const [place, tool] of best(scores).entries()) {
      const known = merged.get(tool) ?? { rank: 0, score: 0 };
      merged.set(tool, { rank: known.rank + weight / (place + 1), score: Math.max(known.score, scores[tool] ?? 0) });
    }
  }
  const values = Array.from(merged.values(), ({ score }) => score).sort((a, b) => b - a);
  const order = [...merged].sort(([a, one], [b, other]) => other.rank - one.rank || a - b);
  const result = new Float64Array(lists[0]?.scores.length ?? 0);
  for (const [place, [tool]] of order.entries()) result[tool] = values[place] ?? 0;
  return result;
}

/** Returns the tools with the highest scores, the best first. */
function best(scores: Float64Array): readonly number[] {
  const top = new Top<number>(MAX_RANKED, (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  for (let tool = 0; tool < scores.length; tool += 1) {
    const score = scores[tool] ?? 0;
    if (score > 0 && score >= (top.worst === undefined ? 0 : (scores[top.worst] ?? 0))) top.add(tool);
  }
  return top.sorted();
}
