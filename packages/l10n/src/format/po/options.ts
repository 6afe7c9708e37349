import type { PropertySchema } from '@helve/flow';
import {
  codeFinderProperty,
  encodingProperty,
  formatSchema,
  limitProperties,
  type CodeFinderOptions,
} from '../format-option.js';

/** What one may choose when a PO file is read and written. */
export interface PoOptions {
  readonly maxBytes: number;
  readonly encoding: string;
  readonly codeFinder: CodeFinderOptions;
  readonly bilingual: boolean;
  readonly wrap: 'keep' | number;
  readonly fuzzy: 'draft' | 'skip';
}

const properties = {
  maxBytes: limitProperties.maxBytes,
  encoding: encodingProperty,
  codeFinder: codeFinderProperty(['brace', 'printf', 'html']),
  bilingual: {
    type: 'boolean',
    default: true,
    description: 'Whether msgid is the source text; if not, it is a key and msgstr is the text.',
  },
  wrap: {
    anyOf: [{ const: 'keep' }, { type: 'integer', minimum: 0 }],
    default: 'keep',
    description:
      'How changed texts are broken into lines: keep does it as the file does, a number at that column, 0 never.',
  },
  fuzzy: {
    type: 'string',
    enum: ['draft', 'skip'],
    default: 'draft',
    description: 'Whether a fuzzy translation is read as a draft, or left in the file and not read.',
  },
} as const satisfies Record<string, PropertySchema>;

/** The schema of the options. */
export const poSchema = formatSchema('po', 'Gettext PO', properties);
