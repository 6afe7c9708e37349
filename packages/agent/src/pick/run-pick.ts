import { choose, isAlways } from './choose.js';
import { limitTime } from './limit-time.js';
import { toPickPlan, type PickOptions, type PickPlan, type PickResult } from './pick-options.js';
import { toQuestion, type Question } from './question.js';
import type { ScoredTool } from './scored-tool.js';
import type { ScoreRequest } from './scorer.js';
import type { PickableTool, ToolCard } from './tool-card.js';
import type { ToolCatalog } from './tool-catalog.js';

/** Runs one choice: read the question, exclude tools, score, choose. */
export async function runPick<Tool extends PickableTool>(
  input: unknown,
  open: () => ToolCatalog<Tool>,
  options: PickOptions,
): Promise<PickResult<Tool>[]> {
  const plan = toPickPlan(options);
  const question = toQuestion(input);
  const work = (signal: AbortSignal) => pickInTime(question, open(), plan, signal);
  if (plan.timeoutMs === undefined) return work(neverAborted);
  return (await limitTime(plan.timeoutMs, work)) ?? firstSafe(open(), plan);
}

const neverAborted = new AbortController().signal;

async function pickInTime<Tool extends PickableTool>(
  question: Question,
  catalog: ToolCatalog<Tool>,
  plan: PickPlan,
  signal: AbortSignal,
): Promise<PickResult<Tool>[]> {
  const candidates = findAllowed(catalog, plan);
  const request: ScoreRequest = { question, candidates, catalog, signal };
  const scores = question.parts.length === 0 ? candidates.map(() => 0) : await plan.scorer.scoreAll(request);
  const details = (tool: ScoredTool) => tool.details ?? plan.scorer.explain?.(request, tool.card);
  return choose({ candidates, scores, families: catalog.families }, plan).map((tool) => toResult(tool, plan, details));
}

/** Returns the tools that may be chosen: safe ones, unless told otherwise, that pass the filter. */
function findAllowed<Tool extends PickableTool>(
  { cards, safe }: ToolCatalog<Tool>,
  { allowUnsafe, filter }: Pick<PickPlan, 'allowUnsafe' | 'filter'>,
): readonly ToolCard<Tool>[] {
  const open = allowUnsafe ? cards : safe;
  return filter === undefined ? open : open.filter(({ contract }) => filter(contract));
}

function toResult<Tool extends PickableTool>(
  tool: ScoredTool<Tool>,
  plan: PickPlan,
  detailsOf: (tool: ScoredTool<Tool>) => ScoredTool['details'],
): PickResult<Tool> {
  const { card, score, reason } = tool;
  const details = plan.debug ? detailsOf(tool) : undefined;
  return {
    tool: card.tool,
    score,
    ...(reason === undefined ? {} : { reason }),
    ...(isAlways(card, plan) ? { always: true } : {}),
    ...(plan.debug ? { provenance: { scorer: plan.scorer.name, ...(details === undefined ? {} : { details }) } } : {}),
  };
}

/** Returns the first safe tools, for when there was no time to choose. */
function firstSafe<Tool extends PickableTool>(catalog: ToolCatalog<Tool>, plan: PickPlan): PickResult<Tool>[] {
  const allowed = findAllowed(catalog, { filter: plan.filter, allowUnsafe: false });
  const named = allowed.filter((card) => isAlways(card, plan));
  const others = allowed.filter((card) => !isAlways(card, plan)).slice(0, plan.maxCandidates);
  const reason = `Not chosen but first in order: there were no scores within ${plan.timeoutMs} ms`;
  return [...named, ...others]
    .sort((a, b) => a.at - b.at)
    .map((card) => ({
      tool: card.tool,
      score: 0,
      reason,
      ...(isAlways(card, plan) ? { always: true } : {}),
      provenance: { scorer: plan.scorer.name, timedOut: true },
    }));
}
