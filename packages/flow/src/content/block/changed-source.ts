import type { Block, VariantText } from '../../contract/block.js';
import type { BlockView } from '../../contract/view.js';

/** Property that lists the targets whose source was another one when they were written. */
const CHANGED = '@changed';
/** Property with the source as it was, which catalogs keep. */
const PREVIOUS = 'previous';

/** Notes that the source of a block has changed since this target was written. */
export function markChanged({ properties }: Pick<Block, 'properties'>, variant: VariantText): void {
  properties[CHANGED] = [...listed(properties[CHANGED]), variant].join(' ');
}

/** True when the source is known to have been another one when this target was written. */
export function isChangedTarget(view: Pick<BlockView, 'property'>, variant: VariantText): boolean {
  return view.property(PREVIOUS) !== undefined || isMarkedChanged(view, variant);
}

/** True when a run has found out that the source has changed since this target was written. */
export function isMarkedChanged(view: Pick<BlockView, 'property'>, variant: VariantText): boolean {
  return listed(view.property(CHANGED)).includes(variant);
}

function listed(variants: string | undefined): readonly string[] {
  return variants === undefined ? [] : variants.split(' ');
}
