import type { Json } from '@helve/core';
import { aCount } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import type { CacheStore } from '../port/cache-store.js';
import { createTextCache } from './text-cache.js';

export interface MemoryCacheOptions {
  readonly maxEntries?: number;
  /** Maximum size of all answers together, as JSON text. */
  readonly maxChars?: number;
}

/** Creates a cache of answers for one process; the least recently read entry is dropped first. */
export function createMemoryCacheStore(options: MemoryCacheOptions = {}): CacheStore {
  const checks = { maxEntries: aCount, maxChars: aCount };
  const { maxEntries = 10_000, maxChars = 64_000_000 } = checkHookOptions('createMemoryCacheStore', options, checks);
  const cache = createTextCache({ maxEntries, maxChars });
  return {
    async get(key, nowMs) {
      const text = cache.get(key, nowMs);
      if (text === undefined) return undefined;
      cache.refresh(key);
      return { value: JSON.parse(text) as Json };
    },
    // Stored as text: a change of an answer affects only the caller who makes it.
    set: async (key, value, ttlMs, nowMs) => cache.put(key, JSON.stringify(value), nowMs + ttlMs, nowMs),
    touch: async (key, ttlMs, nowMs) => cache.touch(key, nowMs + ttlMs, nowMs),
    delete: async (key) => cache.delete(key),
  };
}
