import type { CounterStore } from '../port/counter-store.js';
import { createExpiringMap } from './expiring-map.js';
import { readMaxEntries, type MemoryOptions } from './memory-options.js';

/** Creates a store of limited counters for one process. */
export function createMemoryCounterStore(options: MemoryOptions = {}): CounterStore {
  const maxEntries = readMaxEntries('createMemoryCounterStore', options, 100_000);
  const counts = createExpiringMap<{ count: number }>({ store: 'counter store', maxEntries });
  return {
    async reserve(key, limit, ttlMs, nowMs) {
      const counter = counts.get(key, nowMs) ?? { count: 0 };
      if (counter.count >= limit) return false;
      counts.set(key, counter, nowMs + ttlMs, nowMs);
      counter.count += 1;
      return true;
    },
    async release(key, nowMs) {
      const counter = counts.get(key, nowMs);
      if (counter === undefined) return;
      counter.count -= 1;
      if (counter.count <= 0) counts.delete(key);
    },
  };
}
