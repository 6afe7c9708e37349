import { textHash } from '../../content/text/text-hash.js';
import type { SkeletonEntry, SkeletonValue, ValueLocation } from '../../contract/format.js';

/** Entries that are allocated, and let go, together. */
const CHUNK = 512;
/** Numbers of an entry: hash of its block's id, offset, position of the source, position of the target. */
const COLUMNS = 4;

/**
 * Where the values of blocks begin, by the number of their skeleton entry, which is added in order. Millions of them may
 * wait at a barrier: they are plain numbers outside of the heap.
 */
export class LocationLog {
  #chunks: Float64Array[] = [];
  #forgotten = 0;
  #count = 0;

  /** Adds the next entry and returns its number; one that is no value has no location. */
  add(entry: SkeletonEntry): number {
    const index = this.#count;
    this.#count += 1;
    if (index % CHUNK === 0) this.#chunks.push(new Float64Array(CHUNK * COLUMNS));
    if (entry.kind === 'ref') this.#chunks.at(-1)?.set(toRow(entry), (index % CHUNK) * COLUMNS);
    return index;
  }

  /** Returns the location of an entry if it is the one of a block. */
  locationOf(index: number, blockId: string): ValueLocation | undefined {
    const chunk = this.#chunks[Math.floor(index / CHUNK) - this.#forgotten];
    const at = (index % CHUNK) * COLUMNS;
    if (chunk === undefined || chunk[at] !== idHash(blockId)) return undefined;
    const [, offset = 0, source = 0, target = 0] = chunk.subarray(at, at + COLUMNS);
    return { offset, positionOf: (side) => (side === 'source' ? source : target) };
  }

  /** Lets go of the entries before this one. */
  forget(before: number): void {
    const passed = Math.floor(Math.min(before, this.#count) / CHUNK) - this.#forgotten;
    if (passed <= 0) return;
    this.#chunks = this.#chunks.slice(passed);
    this.#forgotten += passed;
  }
}

function toRow(value: SkeletonValue): readonly number[] {
  const { blockId, offset } = value;
  return [idHash(blockId), offset, value.positionOf?.('source') ?? offset, value.positionOf?.('target') ?? offset];
}

/** Never 0, which stands for no block. */
function idHash(id: string): number {
  return textHash(id) + 1;
}
