import { canonicalJson } from '@helve/core';
import { OverlayType, PortSource, PortTarget, type BlockView, type StepContext } from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import { comparedTarget } from '../../check/compared-target.js';
import { checkPorts } from '../../check/check-port.js';
import { severitiesProperty } from '../../check/check-rule.js';
import { reportFindings } from '../../check/report-findings.js';
import { pairUnits } from '../../check/unit-pair.js';
import type { FindingDraft, Severities } from '../../check/finding-draft.js';
import { isUnwanted, termsFor, type Term, type TermStatus } from '../../term/concept.js';
import type { Termbase, TermEntry } from '../../term/contract.js';
import { atLeast, createTermMatcher, type TermMatcher } from '../../term/match/term-matcher.js';
import { checkStatusesProperty, queryProperties, toQuery } from '../../term/query-property.js';
import { cachedFinder } from '../../term/cached-finder.js';
import { createTermsReader } from '../../term/run-terms.js';
import { putTermSpans, termSpansIn } from '../../term/term-span.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { enforceRules } from './enforce-rules.js';
import { markedByOthers, type MarkedTerm } from './marked-terms.js';
import { unusedMarks, unusedTerms, unwantedTerms, type Enforcement } from './enforce-unit.js';

/** Finds targets that lack required terms, or use unwanted ones. */
export const termEnforce = flowToolEntry({
  meta: {
    id: 'term-enforce',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Term enforcement',
    description: 'Finds targets that lack terms of the termbase, or use deprecated or forbidden ones.',
    cardinality: 'bilingual',
    requires: ['termbase', 'target-language'],
    sideEffects: ['termbase-read'],
    consumes: [
      { type: 'target', side: PortTarget },
      { type: OverlayType.OverlayTerm, side: PortSource, optional: true },
    ],
    produces: [...checkPorts, { type: OverlayType.OverlayTerm, side: PortSource }],
  },
  groups: [
    { id: 'check', title: 'Check', properties: ['checkStatuses', 'severities', 'targetLocale'] },
    { id: 'terms', title: 'Terms', properties: ['domains', 'statuses', 'tags', 'asOf'] },
    { id: 'matching', title: 'Matching', properties: ['caseSensitive', 'inflection', 'minScore'] },
  ],
  properties: {
    ...queryProperties,
    caseSensitive: { type: 'boolean', default: false, description: 'Match terms only in the given case.' },
    checkStatuses: checkStatusesProperty,
    severities: severitiesProperty(enforceRules),
    targetLocale: targetLocaleProperty,
  },
  create: (config) => {
    const readTerms = createTermsReader();
    const known = new Map<string, Enforcement>();
    return {
      annotate(view, ctx) {
        const variant = targetLocale(ctx);
        if (!view.translatable || comparedTarget(view, variant) === undefined) return;
        const terms = readTerms(ctx);
        if (terms === undefined) return;
        const key = `${view.sourceLocale} ${variant}`;
        const rules = known.get(key) ?? enforcementFor(terms, view.sourceLocale, variant, config, ctx);
        known.set(key, rules);
        enforce(view, rules, config.severities);
      },
    };
  },
});

interface EnforceConfig {
  readonly domains: readonly string[];
  readonly statuses: readonly TermStatus[];
  readonly minScore: number;
  readonly inflection: 'none' | 'light';
  readonly asOf?: string;
  readonly tags: readonly string[];
  readonly caseSensitive: boolean;
  readonly checkStatuses: readonly TermStatus[];
}

/** Cache: a termbase never changes, so all documents of a run share what is derived from it. */
const enforcements = new WeakMap<Termbase, Map<string, Enforcement>>();

function enforcementFor(
  terms: Termbase,
  sourceLocale: string,
  variant: string,
  config: EnforceConfig,
  ctx: StepContext,
): Enforcement {
  const { minScore, statuses, checkStatuses, caseSensitive } = config;
  const query = toQuery(config, ctx, sourceLocale, statuses);
  const key = canonicalJson([variant, query, { minScore, checkStatuses, caseSensitive }]);
  let known = enforcements.get(terms);
  if (known === undefined) enforcements.set(terms, (known = new Map()));
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = toEnforcement(terms, sourceLocale, variant, config, ctx)));
  return found;
}

function toEnforcement(
  terms: Termbase,
  sourceLocale: string,
  variant: string,
  config: EnforceConfig,
  ctx: StepContext,
): Enforcement {
  const { minScore, statuses, checkStatuses, caseSensitive } = config;
  const locale = variantLocale(variant);
  const finder = (of: string, wanted: readonly TermStatus[], overlaps: boolean) =>
    terms.matcher({ ...toQuery(config, ctx, of, wanted), caseSensitive, overlaps });
  const sure =
    (find: TermMatcher<TermEntry>): TermMatcher<TermEntry> =>
    (text) =>
      atLeast(find(text), minScore);
  const hasUnwanted = terms.concepts.some((concept) => termsFor(concept, locale).some(isUnwanted));
  return {
    terms,
    variant,
    locale,
    checkStatuses,
    caseSensitive,
    inSource: sure(cachedFinder(finder(sourceLocale, statuses, false))),
    accepted: sure(finder(locale, checkStatuses, true)),
    all: hasUnwanted ? sure(finder(locale, [], false)) : undefined,
    asWritten: createAsWritten(locale),
    acceptedFor: createAccepted(terms, locale, checkStatuses),
  };
}

function createAsWritten(locale: string): Enforcement['asWritten'] {
  const known = new Map<string, TermMatcher<string>>();
  const options = { locale, caseSensitive: true, inflection: 'none' } as const;
  return (term) => {
    const matcher = known.get(term) ?? createTermMatcher([{ term, text: term }], options);
    known.set(term, matcher);
    return matcher;
  };
}

/** Creates the list of accepted translations: all terms of a concept, and those of its replacement. */
function createAccepted(
  terms: Termbase,
  locale: string,
  checkStatuses: readonly TermStatus[],
): Enforcement['acceptedFor'] {
  const known = new Map<TermEntry, readonly Term[]>();
  return (entry) => {
    let accepted = known.get(entry);
    if (accepted === undefined) {
      const instead = terms.replacement(entry, entry.term.locale)?.concept;
      accepted = [entry.concept, ...(instead === undefined ? [] : [instead])]
        .flatMap((concept) => termsFor(concept, locale))
        .filter(({ status }) => checkStatuses.includes(status));
      known.set(entry, accepted);
    }
    return accepted;
  };
}

function enforce(view: BlockView, rules: Enforcement, severities: Severities): void {
  const { variant, locale } = rules;
  const marker = { prefix: 'terms', locale };
  const marked = markedByOthers(view, marker, rules.checkStatuses);
  const spans = termSpansIn(view.source, rules.inSource, rules.terms, marker);
  putTermSpans(view, spans, marker);
  reportFindings(view, 'term-enforce', draftsFor(view, spans.length, marked, rules), { variant, severities });
}

function draftsFor(
  view: BlockView,
  found: number,
  marked: readonly MarkedTerm[],
  rules: Enforcement,
): readonly FindingDraft[] {
  // The common case: nothing is required, and nothing forbidden.
  if (found === 0 && marked.length === 0 && rules.all === undefined) return [];
  return pairUnits(view.source, view.target(rules.variant)?.runs ?? [], rules.locale).flatMap((pair) => [
    ...unusedTerms(pair, rules),
    ...unusedMarks(pair, marked, rules),
    ...unwantedTerms(pair, rules),
  ]);
}
