import { questionWeights } from './weights.js';

const MAX_PREFIXED = 8;
const MIN_LENGTH = 3;
/** A longer word may have two edits. */
const TWO_EDITS_FROM = 8;
const MIN_MISSPELT = 4;

/** Finds terms that a word without a match may stand for. */
export class NearTerms {
  readonly #sorted: readonly string[];
  #letters: Int32Array | undefined;

  constructor(terms: Iterable<string>) {
    this.#sorted = [...terms].sort();
  }

  /** Finds terms that begin with the word, and those that it may be a misspelling of; each with its weight. */
  find(word: string): readonly (readonly [string, number])[] {
    if (word.length < MIN_LENGTH) return [];
    const longer = this.#startingWith(word);
    if (longer.length > 0) return longer.map((term) => [term, questionWeights.prefix] as const);
    return this.#misspelt(word).map((term) => [term, questionWeights.misspelt] as const);
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

  /** Returns the terms with the fewest edits between them and the word. */
  #misspelt(word: string): readonly string[] {
    if (word.length < MIN_MISSPELT) return [];
    const folded = fold(word);
    let most = word.length < TWO_EDITS_FROM ? 1 : 2;
    let found: string[] = [];
    const letters = lettersOf(folded);
    const known = this.#knownLetters();
    for (let at = 0; at < this.#sorted.length; at += 1) {
      const term = this.#sorted[at] ?? '';
      // An edit changes two letters of the set at most.
      if (Math.abs(term.length - word.length) > most || bits((known[at] ?? 0) ^ letters) > 2 * most) continue;
      const edits = editsBetween(folded, fold(term), most);
      if (edits > most) continue;
      if (edits < most) found = [];
      most = edits;
      found.push(term);
    }
    return found;
  }

  /** Made on first use. */
  #knownLetters(): Int32Array {
    return (this.#letters ??= Int32Array.from(this.#sorted, (term) => lettersOf(fold(term))));
  }
}

/** Treats `y` as `i`, since a stem ends in `i` where a misspelt word may still have its `y`. */
function fold(word: string): string {
  return word.replaceAll('y', 'i');
}

/** The set of letters of a word, one bit each; two letters may share a bit. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function bits(set: number): number {
  let count = 0;
  for (let left = set; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** Counts letters added, left out, replaced or swapped with their neighbour (Damerau); any number above `most` where there are more. */
function editsBetween(a: string, b: string, most: number): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min((row[j - 1] ?? 0) + (same ? 0 : 1), (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      next.push(edits);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[b.length] ?? most + 1;
}
