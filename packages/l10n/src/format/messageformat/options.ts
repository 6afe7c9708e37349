import type { PropertySchema } from '@helve/flow';
import { encodingProperty, formatSchema, limitProperties } from '../format-option.js';

/** Options of a message. */
export interface MessageOptions {
  readonly maxBytes: number;
  readonly encoding: string;
  readonly syntax: 'mf1';
}

const properties = {
  maxBytes: limitProperties.maxBytes,
  encoding: encodingProperty,
  syntax: {
    type: 'string',
    enum: ['mf1'],
    default: 'mf1',
    description: 'Syntax of messages: mf1 is the syntax of ICU.',
  },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const messageSchema = formatSchema('messageformat', 'ICU MessageFormat', properties);
