import { sha256 } from '@helve/core';
import type { LocaleId } from '../contract/block.js';

export interface CacheFacts {
  readonly tool: string;
  readonly version: string;
  /** The fingerprint of the config, with what else shapes the result. */
  readonly config: string;
  readonly content: string;
  readonly structure: string;
  readonly locales: readonly LocaleId[];
}

/** Where the result of one tool for one content is cached: it changes with everything that could change the result. */
export function cacheKey({ config, content, locales, structure, tool, version }: CacheFacts): string {
  // Texts under names in order are canonical JSON as they stand.
  return sha256(JSON.stringify({ config, content, locales, structure, tool, version }));
}
