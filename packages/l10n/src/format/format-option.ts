import type { JsonObject } from '@helve/core';
import type { ComponentSchema, ParameterGroup, PropertySchema } from '@helve/flow';
import { badValueProperty, type BadValueOptions } from './bad-value.js';
import { codePresets, generalCodePresets, type CodePreset } from './code/code-preset.js';

/** Limits that every format has. */
interface LimitOptions {
  readonly maxBytes: number;
}

/** Options for finding codes in the values of a text format. */
export interface CodeFinderOptions {
  readonly enabled: boolean;
  readonly presets: readonly CodePreset[];
  readonly rules: readonly { readonly pattern: string; readonly type: string }[];
  /** False leaves tags in the text, those of messages too. */
  readonly tags?: boolean;
}

/** Options for tags in the values of a text format. */
export interface HtmlOptions {
  readonly codeFinder: CodeFinderOptions;
  readonly htmlValues: 'codes' | 'off';
}

/** A value that is a document of another format. */
export interface SubfilterRule {
  readonly match: string;
  readonly format: string;
  readonly options?: JsonObject;
}

/** Options that the values of all text formats share. */
export interface ValueOptions extends LimitOptions, BadValueOptions {
  readonly codeFinder: CodeFinderOptions;
  readonly subfilters: readonly SubfilterRule[];
}

/** Options of text formats that may exclude values. */
export interface TextOptions extends ValueOptions {
  readonly maxDepth: number;
  readonly encoding: string;
  readonly extractNonTranslatable: boolean;
}

/** Schema of the limits, for all formats. */
export const limitProperties = {
  maxBytes: {
    type: 'integer',
    minimum: 1,
    default: 2 ** 30,
    description: 'Maximum size of a file, in bytes; a larger file is refused.',
  },
  maxDepth: {
    type: 'integer',
    minimum: 1,
    maximum: 5000,
    default: 1000,
    description: 'Maximum nesting depth; a file that nests deeper is refused.',
  },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the code finder, with the default presets of a format. */
export function codeFinderProperty(presets: readonly CodePreset[] = generalCodePresets): PropertySchema {
  return {
    type: 'object',
    description: 'Inline codes in values: variables, functions, tags.',
    properties: {
      enabled: { type: 'boolean', default: true, description: 'Detect inline codes.' },
      presets: {
        type: 'array',
        items: { type: 'string', enum: [...codePresets] },
        default: [...presets],
        description: 'Built-in kinds of codes to detect.',
      },
      rules: {
        type: 'array',
        default: [],
        description:
          'Additional kinds of codes. They are tried before all presets, and the first rule that matches wins.',
        items: {
          type: 'object',
          properties: {
            pattern: { type: 'string', description: 'ECMAScript regular expression with the flag v.' },
            type: { type: 'string', description: 'Vocabulary type of a match.' },
          },
          required: ['pattern', 'type'],
          additionalProperties: false,
        },
      },
    },
    default: { enabled: true, presets: [...presets], rules: [] },
    additionalProperties: false,
  };
}

/** Schema of what becomes of tags in values. */
export const htmlValuesProperty = {
  type: 'string',
  enum: ['codes', 'off'],
  default: 'codes',
  description:
    'Tags in values, such as <b>: codes makes inline codes of those with a partner, an attribute or a closing slash, off leaves them in the text.',
} as const satisfies PropertySchema;

/** Returns the options of the code finder for values in which tags are codes, or text. */
export function valueCodes({ codeFinder, htmlValues }: HtmlOptions): CodeFinderOptions {
  if (htmlValues === 'codes') return codeFinder;
  return { ...codeFinder, presets: codeFinder.presets.filter((preset) => preset !== 'html'), tags: false };
}

/** Schema of the encoding, for formats that do not declare it themselves. */
export const encodingProperty = {
  type: 'string',
  default: 'auto',
  description: 'Encoding to assume when neither a byte order mark nor the file itself names one; auto means UTF-8.',
} as const satisfies PropertySchema;

/** Schema of the value options that all text formats share. */
export const valueProperties = {
  maxBytes: limitProperties.maxBytes,
  onBadValue: badValueProperty,
  codeFinder: codeFinderProperty(),
  subfilters: {
    type: 'array',
    default: [],
    description: 'Values that are documents of another format; the first rule that matches a key wins.',
    items: {
      type: 'object',
      properties: {
        match: { type: 'string', description: 'Glob over key paths.' },
        format: { type: 'string', description: 'Format that reads the value.' },
        options: { type: 'object', description: 'Options of that format.' },
      },
      required: ['match', 'format'],
      additionalProperties: false,
    },
  },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options of text formats that may exclude values. */
export const textProperties = {
  ...valueProperties,
  maxDepth: limitProperties.maxDepth,
  encoding: encodingProperty,
  extractNonTranslatable: {
    type: 'boolean',
    default: true,
    description: 'Show excluded values as blocks that are not translated.',
  },
} as const satisfies Record<string, PropertySchema>;

/** Options that several formats have, by group; all others are the format's own and come first. */
const sharedGroups: readonly ParameterGroup[] = [
  { id: 'codes', title: 'Inline codes and embedded formats', properties: ['codeFinder', 'htmlValues', 'subfilters'] },
  { id: 'reading', title: 'Reading', properties: ['encoding', 'onBadValue', 'loneSurrogates', 'repair', 'lenient'] },
  { id: 'limits', title: 'Limits', properties: ['maxBytes', 'maxDepth', 'maxExpansion'] },
];

/** So many options need no groups. */
const FEW = 6;

/** Groups the options of a format, if there are many. */
function groupOptions(title: string, names: readonly string[]): readonly ParameterGroup[] | undefined {
  if (names.length <= FEW) return undefined;
  const shared = sharedGroups.map((group) => ({
    ...group,
    properties: group.properties.filter((name) => names.includes(name)),
  }));
  const known = new Set(shared.flatMap(({ properties }) => properties));
  // Few change what every text format has.
  const own = names.filter((name) => !known.has(name)).toSorted((one, other) => rank(one) - rank(other));
  return [{ id: 'content', title, properties: own }, ...shared].filter(({ properties }) => properties.length > 0);
}

function rank(name: string): number {
  return Object.hasOwn(textProperties, name) ? 1 : 0;
}

/** Creates the schema of a format's options. */
export function formatSchema(
  id: string,
  title: string,
  properties: { readonly [name: string]: PropertySchema },
): ComponentSchema {
  const groups = groupOptions(title, Object.keys(properties));
  return Object.freeze({
    $id: `helve:format/${id}`,
    $version: '1.0.0',
    title,
    description: `Options of the format ${id}.`,
    type: 'object',
    properties,
    additionalProperties: false,
    ...(groups === undefined ? {} : { 'ui:groups': groups }),
  });
}

/** Returns the encoding that an option names; undefined for `auto`. */
export function namedEncoding(encoding: string): string | undefined {
  return encoding === 'auto' ? undefined : encoding;
}
