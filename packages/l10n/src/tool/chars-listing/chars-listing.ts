import type { Json } from '@helve/core';
import { variantLocale } from '@helve/flow/content';
import { textOfForms } from '../../text/text-of-forms.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { chooseSides } from '../../tool-kit/side-edits.js';
import { countChars, createCountsSum, sumCounts } from './char-counts.js';
import { listChars, toTotals } from './list-chars.js';

/** Lists every character that content uses. */
export const charsListing = flowToolEntry({
  meta: {
    id: 'chars-listing',
    version: '1.0.0',
    category: 'validate',
    displayName: 'List characters',
    description: 'Lists the characters that texts use, with their counts and the Unicode range that a font must cover.',
    cardinality: 'multilingual',
    consumes: [],
    produces: [],
  },
  properties: {
    includeSource: { type: 'boolean', default: true, description: 'List the characters of the source.' },
    includeTarget: { type: 'boolean', default: true, description: 'List the characters of every target.' },
    groupBy: {
      enum: ['none', 'locale', 'script'],
      default: 'locale',
      description: 'Grouping of the characters: all together, by locale, or by script.',
    },
  },
  resolve: ({ includeSource, includeTarget }) => ({
    diagnostics: includeSource || includeTarget ? [] : [nothingToDo],
  }),
  create: ({ includeSource, includeTarget, groupBy }) => ({
    annotate(view, ctx) {
      if (!view.translatable) return;
      const counts: Record<string, Record<string, number>> = {};
      for (const { runs, locale } of chooseSides(view, { applySource: includeSource, applyTarget: includeTarget })) {
        countChars(counts, variantLocale(locale), textOfForms(runs));
      }
      if (Object.values(counts).some((chars) => Object.keys(chars).length > 0)) ctx.report(counts);
    },
    joinReports: createCountsSum(),
    mergeReports(reports): Json {
      const counts = sumCounts(reports.flatMap(({ entries }) => entries));
      const documents = reports.map(({ document, entries }) => ({ file: document, ...toTotals(sumCounts(entries)) }));
      return { totals: toTotals(counts), documents, groups: listChars(counts, groupBy) };
    },
  }),
});

const nothingToDo = Object.freeze({
  severity: 'error',
  message: '"includeSource" and "includeTarget" are both off, so nothing would be listed',
  hint: 'Turn one of them on',
} as const);
