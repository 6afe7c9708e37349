import { applyConfig } from '@helve/flow';
import { formatSchema, type CodeFinderOptions } from '../format-option.js';
import { xmlProperties } from '../xml/xml-option.js';

/** Options of a TMX file. */
export interface TmxOptions {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxExpansion: number;
  readonly encoding: string;
  readonly codeFinder: CodeFinderOptions;
}

const defaults = applyConfig<TmxOptions>(formatSchema('tmx', 'TMX 1.4b', xmlProperties), {});

/** Completes options with their defaults. */
export function tmxOptions(options: Partial<TmxOptions>): TmxOptions {
  if (!defaults.ok) throw new TypeError('the defaults of TMX do not match their schema');
  return { ...defaults.config, ...options };
}
