import { resolveSides } from '@helve/flow';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { protectedPorts, protectedText } from '../../tool-kit/protected-text.js';
import { planTextEdits, sidesProperties } from '../../tool-kit/side-edits.js';
import { toTextEdits } from '../../tool-kit/text-change.js';
import { createWidthFinder } from './create-width-finder.js';

/** Writes letters and signs in half or in full width. */
export const fullwidthConvert = flowToolEntry({
  meta: {
    id: 'fullwidth-convert',
    version: '1.0.0',
    category: 'convert',
    displayName: 'Convert character width',
    description: 'Converts letters, digits and symbols between full width and half width.',
    cardinality: 'monolingual',
    consumes: protectedPorts,
    produces: [],
    writesOutput: true,
  },
  properties: {
    mode: {
      enum: ['to-half', 'to-full'],
      default: 'to-half',
      description: 'Convert full-width characters to half-width, or the reverse.',
    },
    includeSLA: {
      type: 'boolean',
      default: false,
      description: 'Spell out squared abbreviations (U+3300 to U+33FF) when converting to half width.',
    },
    includeLLS: {
      type: 'boolean',
      default: false,
      description: 'Spell out letter-like symbols (U+2100 to U+214F) when converting to half width.',
    },
    includeKatakana: {
      type: 'boolean',
      default: true,
      description:
        'Convert half-width katakana (U+FF61 to U+FF9F) with their sound marks when converting to full width.',
    },
    ...sidesProperties(false, true),
  },
  resolve: resolveSides,
  create: (config) => {
    const find = createWidthFinder(config);
    return {
      transform: (view) =>
        planTextEdits(view, config, (text, _, unit) => toTextEdits(text, find(text, protectedText(view, unit))), {
          keepsMeaning: true,
        }),
    };
  },
});
