import {
  newPayload,
  OverlayType,
  units,
  unitText,
  type BlockView,
  type LocaleId,
  type ReadonlySpan,
  type Runs,
} from '@helve/flow';
import { sameRange } from '@helve/flow/content';
import { textRangeIn, type LocatedUnit } from '../check/unit-range.js';
import { isUnwanted, preferredTerm, termsFor, type Term } from './concept.js';
import type { Termbase, TermEntry } from './contract.js';
import type { TermMatch, TermMatcher } from './match/term-matcher.js';

const { OverlayTerm } = OverlayType;

/** The tool that writes term spans, and its locale: each replaces only its own. */
export interface TermMarker {
  readonly prefix: string;
  readonly locale: LocaleId;
}

/** Lists the spans of all terms in a source, in reading order. */
export function termSpansIn(
  source: Runs,
  find: TermMatcher<TermEntry>,
  terms: Termbase,
  marker: TermMarker,
): readonly ReadonlySpan[] {
  const spans: ReadonlySpan[] = [];
  for (const unit of units(source)) {
    for (const match of find(unitText(unit.runs))) spans.push(toTermSpan(unit, match, terms, marker, spans.length));
  }
  return spans;
}

/** Creates the span of a term in a source: the term, and its target terms. */
function toTermSpan(
  unit: LocatedUnit,
  match: TermMatch<TermEntry>,
  terms: Termbase,
  { prefix, locale }: TermMarker,
  number: number,
): ReadonlySpan {
  const { value, props } = termContent(match, terms, locale);
  return { id: `${prefix}-${locale}-${number + 1}`, range: textRangeIn(unit, match.start, match.end), props, value };
}

/** Content of a term span. */
type TermContent = Required<Pick<ReadonlySpan, 'props' | 'value'>>;

/** Cache of span contents: neither a term nor its termbase ever changes. */
const contentCache = new WeakMap<TermEntry, Map<string, TermContent>>();

function termContent(match: TermMatch<TermEntry>, terms: Termbase, locale: LocaleId): TermContent {
  const { term: entry, matchType } = match;
  let known = contentCache.get(entry);
  if (known === undefined) contentCache.set(entry, (known = new Map()));
  const key = `${matchType} ${locale}`;
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = toSaid(match, terms, locale)));
  return found;
}

function toSaid(
  { term: entry, score, matchType }: TermMatch<TermEntry>,
  terms: Termbase,
  locale: LocaleId,
): TermContent {
  const { concept, term } = entry;
  const instead = terms.replacement(entry, term.locale);
  const called = instead === undefined ? acceptable(termsFor(concept, locale)) : findPreferred(instead, locale);
  return {
    props: Object.freeze(
      instead === undefined ? {} : { useInstead: instead.term.text, useInsteadConcept: instead.concept.id },
    ),
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

function findPreferred({ concept }: TermEntry, locale: LocaleId): readonly Term[] {
  const term = preferredTerm(concept, locale);
  return term === undefined ? [] : [term];
}

/** Replaces the spans that the same marker wrote before; those of others stay. */
export function putTermSpans(view: BlockView, spans: readonly ReadonlySpan[], { prefix, locale }: TermMarker): void {
  const existing = view.overlays(OverlayTerm, null);
  if (existing.length === 0) {
    if (spans.length > 0) view.putSpans(OverlayTerm, null, spans);
    return;
  }
  const own = `${prefix}-${locale}-`;
  const foreign = existing.filter(({ id }) => !id.startsWith(own));
  if (foreign.length === 0 && hasSameSpans(existing, spans)) return;
  if (spans.length > 0 || foreign.length < existing.length) view.putSpans(OverlayTerm, null, [...foreign, ...spans]);
}

/** True when all spans exist already, as when one tool finds what another has found before. */
function hasSameSpans(existing: readonly ReadonlySpan[], spans: readonly ReadonlySpan[]): boolean {
  if (existing.length !== spans.length) return false;
  return spans.every(({ id, range, value }, index) => {
    const old = existing[index];
    if (old?.id !== id || old.value !== value || old.range === undefined || range === undefined) return false;
    return sameRange(old.range, range);
  });
}
