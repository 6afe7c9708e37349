import { BoundedHashSet } from '../text/bounded-hash-set.js';
import { textHash } from '../text/text-hash.js';

/** So many names that come again are counted on from the number they had last. */
const COUNTED = 1_000;
/** So many numbers are tried in a row. */
const TRIES = 8;

/** Gives each name of one list a name of its own, and takes no more memory for a long list than for a short one. */
export class DistinctNames {
  readonly #seen = new BoundedHashSet();
  /** By hash, since a name may be a piece of a long text that would stay with it. */
  #numbers: Map<number, number> | undefined;
  #count = 0;

  /** The name itself, or with `#2`, `#3` … behind it where it is not the first of its kind. */
  claim(name: string, hash: number = textHash(name)): string {
    this.#count += 1;
    return this.#seen.add(hash) ? name : this.#numbered(name, hash);
  }

  /** Of a name that comes again more often than is counted, its place in the list tells it apart. */
  #numbered(name: string, hash: number): string {
    const last = this.#numbers?.get(hash) ?? 1;
    const number = this.#free(name, last + 1) ?? this.#free(name, this.#count) ?? this.#count;
    this.#numbers ??= new Map();
    if (last > 1 || this.#numbers.size < COUNTED) this.#numbers.set(hash, number);
    return `${name}#${number}`;
  }

  #free(name: string, from: number): number | undefined {
    for (let number = from; number < from + TRIES; number += 1) {
      if (this.#seen.add(textHash(`${name}#${number}`))) return number;
    }
    return undefined;
  }
}
