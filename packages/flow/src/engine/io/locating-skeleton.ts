import type { Block } from '../../contract/block.js';
import type { Skeleton, SkeletonCursor, SkeletonEntry, TextForm, ValueLocation } from '../../contract/format.js';
import type { ByteSource } from '../../contract/part.js';
import { LocationLog } from './location-log.js';

/** A skeleton that also locates blocks while they are in flight; writers use the inner one. */
export class LocatingSkeleton implements Skeleton {
  readonly format: string;
  readonly source: ByteSource;
  textForm?: TextForm;
  readonly #written: Skeleton | undefined;
  readonly #log = new LocationLog();

  constructor(format: string, source: ByteSource, written: Skeleton | undefined) {
    this.format = format;
    this.source = source;
    this.#written = written;
  }

  append(entry: SkeletonEntry): number {
    this.#written?.append(entry);
    return this.#log.add(entry);
  }

  cursor(): SkeletonCursor {
    if (this.#written === undefined) throw new TypeError('Cannot read the skeleton: the document has no output');
    return this.#written.cursor();
  }

  /** The location of a block's first entry; nothing for one inside of a value, which counts in the value's own text. */
  locationOf({ id, skeleton }: Block): ValueLocation | undefined {
    if (skeleton === undefined) return undefined;
    const location = this.#log.locationOf(skeleton.entry, id);
    if (location !== undefined) this.#log.forget(skeleton.entry);
    return location;
  }
}
