import { OverlayType, PortSource, PortTarget, unitText } from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import { comparedTarget } from '../../check/compared-target.js';
import { checkPorts } from '../../check/check-port.js';
import { severitiesProperty, type CheckRules } from '../../check/check-rule.js';
import type { FindingDraft } from '../../check/finding-draft.js';
import { reportFindings } from '../../check/report-findings.js';
import { pairUnits, type UnitPair } from '../../check/unit-pair.js';
import { textRangeIn, wholeUnit } from '../../check/unit-range.js';
import { createTermMatcher, type TermMatch } from '../../term/match/term-matcher.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { protectedNames, type ProtectedName } from './protected-names.js';

const rules = {
  'dnt.translated': { severity: 'critical', description: 'Text that must stay untranslated was translated.' },
} as const satisfies CheckRules;

const nothingToCheck = Object.freeze({
  severity: 'error',
  message: '"terms" is empty and "useEntities" is off, so nothing would be checked',
  hint: 'List some terms, or turn on "useEntities"',
} as const);

/** Finds names and words that must not be translated, and were. */
export const dntCheck = flowToolEntry({
  meta: {
    id: 'dnt-check',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Do-not-translate check',
    description: 'Finds terms and entities that must stay untranslated and are missing in the target.',
    aliases: ['dnt'],
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [
      { type: 'target', side: PortTarget },
      { type: OverlayType.OverlayEntity, side: PortSource, optional: true },
    ],
    produces: checkPorts,
  },
  properties: {
    terms: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      default: [],
      description: 'Terms that must stay untranslated.',
    },
    caseInsensitive: { type: 'boolean', default: false, description: 'Ignore the case of the listed terms.' },
    useEntities: {
      type: 'boolean',
      default: true,
      description: 'Check the entities of the source that are marked as not translatable.',
    },
    severities: severitiesProperty(rules),
    targetLocale: targetLocaleProperty,
  },
  resolve: ({ terms, useEntities }) => (terms.length === 0 && !useEntities ? { diagnostics: [nothingToCheck] } : {}),
  create: ({ terms, caseInsensitive, useEntities, severities }) => {
    const listed = createMatcher(terms, !caseInsensitive);
    return {
      annotate(view, ctx) {
        const variant = targetLocale(ctx);
        const target = comparedTarget(view, variant);
        if (!view.translatable || target === undefined) return;
        const entities = useEntities ? protectedNames(view) : [];
        const drafts = pairUnits(view.source, target, variantLocale(variant)).flatMap((pair) => [
          ...lostTerms(pair, terms.length === 0 ? undefined : listed, variant),
          ...lostNames(pair, entities, variant),
        ]);
        reportFindings(view, 'dnt-check', drafts, { variant, severities });
      },
    };
  },
});

type Finder = (text: string) => readonly TermMatch<string>[];

/** Creates a matcher without inflection: names are not words of a language. */
function createMatcher(names: readonly string[], caseSensitive: boolean): Finder {
  const wanted = names.map((name) => ({ term: name, text: name }));
  return createTermMatcher(wanted, { locale: 'und', caseSensitive, inflection: 'none' });
}

function lostTerms(pair: UnitPair, find: Finder | undefined, variant: string): readonly FindingDraft[] {
  const found = find?.(unitText(pair.source)) ?? [];
  if (find === undefined || found.length === 0) return [];
  const inTarget = find(unitText(pair.target));
  return [...new Set(found.map(({ term }) => term))].flatMap((term) => {
    const wanted = found.filter((match) => match.term === term);
    const actual = inTarget.filter((match) => match.term === term).length;
    return wanted
      .slice(actual)
      .map(({ start, end }) =>
        toDraft(pair, term, textRangeIn({ runs: pair.source, path: pair.sourcePath }, start, end), variant),
      );
  });
}

function lostNames(pair: UnitPair, names: readonly ProtectedName[], variant: string): readonly FindingDraft[] {
  const own = names.filter(({ isIn }) => isIn(pair.sourcePath));
  return [...new Set(own.map(({ text }) => text))].flatMap((name) => {
    const wanted = own.filter(({ text }) => text === name);
    const actual = createMatcher([name], true)(unitText(pair.target)).length;
    return wanted.slice(actual).map(({ range }) => toDraft(pair, name, range, variant));
  });
}

function toDraft(
  pair: UnitPair,
  name: string,
  range: NonNullable<FindingDraft['range']>,
  variant: string,
): FindingDraft {
  return {
    rule: 'dnt.translated',
    severity: rules['dnt.translated'].severity,
    message: `"${name}" must stay untranslated`,
    side: variant,
    range: wholeUnit({ runs: pair.target, path: pair.path }),
    other: { side: null, range },
    subject: name,
    metadata: { preserve: name },
  };
}
