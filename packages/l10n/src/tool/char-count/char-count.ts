import { AnnoCharCount, newPayload, PortSource, unitText, type Runs } from '@helve/flow';
import { codePointLength } from '@helve/flow/content';
import { countGraphemes } from '../../text/count-graphemes.js';
import { addCounts, mergeCounts } from '../../tool-kit/count/count-report.js';
import { countSides } from '../../tool-kit/count/count-sides.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';

/** Code points, code points without white space, and graphemes. */
type CharCounts = { readonly chars: number; readonly noSpace: number; readonly graphemes: number };

/** Counts characters with and without white space. */
export const charCount = flowToolEntry({
  meta: {
    id: 'char-count',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Character count',
    description: 'Counts the characters of the source and of every target, with and without white space.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [{ type: AnnoCharCount, side: PortSource }],
  },
  properties: {
    countSource: { type: 'boolean', default: true, description: 'Count the source.' },
    countTarget: { type: 'boolean', default: true, description: 'Count every target.' },
    countInline: { type: 'boolean', default: false, description: 'Count each standalone code as one character.' },
  },
  create: ({ countSource, countTarget, countInline }) => {
    const count = (unit: Runs) => countChars(unit, countInline);
    return {
      annotate(view, ctx) {
        if (!view.translatable) return;
        const { source, targets, forms } = countSides(view, { countSource, countTarget, count, add });
        const ofSource =
          source === undefined
            ? {}
            : { source: source.chars, sourceNoSpace: source.noSpace, graphemes: source.graphemes };
        const counted = { ...ofSource, targets };
        view.setAnnotation(
          AnnoCharCount,
          newPayload('char-count', { ...counted, ...(Object.keys(forms).length === 0 ? {} : { forms }) }),
        );
        ctx.report(counted);
      },
      joinReports: addCounts,
      mergeReports: mergeCounts,
    };
  },
});

function countChars(unit: Runs, countInline: boolean): CharCounts {
  const text = unitText(unit);
  const codes = countInline ? unit.filter(({ kind }) => kind === 'ph').length : 0;
  return {
    chars: codePointLength(text) + codes,
    noSpace: codePointLength(text.replaceAll(/\p{White_Space}/gu, '')) + codes,
    graphemes: countGraphemes(text) + codes,
  };
}

function add(one: CharCounts, other: CharCounts): CharCounts {
  return {
    chars: one.chars + other.chars,
    noSpace: one.noSpace + other.noSpace,
    graphemes: one.graphemes + other.graphemes,
  };
}
