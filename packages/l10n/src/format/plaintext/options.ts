import type { PropertySchema } from '@helve/flow';
import {
  codeFinderProperty,
  encodingProperty,
  formatSchema,
  limitProperties,
  type CodeFinderOptions,
} from '../format-option.js';

/** Content of one block of a text file. */
export type PlaintextUnit = 'line' | 'paragraph' | 'whole';

/** Options of a text file. */
export interface PlaintextOptions {
  readonly maxBytes: number;
  readonly encoding: string;
  readonly codeFinder: CodeFinderOptions;
  readonly unit: PlaintextUnit;
}

const properties = {
  maxBytes: limitProperties.maxBytes,
  encoding: encodingProperty,
  codeFinder: codeFinderProperty(),
  unit: {
    type: 'string',
    enum: ['line', 'paragraph', 'whole'],
    default: 'paragraph',
    description: 'Content of one block: a line, a paragraph between blank lines, or the whole file.',
  },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const plaintextSchema = formatSchema('plaintext', 'Plain text', properties);
