import { toQuestion } from '../question.js';
import type { CatalogScorer, ScoreRequest } from '../scorer.js';
import { splitAsks } from '../split-asks.js';
import { fuseRanks } from './fuse-ranks.js';
import type { Watch } from './keyword-index.js';
import { readQuestion } from './read-question.js';
import { defaultSynonyms, toSynonymTable, type Synonyms } from './synonyms.js';
import { questionWeights } from './weights.js';

/** More parts than that are a text, and no request. */
const MAX_ASKS = 8;

export interface KeywordScorerOptions {
  /** Replaces the default table. */
  readonly synonyms?: Synonyms;
}

/** Creates the default scorer: weighted words (BM25F), with equal results on any machine. */
export function keywordScorer({ synonyms = defaultSynonyms }: KeywordScorerOptions = {}): CatalogScorer {
  const table = toSynonymTable(synonyms);
  const scorePart = ({ question, catalog }: Pick<ScoreRequest, 'question' | 'catalog'>, watch?: Watch) =>
    catalog.keywords.score(readQuestion(question), table, watch);
  const score = ({ question, catalog }: ScoreRequest) => {
    const whole = scorePart({ question, catalog });
    const asks = splitAsks(question.parts[0]?.text ?? '').slice(0, MAX_ASKS);
    if (asks.length < 2) return whole;
    const parts = asks.map((ask) => ({ scores: scorePart({ question: toQuestion(ask), catalog }), weight: 1 }));
    return fuseRanks([{ scores: whole, weight: questionWeights.wholeQuestion }, ...parts]);
  };
  return {
    name: 'keyword',
    scoreAll: (request) => {
      const scores = score(request);
      const { candidates } = request;
      // The common case: every tool may be chosen.
      return candidates.length === scores.length ? scores : candidates.map(({ at }) => scores[at] ?? 0);
    },
    explain: (request, card) => {
      const watch: Watch = { tool: card.at, hits: [] };
      scorePart(request, watch);
      const hits = watch.hits.toSorted((a, b) => b.points - a.points);
      return { hits: hits.map(({ term, points }) => ({ term, points: Math.round(points * 1_000) / 1_000 })) };
    },
  };
}
