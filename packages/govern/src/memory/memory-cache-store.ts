import type { Json } from '@helve/core';
import { aCount, checkOptions } from '../check-options.js';
import type { CacheStore } from '../port/cache-store.js';
import { createTextCache } from './text-cache.js';

export interface MemoryCacheOptions {
  readonly maxEntries?: number;
  /** All answers together, as JSON text. */
  readonly maxChars?: number;
}

/** Keeps answers for a while, for one process; what was not read for longest goes first. */
export function createMemoryCacheStore(options: MemoryCacheOptions = {}): CacheStore {
  const checks = { maxEntries: aCount, maxChars: aCount };
  const { maxEntries = 10_000, maxChars = 64_000_000 } = checkOptions('createMemoryCacheStore', options, checks);
  const shelf = createTextCache({ maxEntries, maxChars });
  return {
    async get(key, nowMs) {
      const text = shelf.get(key, nowMs);
      if (text === undefined) return undefined;
      shelf.refresh(key);
      return { value: JSON.parse(text) as Json };
    },
    // Kept as text: whoever changes an answer later changes only their own.
    set: async (key, value, ttlMs, nowMs) => shelf.put(key, JSON.stringify(value), nowMs + ttlMs, nowMs),
    touch: async (key, ttlMs, nowMs) => shelf.touch(key, nowMs + ttlMs, nowMs),
    delete: async (key) => shelf.delete(key),
  };
}
