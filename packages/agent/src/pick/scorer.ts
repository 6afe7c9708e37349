import type { Json, ToolContract } from '@helve/core';
import type { ToolCatalog } from './tool-catalog.js';
import type { Question } from './question.js';
import type { ToolCard } from './tool-card.js';

/** The score of a tool from 0 to 1, and remarks about it. */
export interface ToolScore {
  readonly score: number;
  readonly reason?: string;
  readonly details?: Json;
}

/** Scores one tool; called for every tool that may be chosen, eight at a time. */
export type ScoreTool = (
  question: Question,
  tool: ToolContract,
  signal: AbortSignal,
) => number | ToolScore | Promise<number | ToolScore>;

/** The input of a scorer of many tools. */
export interface ScoreRequest {
  readonly question: Question;
  /** The tools that may be chosen, in the order of registration. */
  readonly candidates: readonly ToolCard[];
  /** All tools, for what depends on the whole, such as how rare a word is. */
  readonly catalog: ToolCatalog;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Scores all tools at once: one answer for each candidate, in their order; an error in its place drops that tool alone. */
export interface CatalogScorer {
  readonly name: string;
  scoreAll(request: ScoreRequest): ScoreList | Promise<ScoreList>;
  /** Explains one score, for `debug`. */
  explain?(request: ScoreRequest, card: ToolCard): Json;
}

export type ScoreList = ArrayLike<number | ToolScore | Error>;

/** A function for one tool, or an object for all of them. */
export type Scorer = ScoreTool | CatalogScorer;

const AT_ONCE = 8;

/** Converts a function for one tool to a scorer of all. */
export function toCatalogScorer(scorer: Scorer): CatalogScorer {
  if (typeof scorer !== 'function') return scorer;
  return { name: scorer.name || 'custom', scoreAll: (request) => scoreEach(scorer, request) };
}

async function scoreEach(scoreTool: ScoreTool, request: ScoreRequest): Promise<ScoreList> {
  const { question, candidates, signal } = request;
  const scores: (number | ToolScore | Error)[] = [];
  const waiting = candidates.entries();
  const work = async () => {
    for (const [at, card] of waiting) {
      if (signal.aborted) return;
      scores[at] = await tryScore(() => scoreTool(question, card.contract, signal));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return scores;
}

async function tryScore(score: () => ReturnType<ScoreTool>): Promise<number | ToolScore | Error> {
  try {
    return await score();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
