/** One character of a value, and how the file spells it. */
export interface SpelledChar {
  readonly char: string;
  readonly raw: string;
}

/** Spellings of the characters of an old value, for a new one: each occurrence is spelled as that of the same number was. */
export class Spellings {
  readonly #known = new Map<string, { readonly raws: string[]; used: number }>();

  constructor(chars: Iterable<SpelledChar>) {
    for (const { char, raw } of chars) {
      const known = this.#known.get(char);
      if (known) known.raws.push(raw);
      else this.#known.set(char, { raws: [raw], used: 0 });
    }
  }

  /** Returns the spelling of the next occurrence of a character; undefined if the old value did not have it. */
  take(char: string): string | undefined {
    const known = this.#known.get(char);
    if (known === undefined) return undefined;
    known.used += 1;
    return known.raws[known.used - 1] ?? known.raws.at(-1);
  }
}
