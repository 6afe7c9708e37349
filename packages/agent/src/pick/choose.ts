import { chooseDiverse, MAX_COMPARED } from './choose-diverse.js';
import type { PickPlan } from './pick-options.js';
import { byScore, readScore, type ScoredTool } from './scored-tool.js';
import type { ScoreList } from './scorer.js';
import type { PickableTool, ToolCard } from './tool-card.js';
import { Top } from './top.js';

/** Chooses the tools to return, sorted; those requested by name come on top of the number of candidates. */
export function choose<Tool extends PickableTool>(
  candidates: readonly ToolCard<Tool>[],
  scores: ScoreList,
  plan: PickPlan,
): readonly ScoredTool<Tool>[] {
  const { maxCandidates, minScore, diversity } = plan;
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
    else if (scored.score >= least && scored.score > 0) best.add(scored);
    least = Math.max(minScore, best.worst?.score ?? 0);
  }
  const chosen = best.sorted();
  const others = diversity === 0 ? chosen : chooseDiverse(chosen, maxCandidates, diversity);
  return [...always.values(), ...others].sort(byScore);
}

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
