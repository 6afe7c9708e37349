import type { PropertySchema } from '@helve/flow';
import {
  codeFinderProperty,
  encodingProperty,
  formatSchema,
  limitProperties,
  type CodeFinderOptions,
} from '../format-option.js';

/** What one may choose when a file of XLIFF 1.2 is read and written. */
export interface XliffOptions {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxExpansion: number;
  readonly encoding: string;
  readonly codeFinder: CodeFinderOptions;
  readonly targetState: string;
}

/** What all kinds of XLIFF have in common. */
export const xliffProperties = {
  ...limitProperties,
  maxExpansion: {
    type: 'integer',
    minimum: 0,
    default: 2 ** 20,
    description: 'A file whose entities become more characters than this is refused.',
  },
  encoding: encodingProperty,
  codeFinder: codeFinderProperty(['brace', 'printf', 'html']),
} as const satisfies Record<string, PropertySchema>;

const properties = {
  ...xliffProperties,
  targetState: {
    type: 'string',
    default: 'by status',
    description: 'The state that changed targets get; by status takes the one that says how far the target has come.',
  },
} as const satisfies Record<string, PropertySchema>;

/** The schema of the options. */
export const xliffSchema = formatSchema('xliff', 'XLIFF 1.2', properties);
