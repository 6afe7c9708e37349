import type { PropertySchema } from '@helve/flow';
import { formatSchema, textProperties, type TextOptions } from '../format-option.js';

/** Globs over key paths, each with the sibling key that describes the value. */
export interface SiblingRules {
  readonly [glob: string]: string;
}

/** Options of JSON. */
export interface JsonOptions extends TextOptions {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly idRules: SiblingRules;
  readonly noteRules: SiblingRules;
  readonly maxLengthRules: SiblingRules;
  readonly loneSurrogates: 'replace' | 'refuse';
}

function siblingProperty(what: string): PropertySchema {
  return {
    type: 'object',
    additionalProperties: { type: 'string' },
    default: {},
    description: `Glob over key paths, each with the sibling key that holds ${what}.`,
  };
}

/** Options of JSON beyond those of every text format. */
export const jsonProperties = {
  ...textProperties,
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

/** Schema of the options. */
export const jsonSchema = formatSchema('json', 'JSON', jsonProperties);
