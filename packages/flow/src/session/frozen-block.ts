import { deepFreeze } from '@helve/core';
import type { Block } from '../contract/block.js';

/** Freezes the immutable content of a block that was read from JSON. */
export function frozenBlock(block: Block): Block {
  deepFreeze(block.source);
  for (const target of Object.values(block.targets)) deepFreeze(target);
  return block;
}
