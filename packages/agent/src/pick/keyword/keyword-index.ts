import type { ToolCard } from '../tool-card.js';
import { NearTerms } from './near-terms.js';
import { Postings, type Posting } from './postings.js';
import type { KeywordQuestion } from './read-question.js';
import { toRoot } from './stem.js';
import type { SynonymTable } from './synonyms.js';
import { requiredNumbers } from './tool-texts.js';
import { questionWeights } from './weights.js';

/** The share of one term, pair or kind of value in a tool's score. */
export interface KeywordHit {
  readonly term: string;
  readonly points: number;
}

/** Collects the parts of one tool's score. */
export interface Watch {
  readonly tool: number;
  readonly hits: KeywordHit[];
}

/** Scores in progress, and the maximum they are a share of. */
interface Sum {
  readonly scores: Float64Array;
  full: number;
  readonly watch: Watch | undefined;
}

type Member = readonly [posting: Posting, weight: number];

/** An inverted index over the texts of tools: a question costs no more than the postings of its words. */
export class KeywordIndex {
  readonly #size: number;
  readonly #postings: Postings;
  readonly #requiredNumbers: Uint8Array;
  /** Used within one call of `score`, and zero outside of it. */
  readonly #gathered: Float64Array;
  #relatives: ReadonlyMap<string, readonly string[]> | undefined;
  #near: NearTerms | undefined;

  constructor(cards: readonly ToolCard[]) {
    this.#size = cards.length;
    this.#postings = new Postings(cards);
    this.#requiredNumbers = Uint8Array.from(cards, (card) => Math.min(255, requiredNumbers(card)));
    this.#gathered = new Float64Array(cards.length);
  }

  /** Builds the structures that the first question would otherwise wait for. */
  warm(): void {
    this.#relativesOf('');
  }

  /** Scores every tool from 0 to 1, in their order: the share of the points of a tool that matches everything. */
  score(question: KeywordQuestion, synonyms: SynonymTable, watch?: Watch): Float64Array {
    const scores = new Float64Array(this.#size);
    const sum: Sum = { scores, full: 0, watch };
    for (const [term, { weight, isValue }] of question.terms) {
      const members = this.#membersOf(term, isValue, question, synonyms);
      const own = this.#postings.of(term)?.tools.length ?? 0;
      if (members.length === 0) sum.full += questionWeights.unknown * weight * this.#rarity(1);
      else this.#add(sum, term, members, weight * this.#rarity(own === 0 ? spread(members) : own));
    }
    for (const [key, { a, b, weight }] of question.pairs) {
      const rarity = Math.min(this.#rarityOf(a), this.#rarityOf(b));
      this.#addOne(sum, key, this.#postings.ofPair(a, b), questionWeights.pair * weight * rarity);
    }
    for (const [kind, weight] of question.kinds) {
      if (question.terms.has(kind)) continue;
      this.#addOne(sum, kind, this.#postings.of(kind), weight * this.#rarityOf(kind));
    }
    this.#finish(scores, Math.max(sum.full, this.#rarity(1)), question.numbers);
    this.#addFlat(scores, question);
    return scores;
  }

  /** Adds the share of plain BM25: the words of the question alone, all fields as one text. */
  #addFlat(scores: Float64Array, { terms }: KeywordQuestion): void {
    const found = Array.from(terms.keys(), (term) => this.#postings.of(term)).filter((one) => one !== undefined);
    const full = found.reduce((sum, { tools }) => sum + this.#rarity(tools.length), 0);
    const { flat: share, k1 } = questionWeights;
    for (const { tools, flat } of found) {
      const points = (share * this.#rarity(tools.length)) / Math.max(full, this.#rarity(1));
      for (let at = 0; at < tools.length; at += 1) {
        const tool = tools[at] ?? 0;
        const weight = flat[at] ?? 0;
        scores[tool] = (scores[tool] ?? 0) + (points * weight) / (k1 + weight);
      }
    }
    for (let tool = 0; tool < scores.length; tool += 1) scores[tool] = (scores[tool] ?? 0) / (1 + share);
  }

  /** Collects the postings of a term and of its stand-ins: together they count as one word. */
  #membersOf(term: string, isValue: boolean, question: KeywordQuestion, synonyms: SynonymTable): readonly Member[] {
    const weights = new Map([[term, 1]]);
    for (const relative of this.#relativesOf(term))
      if (relative !== term) weights.set(relative, questionWeights.relative);
    for (const [synonym, share] of synonyms.get(term) ?? []) {
      if (!weights.has(synonym) && !question.terms.has(synonym)) weights.set(synonym, share);
    }
    const members = this.#withPostings(weights);
    // A value that no tool knows is not a misspelling.
    return members.length > 0 || isValue ? members : this.#withPostings(this.#nearTerms().find(term));
  }

  #withPostings(weights: Iterable<readonly [string, number]>): readonly Member[] {
    const members: Member[] = [];
    for (const [term, weight] of weights) {
      const posting = this.#postings.of(term);
      if (posting !== undefined) members.push([posting, weight]);
    }
    return members;
  }

  #addOne(sum: Sum, term: string, posting: Posting | undefined, points: number): void {
    if (posting !== undefined) this.#add(sum, term, [[posting, 1]], points);
  }

  /** Adds BM25 points: each further occurrence of a word counts less, and the sum never exceeds the points. */
  #add(sum: Sum, term: string, members: readonly Member[], points: number): void {
    sum.full += points;
    const { scores, watch } = sum;
    const gathered = this.#gathered;
    for (const [{ tools, weights }, share] of members) {
      for (let at = 0; at < tools.length; at += 1) {
        const tool = tools[at] ?? 0;
        gathered[tool] = (gathered[tool] ?? 0) + share * (weights[at] ?? 0);
      }
    }
    for (const [{ tools }] of members) {
      for (const tool of tools) {
        const weight = gathered[tool] ?? 0;
        if (weight === 0) continue;
        const gained = (points * weight) / (questionWeights.k1 + weight);
        scores[tool] = (scores[tool] ?? 0) + gained;
        gathered[tool] = 0;
        if (watch?.tool === tool) watch.hits.push({ term, points: gained });
      }
    }
  }

  /** Converts points to a share of the maximum; a tool whose required numbers are missing loses some of it. */
  #finish(scores: Float64Array, full: number, numbers: number): void {
    const needs = this.#requiredNumbers;
    for (let tool = 0; tool < scores.length; tool += 1) {
      const score = scores[tool] ?? 0;
      if (score === 0) continue;
      const needed = needs[tool] ?? 0;
      const lost = needed > numbers ? (questionWeights.missingNumbers * (needed - numbers)) / needed : 0;
      scores[tool] = (score / full) * (1 - lost);
    }
  }

  /** Weighs how telling the presence of a word is: `ln(1 + (N − n + 0.5) / (n + 0.5))`. */
  #rarity(count: number): number {
    return Math.log(1 + Math.max(0, this.#size - count + 0.5) / (count + 0.5));
  }

  #rarityOf(term: string): number {
    return this.#rarity(this.#postings.of(term)?.tools.length ?? 0);
  }

  #relativesOf(term: string): readonly string[] {
    this.#relatives ??= byRoot(this.#postings.terms());
    return this.#relatives.get(toRoot(term)) ?? [];
  }

  #nearTerms(): NearTerms {
    this.#near ??= new NearTerms(this.#postings.terms());
    return this.#near;
  }
}

function byRoot(terms: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const roots = new Map<string, string[]>();
  for (const term of terms) {
    const root = toRoot(term);
    const list = roots.get(root);
    if (list === undefined) roots.set(root, [term]);
    else list.push(term);
  }
  return roots;
}

/** Counts the tools that have at least one of them. */
function spread(members: readonly Member[]): number {
  return new Set(members.flatMap(([{ tools }]) => tools)).size;
}
