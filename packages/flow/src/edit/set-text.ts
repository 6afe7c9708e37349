import type { Block, LocaleId, VariantText } from '../contract/block.js';
import type { LossNote } from '../contract/loss.js';
import { findSide, sideText as textOf } from '../content/block/block.js';
import { textRun } from '../content/run/normalise-runs.js';
import { createTarget, isApproved } from '../content/block/target.js';
import { opaqueSide } from './plan-side.js';
import { contentLosses, droppedLoss, preparePlan } from './prepare-plan.js';
import { remapOverlays } from './remap-overlays.js';
import { replaceContent } from './replace-content.js';

export interface SetTextOptions {
  /** A target that a person approved may be replaced. */
  readonly overwriteApproved?: boolean;
}

/**
 * Writes plain text to the side that `text` reads, and says what plain text could not keep. A target that changes
 * becomes a draft; text that is there already changes nothing.
 */
export function setText(
  block: Block,
  locale: LocaleId,
  text: string,
  options: SetTextOptions = {},
): readonly LossNote[] {
  const side = findSide(block, locale);
  const exists = side === null ? block.source.length > 0 : Object.hasOwn(block.targets, side);
  if (exists && textOf(block, locale) === text) return [];
  return side === null ? setSource(block, text) : setTarget(block, side, text, options.overwriteApproved ?? false);
}

function setSource(block: Block, text: string): readonly LossNote[] {
  const rules = { tool: 'setText', mayRemoveCodes: true, overwriteApproved: false, hasVault: false };
  const { losses, ...next } = preparePlan(block, block.overlays, { replaceAll: text }, rules);
  replaceContent(block, next);
  return losses;
}

function setTarget(block: Block, variant: VariantText, text: string, overwriteApproved: boolean): readonly LossNote[] {
  const old = Object.hasOwn(block.targets, variant) ? block.targets[variant] : undefined;
  if (old !== undefined && isApproved(old) && !overwriteApproved) {
    return [{ kind: 'target-protected', detail: { variant, status: old.status } }];
  }
  const { oldRuns, newRuns, edits, lost } = opaqueSide(old?.runs ?? [], [textRun(text)]);
  const { overlays, report } = remapOverlays(block.overlays, oldRuns, newRuns, edits, variant);
  const targets = { ...block.targets, [variant]: createTarget(newRuns, { status: 'draft' }) };
  replaceContent(block, { source: block.source, targets, overlays });
  return [...contentLosses(lost.codes, lost.forms, variant), ...report.dropped.map(droppedLoss)];
}
