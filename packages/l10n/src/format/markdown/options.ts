import type { PropertySchema } from '@helve/flow';
import {
  codeFinderProperty,
  encodingProperty,
  formatSchema,
  limitProperties,
  textProperties,
  type CodeFinderOptions,
} from '../format-option.js';
import type { MarkdownDialect } from './jsx.js';

/** Options of a Markdown file. */
export interface MarkdownOptions {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly encoding: string;
  readonly codeFinder: CodeFinderOptions;
  readonly extractNonTranslatable: boolean;
  readonly frontMatterKeys: readonly string[];
  readonly codeBlocks: boolean;
  readonly inlineCode: boolean;
  readonly imageAlt: boolean;
  readonly titles: boolean;
  readonly urls: boolean;
  readonly htmlBlocks: boolean;
}

/** Options, and the dialect of the format. */
export interface MarkdownReading extends MarkdownOptions {
  readonly dialect: MarkdownDialect;
}

/** Options of both dialects. */
export const markdownProperties = {
  maxBytes: limitProperties.maxBytes,
  maxDepth: limitProperties.maxDepth,
  encoding: encodingProperty,
  codeFinder: codeFinderProperty(['brace']),
  extractNonTranslatable: textProperties.extractNonTranslatable,
  frontMatterKeys: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description: 'Keys of the front matter to translate; dots separate the parts of a path.',
  },
  codeBlocks: {
    type: 'boolean',
    default: false,
    description: 'Translate the content of code blocks.',
  },
  inlineCode: {
    type: 'boolean',
    default: false,
    description: 'Translate the text of inline code; otherwise each piece of code is one placeholder.',
  },
  imageAlt: {
    type: 'boolean',
    default: true,
    description: 'Translate the alternative text of images.',
  },
  titles: {
    type: 'boolean',
    default: true,
    description: 'Translate the titles of links and images.',
  },
  urls: {
    type: 'boolean',
    default: false,
    description: 'Translate the addresses of links and images.',
  },
} as const satisfies Record<string, PropertySchema>;

const properties = {
  ...markdownProperties,
  htmlBlocks: {
    type: 'boolean',
    default: true,
    description: 'Translate the text in HTML blocks.',
  },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const markdownSchema = formatSchema('markdown', 'Markdown', properties);
