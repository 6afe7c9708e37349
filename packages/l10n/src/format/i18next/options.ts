import type { PropertySchema } from '@helve/flow';
import { codeFinderProperty, formatSchema } from '../format-option.js';
import { jsonProperties, type JsonOptions } from '../json/options.js';

/** Options of an i18next file. */
export interface I18nextOptions extends Pick<
  JsonOptions,
  | 'maxBytes'
  | 'maxDepth'
  | 'onBadValue'
  | 'encoding'
  | 'codeFinder'
  | 'htmlValues'
  | 'include'
  | 'exclude'
  | 'extractNonTranslatable'
> {
  readonly version: 3 | 4;
  readonly pluralSeparator: string;
  readonly contextSeparator: string;
  readonly contexts: readonly string[];
}

const { maxBytes, maxDepth, onBadValue, encoding, htmlValues, include, exclude, extractNonTranslatable } =
  jsonProperties;

const properties = {
  maxBytes,
  maxDepth,
  onBadValue,
  encoding,
  include,
  exclude,
  extractNonTranslatable,
  codeFinder: codeFinderProperty(['i18next', 'html']),
  htmlValues,
  version: {
    type: 'integer',
    enum: [3, 4],
    default: 4,
    description: 'Version of the JSON layout: 4 names plural forms by category, 3 by number.',
  },
  pluralSeparator: {
    type: 'string',
    minLength: 1,
    default: '_',
    description: 'Separator between a key and its plural suffix.',
  },
  contextSeparator: {
    type: 'string',
    minLength: 1,
    default: '_',
    description: 'Separator between a key and its context.',
  },
  contexts: {
    type: 'array',
    items: { type: 'string' },
    default: ['male', 'female', 'neutral', 'masculine', 'feminine', 'neuter'],
    description: 'Words that are contexts when they follow a key that also exists by itself.',
  },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const i18nextSchema = formatSchema('i18next', 'i18next JSON', properties);
