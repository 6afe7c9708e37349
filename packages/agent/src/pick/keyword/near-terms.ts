import { questionWeights } from './weights.js';

const MAX_PREFIXED = 8;
const MIN_LENGTH = 3;
const MIN_LIKENESS = 0.6;

/** Finds terms that a word without a match may stand for. */
export class NearTerms {
  readonly #sorted: readonly string[];
  #byTrigram: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(terms: Iterable<string>) {
    this.#sorted = [...terms].sort();
  }

  /** Finds terms that begin with the word, else those that look like it; each with its weight. */
  find(word: string): readonly (readonly [string, number])[] {
    if (word.length < MIN_LENGTH) return [];
    const longer = this.#startingWith(word);
    if (longer.length > 0) return longer.map((term) => [term, questionWeights.prefix] as const);
    return this.#like(word).map((term) => [term, questionWeights.misspelt] as const);
  }

  #startingWith(word: string): readonly string[] {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return this.#sorted.slice(low, low + MAX_PREFIXED).filter((term) => term.startsWith(word));
  }

  #like(word: string): readonly string[] {
    const wanted = toTrigrams(word);
    const shared = new Map<string, number>();
    for (const trigram of wanted) {
      for (const term of this.#trigrams().get(trigram) ?? []) shared.set(term, (shared.get(term) ?? 0) + 1);
    }
    const likeness = (term: string, common: number) => common / (wanted.size + term.length - 2 - common);
    return [...shared].flatMap(([term, common]) => (likeness(term, common) >= MIN_LIKENESS ? [term] : [])).toSorted();
  }

  /** Built on first use. */
  #trigrams(): ReadonlyMap<string, readonly string[]> {
    if (this.#byTrigram !== undefined) return this.#byTrigram;
    const lists = new Map<string, string[]>();
    for (const term of this.#sorted) {
      for (const trigram of toTrigrams(term)) {
        const list = lists.get(trigram);
        if (list === undefined) lists.set(trigram, [term]);
        else list.push(term);
      }
    }
    this.#byTrigram = lists;
    return lists;
  }
}

/** Treats `y` as `i`, since a stem ends in `i` where a misspelt word may still have its `y`. */
function toTrigrams(word: string): ReadonlySet<string> {
  const all = new Set<string>();
  const folded = word.replaceAll('y', 'i');
  for (let at = 0; at + 3 <= folded.length; at += 1) all.add(folded.slice(at, at + 3));
  return all;
}
