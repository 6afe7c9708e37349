import type { PropertySchema } from '@helve/flow';
import { badValueProperty, type BadValueOptions } from '../bad-value.js';
import {
  codeFinderProperty,
  encodingProperty,
  formatSchema,
  htmlValuesProperty,
  limitProperties,
  type HtmlOptions,
} from '../format-option.js';

/** Options of a PO file. */
export interface PoOptions extends HtmlOptions, BadValueOptions {
  readonly maxBytes: number;
  readonly encoding: string;
  readonly bilingual: boolean;
  readonly wrap: 'keep' | number;
  readonly fuzzy: 'draft' | 'skip';
}

const properties = {
  maxBytes: limitProperties.maxBytes,
  encoding: encodingProperty,
  onBadValue: badValueProperty,
  codeFinder: codeFinderProperty(['brace', 'printf', 'html']),
  htmlValues: htmlValuesProperty,
  bilingual: {
    type: 'boolean',
    default: true,
    description: 'Read msgid as the source text; otherwise it is a key, and msgstr is the text.',
  },
  wrap: {
    anyOf: [{ const: 'keep' }, { type: 'integer', minimum: 0 }],
    default: 'keep',
    description: 'Line wrapping of changed texts: keep follows the file, a number wraps at that column, 0 never wraps.',
  },
  fuzzy: {
    type: 'string',
    enum: ['draft', 'skip'],
    default: 'draft',
    description: 'Read a fuzzy translation as a draft, or leave it in the file unread and unchanged.',
  },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const poSchema = formatSchema('po', 'Gettext PO', properties);
