import type { Block, Target } from '../contract/block.js';
import { PortSource, PortTarget, type IOPort, type PortSide } from '../contract/meta.js';
import { LayerPrimary, OverlayType } from '../contract/overlay.js';
import type { Runs } from '../contract/run.js';
import type { Side } from '../contract/view.js';
import { blockLimits, assertContentLimits } from '../content/block/block-limit.js';
import { checkRuns } from '../content/run/check-runs.js';
import { sideRuns } from '../content/block/overlay.js';
import { inBounds } from '../content/run/run-range.js';
import type { EditContext } from '../edit/edit-context.js';
import { undeclaredPort } from '../edit/plan-port.js';
import { editRejected } from '../edit/prepare-plan.js';
import { flowErrors } from '../flow-errors.js';
import type { BlockWrite, TargetWrite } from './block-write.js';

/** Refuses writes that the step does not declare, or that the block could not hold; what passes can be applied. */
export function checkWrites(block: Block, writes: readonly BlockWrite[], context: EditContext): void {
  const { produces } = context.meta;
  for (let at = 0; at < writes.length; at += 1) {
    const write = writes[at] as BlockWrite;
    const port = isDeclared(write, produces) ? undefined : toPortKey(write);
    if (port !== undefined) throw undeclaredPort(context.tool, block.id, port);
    if (write.op === 'spans') checkSpans(block, write, writes, context);
    else if (write.op === 'target' && write.target !== undefined) checkTarget(block, write.target, write, context);
    else if (write.op === 'drop') checkShape(block, context);
  }
}

function isDeclared(write: BlockWrite, produces: readonly IOPort[]): boolean {
  if (write.op === 'drop') return true;
  for (let at = 0; at < produces.length; at += 1) if (isWrittenTo(write, produces[at] as IOPort)) return true;
  return false;
}

function isWrittenTo(write: BlockWrite, port: IOPort): boolean {
  switch (write.op) {
    case 'spans':
    case 'overlay-value':
    case 'remove-overlay':
      return isOverlayPort(port, write.type, portSide(write.variant), write.layer);
    case 'annotation':
      return port.type === write.key || port.type === write.value?.type;
    case 'property':
      return isPropertyPort(port, write.key);
    case 'target':
      return port.type === 'target' && port.side === PortTarget;
    case 'drop':
      return true;
  }
}

/** The port that a write needs, as messages name it. */
function toPortKey(write: BlockWrite): string | undefined {
  switch (write.op) {
    case 'spans':
    case 'overlay-value':
    case 'remove-overlay': {
      const layer = write.layer === LayerPrimary ? '' : `#${write.layer}`;
      return `${write.type}@${portSide(write.variant)}${layer}`;
    }
    case 'annotation':
      return write.key;
    case 'property':
      return `property:${write.key}`;
    case 'target':
      return 'target@target';
    case 'drop':
      return undefined;
  }
}

function portSide(variant: Side): PortSide {
  return variant === null ? PortSource : PortTarget;
}

function isOverlayPort(port: IOPort, type: string, side: PortSide, layer: string): boolean {
  return port.type === type && port.side === side && (port.layer ?? LayerPrimary) === layer;
}

/** `property:*` matches every property. */
function isPropertyPort({ type }: IOPort, key: string): boolean {
  return type === 'property:*' || (type.startsWith('property:') && type.slice('property:'.length) === key);
}

function checkSpans(
  block: Block,
  { type, variant, spans }: Extract<BlockWrite, { op: 'spans' }>,
  writes: readonly BlockWrite[],
  context: EditContext,
): void {
  assertSpans(block, { type, variant, spans }, runsAfter(block, variant, writes), context);
}

function assertSpans(
  { id }: Block,
  { type, variant, spans }: Pick<Extract<BlockWrite, { op: 'spans' }>, 'type' | 'variant' | 'spans'>,
  runs: Runs | undefined,
  { tool }: EditContext,
): void {
  if (spans.length > blockLimits.spans) {
    const facts = { block: id, size: spans.length, unit: 'spans in one overlay', limit: blockLimits.spans };
    throw flowErrors.create('FLOW_LIMIT', facts);
  }
  for (const span of spans) {
    if (span.range !== undefined && (runs === undefined || !inBounds(runs, span.range))) {
      throw editRejected(tool, id, `the span "${span.id}" of "${type}" is outside the ${sideName(variant)}`);
    }
  }
}

/** The content that a side will have when all writes are done. */
function runsAfter(block: Block, variant: Side, writes: readonly BlockWrite[]): Runs | undefined {
  const last = writes.findLast((write) => write.op === 'target' && write.variant === variant);
  return last?.op === 'target' ? last.target?.runs : sideRuns(block, variant);
}

function sideName(variant: Side): string {
  return variant === null ? 'source' : `target "${variant}"`;
}

function checkTarget(
  block: Block,
  { runs }: Target,
  { variant, segments = [] }: TargetWrite,
  context: EditContext,
): void {
  const [problem] = checkRuns(runs);
  if (problem !== undefined) throw editRejected(context.tool, block.id, `its target is not well-formed, ${problem}`);
  assertContentLimits(block.id, runs);
  assertSpans(block, { type: OverlayType.OverlaySegmentation, variant, spans: segments }, runs, context);
}

function checkShape(block: Block, { tool, meta }: EditContext): void {
  if (meta.shape === 'filter') return;
  const problem = `it drops block "${block.id}", and its shape is ${meta.shape ?? 'one-to-one'}`;
  throw flowErrors.create('FLOW_SHAPE', { tool, problem }, { details: { tool, block: block.id } });
}
