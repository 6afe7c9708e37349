import type { ComponentSchema, PropertySchema } from '@helve/flow';
import {
  encodingProperty,
  formatSchema,
  htmlValuesProperty,
  valueProperties,
  type HtmlOptions,
  type ValueOptions,
} from '../format-option.js';

/** Delimiters between cells, in the order in which they are tried. */
export const delimiters = [',', ';', '\t', '|'] as const;

/** Options of a table of texts. */
export interface TableOptions extends ValueOptions, HtmlOptions {
  readonly delimiter: 'auto' | (typeof delimiters)[number];
  readonly quotes: boolean;
  readonly header: 'auto' | 'yes' | 'no';
  readonly columns: readonly string[];
  readonly ragged: boolean;
  readonly skipRows: number;
  readonly commentPrefix: string;
  readonly encoding: string;
}

/** Schema of the options, with the default delimiter of a format. */
export function tableSchema(id: string, title: string, delimiter: TableOptions['delimiter']): ComponentSchema {
  return formatSchema(id, title, {
    ...valueProperties,
    htmlValues: htmlValuesProperty,
    encoding: encodingProperty,
    delimiter: {
      type: 'string',
      enum: ['auto', ...delimiters],
      default: delimiter,
      description: 'Character between two cells; auto takes the one that is equally often in the most records.',
    },
    quotes: {
      type: 'boolean',
      default: true,
      description: 'Cells may stand in double quotes; without, quotation marks are text and cells hold no line ends.',
    },
    header: {
      type: 'string',
      enum: ['auto', 'yes', 'no'],
      default: 'auto',
      description: 'Whether the first record names the columns; auto looks for names that are known.',
    },
    columns: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description:
        'What the columns are, from the left, in place of a header: key, source, target, target:de, context, note, maxlength, state, a locale such as de, or an empty name for a column that is left alone.',
    },
    ragged: {
      type: 'boolean',
      default: false,
      description: 'Read records that have more or fewer cells than the first; else such a file is refused.',
    },
    skipRows: {
      type: 'integer',
      minimum: 0,
      default: 0,
      description: 'Number of lines before the table, which are left alone.',
    },
    commentPrefix: {
      type: 'string',
      default: '',
      description: 'Lines that begin with it are comments and left alone; empty means that there are none.',
    },
  } satisfies Record<string, PropertySchema>);
}
