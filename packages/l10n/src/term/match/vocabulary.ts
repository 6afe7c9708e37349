const firstPrime = 0x01_00_01_93;
const secondPrime = 0x85_eb_ca_6b | 0;

/** The first of two hashes of a text, with one more UTF-16 unit. */
export function addToFirst(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, firstPrime);
}

/** The second, which tells apart what the first does not. */
export function addToSecond(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, secondPrime) ^ (hash >>> 15);
}

/** A form of a word, and what the automaton must know of it. */
export interface VocabularyEntry {
  readonly form: string;
  /** The state that it leads to where a term begins with it. */
  readonly started: number;
  readonly wordClass: number;
}

const entrySize = 4;

/**
 * The forms of the words of terms, found by two hashes without cutting them out of a text. All that is known of a form
 * stands in one place, since looking at a second one costs more than everything else. No two forms are taken for each
 * other; a word that is none may be taken for one, if hardly ever.
 */
export class Vocabulary {
  /** What both hashes of a text begin with. */
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

  /** Where two forms have the same hashes, they will not with another seed. */
  #fill(given: readonly VocabularyEntry[], seed: number): boolean {
    this.#entries = new Int32Array((this.#mask + 1) * entrySize);
    for (const [index, { form, started, wordClass }] of given.entries()) {
      const [first, second] = hashesOf(form, seed);
      if (this.find(first, second) !== 0) return false;
      let slot = slotOf(first) & this.#mask;
      while (this.#entries[slot * entrySize + 1] !== 0) slot = (slot + 1) & this.#mask;
      this.#entries.set([second, index + 1, started, wordClass], slot * entrySize);
    }
    return true;
  }

  /** Where the entry of a form stands; 0 where there is none. */
  find(first: number, second: number): number {
    const entries = this.#entries;
    const mask = this.#mask;
    for (let slot = slotOf(first) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * entrySize + 1;
      if (entries[at] === 0) return 0;
      if (entries[at - 1] === second) return at;
    }
  }

  /** The number of the form of an entry, from 1 on in the order they were given. */
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

function slotOf(hash: number): number {
  const mixed = Math.imul(hash, 0x9e_37_79_b1);
  return mixed ^ (mixed >>> 15);
}

/** Both hashes of a word. */
export function hashesOf(word: string, seed: number): [first: number, second: number] {
  let first = seed;
  let second = seed;
  for (let at = 0; at < word.length; at += 1) {
    first = addToFirst(first, word.charCodeAt(at));
    second = addToSecond(second, word.charCodeAt(at));
  }
  return [first, second];
}
