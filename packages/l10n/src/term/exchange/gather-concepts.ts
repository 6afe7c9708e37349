import { canonicalJson } from '@helve/core';
import { compareCodePoints } from '@helve/flow/content';
import type { Concept, Term } from '../concept.js';
import { orderConcept } from '../order-concept.js';
import type { SkippedTerm, TermItem } from './term-item.js';

/** Result of reading a term file. */
export interface GatheredConcepts {
  readonly concepts: readonly Concept[];
  readonly skipped: readonly SkippedTerm[];
}

/**
 * Joins the items of a file to concepts. The order of the items makes no difference: of contradicting values the same
 * one always stays, and the other is reported. Relations need a concept at both ends, which may be one that is `known`.
 */
export async function gatherConcepts(
  items: AsyncIterable<TermItem> | Iterable<TermItem>,
  known: (id: string) => boolean = () => false,
): Promise<GatheredConcepts> {
  const byId = new Map<string, Concept>();
  const skipped: SkippedTerm[] = [];
  for await (const item of items) {
    if (item.kind === 'skipped') {
      skipped.push({ place: item.place, reason: item.reason });
      continue;
    }
    const { concept } = item;
    const existing = byId.get(concept.id);
    byId.set(concept.id, joinConcepts(existing ?? { ...concept, ...nothing }, concept, skipped));
  }
  const exists = (id: string) => byId.has(id) || known(id);
  const concepts = [...byId.values()].map((concept) => withoutLostRelations(concept, exists, skipped));
  return { concepts: concepts.toSorted((one, other) => compareCodePoints(one.id, other.id)), skipped };
}

const nothing = { terms: [], relations: [], properties: {} } as const;

/** Merges concepts with those of another termbase: the new ones take precedence, and nothing else is removed. */
export function mergeConcepts(old: Iterable<Concept>, more: Iterable<Concept>): readonly Concept[] {
  const merged = new Map([...old].map((concept) => [concept.id, concept]));
  for (const concept of more) {
    const existing = merged.get(concept.id);
    merged.set(concept.id, existing === undefined ? concept : overlay(existing, concept));
  }
  return [...merged.values()];
}

function overlay(old: Concept, more: Concept): Concept {
  const terms = new Map([...old.terms, ...more.terms].map((term) => [termKey(term), term]));
  return orderConcept({
    id: old.id,
    domain: more.domain === '' ? old.domain : more.domain,
    definition: more.definition === '' ? old.definition : more.definition,
    terms: [...terms.values()],
    relations: distinct([...old.relations, ...more.relations]),
    properties: { ...old.properties, ...more.properties },
  });
}

function termKey({ locale, text }: Term): string {
  return `${locale}\n${text}`;
}

function joinConcepts(one: Concept, other: Concept, skipped: SkippedTerm[]): Concept {
  const { id } = one;
  const settle = (what: string, first: string, second: string) => settled(id, what, [first, second], skipped);
  const terms = new Map<string, Term>();
  for (const term of [...one.terms, ...other.terms]) {
    const key = termKey(term);
    const existing = terms.get(key);
    terms.set(key, existing === undefined ? term : settledTerm(id, existing, term, skipped));
  }
  const properties: Record<string, string> = { ...one.properties };
  for (const [name, value] of Object.entries(other.properties)) {
    properties[name] = settle(`property "${name}"`, properties[name] ?? '', value);
  }
  return orderConcept({
    id,
    domain: settle('domain', one.domain, other.domain),
    definition: settle('definition', one.definition, other.definition),
    terms: [...terms.values()],
    relations: distinct([...one.relations, ...other.relations]),
    properties,
  });
}

/** Picks the first of two texts by code points, so that their order does not matter. */
function settled(id: string, what: string, values: readonly [string, string], skipped: SkippedTerm[]): string {
  const [first = '', other] = [...new Set(values.filter((value) => value !== ''))].sort(compareCodePoints);
  if (other !== undefined) skipped.push({ place: id, reason: `it already has another ${what}: "${other}"` });
  return first;
}

function settledTerm(id: string, one: Term, other: Term, skipped: SkippedTerm[]): Term {
  const [first, second] = [canonicalJson(one), canonicalJson(other)];
  if (first === second) return one;
  skipped.push({ place: id, reason: `the term "${one.text}" occurs twice with different data` });
  return compareCodePoints(first, second) < 0 ? one : other;
}

function distinct<T extends object>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [canonicalJson(item), item])).values()];
}

function withoutLostRelations(concept: Concept, exists: (id: string) => boolean, skipped: SkippedTerm[]): Concept {
  const lost = concept.relations.filter(({ to }) => !exists(to));
  if (lost.length === 0) return concept;
  for (const { type, to } of lost)
    skipped.push({ place: concept.id, reason: `its relation "${type}" leads to "${to}", which does not exist` });
  return { ...concept, relations: concept.relations.filter((relation) => !lost.includes(relation)) };
}
