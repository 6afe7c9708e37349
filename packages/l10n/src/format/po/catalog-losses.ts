import type { Block } from '@helve/flow';
import type { WriteContext } from '@helve/flow/content';

/** Counts the losses of a catalog, to be reported once for the whole file. */
export class CatalogLosses {
  #forms = 0;
  #segmentations = 0;
  #statuses = 0;
  #refused = 0;
  #last: Block | undefined;

  /** Counts a form that a catalog cannot store, and that no number needs. */
  form(): void {
    this.#forms += 1;
  }

  /** Counts a translation that is written as fuzzy, since gettext would refuse it otherwise. */
  fuzzy(): void {
    this.#refused += 1;
  }

  /** Counts the losses of a block. */
  look(block: Block): void {
    if (this.#last === block) return;
    this.#last = block;
    if (block.overlays.length > 0 && block.overlays.some(({ type }) => type === 'segmentation'))
      this.#segmentations += 1;
    for (const name in block.targets) {
      const status = block.targets[name]?.status;
      if (status === 'reviewed' || status === 'signed-off') {
        this.#statuses += 1;
        break;
      }
    }
  }

  report(ctx: Pick<WriteContext, 'lose'>): void {
    if (this.#forms > 0) ctx.lose({ kind: 'form-lost', detail: { reason: 'no-index', count: this.#forms } });
    if (this.#segmentations > 0)
      ctx.lose({ kind: 'overlay-dropped', detail: { reason: 'segmentation', count: this.#segmentations } });
    if (this.#refused > 0) ctx.lose({ kind: 'repaired', detail: { reason: 'fuzzy', count: this.#refused } });
    if (this.#statuses > 0) ctx.lose({ kind: 'repaired', detail: { reason: 'status', count: this.#statuses } });
  }
}
