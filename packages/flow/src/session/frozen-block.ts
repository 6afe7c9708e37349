import { deepFreeze } from '@helve/core';
import type { Block } from '../contract/block.js';

/** The same block, with the content that never changes frozen: for blocks that come back from JSON. */
export function frozenBlock(block: Block): Block {
  deepFreeze(block.source);
  for (const target of Object.values(block.targets)) deepFreeze(target);
  return block;
}
