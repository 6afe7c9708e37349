import { frozenCopy } from '@helve/core';
import {
  AnnoAltTranslation,
  payloadOf,
  PortSource,
  type AltTranslation,
  type BlockView,
  type IOPort,
  type Origin,
  type ReadonlySpan,
  type Runs,
  type StepContext,
  type TargetView,
  type VariantText,
} from '@helve/flow';
import {
  fillSegments,
  sealPayload,
  segmentPairs,
  variantLocale,
  type FilledSegment,
  type TargetFacts,
} from '@helve/flow/content';
import { codeFault } from './code-fault.js';

/** Port of proposals, for tools that write them only when a target is refused. */
export const proposalPort: IOPort = Object.freeze({ type: AnnoAltTranslation, side: PortSource, optional: true });

/**
 * Writes a target whose codes match the source, with its segments if they are known; any other becomes a proposal and a
 * loss, and the result is false.
 */
export function commitTarget(
  view: TargetView,
  ctx: Pick<StepContext, 'lose'>,
  variant: VariantText,
  runs: Runs,
  facts: TargetFacts,
  segments?: readonly ReadonlySpan[],
): boolean {
  const fault = codeFault(view, variantLocale(variant), runs);
  if (fault === undefined) view.setTarget(variant, runs, facts, segments);
  else reject(view, ctx, variant, { runs, origin: facts.origin, fault });
  return fault === undefined;
}

/**
 * Writes some segments of a target, which keeps its others. Those with other codes than their source become proposals
 * and losses; the result lists the ids of the written ones.
 */
export function commitSegments(
  view: TargetView,
  ctx: Pick<StepContext, 'lose'>,
  variant: VariantText,
  made: ReadonlyMap<string, FilledSegment>,
  facts: Omit<TargetFacts, 'status'>,
): readonly string[] {
  const sources = new Map(segmentPairs(view, variant).map(({ id, source }) => [id, source]));
  const sound = new Map<string, FilledSegment>();
  for (const [id, segment] of made) {
    const fault = codeFault({ source: sources.get(id) ?? [] }, variantLocale(variant), segment.runs);
    if (fault === undefined) sound.set(id, segment);
    else reject(view, ctx, variant, { runs: segment.runs, origin: facts.origin, fault });
  }
  const filled = sound.size === 0 ? undefined : fillSegments(view, variant, sound);
  if (filled === undefined) return [];
  view.setTarget(variant, filled.runs, { ...facts, status: filled.status }, filled.segments);
  return [...sound.keys()];
}

function reject(
  view: TargetView,
  { lose }: Pick<StepContext, 'lose'>,
  variant: VariantText,
  { runs, origin, fault }: { readonly runs: Runs; readonly origin: Origin; readonly fault: string },
): void {
  addProposals(view, [{ target: runs, locale: variantLocale(variant), origin, rejected: 'codes' }]);
  const loss = { kind: 'target-rejected', block: view.id, detail: { variant, reason: 'codes', fault } } as const;
  lose(loss);
}

/** Appends proposals, without duplicates. */
export function addProposals(view: BlockView, proposals: readonly AltTranslation[]): void {
  if (proposals.length === 0) return;
  const known = payloadOf(view.annotation(AnnoAltTranslation), 'alt-translations')?.items ?? [];
  // The common case: the first tool with a proposal.
  const fresh = known.length === 0 ? proposals : withoutKnown(proposals, known);
  if (fresh.length === 0) return;
  const items = Object.freeze([...known, ...fresh.map(frozen)]);
  view.setAnnotation(AnnoAltTranslation, sealPayload({ type: 'alt-translations', items }));
}

function withoutKnown(
  proposals: readonly AltTranslation[],
  known: readonly AltTranslation[],
): readonly AltTranslation[] {
  const have = new Set(known.map(keyOf));
  return proposals.filter((proposal) => !have.has(keyOf(proposal)));
}

/** Freezes a proposal. Content of memories and blocks is frozen already and is not copied. */
function frozen(proposal: AltTranslation): AltTranslation {
  const { source, target, origin, segment } = proposal;
  const isCopied = Object.isFrozen(target) && [source, origin, segment].every(Object.isFrozen);
  return isCopied ? Object.freeze(proposal) : frozenCopy(proposal);
}

function keyOf({ target, locale, rejected, segment }: AltTranslation): string {
  return JSON.stringify([target, locale, rejected, segment]);
}
