/** Number of 32-bit numbers per cache line. */
const LINE = 16;
/** Maximum size; more pairs make the filter less selective, not larger. */
const MAX_LENGTH = 2 ** 17;

/** A word of a term and the next one; a term of one word has none. */
export interface WordPair {
  /** The first hash of each form. */
  readonly forms: readonly number[];
  readonly next?: { readonly forms: readonly number[]; readonly spaced: boolean };
}

/**
 * Tests whether two neighbours may be part of a term, so that most text is read without looking at terms. Everything
 * about a word is in one cache line, two bits for each pair: there are false positives, but no false negatives.
 */
export class PairFilter {
  readonly #bits: Int32Array;

  constructor(pairs: readonly WordPair[]) {
    const count = pairs.reduce((sum, { forms, next }) => sum + forms.length * (next?.forms.length ?? 1), 0);
    this.#bits = new Int32Array(Math.min(MAX_LENGTH, 2 ** Math.ceil(Math.log2(count / 2 + LINE))));
    for (const { forms, next } of pairs) {
      for (const form of forms) {
        if (next === undefined) this.#add(form, form);
        else for (const other of next.forms) this.#add(form, toPair(form, other, next.spaced ? 1 : 0));
      }
    }
  }

  /** True when a word may be a term by itself. */
  mayBeTerm(hash: number): boolean {
    return this.#mayHave(hash, hash);
  }

  /** True when a term may contain a word before another one, with white space between them if `spaced`. */
  mayHavePair(hash: number, next: number, spaced: number): boolean {
    return this.#mayHave(hash, toPair(hash, next, spaced));
  }

  #mayHave(hash: number, pair: number): boolean {
    const mask = toMask(pair);
    return ((this.#bits[this.#placeOf(hash, pair)] ?? 0) & mask) === mask;
  }

  #add(hash: number, pair: number): void {
    const slot = this.#placeOf(hash, pair);
    this.#bits[slot] = (this.#bits[slot] ?? 0) | toMask(pair);
  }

  #placeOf(hash: number, pair: number): number {
    const line = (Math.imul(hash, 0x9e_37_79_b1) >>> 8) & -LINE;
    return (line | (pair & (LINE - 1))) & (this.#bits.length - 1);
  }
}

function toPair(hash: number, next: number, spaced: number): number {
  const mixed = Math.imul(hash ^ (next + spaced), 0x85_eb_ca_6b);
  return mixed ^ (mixed >>> 15);
}

function toMask(pair: number): number {
  return (1 << (pair >>> 4)) | (1 << (pair >>> 9));
}
