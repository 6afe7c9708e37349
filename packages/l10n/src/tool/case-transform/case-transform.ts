import { resolveSides } from '@helve/flow';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { changeTexts } from '../../tool-kit/change-texts.js';
import { protectedPorts, protectedText } from '../../tool-kit/protected-text.js';
import { planTextEdits, sidesProperties } from '../../tool-kit/side-edits.js';
import { caseText } from './case-text.js';

/** Changes the case of text by the rules of its language. */
export const caseTransform = flowToolEntry({
  meta: {
    id: 'case-transform',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Change case',
    description:
      'Changes text to upper case, lower case, title case or sentence case. A PO file in which two messages would become equal is refused.',
    cardinality: 'monolingual',
    consumes: protectedPorts,
    produces: [],
    writesOutput: true,
  },
  properties: {
    mode: {
      enum: ['upper', 'lower', 'title', 'sentence'],
      default: 'upper',
      description: 'Case to write: upper, lower, title or sentence.',
    },
    keepRest: {
      type: 'boolean',
      default: false,
      description: 'Keep the case of the other letters, in title and sentence case.',
    },
    ...sidesProperties(true, false),
  },
  resolve: resolveSides,
  create: ({ mode, keepRest, ...sides }) => ({
    transform: (view) =>
      planTextEdits(
        view,
        sides,
        (text, locale, unit) => {
          const protectedRanges = protectedText(view, unit);
          return changeTexts(unit.runs, text, (piece) =>
            caseText(piece, { mode, locale, keepRest, kept: protectedRanges }),
          );
        },
        { keepsMeaning: true },
      ),
  }),
});
