import { gatherConcepts } from './exchange/gather-concepts.js';
import { toConceptId } from './exchange/draft-term.js';
import { createTermbase } from './create-termbase.js';
import type { Concept, Term } from './concept.js';
import type { Termbase } from './contract.js';

/** A term and its translations; the first is preferred. */
export interface GlossaryEntry {
  readonly source: string;
  readonly target: readonly string[];
}

/** Creates a termbase from a short list for two locales; entries of one term belong together. */
export async function toTermbase(entries: readonly GlossaryEntry[], from: string, to: string): Promise<Termbase> {
  const items = entries.map((entry) => ({ kind: 'concept', concept: toConcept(entry, from, to) }) as const);
  return createTermbase((await gatherConcepts(items)).concepts);
}

function toConcept({ source, target }: GlossaryEntry, from: string, to: string): Concept {
  const targets = target.map((text, index): Term => ({
    text,
    locale: to,
    status: index === 0 ? 'preferred' : 'admitted',
  }));
  const terms: readonly Term[] = [{ text: source, locale: from, status: 'approved' }, ...targets];
  return { id: toConceptId('', source), domain: '', definition: '', terms, relations: [], properties: {} };
}
