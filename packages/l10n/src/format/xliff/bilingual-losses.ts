import type { Block } from '@helve/flow';
import type { WriteContext } from '@helve/flow/content';

/** Counts the losses of a bilingual file, to be reported once for the whole file. */
export class BilingualLosses {
  readonly #overlays = new Map<string, number>();
  #variants = 0;
  #joined = 0;
  #last: Block | undefined;

  /** Counts the losses of a block. */
  look(block: Block, variant: string): void {
    if (this.#last === block) return;
    this.#last = block;
    for (const { type, layer } of block.overlays) {
      if (type !== 'segmentation' || layer !== '') this.#overlays.set(type, (this.#overlays.get(type) ?? 0) + 1);
    }
    for (const name in block.targets) if (name !== variant) this.#variants += 1;
  }

  /** Counts a unit whose segments became one. */
  join(): void {
    this.#joined += 1;
  }

  report({ lose }: Pick<WriteContext, 'lose'>): void {
    if (this.#overlays.size > 0)
      lose({ kind: 'overlay-dropped', detail: { reason: 'not-in-format', ...Object.fromEntries(this.#overlays) } });
    if (this.#joined > 0) lose({ kind: 'overlay-dropped', detail: { reason: 'segments-joined', count: this.#joined } });
    if (this.#variants > 0)
      lose({ kind: 'target-rejected', detail: { reason: 'other-variant', count: this.#variants } });
  }
}
