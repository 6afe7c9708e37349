import type { Json } from '@helve/core';
import type { LocaleId, Runs } from '@helve/flow';
import type { SkeletonValue } from '@helve/flow/content';
import { runsDigest } from '../runs-digest.js';

/** Skeleton entry of a value in one language of a file that has several. */
export class LanguageEntry implements SkeletonValue {
  readonly kind = 'ref';
  readonly side: 'source' | 'target';
  readonly variant?: LocaleId;
  readonly blockId: string;
  readonly offset: number;
  readonly length: number;
  readonly content: Runs;
  readonly form: Json;
  more?: true;
  #places: readonly LanguageEntry[] = [];

  constructor(
    blockId: string,
    { offset, length }: { readonly offset: number; readonly length: number },
    content: Runs,
    { form, variant }: { readonly form: Json; readonly variant: LocaleId | undefined },
  ) {
    this.side = variant === undefined ? 'source' : 'target';
    if (variant !== undefined) this.variant = variant;
    this.blockId = blockId;
    this.offset = offset;
    this.length = length;
    this.content = content;
    this.form = form;
  }

  /** Lists the entries of its block, the first of which knows where people look for the others. */
  beginsAt(entries: readonly LanguageEntry[]): void {
    this.#places = entries;
  }

  /** Where the source begins, or the only translation; several have no place of their own. */
  positionOf(side: 'source' | 'target'): number {
    const own = this.#places.filter((one) => one.side === side);
    const found = own.length === 1 ? own : this.#places.filter((one) => one.side === 'source');
    return found[0]?.offset ?? this.offset;
  }

  get digest(): string {
    return runsDigest(this.content);
  }
}
