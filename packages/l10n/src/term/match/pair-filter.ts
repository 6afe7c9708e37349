/** So many numbers of 32 bits are one line of a cache. */
const LINE = 16;
/** More pairs than fit here make the filter less sharp, and never larger. */
const MAX_LENGTH = 2 ** 17;

/** A word of a term and the one behind it; one that is a term by itself has none. */
export interface WordPair {
  /** The first hash of each form. */
  readonly forms: readonly number[];
  readonly next?: { readonly forms: readonly number[]; readonly spaced: boolean };
}

/**
 * Tells whether two neighbours may stand together in a term, so that a text is mostly read without a look at terms. All
 * that is known of a word stands in one line of a cache, two bits for each pair: some are set in vain, none is missing.
 */
export class PairFilter {
  readonly #bits: Int32Array;

  constructor(pairs: readonly WordPair[]) {
    const count = pairs.reduce((sum, { forms, next }) => sum + forms.length * (next?.forms.length ?? 1), 0);
    this.#bits = new Int32Array(Math.min(MAX_LENGTH, 2 ** Math.ceil(Math.log2(count / 2 + LINE))));
    for (const { forms, next } of pairs) {
      for (const form of forms) {
        if (next === undefined) this.#add(form, form);
        else for (const other of next.forms) this.#add(form, pairOf(form, other, next.spaced ? 1 : 0));
      }
    }
  }

  /** Whether a word may be a term by itself. */
  mayBeTerm(hash: number): boolean {
    return this.#mayHave(hash, hash);
  }

  /** Whether a term may have a word before another one, which may have white space between. */
  mayHavePair(hash: number, next: number, spaced: number): boolean {
    return this.#mayHave(hash, pairOf(hash, next, spaced));
  }

  #mayHave(hash: number, pair: number): boolean {
    const mask = maskOf(pair);
    return ((this.#bits[this.#placeOf(hash, pair)] ?? 0) & mask) === mask;
  }

  #add(hash: number, pair: number): void {
    const place = this.#placeOf(hash, pair);
    this.#bits[place] = (this.#bits[place] ?? 0) | maskOf(pair);
  }

  #placeOf(hash: number, pair: number): number {
    const line = (Math.imul(hash, 0x9e_37_79_b1) >>> 8) & -LINE;
    return (line | (pair & (LINE - 1))) & (this.#bits.length - 1);
  }
}

function pairOf(hash: number, next: number, spaced: number): number {
  const mixed = Math.imul(hash ^ (next + spaced), 0x85_eb_ca_6b);
  return mixed ^ (mixed >>> 15);
}

function maskOf(pair: number): number {
  return (1 << (pair >>> 4)) | (1 << (pair >>> 9));
}
