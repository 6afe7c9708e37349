import {
  OverlayType,
  PortSource,
  PortTarget,
  units,
  unitText,
  variantLocale,
  type BlockView,
  type StepContext,
} from '@helve/flow';
import { checkPorts } from '../../check/check-port.js';
import { severitiesProperty } from '../../check/check-rule.js';
import { putFindings } from '../../check/put-findings.js';
import { pairUnits } from '../../check/unit-pair.js';
import type { Severities } from '../../check/finding-draft.js';
import type { TermStatus } from '../../term/concept.js';
import type { Termbase } from '../../term/contract.js';
import { checkStatusesProperty, queryProperties, toQuery } from '../../term/query-property.js';
import { createTermsReader } from '../../term/run-terms.js';
import { putTermSpans, toTermSpan } from '../../term/term-span.js';
import { flowToolEntry } from '../flow-tool-entry.js';
import { targetLocaleProperty, targetOf } from '../target-locale.js';
import { enforceRules } from './enforce-rules.js';
import { markedElsewhere } from './marked-terms.js';
import { unusedMarks, unusedTerms, unwantedTerms, type Enforcement } from './enforce-unit.js';

/** Finds targets that do not use the terms they should, or use those they should not. */
export const termEnforce = flowToolEntry({
  meta: {
    id: 'term-enforce',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Term enforcement',
    description: 'Finds targets without the terms of the termbase, and those with terms that should not be used.',
    cardinality: 'bilingual',
    requires: ['termbase', 'target-language'],
    sideEffects: ['termbase-read'],
    consumes: [
      { type: 'target', side: PortTarget },
      { type: OverlayType.OverlayTerm, side: PortSource, optional: true },
    ],
    produces: [...checkPorts, { type: OverlayType.OverlayTerm, side: PortSource }],
  },
  properties: {
    ...queryProperties,
    caseSensitive: { type: 'boolean', default: false, description: 'Finds terms only in the case they are given in.' },
    checkStatuses: checkStatusesProperty,
    severities: severitiesProperty(enforceRules),
    targetLocale: targetLocaleProperty,
  },
  create: (config) => {
    const termsOf = createTermsReader();
    const known = new Map<string, Enforcement>();
    return {
      annotate(view, ctx) {
        const variant = targetOf(ctx);
        if (!view.translatable || view.target(variant) === undefined) return;
        const terms = termsOf(ctx);
        if (terms === undefined) return;
        const key = `${view.sourceLocale} ${variant}`;
        const rules = known.get(key) ?? toEnforcement(terms, view.sourceLocale, variant, config, ctx);
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

function toEnforcement(
  terms: Termbase,
  sourceLocale: string,
  variant: string,
  config: EnforceConfig,
  ctx: StepContext,
): Enforcement {
  const { minScore, statuses, checkStatuses, caseSensitive } = config;
  const locale = variantLocale(variant);
  const finder = (of: string, wanted: readonly TermStatus[], overlaps: boolean) => {
    const find = terms.matcher({ ...toQuery(config, ctx, of, wanted), caseSensitive, overlaps });
    return (text: string) => find(text).filter(({ score }) => score >= minScore);
  };
  return {
    terms,
    variant,
    locale,
    checkStatuses,
    caseSensitive,
    inSource: finder(sourceLocale, statuses, false),
    accepted: finder(locale, checkStatuses, true),
    all: finder(locale, [], false),
  };
}

function enforce(view: BlockView, rules: Enforcement, severities: Severities): void {
  const { terms, variant, locale } = rules;
  const marker = { prefix: 'terms', locale };
  const marked = markedElsewhere(view, marker, rules.checkStatuses);
  const places = units(view.source).flatMap((unit) =>
    rules.inSource(unitText(unit.runs)).map((match) => ({ unit, match })),
  );
  const spans = places.map(({ unit, match }, index) => toTermSpan(unit, match, terms, marker, index));
  putTermSpans(view, spans, marker);
  const drafts = pairUnits(view.source, view.target(variant)?.runs ?? [], locale).flatMap((pair) => [
    ...unusedTerms(pair, rules),
    ...unusedMarks(pair, marked, rules),
    ...unwantedTerms(pair, rules),
  ]);
  putFindings(view, 'term-enforce', drafts, { variant, severities });
}
