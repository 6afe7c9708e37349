import { HASH_HALF } from './text-hash.js';

/** So many are remembered one by one. */
const FEW = 16_384;

/**
 * Remembers hashes of texts in 2 MiB at most, however many there are. One that was taken is always known again; among
 * millions, one that was not may be thought known too (one in a thousand at a million).
 */
export class BoundedHashSet {
  #few = new Set<number>();
  #many: HashFilter | undefined;

  /** True for a hash that was not there and is now remembered. */
  add(hash: number): boolean {
    if (this.#many !== undefined) return this.#many.take(hash);
    const { size } = this.#few;
    if (this.#few.add(hash).size === size) return false;
    if (size === FEW) this.#widen();
    return true;
  }

  /** True for a hash that was taken, and seldom for another. */
  has(hash: number): boolean {
    return this.#many?.has(hash) ?? this.#few.has(hash);
  }

  #widen(): void {
    this.#many = new HashFilter();
    for (const hash of this.#few) this.#many.take(hash);
    this.#few = new Set();
  }
}

const BLOCKS = 2 ** 16;
/** A block of eight words is one line of a processor's cache, and each hash has a bit in every word of its block. */
const salts = [0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31] as const;

/** A split block Bloom filter. */
class HashFilter {
  readonly #words = new Int32Array(BLOCKS * salts.length);

  take(hash: number): boolean {
    return this.#visit(hash, true);
  }

  has(hash: number): boolean {
    return !this.#visit(hash, false);
  }

  /** True for a hash that was not there; it is there from now on if it is kept. */
  #visit(hash: number, keeps: boolean): boolean {
    const high = Math.floor(hash / HASH_HALF);
    // The rest of a division by another way, since that of large numbers takes long.
    const key = hash - high * HASH_HALF;
    const start = (high & (BLOCKS - 1)) * salts.length;
    const words = this.#words;
    let isNew = false;
    for (let at = 0; at < salts.length; at += 1) {
      const bit = 1 << (Math.imul(key, salts[at] ?? 1) >>> 27);
      const word = words[start + at] ?? 0;
      if ((word & bit) !== 0) continue;
      if (keeps) words[start + at] = word | bit;
      isNew = true;
    }
    return isNew;
  }
}
