import type { DroppedTool } from './pick-options.js';
import type { ScoreList, ToolScore } from './scorer.js';
import type { PickableTool, ToolCard } from './tool-card.js';

/** A tool and a score from 0 to 1. */
export interface ScoredTool<Tool extends PickableTool = PickableTool> extends ToolScore {
  readonly card: ToolCard<Tool>;
}

/** Orders by score, ties by the order of registration. */
export function byScore(a: ScoredTool, b: ScoredTool): number {
  return b.score - a.score || a.card.at - b.card.at;
}

/** Assigns the answer of a scorer to its tool; an answer without a number drops the tool, with the reason. */
export function readScore<Tool extends PickableTool>(
  card: ToolCard<Tool>,
  answer: ScoreList[number] | undefined,
  onDrop: ((dropped: DroppedTool) => void) | undefined,
): ScoredTool<Tool> | undefined {
  const problem = findProblem(answer);
  if (problem !== undefined) onDrop?.({ name: card.name, reason: problem });
  if (problem !== undefined || answer === undefined || answer instanceof Error) return undefined;
  return typeof answer === 'number' ? { card, score: clamp(answer) } : { ...answer, card, score: clamp(answer.score) };
}

function findProblem(answer: ScoreList[number] | undefined): string | undefined {
  if (answer instanceof Error) return answer.message;
  const score = typeof answer === 'number' ? answer : answer?.score;
  if (typeof score === 'number' && !Number.isNaN(score)) return undefined;
  return `its score is ${typeof score === 'number' ? 'NaN' : `of type ${typeof score}`}, expected a number from 0 to 1`;
}

function clamp(score: number): number {
  return Math.min(1, Math.max(0, score));
}
