import { canonicalJson, deepFreeze, digest } from '@helve/core';
import type { LocaleId } from '@helve/flow';
import { compareCodePoints } from '@helve/flow/content';
import { l10nErrors } from '../l10n-errors.js';
import { isUnwanted, preferredTerm, type Concept, type RelationType, type Term } from './concept.js';
import type { Termbase, TermEntry, TermQuery } from './contract.js';
import { fitsLocale } from './fits-locale.js';
import { findSimilar } from './find-similar.js';
import { createTermMatcher, type TermMatcher } from './match/term-matcher.js';
import { byPosition } from './match/without-overlaps.js';
import { orderConcept } from './order-concept.js';

/** Creates a termbase from concepts; throws for a duplicate id or a relation to a missing concept. */
export function createTermbase(items: Iterable<Concept>): Termbase {
  const concepts = deepFreeze([...items].map(orderConcept).sort((one, other) => compareCodePoints(one.id, other.id)));
  const byId = new Map(concepts.map((concept) => [concept.id, concept]));
  assertWhole(concepts, byId);
  const matchers = new Map<string, TermMatcher<TermEntry>>();
  let version: string | undefined;
  const termbase: Termbase = {
    get version() {
      return (version ??= digest(concepts));
    },
    concepts,
    concept: (id) => byId.get(id),
    matcher(query) {
      const key = canonicalJson({ ...usualQuery, ...query });
      let matcher = matchers.get(key);
      if (matcher === undefined) matchers.set(key, (matcher = createTermMatcher(wanted(concepts, query), query)));
      return matcher;
    },
    lookup(text, { minScore = 0.8, ...query }) {
      const inside = termbase.matcher({ ...query, overlaps: true })(text);
      const similar = findSimilar(text, findEntries(concepts, query), minScore, query);
      const seen = new Set(inside.map(({ term }) => term.term));
      return [...inside, ...similar.filter(({ term }) => !seen.has(term.term))]
        .filter(({ score }) => score >= minScore)
        .toSorted((one, other) => other.score - one.score || byPosition(one, other));
    },
    replacement: (entry, locale) => findReplacement(entry, locale, byId),
  };
  return Object.freeze(termbase);
}

/** Defaults of a query, so that equal queries share one automaton. */
const usualQuery = Object.freeze({
  domains: [],
  statuses: [],
  tags: [],
  inflection: 'light',
  caseSensitive: false,
  overlaps: false,
} as const);

function assertWhole(concepts: readonly Concept[], byId: ReadonlyMap<string, Concept>): void {
  const twice = concepts.find(({ id }, index) => concepts[index + 1]?.id === id);
  if (twice !== undefined) throw refuse(`the concept "${twice.id}" exists twice`);
  for (const { id, relations } of concepts) {
    const lost = relations.find(({ to }) => !byId.has(to));
    if (lost !== undefined)
      throw refuse(`the relation "${lost.type}" of "${id}" leads to "${lost.to}", which does not exist`);
  }
}

function refuse(problem: string): Error {
  return l10nErrors.create('L10N_TERMBASE', { problem });
}

function wanted(concepts: readonly Concept[], query: TermQuery) {
  return findEntries(concepts, query).map((term) => ({ term, text: term.term.text, forms: term.term.forms }));
}

/** Selects the terms of a query. */
function findEntries(concepts: readonly Concept[], query: TermQuery): readonly TermEntry[] {
  const { locale, domains = [], statuses = [], asOf, tags = [] } = query;
  return concepts.flatMap((concept) => {
    if (domains.length > 0 && !domains.includes(concept.domain)) return [];
    return concept.terms
      .filter(
        (term) =>
          fitsLocale(term.locale, locale) &&
          (statuses.length === 0 || statuses.includes(term.status)) &&
          holds(term, asOf, tags),
      )
      .map((term) => ({ concept, term }));
  });
}

/** True when a term is valid on a day and for some tags. */
function holds({ validity = {} }: Term, asOf: string | undefined, tags: readonly string[]): boolean {
  const { from, to, tags: own = [] } = validity;
  if (asOf !== undefined && ((from !== undefined && asOf < from) || (to !== undefined && asOf > to))) return false;
  return tags.length === 0 || own.length === 0 || own.some((tag) => tags.includes(tag));
}

const successors: readonly RelationType[] = ['use-instead', 'replaced-by'];

function findReplacement(
  { concept, term }: TermEntry,
  locale: LocaleId,
  byId: ReadonlyMap<string, Concept>,
): TermEntry | undefined {
  if (!isUnwanted(term)) return undefined;
  const others = successors.flatMap((type) =>
    concept.relations.filter((relation) => relation.type === type).map(({ to }) => byId.get(to)),
  );
  for (const other of [...others, concept]) {
    const found = other && preferredTerm(other, locale);
    if (other !== undefined && found !== undefined) return { concept: other, term: found };
  }
  return undefined;
}
