import type { Block, VariantText } from '../contract/block.js';
import type { Runs } from '../contract/run.js';
import type { ReadonlySpan, TargetFacts, TargetView, TranslationUnit } from '../contract/view.js';
import { createTarget } from '../content/block/target.js';
import type { EditContext } from '../edit/edit-context.js';
import { toTargetWrite } from './block-write.js';
import { BufferedView } from './new-block-view.js';
import { Production } from './production.js';

/** A block as `translate` sees it; `settle` does what was written. */
export function newTargetView(block: Block, context: EditContext): TargetView {
  return new BufferedTargetView(block, context);
}

class BufferedTargetView extends BufferedView implements TargetView {
  setTarget(variant: VariantText, runs: Runs, facts: TargetFacts, segments?: readonly ReadonlySpan[]): void {
    this.write(toTargetWrite(variant, createTarget(runs, facts), segments));
  }

  removeTarget(variant: VariantText): void {
    this.write({ op: 'target', variant, target: undefined });
  }

  clearTargets(): void {
    for (const variant of this.variants) this.removeTarget(variant);
  }

  produceUnits(variant: VariantText, facts: TargetFacts): Iterable<TranslationUnit> {
    const production = new Production(this, variant, facts);
    this.write(production);
    return production.slots;
  }
}
