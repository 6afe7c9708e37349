import {
  AnnoBrandVoice,
  newPayload,
  OverlayType,
  payloadOf,
  PortSource,
  PortTarget,
  units,
  type BlockView,
  type Finding,
  type Runs,
  type StepContext,
} from '@helve/flow';
import { scoreOfFindings, variantLocale } from '@helve/flow/content';
import { checkPorts } from '../../check/check-port.js';
import { severitiesProperty } from '../../check/check-rule.js';
import type { FindingDraft } from '../../check/finding-draft.js';
import { reportFindings } from '../../check/report-findings.js';
import { createTermsReader } from '../../term/run-terms.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { brandFindings } from './brand-finding.js';
import { brandRules } from './brand-rules.js';
import { createVocabulary, wordsOfTerms, type BrandVocabulary } from './brand-word.js';
import { readVocabulary } from './read-vocabulary.js';

/** Finds words that a brand does not use. */
export const brandVocabCheck = flowToolEntry({
  meta: {
    id: 'brand-vocab-check',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Brand vocabulary check',
    description: 'Finds names of competitors, forbidden words, and words for which a brand prefers others.',
    cardinality: 'bilingual',
    requires: ['target-language', 'termbase'],
    sideEffects: ['termbase-read'],
    consumes: [{ type: 'target', side: PortTarget }],
    produces: [...checkPorts, { type: AnnoBrandVoice, side: PortTarget }],
  },
  properties: {
    vocabulary: {
      anyOf: [
        { type: 'string', minLength: 1 },
        {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              term: { type: 'string', minLength: 1, description: 'Word to find.' },
              status: {
                enum: ['preferred', 'forbidden', 'competitor'],
                description: "Status of the word in the brand's vocabulary.",
              },
              use: { type: 'string', minLength: 1, description: 'Word to use instead.' },
              locale: { type: 'string', description: 'Locale of the word. Default: any.' },
            },
            required: ['term', 'status'],
          },
        },
      ],
      'x-path': 'in',
      description: 'Vocabulary as a list, or as a CSV, TBX or JSON file. Default: the termbase of the project.',
    },
    side: {
      enum: ['target', 'source', 'both'],
      default: 'target',
      description: 'Side to check.',
    },
    severities: severitiesProperty(brandRules),
    targetLocale: targetLocaleProperty,
  },
  resolve: ({ vocabulary, side }, { meta }) => ({
    requires: (meta.requires ?? []).filter(
      (each) => (each !== 'termbase' || vocabulary === undefined) && (each !== 'target-language' || side !== 'source'),
    ),
    ...(side === 'source'
      ? { cardinality: 'monolingual', consumes: [], produces: [{ type: OverlayType.OverlayQA, side: PortSource }] }
      : {}),
  }),
  create: ({ vocabulary, side, severities }, { files }) => {
    let opened: BrandVocabulary | undefined;
    const open = async (ctx: StepContext): Promise<BrandVocabulary> => {
      if (vocabulary === undefined) return createVocabulary(wordsOfTerms(createTermsReader()(ctx)));
      return createVocabulary(typeof vocabulary === 'string' ? await readVocabulary(vocabulary, files) : vocabulary);
    };
    const check = (view: BlockView, words: BrandVocabulary, variant: string | undefined) => {
      const drafts = listSides(view, side, variant).flatMap(({ runs, locale, of }) =>
        units(runs).flatMap((unit) => brandFindings(unit, words.matcher(locale), of)),
      );
      const findings = reportFindings(view, 'brand-vocab-check', drafts, { variant, severities });
      if (variant !== undefined) putScore(view, variant, findings);
    };
    return {
      annotate(view, ctx) {
        const variant = side === 'source' ? undefined : targetLocale(ctx);
        if (!view.translatable || (side === 'target' && view.target(variant ?? '') === undefined)) return undefined;
        if (opened !== undefined) return check(view, opened, variant);
        return open(ctx).then((words) => check(view, (opened = words), variant));
      },
    };
  },
});

interface CheckedSide {
  readonly runs: Runs;
  readonly locale: string;
  readonly of: FindingDraft['side'];
}

function listSides(view: BlockView, side: 'target' | 'source' | 'both', variant: string | undefined): CheckedSide[] {
  const target = variant === undefined ? undefined : view.target(variant);
  const sides: CheckedSide[] = [];
  if (side !== 'target') sides.push({ runs: view.source, locale: view.sourceLocale, of: null });
  if (variant !== undefined && target !== undefined) {
    sides.push({ runs: target.runs, locale: variantLocale(variant), of: variant });
  }
  return sides;
}

/** Writes the brand score of a target: that of each variant, and the lowest of them. */
function putScore(view: BlockView, variant: string, findings: readonly Finding[]): void {
  const own = findings.filter((finding) => finding.variant === variant);
  const before = payloadOf(view.annotation(AnnoBrandVoice), 'brand-voice')?.['targets'];
  const targets = { ...(before as Readonly<Record<string, number>> | undefined), [variant]: scoreOfFindings(own) };
  view.setAnnotation(
    AnnoBrandVoice,
    newPayload('brand-voice', { score: Math.min(...Object.values(targets)), targets }),
  );
}
