import type { Runs } from '@helve/flow';
import type { TmDraft, TranslationMemory } from '../memory/contract.js';
import { createMemoryStorage } from '../memory/create-memory-storage.js';
import { createTranslationMemory } from '../memory/create-translation-memory.js';
import { t } from './runs-kit.js';

/** Creates an entry from texts or content by locale. */
export function draft(
  variants: Readonly<Record<string, Runs | string>>,
  more: Omit<TmDraft, 'variants'> = {},
): TmDraft {
  const contents = Object.entries(variants).map(([locale, content]) => [
    locale,
    typeof content === 'string' ? [t(content)] : content,
  ]);
  return { variants: Object.fromEntries(contents), ...more };
}

/** Creates a memory with these entries, in this process. */
export async function memoryOf(drafts: readonly TmDraft[], project?: string): Promise<TranslationMemory> {
  const memory = createTranslationMemory(createMemoryStorage(), project === undefined ? {} : { project });
  await memory.add(drafts);
  return memory;
}
