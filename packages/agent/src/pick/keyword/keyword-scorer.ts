import type { CatalogScorer, ScoreRequest } from '../scorer.js';
import type { Watch } from './keyword-index.js';
import { readQuestion } from './read-question.js';
import { defaultSynonyms, toSynonymTable, type Synonyms } from './synonyms.js';

export interface KeywordScorerOptions {
  /** Replaces the default table. */
  readonly synonyms?: Synonyms;
}

/** Creates the default scorer: weighted words (BM25F), with equal results on any machine. */
export function keywordScorer({ synonyms = defaultSynonyms }: KeywordScorerOptions = {}): CatalogScorer {
  const table = toSynonymTable(synonyms);
  const score = ({ question, catalog }: ScoreRequest, watch?: Watch) =>
    catalog.keywords.score(readQuestion(question), table, watch);
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
      score(request, watch);
      const hits = watch.hits.toSorted((a, b) => b.points - a.points);
      return { hits: hits.map(({ term, points }) => ({ term, points: Math.round(points * 1_000) / 1_000 })) };
    },
  };
}
