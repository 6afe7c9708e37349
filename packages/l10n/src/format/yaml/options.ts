import type { PropertySchema } from '@helve/flow';
import { codeFinderProperty, formatSchema, textProperties, type TextOptions } from '../format-option.js';

/** Options of YAML. */
export interface YamlOptions extends TextOptions {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly rootLocales: 'auto' | 'none' | 'single' | 'all';
  readonly plurals: 'auto' | 'none' | 'rails';
}

const properties = {
  ...textProperties,
  maxBytes: { ...textProperties.maxBytes, default: 64 * 2 ** 20 },
  maxDepth: { ...textProperties.maxDepth, maximum: 500, default: 500 },
  codeFinder: codeFinderProperty(['ruby', 'brace', 'html']),
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
  rootLocales: {
    type: 'string',
    enum: ['auto', 'none', 'single', 'all'],
    default: 'auto',
    description:
      'A single root key that is a locale is left out of names, and a translation has its own: always (single), or where the key is the source locale, or in the name of the file (auto). With all, each root key is a language, and the file holds all of them.',
  },
  plurals: {
    type: 'string',
    enum: ['auto', 'none', 'rails'],
    default: 'auto',
    description:
      'Read a map of plural categories with the key other as one text with plural forms, as Rails does. Default: in files with a locale as their root key.',
  },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const yamlSchema = formatSchema('yaml', 'YAML', properties);
