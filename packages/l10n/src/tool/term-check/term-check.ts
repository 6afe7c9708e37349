import { OverlayType, PortSource, PortTarget, unitText, type BlockView, type StepContext } from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import { comparedTarget } from '../../check/compared-target.js';
import { checkPorts } from '../../check/check-port.js';
import { severitiesProperty, type CheckRules } from '../../check/check-rule.js';
import type { FindingDraft, Severities } from '../../check/finding-draft.js';
import { reportFindings } from '../../check/report-findings.js';
import { pairUnits, type UnitPair } from '../../check/unit-pair.js';
import { textRangeIn, wholeUnit } from '../../check/unit-range.js';
import { isUnwanted, termsFor, type Term, type TermStatus } from '../../term/concept.js';
import type { Termbase, TermEntry } from '../../term/contract.js';
import { toTermbase } from '../../term/glossary.js';
import { loadTerms } from '../../term/load-terms.js';
import type { TermMatch, TermMatcher } from '../../term/match/term-matcher.js';
import { cachedFinder } from '../../term/cached-finder.js';
import { createTermsReader } from '../../term/run-terms.js';
import { termRequirements, unmetRequirements, type TermRequirement } from '../../term/term-requirement.js';
import { putTermSpans, termSpansIn } from '../../term/term-span.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';

const rules = {
  'term.missing': { severity: 'major', description: 'A term is not translated as it should be.' },
} as const satisfies CheckRules;

const usable: readonly TermStatus[] = ['preferred', 'approved', 'admitted', 'proposed'];

/** Finds terms of a glossary that were translated differently. */
export const termCheck = flowToolEntry({
  meta: {
    id: 'term-check',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Term check',
    description: 'Finds terms that are translated with none of the translations in a glossary or the termbase.',
    cardinality: 'bilingual',
    requires: ['target-language', 'termbase'],
    sideEffects: ['termbase-read'],
    consumes: [{ type: 'target', side: PortTarget }],
    produces: [...checkPorts, { type: OverlayType.OverlayTerm, side: PortSource }],
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
              source: { type: 'string', minLength: 1, description: 'Term to find.' },
              target: {
                type: 'array',
                items: { type: 'string', minLength: 1 },
                minItems: 1,
                description: 'Accepted translations, the preferred one first.',
              },
            },
            required: ['source', 'target'],
          },
        },
      ],
      'x-path': 'in',
      description:
        'Terms with their translations as a list, or as a CSV, TBX or JSON file. Default: the termbase of the project.',
    },
    caseSensitive: { type: 'boolean', default: false, description: 'Match terms only in the given case.' },
    severities: severitiesProperty(rules),
    targetLocale: targetLocaleProperty,
  },
  resolve: ({ glossary }, { meta }) =>
    glossary === undefined ? {} : { requires: (meta.requires ?? []).filter((each) => each !== 'termbase') },
  create: ({ glossary, caseSensitive, severities }, { files }) => {
    const known = new Map<string, PairTerms | undefined>();
    const readTerms = createTermsReader();
    const open = async (from: string, to: string, ctx: StepContext): Promise<Termbase | undefined> => {
      if (glossary === undefined) return readTerms(ctx);
      if (typeof glossary !== 'string') return toTermbase(glossary, from, to);
      const { termbase, skipped } = await loadTerms(glossary, { sourceLocale: from, targetLocale: to }, files);
      for (const { place, reason } of skipped) ctx.log('warn', `${glossary}, ${place}: ${reason}`);
      return termbase;
    };
    const check = (view: BlockView, variant: string, terms: PairTerms | undefined) => {
      if (terms !== undefined) checkTerms(view, variant, terms, severities);
    };
    return {
      annotate(view, ctx) {
        const variant = targetLocale(ctx);
        if (!view.translatable || comparedTarget(view, variant) === undefined) return undefined;
        const [from, to] = [view.sourceLocale, variantLocale(variant)];
        const key = `${from} ${to}`;
        if (known.has(key)) return check(view, variant, known.get(key));
        return open(from, to, ctx).then((termbase) => {
          const terms = termbase && toPairTerms(termbase, from, to, caseSensitive);
          known.set(key, terms);
          check(view, variant, terms);
        });
      },
    };
  },
});

/** The terms of two locales. */
interface PairTerms {
  readonly termbase: Termbase;
  readonly locale: string;
  readonly inSource: TermMatcher<TermEntry>;
  /** Finds accepted target terms, also inside other terms. */
  readonly inTarget: TermMatcher<TermEntry>;
}

function toPairTerms(termbase: Termbase, from: string, locale: string, caseSensitive: boolean): PairTerms {
  return {
    termbase,
    locale,
    inSource: cachedFinder(termbase.matcher({ locale: from, caseSensitive })),
    inTarget: termbase.matcher({ locale, caseSensitive, statuses: usable, overlaps: true }),
  };
}

function checkTerms(view: BlockView, variant: string, terms: PairTerms, severities: Severities): void {
  const { termbase, locale, inSource, inTarget } = terms;
  const marker = { prefix: 'glossary', locale };
  const spans = termSpansIn(view.source, inSource, termbase, marker);
  putTermSpans(view, spans, marker);
  const pairs = spans.length === 0 ? [] : pairUnits(view.source, view.target(variant)?.runs ?? [], locale);
  const acceptedFor = ({ concept }: TermEntry) => termsFor(concept, locale).filter(isAccepted);
  const drafts = pairs.flatMap((pair) => {
    const text = unitText(pair.target);
    const found = inTarget(text);
    return termRequirements(inSource(unitText(pair.source)), acceptedFor).flatMap((demand) =>
      unmetRequirements(demand, found, text.length).map((match) => toDraft(pair, match, demand, variant)),
    );
  });
  reportFindings(view, 'term-check', drafts, { variant, severities });
}

function isAccepted(term: Term): boolean {
  return !isUnwanted(term) && term.competitor !== true;
}

function toDraft(
  pair: UnitPair,
  { term: { term }, start, end }: TermMatch<TermEntry>,
  { accepted }: TermRequirement,
  variant: string,
): FindingDraft {
  const listed = accepted.map(({ text }) => `"${text}"`).join(' or ');
  return {
    rule: 'term.missing',
    severity: rules['term.missing'].severity,
    message: `The term "${term.text}" is not translated as ${listed}`,
    side: variant,
    range: wholeUnit({ runs: pair.target, path: pair.path }),
    other: { side: null, range: textRangeIn({ runs: pair.source, path: pair.sourcePath }, start, end) },
    subject: term.text,
    suggestion: accepted[0]?.text ?? '',
  };
}
