import type { PropertySchema } from '@helve/flow';
import {
  formatSchema,
  htmlValuesProperty,
  textProperties,
  type HtmlOptions,
  type TextOptions,
} from '../format-option.js';
import type { EntryRule } from './entry-rule.js';

/** Globs over key paths, each with the sibling key that describes the value. */
export interface SiblingRules {
  readonly [glob: string]: string;
}

/** Options of JSON. */
export interface JsonOptions extends TextOptions, HtmlOptions {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly idRules: SiblingRules;
  readonly noteRules: SiblingRules;
  readonly maxLengthRules: SiblingRules;
  readonly entries: readonly EntryRule[];
  readonly otherValues: 'all' | 'keyed' | 'none';
  readonly languageKey: string;
  readonly loneSurrogates: 'replace' | 'refuse';
}

function siblingProperty(what: string): PropertySchema {
  return {
    type: 'object',
    additionalProperties: { type: 'string' },
    default: {},
    description: `Glob over key paths, each with the sibling key that holds ${what}; {key} in it stands for the key of the value.`,
  };
}

/** Options of JSON beyond those of every text format. */
export const jsonProperties = {
  ...textProperties,
  htmlValues: htmlValuesProperty,
  include: {
    type: 'array',
    items: { type: 'string' },
    default: ['**'],
    description: 'Globs over key paths: only these values are translated.',
  },
  exclude: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description: 'Globs over key paths: these values are not translated.',
  },
  idRules: siblingProperty('their id'),
  noteRules: siblingProperty('a note for translators'),
  maxLengthRules: siblingProperty('their maximum length'),
  loneSurrogates: {
    type: 'string',
    enum: ['replace', 'refuse'],
    default: 'replace',
    description: 'Read half of a surrogate pair, written as an escape, as U+FFFD, or refuse the file.',
  },
} as const satisfies Record<string, PropertySchema>;

const entryProperties = {
  match: { type: 'string', description: 'Glob over the key paths of the objects.' },
  value: {
    type: 'string',
    description: 'Key of the text; without one, the object itself is a table with a text for each plural form.',
  },
  id: { type: 'string', description: 'Key of the name; without one, the key of the object is its name.' },
  notes: { type: 'array', items: { type: 'string' }, description: 'Keys of notes for translators.' },
  placeholders: { type: 'string', description: 'Key of the placeholders, whose examples are shown with the codes.' },
  plurals: { type: 'boolean', description: 'The text may be a table with a text for each plural form.' },
  besides: { type: 'array', items: { type: 'string' }, description: 'Other keys of a table of plural forms.' },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const jsonSchema = formatSchema('json', 'JSON', {
  ...jsonProperties,
  entries: {
    type: 'array',
    default: [],
    description: 'Objects that hold one message each, with facts about it; the first rule that fits wins.',
    items: { type: 'object', properties: entryProperties, required: ['match'], additionalProperties: false },
  },
  otherValues: {
    type: 'string',
    enum: ['all', 'keyed', 'none'],
    default: 'all',
    description: 'Strings outside of entries to read: all, those outside of lists, or none.',
  },
  languageKey: {
    type: 'string',
    default: '',
    description: "Key at the root that names the language of the file; a translation gets the target's.",
  },
});
