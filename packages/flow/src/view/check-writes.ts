import type { Block } from '../contract/block.js';
import { PortSource, PortTarget, type IOPort, type PortSide } from '../contract/meta.js';
import { LayerPrimary } from '../contract/overlay.js';
import type { Runs } from '../contract/run.js';
import type { Side } from '../contract/view.js';
import { blockLimits, assertContentLimits } from '../content/block-limit.js';
import { checkRuns } from '../content/check-runs.js';
import { sideRuns } from '../content/overlay.js';
import { inBounds } from '../content/run-range.js';
import type { EditContext } from '../edit/edit-context.js';
import { undeclaredPort } from '../edit/plan-port.js';
import { editRejected } from '../edit/prepare-plan.js';
import { flowErrors } from '../flow-errors.js';
import type { BlockWrite } from './block-write.js';

/** Refuses writes that the step does not declare, or that the block could not hold; what passes can be applied. */
export function checkWrites(block: Block, writes: readonly BlockWrite[], context: EditContext): void {
  for (const write of writes) {
    const port = undeclared(write, context.meta.produces);
    if (port !== undefined) throw undeclaredPort(context.tool, block.id, port);
    if (write.op === 'spans') checkSpans(block, write, writes, context);
    else if (write.op === 'target' && write.target !== undefined) checkTarget(block, write.target.runs, context);
    else if (write.op === 'drop') checkShape(block, context);
  }
}

/** The port that a write needs and the step does not have. */
function undeclared(write: BlockWrite, produces: readonly IOPort[]): string | undefined {
  switch (write.op) {
    case 'spans':
    case 'overlay-value':
    case 'remove-overlay': {
      const side = write.variant === null ? PortSource : PortTarget;
      if (produces.some((port) => isOverlayPort(port, write.type, side, write.layer))) return undefined;
      return `${write.type}@${side}${write.layer === LayerPrimary ? '' : `#${write.layer}`}`;
    }
    case 'annotation':
      return produces.some(({ type }) => type === write.key || type === write.value?.type) ? undefined : write.key;
    case 'property':
      return produces.some((port) => isPropertyPort(port, write.key)) ? undefined : `property:${write.key}`;
    case 'target':
      return produces.some(({ type, side }) => type === 'target' && side === PortTarget) ? undefined : 'target@target';
    case 'drop':
      return undefined;
  }
}

function isOverlayPort(port: IOPort, type: string, side: PortSide, layer: string): boolean {
  return port.type === type && port.side === side && (port.layer ?? LayerPrimary) === layer;
}

/** `property:*` stands for every property. */
function isPropertyPort({ type }: IOPort, key: string): boolean {
  return type === 'property:*' || (type.startsWith('property:') && type.slice('property:'.length) === key);
}

function checkSpans(
  block: Block,
  { type, variant, spans }: Extract<BlockWrite, { op: 'spans' }>,
  writes: readonly BlockWrite[],
  { tool }: EditContext,
): void {
  const { id } = block;
  if (spans.length > blockLimits.spans) {
    const facts = { block: id, size: spans.length, unit: 'spans in one overlay', limit: blockLimits.spans };
    throw flowErrors.create('FLOW_LIMIT', facts);
  }
  const runs = runsAfter(block, variant, writes);
  for (const span of spans) {
    if (span.range !== undefined && (runs === undefined || !inBounds(runs, span.range))) {
      throw editRejected(tool, id, `the span "${span.id}" of "${type}" lies outside of the ${sideName(variant)}`);
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

function checkTarget(block: Block, runs: Runs, { tool }: EditContext): void {
  const [problem] = checkRuns(runs);
  if (problem !== undefined) throw editRejected(tool, block.id, `its target is not well-formed, ${problem}`);
  assertContentLimits(block.id, runs);
}

function checkShape(block: Block, { tool, meta }: EditContext): void {
  if (meta.shape === 'filter') return;
  const problem = `it drops block "${block.id}", and its shape is ${meta.shape ?? 'one-to-one'}`;
  throw flowErrors.create('FLOW_SHAPE', { tool, problem }, { details: { tool, block: block.id } });
}
