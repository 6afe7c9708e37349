import type { Block } from '../../contract/block.js';
import type {
  Skeleton,
  SkeletonCursor,
  SkeletonEntry,
  SkeletonValue,
  TextForm,
  ValueLocation,
} from '../../contract/format.js';
import type { ByteSource } from '../../contract/part.js';

/** So many entries that were passed are let go together. */
const FORGET_AFTER = 256;
/** Entries in flight that are kept as they are: of older ones, which wait at a barrier, only the location is. */
const KEEP_ENTRIES = 1_024;

/** The location of a value whose entry was let go. */
class LocatedValue implements ValueLocation {
  readonly kind = 'located';
  readonly blockId: string;
  readonly offset: number;
  readonly #source: number;
  readonly #target: number;

  constructor(entry: SkeletonValue) {
    this.blockId = entry.blockId;
    this.offset = entry.offset;
    this.#source = entry.positionOf?.('source') ?? entry.offset;
    this.#target = entry.positionOf?.('target') ?? entry.offset;
  }

  positionOf(side: 'source' | 'target'): number {
    return side === 'source' ? this.#source : this.#target;
  }
}

/** A skeleton that also locates blocks while they are in flight; writers use the inner one. */
export class LocatingSkeleton implements Skeleton {
  readonly format: string;
  readonly source: ByteSource;
  textForm?: TextForm;
  readonly #written: Skeleton | undefined;
  #entries: (SkeletonEntry | LocatedValue | undefined)[] = [];
  #forgotten = 0;

  constructor(format: string, source: ByteSource, written: Skeleton | undefined) {
    this.format = format;
    this.source = source;
    this.#written = written;
  }

  append(entry: SkeletonEntry): number {
    this.#written?.append(entry);
    const count = this.#entries.push(entry);
    const old = count - 1 - KEEP_ENTRIES;
    if (old >= 0) this.#entries[old] = toLocated(this.#entries[old]);
    return this.#forgotten + count - 1;
  }

  cursor(): SkeletonCursor {
    if (this.#written === undefined) throw new TypeError('Cannot read the skeleton: the document has no output');
    return this.#written.cursor();
  }

  /** The location of a block's first entry; nothing for one inside of a value, which counts in the value's own text. */
  locationOf({ id, skeleton }: Block): ValueLocation | undefined {
    const index = (skeleton?.entry ?? -1) - this.#forgotten;
    const entry = this.#entries[index];
    if ((entry?.kind !== 'ref' && entry?.kind !== 'located') || entry.blockId !== id) return undefined;
    if (index >= FORGET_AFTER) {
      this.#entries = this.#entries.slice(index);
      this.#forgotten += index;
    }
    return entry;
  }
}

/** Keeps the location of a value; other entries say nothing about blocks. */
function toLocated(entry: SkeletonEntry | LocatedValue | undefined): LocatedValue | undefined {
  if (entry?.kind === 'ref') return new LocatedValue(entry);
  return entry?.kind === 'located' ? entry : undefined;
}
