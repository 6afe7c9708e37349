import type { PropertySchema } from '@helve/flow';
import { codeFinderProperty, encodingProperty, limitProperties } from '../format-option.js';

/** Options of all XML formats. */
export const xmlProperties = {
  ...limitProperties,
  maxExpansion: {
    type: 'integer',
    minimum: 0,
    default: 2 ** 20,
    description: 'Maximum number of characters that the entities of a file may expand to; a file with more is refused.',
  },
  encoding: encodingProperty,
  codeFinder: codeFinderProperty(['brace', 'printf', 'html']),
} as const satisfies Record<string, PropertySchema>;
