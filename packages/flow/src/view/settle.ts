import type { Block, Target, TargetStatus } from '../contract/block.js';
import { OverlayType } from '../contract/overlay.js';
import type { BlockView } from '../contract/view.js';
import { overlayOf } from '../content/block/overlay.js';
import { spanStatus, spanRuns } from '../content/block/segment-pair.js';
import { isApproved } from '../content/block/target.js';
import { runsHash } from '../content/run/runs-hash.js';
import type { BlockLoss, EditContext } from '../edit/edit-context.js';
import { applyWrites, type BlockWrite, type TargetWrite } from './block-write.js';
import { checkWrites } from './check-writes.js';
import { BufferedView, type Pending } from './new-block-view.js';

/** Does all that was written to a view, or nothing when one write is refused. False when the block is to be dropped. */
export function settle(view: BlockView): boolean {
  const { block, context, pending } = BufferedView.close(view);
  if (pending === undefined) return true;
  const { writes, losses } = checkedWrites(block, pending, context);
  const costs = applyWrites(block, writes);
  for (const loss of losses) context.lose(loss);
  for (const loss of costs) context.lose({ ...loss, block: block.id });
  return keeps(writes);
}

/** Writes that can be done without a refusal, and what is left out of them. */
export interface CheckedWrites {
  readonly writes: readonly BlockWrite[];
  readonly losses: readonly BlockLoss[];
}

/** Finishes what is made unit by unit, leaves approved targets alone, and checks the rest. */
export function checkedWrites(block: Block, pending: readonly Pending[], context: EditContext): CheckedWrites {
  const finished = finish(pending);
  // Skipped writes must be declared all the same.
  checkWrites(block, finished, context);
  const protects = context.overwriteApproved !== true && holds(finished, 'target');
  return protects ? protect(block, finished) : { writes: finished, losses: none };
}

const none: readonly BlockLoss[] = [];

/** Most handlers write marks only: then there is nothing to finish. */
function finish(pending: readonly Pending[]): readonly BlockWrite[] {
  if (areWrites(pending)) return pending;
  return pending.flatMap((one) => (isWrite(one) ? one : (one.finish() ?? [])));
}

function areWrites(pending: readonly Pending[]): pending is readonly BlockWrite[] {
  for (let at = 0; at < pending.length; at += 1) if (pending[at]?.op === 'production') return false;
  return true;
}

function isWrite(one: Pending): one is BlockWrite {
  return one.op !== 'production';
}

function holds(writes: readonly BlockWrite[], op: BlockWrite['op']): boolean {
  for (let at = 0; at < writes.length; at += 1) if (writes[at]?.op === op) return true;
  return false;
}

/** True when the block stays in the stream. */
export function keeps(writes: readonly BlockWrite[]): boolean {
  return !holds(writes, 'drop');
}

/** A target that a person approved stays, and spans over what should have replaced it go with that. */
function protect(block: Block, writes: readonly BlockWrite[]): CheckedWrites {
  let approved: Map<string | null, BlockLoss> | undefined;
  for (const write of writes) {
    const old = write.op === 'target' && Object.hasOwn(block.targets, write.variant) && block.targets[write.variant];
    const status = write.op === 'target' && old ? protectedStatus(block, old, write) : undefined;
    if (write.op !== 'target' || status === undefined) continue;
    const { variant } = write;
    approved ??= new Map();
    approved.set(variant, { kind: 'target-protected', block: block.id, detail: { variant, status } });
  }
  if (approved === undefined) return { writes, losses: none };
  const losses = approved;
  return {
    writes: writes.filter((write) => !('variant' in write && losses.has(write.variant))),
    losses: [...losses.values()],
  };
}

/** The approval that a write would take away: of the whole target, or of a segment whose text it changes. */
function protectedStatus(block: Block, old: Target, write: TargetWrite): TargetStatus | undefined {
  if (isApproved(old)) return old.status;
  const spans = overlayOf(block, OverlayType.OverlaySegmentation, write.variant)?.spans ?? [];
  const approved = spans.filter((span) => isApproved({ status: spanStatus(span, old.status) }));
  if (approved.length === 0) return undefined;
  const { target, segments = [] } = write;
  const kept = new Map(target && segments.map((span) => [span.id, runsHash(spanRuns(target.runs, span))]));
  const lost = approved.find((span) => kept.get(span.id) !== runsHash(spanRuns(old.runs, span)));
  return lost && spanStatus(lost, old.status);
}
