import { AnnoWordCount, PortSource, unitText, type Runs } from '@helve/flow';
import { dataText, hasForms, sealPayload } from '@helve/flow/content';
import { countWords, type CountMethod } from '../../text/count-words.js';
import { addCounts, mergeCounts } from '../../tool-kit/count/count-report.js';
import { countSides, noForms, type SideCounts } from '../../tool-kit/count/count-sides.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';

/** Counts words by a named definition. */
export const wordCount = flowToolEntry({
  meta: {
    id: 'word-count',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Word count',
    description: 'Counts the words of the source and of every target, with totals.',
    aliases: ['wc'],
    cardinality: 'monolingual',
    consumes: [],
    produces: [{ type: AnnoWordCount, side: PortSource }],
  },
  properties: {
    countSource: { type: 'boolean', default: true, description: 'Count the source.' },
    countTarget: { type: 'boolean', default: true, description: 'Count every target.' },
    countInline: {
      type: 'boolean',
      default: false,
      description: 'Count each standalone code as one word. The method pocount counts codes as text instead.',
    },
    method: {
      enum: ['unicode', 'whitespace', 'pocount', 'gmx-v'],
      default: 'unicode',
      description:
        'Definition of a word: by Unicode (UAX #29), as text between white space, as pocount of the Translate Toolkit counts, or as GMX-V 2.0 does.',
    },
  },
  create: ({ countSource, countTarget, countInline, method }) => {
    const count = (unit: Runs, locale: string) => countUnitWords(unit, locale, method, countInline);
    const add = (one: number, other: number) => one + other;
    const options = { countSource, countTarget, countAllForms: method === 'pocount', count, add };
    return {
      annotate(view, ctx) {
        if (!view.translatable) return;
        const counts = countSides(view, options);
        const { source, targets } = counts;
        view.setAnnotation(AnnoWordCount, toPayload(counts));
        ctx.report(source === undefined ? { targets } : { source, targets });
      },
      joinReports: addCounts,
      mergeReports: mergeCounts,
    };
  },
});

/** Builds the payload; nearly all blocks have a counted source and no forms, and need no copies. */
function toPayload({ source, targets, forms }: SideCounts<number>) {
  if (source !== undefined && forms === noForms) return sealPayload({ type: 'word-count', source, targets });
  const ofSource = source === undefined ? {} : { source };
  return sealPayload({ type: 'word-count', ...ofSource, targets, ...(forms === noForms ? {} : { forms }) });
}

function countUnitWords(unit: Runs, locale: string, method: CountMethod, countInline: boolean): number {
  if (method === 'pocount') return countWords(dataText(unit.filter((run) => !hasForms(run))), locale, method);
  const words = countWords(unitText(unit), locale, method);
  return countInline ? words + unit.filter(({ kind }) => kind === 'ph').length : words;
}
