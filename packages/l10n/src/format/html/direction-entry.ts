import type { Block, Runs } from '@helve/flow';
import type { SkeletonValue, WriteContext } from '@helve/flow/content';
import { runsDigest } from '../runs-digest.js';
import { sameRuns } from '../same-runs.js';
import { pickMonolingual } from '../splice-document.js';

/** Place in a start tag where the direction of a translation is written, if its text changes. */
export class DirectionEntry implements SkeletonValue {
  readonly kind = 'ref';
  readonly side = 'source';
  readonly length = 0;
  readonly more = true;
  readonly blockId: string;
  readonly offset: number;
  readonly content: Runs;

  constructor(blockId: string, offset: number, content: Runs) {
    this.blockId = blockId;
    this.offset = offset;
    this.content = content;
  }

  get digest(): string {
    return runsDigest(this.content);
  }

  /** True when the text behind it is written anew. */
  isNeeded(block: Block, ctx: WriteContext): boolean {
    return !sameRuns(pickMonolingual(this, block, ctx) ?? [], this.content);
  }
}
