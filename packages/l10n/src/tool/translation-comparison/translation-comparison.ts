import type { Json, JsonObject } from '@helve/core';
import {
  AnnoComparison,
  newPayload,
  PortTarget,
  type BlockView,
  type Comparison,
  type ResolverFinding,
  type Runs,
} from '@helve/flow';
import { addCounts, mergeCounts } from '../../tool-kit/count/count-report.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocale } from '../../tool-kit/target-locale.js';
import { compareRuns, type ComparedSide } from './compare-runs.js';

/** Compares two translations word by word. */
export const translationComparison = flowToolEntry({
  meta: {
    id: 'translation-comparison',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Translation comparison',
    description: 'Compares the texts of two locales word by word and marks the differences.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [{ type: 'target', side: PortTarget }],
    produces: [{ type: AnnoComparison, side: PortTarget }],
  },
  groups: [
    { id: 'texts', title: 'Texts', properties: ['locale1', 'locale2', 'label1', 'label2'] },
    {
      id: 'comparison',
      title: 'Comparison',
      properties: ['caseSensitive', 'whitespaceSensitive', 'punctuationSensitive', 'genericCodes'],
    },
  ],
  properties: {
    locale1: { type: 'string', 'x-locale': 'first', description: 'Locale of the first text.' },
    locale2: { type: 'string', 'x-locale': 'second', description: 'Locale of the second text.' },
    caseSensitive: { type: 'boolean', default: true, description: 'Distinguish words that differ only in case.' },
    whitespaceSensitive: { type: 'boolean', default: true, description: 'Compare white space.' },
    punctuationSensitive: { type: 'boolean', default: true, description: 'Compare punctuation.' },
    genericCodes: {
      type: 'boolean',
      default: true,
      description: 'Compare inline codes by type instead of as written.',
    },
    label1: { type: 'string', minLength: 1, default: 'Trans1', description: 'Label of the first text.' },
    label2: { type: 'string', minLength: 1, default: 'Trans2', description: 'Label of the second text.' },
  },
  resolve: ({ label1, label2 }) => ({ diagnostics: labelProblems(label1, label2) }),
  create: (config) => ({
    annotate(view, ctx) {
      if (!view.translatable) return;
      const first = { locale: ctx.locales.source, label: config.label1 };
      const second = { locale: targetLocale(ctx), label: config.label2 };
      const one = readContent(view, first.locale);
      const other = readContent(view, second.locale);
      const compared =
        one === undefined || other === undefined
          ? { status: missing(one, other), ratio: 0, diff: [] }
          : compare({ ...first, runs: one }, { ...second, runs: other }, config);
      view.setAnnotation(AnnoComparison, newPayload('comparison', compared));
      ctx.report({ blocks: 1, [compared.status]: 1, ratio: compared.ratio });
    },
    joinReports: addCounts,
    mergeReports: (reports) => withMeans(mergeCounts(reports), [config.label1, config.label2]),
  }),
});

/** Reserved labels: every difference has these members. */
const takenLabels: readonly string[] = ['op', 'path'];

function labelProblems(label1: string, label2: string): readonly ResolverFinding[] {
  const reserved = [label1, label2].find((label) => takenLabels.includes(label));
  if (reserved !== undefined) return [{ severity: 'error', message: `The label "${reserved}" is reserved` }];
  return label1 === label2 ? [{ severity: 'error', message: 'Expected two different labels' }] : [];
}

function readContent(view: BlockView, locale: string): Runs | undefined {
  if (locale === view.sourceLocale) return view.source;
  return view.target(locale)?.runs;
}

function missing(one: Runs | undefined, other: Runs | undefined): Comparison['status'] {
  if (one !== undefined) return 'missing-2';
  return other === undefined ? 'missing-both' : 'missing-1';
}

function compare(
  first: ComparedSide,
  second: ComparedSide,
  options: Parameters<typeof compareRuns>[2],
): Omit<Comparison, 'type'> {
  const { ratio, diff } = compareRuns(first, second, options);
  return { status: ratio === 1 ? 'identical' : 'different', ratio, diff };
}

/** Converts sums of ratios to their mean over the blocks. */
function withMeans(report: Json, labels: readonly string[]): Json {
  const { totals, documents } = report as { readonly totals: JsonObject; readonly documents: readonly JsonObject[] };
  return { labels: [...labels], totals: withMean(totals), documents: documents.map(withMean) };
}

function withMean(counts: JsonObject): JsonObject {
  const blocks = Number(counts['blocks'] ?? 0);
  return blocks === 0 ? counts : { ...counts, ratio: Number(counts['ratio'] ?? 0) / blocks };
}
