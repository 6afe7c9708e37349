import type { Termbase } from '@helve/l10n';

/** Numbers of concepts and terms in a termbase. */
export interface TermCounts {
  readonly concepts: number;
  readonly terms: number;
  readonly relations: number;
  readonly locales: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  /** Concepts by domain; those of none under the empty name. */
  readonly domains: Readonly<Record<string, number>>;
}

export function countTerms({ concepts }: Termbase): TermCounts {
  const terms = concepts.flatMap((concept) => concept.terms);
  return {
    concepts: concepts.length,
    terms: terms.length,
    relations: concepts.reduce((sum, { relations }) => sum + relations.length, 0),
    locales: tally(terms.map(({ locale }) => locale)),
    statuses: tally(terms.map(({ status }) => status)),
    domains: tally(concepts.map(({ domain }) => domain)),
  };
}

function tally(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
