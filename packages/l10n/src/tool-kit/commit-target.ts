import { frozenCopy } from '@helve/core';
import {
  AnnoAltTranslation,
  payloadOf,
  PortSource,
  type AltTranslation,
  type BlockView,
  type IOPort,
  type Runs,
  type StepContext,
  type TargetView,
  type VariantText,
} from '@helve/flow';
import { sealPayload, variantLocale, type TargetFacts } from '@helve/flow/content';
import { codeFault } from './code-fault.js';

/** Port of proposals, for tools that write them only when a target is refused. */
export const proposalPort: IOPort = Object.freeze({ type: AnnoAltTranslation, side: PortSource, optional: true });

/** Writes a target whose codes match the source; any other becomes a proposal and a loss, and the result is false. */
export function commitTarget(
  view: TargetView,
  ctx: Pick<StepContext, 'lose'>,
  variant: VariantText,
  runs: Runs,
  facts: TargetFacts,
): boolean {
  const locale = variantLocale(variant);
  const fault = codeFault(view, locale, runs);
  if (fault === undefined) {
    view.setTarget(variant, runs, facts);
    return true;
  }
  addProposals(view, [{ target: runs, locale, origin: facts.origin, rejected: 'codes' }]);
  const loss = { kind: 'target-rejected', block: view.id, detail: { variant, reason: 'codes', fault } } as const;
  ctx.lose(loss);
  return false;
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
