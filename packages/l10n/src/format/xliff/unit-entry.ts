import type { Json } from '@helve/core';
import type { Runs, SkeletonValue, Target } from '@helve/flow';
import { runsDigest } from '../runs-digest.js';
import { bilingualContent } from './bilingual-digest.js';
import type { UnitFields } from './block-fields.js';
import { placeForm, type UnitPlace } from './unit-form.js';

/** Where a unit stands in the bytes of its file. */
interface UnitBytes {
  readonly offset: number;
  readonly length: number;
}

/** The entry of a whole unit. Hardly any unit changes, so its digest is taken only when someone asks. */
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
  /** Set where there is more than source and target, since the block may change what there is. */
  readonly known: string | undefined;

  constructor(blockId: string, place: UnitPlace, { offset, length }: UnitBytes, fields: UnitFields) {
    const { variant } = place;
    this.blockId = blockId;
    this.variant = variant;
    this.offset = offset;
    this.length = length;
    this.form = placeForm(place);
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

  /** Whether a block has the very objects that were read, as nearly every one has. */
  isUntouched(block: UnitFields, variant: string): boolean {
    if (this.known !== undefined || variant !== this.variant || block.overlays.length > 0) return false;
    for (const _ in block.annotations) return false;
    return block.source === this.source && block.targets[variant] === this.target;
  }
}
