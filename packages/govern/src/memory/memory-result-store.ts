import { aCount } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import type { ResultStore } from '../port/result-store.js';
import { createTextCache } from './text-cache.js';

export interface MemoryResultOptions {
  readonly maxEntries?: number;
  /** Maximum size of all results together. */
  readonly maxChars?: number;
}

/** Creates a store of large results for one process; the oldest are dropped first. */
export function createMemoryResultStore(options: MemoryResultOptions = {}): ResultStore {
  const checks = { maxEntries: aCount, maxChars: aCount };
  const { maxEntries = 1_000, maxChars = 64_000_000 } = checkHookOptions('createMemoryResultStore', options, checks);
  const cache = createTextCache({ maxEntries, maxChars });
  // Another caller reads under another key, so there is nothing to compare and nothing to leak.
  const keyOf = (handle: string, owner: string) => JSON.stringify([handle, owner]);
  return {
    put: async (handle, owner, text, ttlMs, nowMs) => cache.put(keyOf(handle, owner), text, nowMs + ttlMs, nowMs),
    async read(handle, owner, offset, length, nowMs) {
      const text = cache.get(keyOf(handle, owner), nowMs);
      return text === undefined ? undefined : { text: text.slice(offset, offset + length), total: text.length };
    },
  };
}
