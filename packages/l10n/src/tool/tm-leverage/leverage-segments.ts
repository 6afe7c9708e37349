import { OverlayType, type LocaleId, type StepContext, type TargetView } from '@helve/flow';
import { runsHash, type FilledSegment } from '@helve/flow/content';
import type { TmMatch, TranslationMemory } from '../../memory/contract.js';
import { commitSegments, commitTarget } from '../../tool-kit/commit-target.js';
import { freeSegments } from '../../tool-kit/redo.js';
import { toolOrigin } from '../../tool-kit/tool-origin.js';
import { version, type LeverageConfig } from './find-matches.js';
import { matchSegments, type JoinedSegments } from './segment-fill.js';
import { fills, mayFill, propose, takeWhole, wholeFacts, type Outcome } from './take-whole.js';

/** True when there can be more than one segment. */
export function hasSegments(view: TargetView): boolean {
  return view.overlays(OverlayType.OverlaySegmentation, null).length > 1;
}

/**
 * Fills a text that is cut into segments: those of a target that are free, or else all of them from the match of the
 * whole text or from matches of each. Matches of each keep the segments, and are preferred where they are as good.
 */
export async function leverageSegments(
  view: TargetView,
  ctx: StepContext,
  to: LocaleId,
  memories: readonly TranslationMemory[],
  config: LeverageConfig,
  matches: readonly TmMatch[],
): Promise<Outcome> {
  const [whole] = matches;
  const free = config.fillIfTargetIsEmpty ? freeSegments(view, to, config.redo) : undefined;
  const ids = free && new Set(free.map(({ id }) => id));
  const joined = await matchSegments(view, to, memories, config, ids);
  if (joined === undefined) return free === undefined ? takeWhole(view, ctx, to, matches, config) : toOutcome(whole);
  for (const { range, matches: own } of joined.found) propose(view, to, own, range);
  if (free !== undefined) return config.fillTarget ? fillFree(view, ctx, to, joined, whole) : toOutcome(whole);
  if (whole !== undefined && fills(view, to, whole, config)) {
    const isSame = runsHash(whole.target) === runsHash(joined.runs);
    const isBetter = joined.ids.length === joined.total && joined.score >= whole.score;
    if (isSame || !isBetter) return takeWhole(view, ctx, to, matches, config, isSame ? joined.segments : undefined);
  }
  return fillJoined(view, ctx, to, joined, config, whole);
}

function toOutcome(whole: TmMatch | undefined): Outcome {
  return { best: whole && wholeFacts(whole) };
}

/** Fills the segments of a target that are free and have a match. */
function fillFree(
  view: TargetView,
  ctx: StepContext,
  to: LocaleId,
  joined: JoinedSegments,
  whole: TmMatch | undefined,
): Outcome {
  const made = new Map<string, FilledSegment>();
  for (const { id, filledBy } of joined.found) {
    if (id === undefined || filledBy === undefined) continue;
    made.set(id, { runs: filledBy.target, status: filledBy.score === 1 ? 'translated' : 'draft' });
  }
  const origin = { ...toolOrigin(ctx, version, 'tm'), reference: joined.ids.join(' ') };
  const filled = commitSegments(view, ctx, to, made, { origin, score: joined.score });
  return filled.length === 0 ? toOutcome(whole) : { best: joined, filled: joined.ids };
}

/** Fills a target with the matches of its segments; with those of some only if the step says so. */
function fillJoined(
  view: TargetView,
  ctx: StepContext,
  to: LocaleId,
  joined: JoinedSegments,
  config: LeverageConfig,
  whole: TmMatch | undefined,
): Outcome {
  const isBetter = whole === undefined || (joined.matched === joined.total && joined.score > whole.score);
  const best = isBetter ? joined : wholeFacts(whole);
  const isPart = joined.ids.length < joined.total;
  if (joined.ids.length === 0 || (isPart && !config.partialFill) || !mayFill(view, to, config)) return { best };
  const status = isPart ? 'new' : joined.score === 1 ? 'translated' : 'draft';
  const origin = { ...toolOrigin(ctx, version, 'tm'), reference: joined.ids.join(' ') };
  const facts = { status, origin, score: joined.score } as const;
  if (!commitTarget(view, ctx, to, joined.runs, facts, joined.segments)) return { best };
  if (isPart) view.putSpans(OverlayType.OverlayAlignment, to, joined.spans);
  return { best: joined, filled: joined.ids };
}
