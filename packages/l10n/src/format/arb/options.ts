import type { PropertySchema } from '@helve/flow';
import { badValueProperty, type BadValueOptions } from '../bad-value.js';
import { encodingProperty, formatSchema, limitProperties } from '../format-option.js';

/** Options of an ARB file. */
export interface ArbOptions extends BadValueOptions {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly encoding: string;
  readonly useEscaping: boolean;
}

const properties = {
  ...limitProperties,
  encoding: encodingProperty,
  useEscaping: {
    type: 'boolean',
    default: false,
    description:
      'Read apostrophes as ICU quoting, as Flutter does with use-escaping; otherwise an apostrophe is a plain character and a brace cannot be written.',
  },
  onBadValue: badValueProperty,
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const arbSchema = formatSchema('arb', 'Application Resource Bundle', properties);
