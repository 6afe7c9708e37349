import type { PropertySchema } from '@helve/flow';
import { badValueProperty, type BadValueOptions } from '../bad-value.js';
import { formatSchema, htmlValuesProperty, type HtmlOptions } from '../format-option.js';
import { xmlProperties } from '../xml/xml-option.js';
import { dialectNames, type DialectName } from './dialect/dialect.js';

/** Options of an XLIFF 1.2 file. */
export interface XliffOptions extends HtmlOptions, BadValueOptions {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxExpansion: number;
  readonly encoding: string;
  readonly targetState: string;
  readonly dialect: 'auto' | DialectName;
}

const properties = {
  ...xmlProperties,
  htmlValues: htmlValuesProperty,
  onBadValue: badValueProperty,
  dialect: {
    type: 'string',
    enum: ['auto', ...dialectNames],
    default: 'auto',
    description:
      'Tool whose file it is, which keeps states, locks and codes in places of its own; auto finds it by namespaces and tool ids.',
  },
  targetState: {
    type: 'string',
    default: 'by status',
    description: 'State of changed targets; by status derives it from the status of the target.',
  },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const xliffSchema = formatSchema('xliff', 'XLIFF 1.2', properties);
