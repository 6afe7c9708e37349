import type { PropertySchema } from '@helve/flow';
import { badValueProperty, type BadValueOptions } from '../bad-value.js';
import {
  codeFinderProperty,
  encodingProperty,
  formatSchema,
  valueProperties,
  type ValueOptions,
} from '../format-option.js';

/** Options of an Apple strings file. */
export interface AppleStringsOptions extends ValueOptions, BadValueOptions {
  readonly encoding: string;
}

const properties = {
  ...valueProperties,
  codeFinder: codeFinderProperty(['apple']),
  encoding: encodingProperty,
  onBadValue: badValueProperty,
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const appleStringsSchema = formatSchema('applestrings', 'Apple strings', properties);
