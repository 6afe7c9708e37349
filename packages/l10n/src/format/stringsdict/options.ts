import type { PropertySchema } from '@helve/flow';
import { badValueProperty, type BadValueOptions } from '../bad-value.js';
import { codeFinderProperty, formatSchema, type CodeFinderOptions } from '../format-option.js';
import { maxLengthProperty, type MaxLengthOptions } from '../max-length.js';
import { xmlProperties } from '../xml/xml-option.js';

/** Options of a stringsdict file. */
export interface StringsdictOptions extends BadValueOptions, MaxLengthOptions {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxExpansion: number;
  readonly encoding: string;
  readonly codeFinder: CodeFinderOptions;
}

const properties = {
  ...xmlProperties,
  codeFinder: codeFinderProperty(['apple']),
  onBadValue: badValueProperty,
  maxLengthPattern: maxLengthProperty,
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const stringsdictSchema = formatSchema('stringsdict', 'Apple stringsdict', properties);
