import {
  newPayload,
  OverlayType,
  PortSource,
  PortTarget,
  units,
  unitText,
  variantLocale,
  type BlockView,
  type ReadonlySpan,
} from '@helve/flow';
import { checkPorts } from '../../check/check-port.js';
import { severitiesProperty, type CheckRules } from '../../check/check-rule.js';
import type { FindingDraft } from '../../check/finding-draft.js';
import { putFindings } from '../../check/put-findings.js';
import { pairUnits, type UnitPair } from '../../check/unit-pair.js';
import { textRangeIn, wholeUnit, type PlacedUnit } from '../../check/unit-place.js';
import { flowToolEntry } from '../flow-tool-entry.js';
import { targetLocaleProperty, targetOf } from '../target-locale.js';
import { createTermMatcher, type TermMatch, type TermMatcher } from './match-terms.js';
import { readGlossary, type GlossaryEntry } from './read-glossary.js';

const { OverlayTerm } = OverlayType;
const rules = {
  'term.missing': { severity: 'major', description: 'A term of the glossary is not translated as it says.' },
} as const satisfies CheckRules;

/** Begins the ids of the spans that are this check's own for a locale. */
const spanPrefix = (locale: string) => `glossary-${locale}-`;

/** Finds terms of a glossary that were translated as something else. */
export const termCheck = flowToolEntry({
  meta: {
    id: 'term-check',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Term check',
    description: 'Finds terms whose target has none of the translations that a glossary gives.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    sideEffects: ['termbase-read'],
    consumes: [{ type: 'target', side: PortTarget }],
    produces: [...checkPorts, { type: OverlayTerm, side: PortSource }],
  },
  properties: {
    glossary: {
      anyOf: [
        { type: 'string', minLength: 1 },
        {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              source: { type: 'string', minLength: 1, description: 'Is the term.' },
              target: {
                type: 'array',
                items: { type: 'string', minLength: 1 },
                minItems: 1,
                description: 'Lists what it may be translated as, the preferred one first.',
              },
            },
            required: ['source', 'target'],
          },
        },
      ],
      'x-path': 'in',
      description: 'Is a list of terms with their translations, or a file of CSV or JSON that has one.',
    },
    caseSensitive: { type: 'boolean', default: false, description: 'Finds terms only in the case they are given in.' },
    severities: severitiesProperty(rules),
    targetLocale: targetLocaleProperty,
  },
  required: ['glossary'],
  create: ({ glossary, caseSensitive, severities }) => {
    let terms: Terms | undefined;
    return {
      annotate(view, ctx) {
        const variant = targetOf(ctx);
        const target = view.target(variant)?.runs;
        if (!view.translatable || target === undefined) return;
        terms ??= compileTerms(typeof glossary === 'string' ? readGlossary(glossary) : glossary, caseSensitive);
        const drafts: FindingDraft[] = [];
        const spans: ReadonlySpan[] = [];
        const locale = variantLocale(variant);
        for (const unit of units(view.source)) {
          for (const match of terms.inSource(unitText(unit.runs)))
            spans.push(toSpan(unit, match, locale, spans.length));
        }
        const pairs = spans.length === 0 ? [] : pairUnits(view.source, target, locale);
        for (const pair of pairs) drafts.push(...missingTerms(pair, terms, variant));
        putTerms(view, spans, locale);
        putFindings(view, 'term-check', drafts, { variant, severities });
      },
    };
  },
});

interface Terms {
  readonly inSource: TermMatcher<GlossaryEntry>;
  /** Finds what is accepted for one term. */
  inTarget(entry: GlossaryEntry): TermMatcher<GlossaryEntry>;
}

function compileTerms(glossary: readonly GlossaryEntry[], caseSensitive: boolean): Terms {
  const accepted = new Map<GlossaryEntry, TermMatcher<GlossaryEntry>>();
  return {
    inSource: createTermMatcher(
      glossary.map((term) => ({ term, texts: [term.source] })),
      caseSensitive,
    ),
    inTarget(term) {
      const matcher = accepted.get(term) ?? createTermMatcher([{ term, texts: term.target }], caseSensitive);
      accepted.set(term, matcher);
      return matcher;
    },
  };
}

/** Each term must be there as often as in the source; of too few, the last are missing. */
function missingTerms(pair: UnitPair, terms: Terms, variant: string): readonly FindingDraft[] {
  const matches = terms.inSource(unitText(pair.source));
  const text = unitText(pair.target);
  return [...new Set(matches.map(({ term }) => term))].flatMap((entry) => {
    const wanted = matches.filter(({ term }) => term === entry);
    const given = terms.inTarget(entry)(text).length;
    return wanted.slice(given).map((match) => toDraft(pair, match, variant));
  });
}

function toDraft(pair: UnitPair, { term, start, end }: TermMatch<GlossaryEntry>, variant: string): FindingDraft {
  const [preferred = ''] = term.target;
  const accepted = term.target.map((text) => `"${text}"`).join(' or ');
  return {
    rule: 'term.missing',
    severity: rules['term.missing'].severity,
    message: `The term "${term.source}" is not translated as ${accepted}`,
    side: variant,
    range: wholeUnit({ runs: pair.target, path: pair.path }),
    other: { side: null, range: textRangeIn({ runs: pair.source, path: pair.sourcePath }, start, end) },
    subject: term.source,
    suggestion: preferred,
  };
}

function toSpan(unit: PlacedUnit, match: TermMatch<GlossaryEntry>, locale: string, number: number): ReadonlySpan {
  const { term, start, end } = match;
  const targets = term.target.map((text) => ({ text, locale }));
  return {
    id: `${spanPrefix(locale)}${number + 1}`,
    range: textRangeIn(unit, start, end),
    props: {},
    value: newPayload('term', { text: term.source, targets, matchType: 'exact' }),
  };
}

/** Replaces the terms that this check has marked before; those of others stay. */
function putTerms(view: BlockView, spans: readonly ReadonlySpan[], locale: string): void {
  const there = view.overlays(OverlayTerm, null);
  const kept = there.filter(({ id }) => !id.startsWith(spanPrefix(locale)));
  if (spans.length > 0 || kept.length < there.length) view.putSpans(OverlayTerm, null, [...kept, ...spans]);
}
