import { applyConfig, type PropertySchema } from '@helve/flow';
import {
  codeFinderProperty,
  encodingProperty,
  formatSchema,
  limitProperties,
  type CodeFinderOptions,
} from '../format-option.js';

/** What one may choose when a TMX file is read. */
export interface TmxOptions {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxExpansion: number;
  readonly encoding: string;
  readonly codeFinder: CodeFinderOptions;
}

const properties = {
  ...limitProperties,
  maxExpansion: {
    type: 'integer',
    minimum: 0,
    default: 2 ** 20,
    description: 'A file whose entities become more characters than this is refused.',
  },
  encoding: encodingProperty,
  codeFinder: codeFinderProperty(['brace', 'printf', 'html']),
} as const satisfies Record<string, PropertySchema>;

/** The schema of the options. */
const tmxSchema = formatSchema('tmx', 'TMX 1.4b', properties);

const defaults = applyConfig<TmxOptions>(tmxSchema, {});

/** All options, with the defaults of those that are not given. */
export function tmxOptions(given: Partial<TmxOptions>): TmxOptions {
  if (!defaults.ok) throw new TypeError('the defaults of TMX do not fit their schema');
  return { ...defaults.config, ...given };
}
