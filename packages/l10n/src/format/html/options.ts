import type { PropertySchema } from '@helve/flow';
import {
  codeFinderProperty,
  encodingProperty,
  formatSchema,
  limitProperties,
  type CodeFinderOptions,
} from '../format-option.js';
import { elementRoles, type ElementRole } from './element-table.js';
import { textAttributes, textMeta } from './translatable-attribute.js';

/** Options of an HTML file. */
export interface HtmlOptions {
  readonly elements: Readonly<Record<string, ElementRole>>;
  readonly attributes: readonly string[];
  readonly meta: readonly string[];
  readonly jsonLd: readonly string[];
  readonly direction: 'auto' | 'keep';
  readonly codeFinder: CodeFinderOptions;
  readonly encoding: string;
  readonly maxBytes: number;
}

const properties = {
  elements: {
    type: 'object',
    additionalProperties: { type: 'string', enum: [...elementRoles] },
    default: {},
    description:
      'Roles of elements that differ from the usual ones: block ends a text, preserve also keeps its white space, inline is part of a text, skip is one code that nobody translates.',
  },
  attributes: {
    type: 'array',
    items: { type: 'string' },
    default: [...textAttributes],
    description: 'Attributes to translate, on any element.',
  },
  meta: {
    type: 'array',
    items: { type: 'string' },
    default: [...textMeta],
    description: 'Names of the meta elements whose content is translated; a star at the end stands for any rest.',
  },
  jsonLd: {
    type: 'array',
    items: { type: 'string' },
    default: ['name', 'headline', 'alternativeHeadline', 'description', 'text', 'caption', 'articleBody', 'abstract'],
    description: 'Keys of JSON-LD data in scripts whose values are translated; none leaves the scripts alone.',
  },
  direction: {
    type: 'string',
    enum: ['auto', 'keep'],
    default: 'auto',
    description:
      'Direction of translations into right-to-left languages: auto sets dir="rtl" on the elements of changed blocks, keep leaves it alone.',
  },
  codeFinder: codeFinderProperty([]),
  encoding: encodingProperty,
  maxBytes: limitProperties.maxBytes,
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const htmlSchema = formatSchema('html', 'HTML', properties);
