import type { AltTranslation, LocaleId, ReadonlySpan, RunRange, StepContext, TargetView } from '@helve/flow';
import type { TmMatch } from '../../memory/contract.js';
import { addProposals, commitTarget } from '../../tool-kit/commit-target.js';
import { freeSegments, isFree } from '../../tool-kit/redo.js';
import { toolOrigin } from '../../tool-kit/tool-origin.js';
import { isFilling } from './fits-source.js';
import { version, type LeverageConfig } from './find-matches.js';

/** Result of a block. */
export interface Outcome {
  readonly best: MatchFacts | undefined;
  /** Ids of the entries used in the target. */
  readonly filled?: readonly string[];
}

/** Facts about the best match of a block. */
export interface MatchFacts {
  readonly score: number;
  readonly tier: string;
  readonly ambiguous: boolean;
  readonly matched: number;
  readonly total: number;
}

/** Fills the target with the best match of the whole text. */
export function takeWhole(
  view: TargetView,
  ctx: StepContext,
  to: LocaleId,
  [best]: readonly TmMatch[],
  config: LeverageConfig,
  segments?: readonly ReadonlySpan[],
): Outcome {
  if (best === undefined) return { best };
  const facts = wholeFacts(best);
  const isFilled = fills(view, to, best, config) && fill(view, ctx, to, best, segments);
  return isFilled ? { best: facts, filled: [best.id] } : { best: facts };
}

/** Facts about a match of the whole text. */
export function wholeFacts({ score, tier, ambiguous }: TmMatch): MatchFacts {
  return { score, tier, ambiguous, matched: 1, total: 1 };
}

/** True when the whole target is free and should be filled. */
export function mayFill(
  view: TargetView,
  to: string,
  { fillTarget, fillIfTargetIsEmpty, redo }: LeverageConfig,
): boolean {
  if (!fillTarget || !fillIfTargetIsEmpty) return fillTarget;
  return isFree(view, to, redo) && freeSegments(view, to, redo) === undefined;
}

/** True when a match is good enough for a target that should be filled. */
export function fills(view: TargetView, to: string, match: TmMatch, config: LeverageConfig): boolean {
  return isFilling(match, view.source, config) && mayFill(view, to, config);
}

function fill(
  view: TargetView,
  ctx: StepContext,
  to: string,
  { id, target, score }: TmMatch,
  segments: readonly ReadonlySpan[] | undefined,
): boolean {
  const origin = Object.freeze({ ...toolOrigin(ctx, version, 'tm'), reference: id });
  return commitTarget(view, ctx, to, target, { status: score === 1 ? 'translated' : 'draft', origin, score }, segments);
}

/** Proposes matches of the whole text or of one segment. */
export function propose(view: TargetView, to: string, found: readonly TmMatch[], segment?: RunRange): void {
  if (found.length === 0) return;
  addProposals(
    view,
    found.map((match) => toProposal(match, to, segment)),
  );
}

function toProposal(match: TmMatch, locale: string, segment: RunRange | undefined): AltTranslation {
  const { id, source, target, score, tier, ambiguous } = match;
  const origin = Object.freeze({ kind: 'tm', reference: id } as const);
  const matchType = tier === 'fuzzy' ? 'fuzzy' : 'exact';
  const proposal = { source, target, locale, origin, score, matchType } as const;
  if (!ambiguous && segment === undefined) return proposal;
  return { ...proposal, ...(ambiguous && { ambiguous }), ...(segment !== undefined && { segment }) };
}
