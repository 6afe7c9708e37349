import type { LocaleId } from '@helve/flow';
import { fitsLocale } from './fits-locale.js';

/** Statuses of a term, from the best to the worst. */
export const termStatuses = Object.freeze([
  'preferred',
  'approved',
  'admitted',
  'proposed',
  'deprecated',
  'forbidden',
] as const);
export type TermStatus = (typeof termStatuses)[number];

/** Relations between concepts. */
export const relationTypes = Object.freeze([
  'broader',
  'narrower',
  'part-of',
  'has-part',
  'related',
  'replaced-by',
  'use-instead',
  'exact-match',
  'close-match',
  'competitor',
] as const);
export type RelationType = (typeof relationTypes)[number];

/** Period and audience of a term; days as `2030-01-31`, both included. */
export interface Validity {
  readonly from?: string;
  readonly to?: string;
  readonly tags?: readonly string[];
}

/** One word or phrase for a concept. */
export interface Term {
  readonly text: string;
  readonly locale: LocaleId;
  readonly status: TermStatus;
  readonly partOfSpeech?: string;
  readonly gender?: string;
  readonly note?: string;
  /** True when the term is the name of a competitor. */
  readonly competitor?: boolean;
  readonly validity?: Validity;
  /** Forms that no rule of its language covers. */
  readonly forms?: readonly string[];
}

export interface Relation {
  readonly type: RelationType;
  /** The id of the other concept. */
  readonly to: string;
}

/** One meaning, with all of its terms. */
export interface Concept {
  readonly id: string;
  readonly domain: string;
  readonly definition: string;
  readonly terms: readonly Term[];
  readonly relations: readonly Relation[];
  readonly properties: { readonly [name: string]: string };
}

/** True when a term should not be used any more. */
export function isUnwanted({ status }: Pick<Term, 'status'>): boolean {
  return status === 'deprecated' || status === 'forbidden';
}

const byLocale = new WeakMap<Concept, Map<LocaleId, readonly Term[]>>();

/** Lists the terms of a concept for a locale, cached: a termbase never changes its concepts. */
export function termsFor(concept: Concept, locale: LocaleId): readonly Term[] {
  let known = byLocale.get(concept);
  let found = known?.get(locale);
  if (found !== undefined) return found;
  found = concept.terms.filter((term) => fitsLocale(term.locale, locale));
  if (!Object.isFrozen(concept)) return found;
  if (known === undefined) byLocale.set(concept, (known = new Map()));
  known.set(locale, found);
  return found;
}

/** Returns the preferred term of a concept in a locale, else the first allowed one. */
export function preferredTerm(concept: Concept, locale: LocaleId): Term | undefined {
  const terms = termsFor(concept, locale).filter((term) => !isUnwanted(term) && term.competitor !== true);
  return terms.find(({ status }) => status === 'preferred') ?? terms[0];
}
