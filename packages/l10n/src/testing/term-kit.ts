import type { Resources } from '@helve/flow';
import { createTermbase } from '../term/create-termbase.js';
import type { Concept, Term } from '../term/concept.js';
import type { Termbase } from '../term/contract.js';
import { PROJECT_TERMS } from '../term/run-terms.js';

/** A term in a test: `de:Datei`, or `de:Akte!forbidden`; or one with more fields. */
export type TermText = string | Term;

/** Creates a concept from terms. */
export function concept(
  id: string,
  terms: readonly TermText[],
  more: Partial<Omit<Concept, 'id' | 'terms'>> = {},
): Concept {
  return { domain: '', definition: '', relations: [], properties: {}, ...more, id, terms: terms.map(toTerm) };
}

function toTerm(draft: TermText): Term {
  if (typeof draft !== 'string') return draft;
  const [, locale = '', text = '', status = 'approved'] = /^([^:]+):(.*?)(?:!([a-z]+))?$/u.exec(draft) ?? [];
  // A test that misspells a status fails by itself.
  return { locale, text, status: status as Term['status'] };
}

/** Creates the resources of a run with these terms. */
export function withTerms(concepts: readonly Concept[] | Termbase): Resources {
  const terms = 'matcher' in concepts ? concepts : createTermbase(concepts);
  return { get: (uri) => (uri === PROJECT_TERMS ? terms : undefined) };
}
