import { newPayload, OverlayType, type BlockView, type LocaleId, type ReadonlySpan } from '@helve/flow';
import { textRangeIn, type PlacedUnit } from '../check/unit-place.js';
import { isUnwanted, preferredTerm, termsFor, type Term } from './concept.js';
import type { Termbase, TermEntry } from './contract.js';
import type { TermMatch } from './match/term-matcher.js';

const { OverlayTerm } = OverlayType;

/** Who puts marks, and for which locale: each replaces only its own. */
export interface TermMarker {
  readonly prefix: string;
  readonly locale: LocaleId;
}

/** The mark of a term in a source: what it is, and what it is called in the target. */
export function toTermSpan(
  unit: PlacedUnit,
  { term: entry, start, end, score, matchType }: TermMatch<TermEntry>,
  terms: Termbase,
  { prefix, locale }: TermMarker,
  number: number,
): ReadonlySpan {
  const { concept, term } = entry;
  const instead = terms.replacement(entry, term.locale);
  const called = instead === undefined ? acceptable(termsFor(concept, locale)) : preferredOf(instead, locale);
  return {
    id: `${prefix}-${locale}-${number + 1}`,
    range: textRangeIn(unit, start, end),
    props: instead === undefined ? {} : { useInstead: instead.term.text, useInsteadConcept: instead.concept.id },
    value: newPayload('term', {
      text: term.text,
      conceptId: concept.id,
      targets: called.map(({ text, status }) => ({ text, locale, status })),
      status: term.status,
      score,
      matchType,
    }),
  };
}

function acceptable(terms: readonly Term[]): readonly Term[] {
  return terms.filter((term) => !isUnwanted(term) && term.competitor !== true);
}

function preferredOf({ concept }: TermEntry, locale: LocaleId): readonly Term[] {
  const term = preferredTerm(concept, locale);
  return term === undefined ? [] : [term];
}

/** Replaces the marks that the same marker has put before; those of others stay. */
export function putTermSpans(view: BlockView, spans: readonly ReadonlySpan[], { prefix, locale }: TermMarker): void {
  const there = view.overlays(OverlayTerm, null);
  const kept = there.filter(({ id }) => !id.startsWith(`${prefix}-${locale}-`));
  if (spans.length > 0 || kept.length < there.length) view.putSpans(OverlayTerm, null, [...kept, ...spans]);
}
