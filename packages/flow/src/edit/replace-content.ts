import type { Block } from '../contract/block.js';

/** Puts other content and overlays into a block: the one place that assigns a source. */
export function replaceContent(block: Block, next: Pick<Block, 'source' | 'targets' | 'overlays'>): void {
  if (block.source !== next.source) block.identity = {};
  block.source = next.source;
  block.targets = next.targets;
  block.overlays = next.overlays;
}
