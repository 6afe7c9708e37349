import type { PropertySchema } from '@helve/flow';
import { codeFinderProperty, formatSchema, type CodeFinderOptions } from '../format-option.js';
import { packageProperties, type PackageOptions } from '../package/package-option.js';

/** Options of a Word document. */
export interface DocxOptions extends PackageOptions {
  readonly headers: boolean;
  readonly footnotes: boolean;
  readonly comments: boolean;
  readonly charts: boolean;
  readonly properties: boolean;
  readonly hidden: boolean;
  readonly trackedChanges: 'accept' | 'refuse' | 'error';
  readonly fields: readonly string[];
  readonly includeStyles: readonly string[];
  readonly excludeStyles: readonly string[];
  readonly excludeColors: readonly string[];
  readonly setLanguage: boolean;
  readonly direction: 'auto' | 'keep';
  readonly codeFinder: CodeFinderOptions;
}

const styles = { type: 'array', items: { type: 'string' }, default: [] } as const;

const properties = {
  headers: { type: 'boolean', default: true, description: 'Read headers and footers.' },
  footnotes: { type: 'boolean', default: true, description: 'Read footnotes and endnotes.' },
  comments: { type: 'boolean', default: false, description: 'Read comments.' },
  charts: { type: 'boolean', default: false, description: 'Read the texts of charts and diagrams.' },
  properties: {
    type: 'boolean',
    default: false,
    description: 'Read the title, subject, keywords and description of the document.',
  },
  hidden: { type: 'boolean', default: false, description: 'Read hidden text too.' },
  trackedChanges: {
    type: 'string',
    enum: ['accept', 'refuse', 'error'],
    default: 'accept',
    description:
      'Text of tracked changes: accept reads it as if they were accepted, refuse as if they were rejected, error refuses a document that has any. Changed paragraphs lose their marks.',
  },
  fields: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description: 'Names of fields, beside HYPERLINK and REF, whose results are translated.',
  },
  includeStyles: { ...styles, description: 'Paragraph styles, by id or name, that are read; none means all of them.' },
  excludeStyles: { ...styles, description: 'Paragraph and character styles, by id or name, that are not read.' },
  excludeColors: {
    type: 'array',
    items: { type: 'string', pattern: '^[0-9A-Fa-f]{6}$' },
    default: [],
    description: 'Colors of text or of its background, as RGB, such as FF0000, that are not read.',
  },
  setLanguage: {
    type: 'boolean',
    default: true,
    description: 'Set the proofing language of changed text to the target language.',
  },
  direction: {
    type: 'string',
    enum: ['auto', 'keep'],
    default: 'auto',
    description:
      'Direction of translations into right-to-left languages: auto sets it on changed paragraphs, keep leaves it alone.',
  },
  codeFinder: codeFinderProperty(['brace']),
  ...packageProperties,
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const docxSchema = formatSchema('docx', 'Word document', properties);
