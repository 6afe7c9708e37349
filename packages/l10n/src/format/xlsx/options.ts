import type { PropertySchema } from '@helve/flow';
import { codeFinderProperty, formatSchema, type CodeFinderOptions } from '../format-option.js';
import { packageProperties, type PackageOptions } from '../package/package-option.js';

/** Type of the files. */
export const workbookMimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Options of a workbook. */
export interface XlsxOptions extends PackageOptions {
  readonly hidden: boolean;
  readonly excludeSheets: readonly string[];
  readonly excludeColors: readonly string[];
  readonly columns: readonly string[];
  readonly comments: boolean;
  readonly sheetNames: boolean;
  readonly validationLists: boolean;
  readonly headersFooters: boolean;
  readonly drawings: boolean;
  readonly table: Readonly<Record<string, string>>;
  readonly codeFinder: CodeFinderOptions;
}

const properties = {
  ...packageProperties,
  hidden: {
    type: 'boolean',
    default: false,
    description: 'Read hidden rows, columns and sheets too.',
  },
  excludeSheets: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description: 'Globs over the names of sheets that are not read.',
  },
  excludeColors: {
    type: 'array',
    items: { type: 'string', pattern: '^[0-9A-Fa-f]{6}$' },
    default: [],
    description: 'Fill colors of cells that are not read, as RGB, such as FFFF00.',
  },
  columns: {
    type: 'array',
    items: { type: 'string', pattern: '^(?:.+!)?[A-Za-z]{1,3}(?::[A-Za-z]{1,3})?$' },
    default: [],
    description: 'Columns that are read: B, B:D, or Prices!B:D for one sheet. Default: all columns.',
  },
  comments: {
    type: 'boolean',
    default: true,
    description: 'Show the comment on a cell as the note of its block.',
  },
  sheetNames: {
    type: 'boolean',
    default: false,
    description: 'Read the names of sheets; one that something refers to cannot be changed.',
  },
  validationLists: {
    type: 'boolean',
    default: false,
    description: 'Read the lists of values that cells offer, where they stand in the sheet itself.',
  },
  headersFooters: { type: 'boolean', default: false, description: 'Read the headers and footers of printed pages.' },
  drawings: { type: 'boolean', default: false, description: 'Read the text in shapes and text boxes.' },
  table: {
    type: 'object',
    additionalProperties: { type: 'string', pattern: '^[A-Za-z]{1,3}$' },
    default: {},
    description:
      'Columns of sheets that are tables, by what they hold: key, source, target:de or de, context, note, maxlength, state:de. Each row is a text then. Default: each cell is.',
  },
  codeFinder: codeFinderProperty(['brace']),
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const xlsxSchema = formatSchema('xlsx', 'Excel workbook', properties);
