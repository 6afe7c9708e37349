import type { Block } from '../../contract/block.js';
import type { Skeleton, SkeletonCursor, SkeletonEntry, SkeletonValue, TextForm } from '../../contract/format.js';
import type { ByteSource } from '../../contract/part.js';

/** So many entries that were passed are let go together. */
const FORGET_AFTER = 256;

/** A skeleton that also locates blocks while they are in flight; writers use the inner one. */
export class LocatingSkeleton implements Skeleton {
  readonly format: string;
  readonly source: ByteSource;
  textForm?: TextForm;
  readonly #written: Skeleton | undefined;
  #entries: SkeletonEntry[] = [];
  #forgotten = 0;

  constructor(format: string, source: ByteSource, written: Skeleton | undefined) {
    this.format = format;
    this.source = source;
    this.#written = written;
  }

  append(entry: SkeletonEntry): number {
    this.#written?.append(entry);
    return this.#forgotten + this.#entries.push(entry) - 1;
  }

  cursor(): SkeletonCursor {
    if (this.#written === undefined) throw new TypeError('Cannot read the skeleton: the document has no output');
    return this.#written.cursor();
  }

  /** The first entry of a block; nothing for one inside of a value, which counts in the value's own text. */
  entryOf({ id, skeleton }: Block): SkeletonValue | undefined {
    const index = (skeleton?.entry ?? -1) - this.#forgotten;
    const entry = this.#entries[index];
    if (entry?.kind !== 'ref' || entry.blockId !== id) return undefined;
    if (index >= FORGET_AFTER) {
      this.#entries = this.#entries.slice(index);
      this.#forgotten += index;
    }
    return entry;
  }
}
