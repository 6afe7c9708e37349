import type { PropertySchema } from '@helve/flow';
import { badValueProperty, type BadValueOptions } from '../bad-value.js';
import { formatSchema, htmlValuesProperty, type HtmlOptions } from '../format-option.js';
import { xmlProperties } from '../xml/xml-option.js';

/** Options of an XLIFF 2 file. */
export interface Xliff2Options extends HtmlOptions, BadValueOptions {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxExpansion: number;
  readonly encoding: string;
  readonly validation: 'auto' | 'strict' | 'off';
  readonly lenient: boolean;
  readonly repair: boolean;
  readonly version: '2.0' | '2.1' | '2.2';
}

const properties = {
  ...xmlProperties,
  htmlValues: htmlValuesProperty,
  onBadValue: badValueProperty,
  validation: {
    type: 'string',
    enum: ['auto', 'strict', 'off'],
    default: 'auto',
    description: 'Refuse a file that breaks a rule of the standard; auto does so for files of version 2.2.',
  },
  lenient: {
    type: 'boolean',
    default: false,
    description: 'Read a file that breaks rules of the standard but is unambiguous, and report each violation.',
  },
  repair: {
    type: 'boolean',
    default: true,
    description: 'Skip and report a target that is between segments and never closed.',
  },
  version: {
    type: 'string',
    enum: ['2.0', '2.1', '2.2'],
    default: '2.2',
    description: 'Version of new files; only 2.2 has plural forms, which are messages in the others.',
  },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const xliff2Schema = formatSchema('xliff2', 'XLIFF 2', properties);
