import type { Block } from '../contract/block.js';

/** The group that a block was gathered into, and its place there. */
export interface BatchMark {
  readonly id: number;
  readonly index: number;
  readonly size: number;
}

const marks = new WeakMap<Block, BatchMark>();

/** Says that blocks go together to the step after this one. */
export function markBatch(id: number, blocks: readonly Block[]): void {
  for (const [index, block] of blocks.entries()) marks.set(block, Object.freeze({ id, index, size: blocks.length }));
}

/** The group that a block was gathered into, if any. */
export function batchMark(block: Block): BatchMark | undefined {
  return marks.get(block);
}
