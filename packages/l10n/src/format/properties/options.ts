import type { PropertySchema } from '@helve/flow';
import {
  formatSchema,
  htmlValuesProperty,
  valueProperties,
  type HtmlOptions,
  type ValueOptions,
} from '../format-option.js';

/** Options of a properties file. */
export interface PropertiesOptions extends ValueOptions, HtmlOptions {
  readonly encoding: 'auto' | 'latin1' | 'utf-8';
  readonly messageFormat: boolean;
}

const properties = {
  ...valueProperties,
  htmlValues: htmlValuesProperty,
  encoding: {
    type: 'string',
    enum: ['auto', 'latin1', 'utf-8'],
    default: 'auto',
    description:
      'Encoding of files without a byte order mark; auto means UTF-8 if the bytes are valid UTF-8, else Latin-1.',
  },
  messageFormat: {
    type: 'boolean',
    default: false,
    description: 'Read values as messages, in which apostrophes are doubled.',
  },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const propertiesSchema = formatSchema('properties', 'Java properties', properties);
