import type { Json } from '@helve/core';
import type { Runs, Target } from '@helve/flow';
import { plainText, type SkeletonValue } from '@helve/flow/content';
import { runsDigest } from '../runs-digest.js';
import { sameRuns } from '../same-runs.js';
import { bilingualContent } from './bilingual-digest.js';
import type { UnitFields } from './block-fields.js';
import { toXliffForm, type UnitForm } from './unit-form.js';

/** Byte range of a unit in its file. */
interface UnitBytes {
  readonly offset: number;
  readonly length: number;
}

/** Skeleton entry of a whole unit. Hardly any unit changes, so its digest is computed on demand. */
export class UnitEntry implements SkeletonValue {
  readonly kind = 'ref';
  readonly side = 'target';
  readonly blockId: string;
  readonly variant: string;
  readonly offset: number;
  readonly length: number;
  readonly form: Json;
  readonly source: Runs;
  readonly target: Target | undefined;
  /** Set if there is more than source and target, since the block may change it. */
  readonly known: string | undefined;

  constructor(blockId: string, form: UnitForm, { offset, length }: UnitBytes, fields: UnitFields) {
    const { variant } = form;
    this.blockId = blockId;
    this.variant = variant;
    this.offset = offset;
    this.length = length;
    this.form = toXliffForm(form);
    this.source = fields.source;
    this.target = fields.targets[variant];
    const isPlain = fields.overlays.length === 0 && Object.keys(fields.annotations).length === 0;
    this.known = isPlain ? undefined : runsDigest(bilingualContent(fields, variant));
  }

  get digest(): string {
    if (this.known !== undefined) return this.known;
    const targets = this.target ? { [this.variant]: this.target } : {};
    return runsDigest(bilingualContent({ source: this.source, targets, overlays: [], annotations: {} }, this.variant));
  }

  /**
   * True when a block has another source or target than was read. Nearly every one has the very same objects; if there
   * is more than these two, or there are copies of codes, the digest decides.
   */
  isChanged(block: UnitFields, variant: string): boolean | undefined {
    if (this.known !== undefined || block.overlays.length > 0) return undefined;
    for (const _ in block.annotations) return undefined;
    const target = block.targets[variant];
    if (!sameRuns(this.source, block.source) || !isSameTarget(this.target, target)) return true;
    return isAlike(this.source, block.source) && isAlike(this.target?.runs, target?.runs) ? false : undefined;
  }
}

/** True when two contents are alike; equal codes may still have another visible text. */
function isAlike(one: Runs | undefined, same: Runs | undefined): boolean {
  return one === same || one === undefined || plainText(one) !== undefined;
}

function isSameTarget(one: Target | undefined, other: Target | undefined): boolean {
  if (one === other) return true;
  return one !== undefined && other !== undefined && one.status === other.status && sameRuns(one.runs, other.runs);
}
