import { HASH_HALF } from '@helve/flow/content';

/** Numbers of a row: both hashes, and their count. */
const COLUMNS = 3;
const FIRST_ROWS = 64;

/**
 * Counts pairs of hashes, in the order in which they were first added. Millions of them take 32 bytes each, outside of
 * the heap: `rows` has the numbers, `slots` the row of a pair by its hash, from 1.
 */
export class PairCounts {
  #rows = new Float64Array(FIRST_ROWS * COLUMNS);
  #slots = new Int32Array(FIRST_ROWS * 2);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Counts a pair once more; returns its row. */
  add(one: number, other: number): number {
    const slot = this.#find(one, other);
    const found = (this.#slots[slot] ?? 0) - 1;
    const row = found < 0 ? this.#size : found;
    const at = row * COLUMNS;
    this.#rows[at + 2] = (this.#rows[at + 2] ?? 0) + 1;
    if (found >= 0) return row;
    this.#rows[at] = one;
    this.#rows[at + 1] = other;
    this.#size += 1;
    this.#slots[slot] = this.#size;
    if (this.#size * COLUMNS === this.#rows.length) this.#grow();
    return row;
  }

  oneAt(row: number): number {
    return this.#rows[row * COLUMNS] ?? 0;
  }

  otherAt(row: number): number {
    return this.#rows[row * COLUMNS + 1] ?? 0;
  }

  /** Lists the numbers of all rows: both hashes and their count, again and again. */
  toJson(): readonly number[] {
    return Array.from(this.#rows.subarray(0, this.#size * COLUMNS));
  }

  /** Finds the slot of a pair, or the free one for it. */
  #find(one: number, other: number): number {
    const last = this.#slots.length - 1;
    let slot = (Math.imul(low(one), 0x9e3779b1) ^ Math.imul(low(other), 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & last;
    for (;;) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row < 0 || (this.oneAt(row) === one && this.otherAt(row) === other)) return slot;
      slot = (slot + 1) & last;
    }
  }

  #grow(): void {
    const rows = new Float64Array(this.#rows.length * 2);
    rows.set(this.#rows);
    this.#rows = rows;
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let row = 0; row < this.#size; row += 1) this.#slots[this.#find(this.oneAt(row), this.otherAt(row))] = row + 1;
  }
}

/** The lower half of a hash. */
function low(hash: number): number {
  return hash - Math.floor(hash / HASH_HALF) * HASH_HALF;
}
