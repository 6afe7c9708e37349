import type { FallbackTexts } from '@helve/flow/content';
import { readFallback } from './fallback-store.js';
import { foldJournals } from './fold-journals.js';

/** Texts that runs of a project wrote as their source for want of a translation, one file for each output in `.helve/fallback`. */
export interface FallbackRecord {
  find(path: string): Promise<FallbackTexts | undefined>;
}

/** Opens the record of a project. */
export function openFallbackRecord(folder: string): FallbackRecord {
  let folded: Promise<void> | undefined;
  return {
    async find(path) {
      await (folded ??= foldJournals(folder));
      return readFallback(folder, path);
    },
  };
}
