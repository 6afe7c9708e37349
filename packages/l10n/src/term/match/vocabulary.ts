const firstPrime = 0x01_00_01_93;
const secondPrime = 0x85_eb_ca_6b | 0;

/** Adds one UTF-16 unit to the first of two hashes. */
export function addToFirst(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, firstPrime);
}

/** Adds one UTF-16 unit to the second hash, which resolves collisions of the first. */
export function addToSecond(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, secondPrime) ^ (hash >>> 15);
}

/** A form of a word, and its data for the automaton. */
export interface VocabularyEntry {
  readonly form: string;
  /** The state after it at the start of a term. */
  readonly started: number;
  readonly wordClass: number;
}

const entrySize = 4;

/**
 * The forms of the words of terms, found by two hashes without slicing the text. Everything about a form is in one
 * place, since a second look-up costs more than everything else. No two forms collide; another word may be taken for a
 * form, though hardly ever.
 */
export class Vocabulary {
  /** Initial value of both hashes. */
  readonly seed: number;
  /** The second hash, the number of the form, its state and its class, from the slot of the first hash on. */
  #entries = new Int32Array(0);
  readonly #mask: number;

  constructor(entries: readonly VocabularyEntry[]) {
    const bits = Math.max(4, Math.ceil(Math.log2(entries.length * 1.2 + 1)));
    this.#mask = 2 ** bits - 1;
    let seed = 1;
    while (!this.#fill(entries, seed)) seed += 1;
    this.seed = seed;
  }

  /** Fills the table; returns false when two forms have the same hashes, which another seed avoids. */
  #fill(entries: readonly VocabularyEntry[], seed: number): boolean {
    this.#entries = new Int32Array((this.#mask + 1) * entrySize);
    for (const [index, { form, started, wordClass }] of entries.entries()) {
      const [first, second] = hashWord(form, seed);
      if (this.find(first, second) !== 0) return false;
      let slot = toSlot(first) & this.#mask;
      while (this.#entries[slot * entrySize + 1] !== 0) slot = (slot + 1) & this.#mask;
      this.#entries.set([second, index + 1, started, wordClass], slot * entrySize);
    }
    return true;
  }

  /** Returns the position of the entry of a form; 0 if there is none. */
  find(first: number, second: number): number {
    const entries = this.#entries;
    const mask = this.#mask;
    for (let slot = toSlot(first) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * entrySize + 1;
      if (entries[at] === 0) return 0;
      if (entries[at - 1] === second) return at;
    }
  }

  /** Returns the number of the form of an entry, from 1 on in the given order. */
  formOf(entry: number): number {
    return this.#entries[entry] ?? 0;
  }

  startedBy(entry: number): number {
    return this.#entries[entry + 1] ?? 0;
  }

  classOf(entry: number): number {
    return this.#entries[entry + 2] ?? 0;
  }
}

function toSlot(hash: number): number {
  const mixed = Math.imul(hash, 0x9e_37_79_b1);
  return mixed ^ (mixed >>> 15);
}

/** Computes both hashes of a word. */
export function hashWord(word: string, seed: number): [first: number, second: number] {
  let first = seed;
  let second = seed;
  for (let at = 0; at < word.length; at += 1) {
    first = addToFirst(first, word.charCodeAt(at));
    second = addToSecond(second, word.charCodeAt(at));
  }
  return [first, second];
}
