import { resolveSides } from '@helve/flow';
import { flowToolEntry } from '../flow-tool-entry.js';
import { changeTexts } from '../change-texts.js';
import { protectedPorts, protectedText } from '../protected-text.js';
import { planTextEdits, sidesProperties } from '../side-edits.js';
import { caseText } from './case-text.js';

/** Changes the case of text by the rules of its language. */
export const caseTransform = flowToolEntry({
  meta: {
    id: 'case-transform',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Change case',
    description: 'Writes text in capitals, in small letters, or with capitals at the start of words or sentences.',
    cardinality: 'monolingual',
    consumes: protectedPorts,
    produces: [],
    writesOutput: true,
  },
  properties: {
    mode: {
      enum: ['upper', 'lower', 'title', 'sentence'],
      default: 'upper',
      description: 'Chooses capitals, small letters, capital words, or a capital at the start.',
    },
    keepRest: {
      type: 'boolean',
      default: false,
      description: 'Leaves the other letters as they are, in title and sentence case.',
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
          const kept = protectedText(view, unit);
          return changeTexts(unit.runs, text, (piece) => caseText(piece, { mode, locale, keepRest, kept }));
        },
        { keepsMeaning: true },
      ),
  }),
});
