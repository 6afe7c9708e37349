import type { Block, ContentLoss } from '@helve/flow';
import { lostFeatures, type WrittenFile } from '../format/capacity/lost-features.js';
import type { BlockFeature } from '../format/capacity/format-capacity.js';

/** Blocks of one document that are about to be written. */
export interface LossDocument {
  readonly document: string;
  readonly blocks: readonly Block[];
}

/** A feature that a file cannot hold, with the number of blocks that have it. */
export interface FeatureLoss extends ContentLoss {
  readonly kind: 'metadata-lost';
  readonly detail: { readonly what: BlockFeature; readonly count: number };
}

/** Features of which something would be lost: one loss for each document and feature, with the number of blocks. */
export function countLosses(documents: readonly LossDocument[], file: WrittenFile): readonly FeatureLoss[] {
  return documents.flatMap(({ document, blocks }) => {
    const counts = new Map<BlockFeature, number>();
    for (const block of blocks)
      for (const what of lostFeatures(block, file)) counts.set(what, (counts.get(what) ?? 0) + 1);
    return [...counts].map(([what, count]): FeatureLoss => ({
      kind: 'metadata-lost',
      document,
      step: 'write',
      detail: { what, count },
    }));
  });
}
