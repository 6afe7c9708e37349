import type { Json } from '@helve/core';
import type { Runs } from '@helve/flow';
import type { SkeletonValue } from '@helve/flow/content';
import { runsDigest } from './runs-digest.js';

/**
 * Skeleton entry of a value, with its original content. Its digest is computed only when its block has other content.
 */
export class ValueEntry implements SkeletonValue {
  readonly kind = 'ref';
  readonly side = 'source';
  readonly blockId: string;
  readonly offset: number;
  readonly length: number;
  readonly content: Runs;
  readonly form?: Json;

  constructor(blockId: string, offset: number, length: number, content: Runs, form?: Json) {
    this.blockId = blockId;
    this.offset = offset;
    this.length = length;
    this.content = content;
    if (form !== undefined) this.form = form;
  }

  get digest(): string {
    return runsDigest(this.content);
  }
}
