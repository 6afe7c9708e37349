import { compareCodePoints } from '@helve/flow/content';
import { relationTypes, termStatuses, type Concept, type Relation, type Term } from './concept.js';

/**
 * Sorts the terms, relations and properties of a concept. Their order has no meaning, their status has, so a termbase
 * is the same whatever the order of its rows.
 */
export function orderConcept(concept: Concept): Concept {
  const properties = Object.entries(concept.properties).toSorted(([one], [other]) => compareCodePoints(one, other));
  return {
    ...concept,
    terms: concept.terms.toSorted(compareTerms),
    relations: concept.relations.toSorted(compareRelations),
    properties: Object.fromEntries(properties),
  };
}

function compareTerms(one: Term, other: Term): number {
  return (
    compareCodePoints(one.locale, other.locale) ||
    termStatuses.indexOf(one.status) - termStatuses.indexOf(other.status) ||
    compareCodePoints(one.text, other.text)
  );
}

function compareRelations(one: Relation, other: Relation): number {
  return relationTypes.indexOf(one.type) - relationTypes.indexOf(other.type) || compareCodePoints(one.to, other.to);
}
