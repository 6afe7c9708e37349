import type { PropertySchema } from '@helve/flow';
import { badValueProperty, type BadValueOptions } from '../bad-value.js';
import { codeFinderProperty, formatSchema, limitProperties, type CodeFinderOptions } from '../format-option.js';

/** Options of a string catalog. */
export interface XcstringsOptions extends BadValueOptions {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly codeFinder: CodeFinderOptions;
  readonly stale: 'skip' | 'include';
}

const properties = {
  ...limitProperties,
  codeFinder: codeFinderProperty(['apple']),
  stale: {
    type: 'string',
    enum: ['skip', 'include'],
    default: 'skip',
    description: 'Skip or include entries that the code of the app no longer has.',
  },
  onBadValue: badValueProperty,
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const xcstringsSchema = formatSchema('xcstrings', 'Xcode string catalog', properties);
