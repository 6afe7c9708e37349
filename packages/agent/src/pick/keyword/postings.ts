import type { ToolCard } from '../tool-card.js';
import { toCompounds, isVersion, termsOfWord, splitWords } from './terms.js';
import { toToolTexts } from './tool-texts.js';
import { fieldWeights, flatWeights, type Field, type FieldWeight } from './weights.js';

/** The occurrences of a term, or of a pair: tools in their order, with its weight in each. */
export interface Posting {
  readonly tools: number[];
  readonly weights: number[];
}

/** The occurrences of a term; `flat` weighs them as if all fields were one text. */
export interface TermPosting extends Posting {
  readonly flat: number[];
  readonly id: number;
  readonly isVersion: boolean;
}

type FieldTerms = { readonly [F in Field]: readonly TermPosting[] };

const fields = Object.keys(fieldWeights) as readonly Field[];
const pairedFields: readonly Field[] = ['name', 'description'];

/** More terms than a catalog can have, so that two term numbers combine to one pair number. */
const MAX_TERMS = 2 ** 26;

/** All texts of tools, by term. */
export class Postings {
  readonly #terms = new Map<string, TermPosting>();
  readonly #pairs = new Map<number, Posting>();

  /** Reads every tool once, then spreads its terms with the weights that follow from the average lengths. */
  constructor(cards: readonly ToolCard[]) {
    const known = new Map<string, readonly TermPosting[]>();
    const read = cards.map((card) => this.#readFields(card, known));
    const average = new Map(fields.map((field) => [field, averageLength(read, field)]));
    const averageWhole = [...average.values()].reduce((sum, length) => sum + length, 0);
    for (const [tool, found] of read.entries()) {
      const whole = fields.reduce((sum, field) => sum + countTerms(found[field]), 0);
      const flat = occurrenceWeight(flatWeights, whole, averageWhole);
      for (const field of fields) {
        const terms = found[field];
        const weight = occurrenceWeight(fieldWeights[field], countTerms(terms), average.get(field) ?? 1);
        for (const term of terms) addTerm(term, tool, weight, flat);
        if (pairedFields.includes(field)) this.#addPairs(terms, tool, weight);
      }
      for (const compound of toCompounds(cards[tool]?.name ?? '')) {
        addTerm(this.#intern(compound), tool, fieldWeights.name.weight, 0);
      }
    }
  }

  terms(): Iterable<string> {
    return this.#terms.keys();
  }

  of(term: string): TermPosting | undefined {
    return this.#terms.get(term);
  }

  /** Returns the occurrences of two terms as neighbours, in either order. */
  ofPair(a: string, b: string): Posting | undefined {
    const [one, other] = [this.#terms.get(a), this.#terms.get(b)];
    return one === undefined || other === undefined ? undefined : this.#pairs.get(pairKey(one, other));
  }

  #readFields(card: ToolCard, known: Map<string, readonly TermPosting[]>): FieldTerms {
    const texts = toToolTexts(card);
    return {
      name: this.#read(texts.name, known),
      tags: this.#read(texts.tags, known),
      description: this.#read(texts.description, known),
      summary: this.#read(texts.summary, known),
      parameterNames: this.#read(texts.parameterNames, known),
      parameterTexts: this.#read(texts.parameterTexts, known),
    };
  }

  /** Caches the terms of each word: there are few words, and many occurrences. */
  #read(texts: readonly string[], known: Map<string, readonly TermPosting[]>): readonly TermPosting[] {
    const found: TermPosting[] = [];
    for (const text of texts) {
      for (const word of splitWords(text)) {
        let terms = known.get(word);
        if (terms === undefined) {
          terms = termsOfWord(word).map((term) => this.#intern(term));
          known.set(word, terms);
        }
        for (const term of terms) found.push(term);
      }
    }
    return found;
  }

  #intern(term: string): TermPosting {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const posting = { id: this.#terms.size, isVersion: isVersion(term), tools: [], weights: [], flat: [] };
    this.#terms.set(term, posting);
    return posting;
  }

  #addPairs(terms: readonly TermPosting[], tool: number, weight: number): void {
    for (let at = 1; at < terms.length; at += 1) {
      const [a, b] = [terms[at - 1], terms[at]];
      if (a === undefined || b === undefined) continue;
      const key = pairKey(a, b);
      const known = this.#pairs.get(key);
      if (known === undefined) this.#pairs.set(key, { tools: [tool], weights: [weight] });
      else add(known, tool, weight);
    }
  }
}

function pairKey(a: TermPosting, b: TermPosting): number {
  return a.id < b.id ? a.id * MAX_TERMS + b.id : b.id * MAX_TERMS + a.id;
}

/** Tools come in order, so a tool that is there already is the last one. */
function add({ tools, weights }: Posting, tool: number, weight: number): void {
  const last = tools.length - 1;
  if (tools[last] === tool) weights[last] = (weights[last] ?? 0) + weight;
  else {
    tools.push(tool);
    weights.push(weight);
  }
}

function addTerm(posting: TermPosting, tool: number, weight: number, flat: number): void {
  add(posting, tool, weight);
  const last = posting.tools.length - 1;
  posting.flat[last] = (posting.flat[last] ?? 0) + flat;
}

function countTerms(terms: readonly TermPosting[]): number {
  let length = 0;
  for (const term of terms) if (!term.isVersion) length += 1;
  return length;
}

function averageLength(read: readonly FieldTerms[], field: Field): number {
  const total = read.reduce((sum, found) => sum + countTerms(found[field]), 0);
  return total === 0 ? 1 : total / read.length;
}

function occurrenceWeight({ weight, b }: FieldWeight, length: number, average: number): number {
  return weight / (1 - b + (b * length) / average);
}
