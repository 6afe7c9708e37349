import { keywordScorer } from '../keyword/keyword-scorer.js';
import {
  toCatalogScorer,
  type CatalogScorer,
  type ScoreList,
  type Scorer,
  type ScoreRequest,
  type ToolScore,
} from '../scorer.js';

export interface HybridScorerOptions {
  /** Scores the best candidates only; for example an `embeddingScorer`. */
  readonly semantic: Scorer;
  /** Default: the keyword scorer. */
  readonly keyword?: CatalogScorer;
  /** Share of the meaning in the score; the words have the rest. Default: 0.6. */
  readonly semanticShare?: number;
  /** Number of the best by words that are scored by meaning. Default: 50. */
  readonly best?: number;
}

/**
 * Creates a scorer by words first, and by meaning for the best of them. If that fails, words alone decide, and the
 * result says so.
 */
export function hybridScorer(options: HybridScorerOptions): CatalogScorer {
  const { keyword = keywordScorer(), semanticShare = 0.6, best = 50 } = options;
  const semantic = toCatalogScorer(options.semantic);
  return {
    name: `hybrid of ${keyword.name} and ${semantic.name}`,
    scoreAll: async (request) => {
      const words = await keyword.scoreAll(request);
      const indexes = bestIndexes(words, best);
      const meanings = await scoreSome(semantic, request, indexes);
      const scores: (number | ToolScore | Error)[] = Array.from(words, (word) => (1 - semanticShare) * toScore(word));
      for (const [at, index] of indexes.entries()) scores[index] = mix(words[index], meanings[at], semanticShare);
      return scores;
    },
  };
}

/** Returns the indexes of the best scores, ties in order. */
function bestIndexes(scores: ScoreList, count: number): readonly number[] {
  return Array.from(scores, (score, index) => ({ score: toScore(score), place: index }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, count)
    .map(({ place: index }) => index);
}

async function scoreSome(scorer: CatalogScorer, request: ScoreRequest, indexes: readonly number[]): Promise<ScoreList> {
  const candidates = indexes.flatMap((index) => request.candidates[index] ?? []);
  try {
    return await scorer.scoreAll({ ...request, candidates });
  } catch (error) {
    return candidates.map(() => (error instanceof Error ? error : new Error(String(error))));
  }
}

function mix(word: ScoreList[number] | undefined, meaning: ScoreList[number] | undefined, share: number): ToolScore {
  const [byWords, byMeaning] = [toScore(word), toScore(meaning, Number.NaN)];
  if (Number.isNaN(byMeaning)) {
    const why = meaning instanceof Error ? meaning.message : 'it gave no number';
    return { score: byWords, reason: `Scored by words alone: ${why}` };
  }
  const details = { keyword: byWords, semantic: byMeaning };
  return { score: (1 - share) * byWords + share * byMeaning, details };
}

function toScore(answer: ScoreList[number] | undefined, otherwise = 0): number {
  if (typeof answer === 'number') return answer;
  return answer === undefined || answer instanceof Error ? otherwise : answer.score;
}
