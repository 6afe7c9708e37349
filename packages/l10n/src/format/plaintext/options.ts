import type { PropertySchema } from '@helve/flow';
import {
  codeFinderProperty,
  encodingProperty,
  formatSchema,
  limitProperties,
  type CodeFinderOptions,
} from '../format-option.js';

/** What one block of a text file is. */
export type PlaintextUnit = 'line' | 'paragraph' | 'whole';

/** What one may choose when a text file is read. */
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

/** The schema of the options. */
export const plaintextSchema = formatSchema('plaintext', 'Plain text', properties);
