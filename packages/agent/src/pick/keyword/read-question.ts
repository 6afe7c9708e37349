import type { Question, QuestionPart } from '../question.js';
import { toCompounds, termsOfWord } from './terms.js';
import { formKinds, locationKinds, valueKinds } from './value-kinds.js';
import { questionWeights } from './weights.js';

/** A question as the index takes it. */
export interface KeywordQuestion {
  readonly terms: ReadonlyMap<string, QuestionTerm>;
  /** Neighbouring terms. */
  readonly pairs: ReadonlyMap<string, Pair>;
  /** Terms for the parameters that would take the values in the question. */
  readonly kinds: ReadonlyMap<string, number>;
  readonly numbers: number;
}

export interface QuestionTerm {
  readonly weight: number;
  /** True when it stands only where values stand: as a proper noun, or in quotation marks. */
  readonly isValue: boolean;
}

export interface Pair {
  readonly a: string;
  readonly b: string;
  readonly weight: number;
}

interface Word {
  readonly text: string;
  readonly lower: string;
  /** 1 for a plain word, less for a probable value, 0 for a number. */
  readonly weight: number;
  readonly proper: boolean;
}

const word = /[\p{L}\p{N}\p{M}_]+/gu;
const quotation = /"[^"]*"|“[^”]*”|(?<!\p{L})'[^']*'(?!\p{L})/gu;
const sentenceStart = /(?:^|[.!?:"'“\n])\s*$/u;
const number = /(?<![\p{L}\d])\d[\d.,]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|half|dozen)\b/giu;
const digits = /^\d+$/;
const measure = /^\d+([a-z]+)$/;
const placeWord = /^(?:in|near|at|from|to|around)$/;

/** Weighs the words of a question: its subject, neighbouring words, and the kinds of values it brings. */
export function readQuestion(question: Question): KeywordQuestion {
  const reader = new QuestionReader(question.numbers);
  for (const part of question.parts) reader.read(part);
  return reader;
}

class QuestionReader implements KeywordQuestion {
  readonly terms = new Map<string, QuestionTerm>();
  readonly pairs = new Map<string, Pair>();
  readonly kinds = new Map<string, number>();
  numbers: number;

  constructor(numbers: number) {
    this.numbers = numbers;
  }

  read({ text, weight }: QuestionPart): void {
    const normal = text.normalize('NFKC');
    this.numbers += normal.match(number)?.length ?? 0;
    this.#readForms(normal, weight);
    let before = '';
    let previous: { readonly term: string; readonly weight: number } | undefined;
    for (const next of readWords(normal)) {
      this.#readKinds(next, before, weight);
      before = next.lower;
      for (const term of termsOfWord(next.text)) {
        const own = weight * next.weight;
        if (own > 0) this.#addTerm(term, own, next.weight < 1);
        if (previous !== undefined) this.#addPair(previous.term, term, Math.min(previous.weight, own));
        previous = { term, weight: own };
      }
      for (const compound of toCompounds(next.text)) this.#addTerm(compound, weight * next.weight, true);
    }
  }

  #addTerm(term: string, weight: number, isValue: boolean): void {
    const known = this.terms.get(term);
    if (known === undefined) this.terms.set(term, { weight, isValue });
    else this.terms.set(term, { weight: Math.max(weight, known.weight), isValue: isValue && known.isValue });
  }

  #addPair(a: string, b: string, weight: number): void {
    // One key for both orders.
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (weight > (this.pairs.get(key)?.weight ?? 0)) this.pairs.set(key, { a, b, weight });
  }

  #readForms(text: string, weight: number): void {
    for (const { form, kinds } of formKinds) if (form.test(text)) this.#addKinds(kinds, weight);
  }

  #readKinds({ lower, proper }: Word, before: string, weight: number): void {
    const kinds = valueKinds.get(before === 'how' ? `how ${lower}` : lower);
    const measured = valueKinds.get(measure.exec(lower)?.[1] ?? '');
    this.#addKinds(kinds ?? measured ?? [], weight);
    if (proper && kinds === undefined && placeWord.test(before)) this.#addKinds(locationKinds, weight);
  }

  #addKinds(kinds: readonly string[], weight: number): void {
    const own = weight * questionWeights.kind;
    for (const kind of kinds) if (own > (this.kinds.get(kind) ?? 0)) this.kinds.set(kind, own);
  }
}

function readWords(text: string): readonly Word[] {
  const quoted = [...text.matchAll(quotation)].map(({ index, 0: match }) => [index, index + match.length] as const);
  // Where every word is capitalised, capitals carry no meaning.
  const capitalsMean = /(?<!\p{L})\p{Ll}{4}/u.test(text);
  return [...text.matchAll(word)].map(({ index, 0: match }) => {
    const upper = capitalsMean && /^\p{Lu}/u.test(match);
    const proper = upper && !sentenceStart.test(text.slice(Math.max(0, index - 8), index));
    const inQuotes = quoted.some(([from, to]) => index >= from && index < to);
    const weight = digits.test(match)
      ? 0
      : (proper ? questionWeights.properNoun : 1) * (inQuotes ? questionWeights.quoted : 1);
    return { text: match, lower: match.toLowerCase(), weight, proper };
  });
}
