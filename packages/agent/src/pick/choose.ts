import { chooseDiverse, MAX_COMPARED } from './choose-diverse.js';
import type { PickPlan } from './pick-options.js';
import { byScore, readScore, type ScoredTool } from './scored-tool.js';
import type { ScoreList } from './scorer.js';
import type { PickableTool, ToolCard } from './tool-card.js';
import { weakerVersions, type Families } from './tool-families.js';
import { Top } from './top.js';

/** The tools that may be chosen, with their scores. */
export interface Choice<Tool extends PickableTool> {
  readonly candidates: readonly ToolCard<Tool>[];
  readonly scores: ScoreList;
  readonly families: Families;
}

/** Chooses the tools to return, sorted; those requested by name come on top of the number of candidates. */
export function choose<Tool extends PickableTool>(choice: Choice<Tool>, plan: PickPlan): readonly ScoredTool<Tool>[] {
  const { candidates, scores } = choice;
  const { maxCandidates, minScore, diversity } = plan;
  const weaker = findWeaker(choice, plan);
  const best = new Top<ScoredTool<Tool>>(
    diversity === 0 ? maxCandidates : Math.max(MAX_COMPARED, maxCandidates),
    byScore,
  );
  const always = pinnedTools(candidates, plan);
  let least = minScore;
  for (let at = 0; at < candidates.length; at += 1) {
    const answer = scores[at];
    // The common case: too weak to be considered.
    if (typeof answer === 'number' && (answer < least || answer === 0) && always.size === 0) continue;
    const card = candidates[at];
    const scored = card && readScore(card, answer, plan.onDrop);
    if (scored === undefined) continue;
    if (always.has(scored.card)) always.set(scored.card, scored);
    else if (weaker.has(scored.card)) continue;
    else if (scored.score >= least && scored.score > 0) best.add(scored);
    least = Math.max(minScore, best.worst?.score ?? 0);
  }
  const chosen = best.sorted();
  const others = diversity === 0 ? chosen : chooseDiverse(chosen, maxCandidates, diversity);
  return [...always.values(), ...others].sort(byScore);
}

/** Finds versions that give way to better ones; what a scorer failed on is told later, by those who read all scores. */
function findWeaker<Tool extends PickableTool>(
  { candidates, scores, families }: Choice<Tool>,
  { minScore, versions }: PickPlan,
): ReadonlySet<ToolCard> {
  if (families.size === 0) return none;
  const scored: ScoredTool[] = [];
  for (let at = 0; at < candidates.length; at += 1) {
    const answer = scores[at];
    if (typeof answer === 'number' && (answer < minScore || answer === 0)) continue;
    const card = candidates[at];
    const tool = card && families.has(card) ? readScore(card, answer, undefined) : undefined;
    if (tool !== undefined) scored.push(tool);
  }
  return weakerVersions(scored, families, versions);
}

const none: ReadonlySet<ToolCard> = new Set();

/** Returns the tools requested by name that are safe, allowed and not scored yet. */
function pinnedTools<Tool extends PickableTool>(
  candidates: readonly ToolCard<Tool>[],
  plan: PickPlan,
): Map<ToolCard<Tool>, ScoredTool<Tool>> {
  if (plan.always.size === 0) return new Map();
  const named = candidates.filter((card) => isAlways(card, plan));
  return new Map(named.map((card) => [card, { card, score: 0 }]));
}

/** True when a tool is returned whatever it scores. */
export function isAlways({ name, safe }: ToolCard, { always }: PickPlan): boolean {
  return safe && always.has(name);
}
