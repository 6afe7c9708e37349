import type { ConsentStore } from '../port/consent-store.js';
import { createExpiringMap } from './expiring-map.js';
import { readMaxEntries, type MemoryOptions } from './memory-options.js';

/** Creates a store of consents for one process. */
export function createMemoryConsentStore(options: MemoryOptions = {}): ConsentStore {
  const maxEntries = readMaxEntries('createMemoryConsentStore', options, 100_000);
  const grants = createExpiringMap<{ readonly by: string; readonly atMs: number }>({
    store: 'consent store',
    maxEntries,
  });
  const keyOf = (userId: string, toolId: string) => JSON.stringify([userId, toolId]);
  const isGranted = (key: string) => grants.get(key, Number.NEGATIVE_INFINITY) !== undefined;
  return {
    isGranted: async (userId, toolId) => isGranted(keyOf(userId, toolId)),
    async grant(userId, toolId, by, nowMs) {
      grants.set(keyOf(userId, toolId), { by, atMs: nowMs }, Number.POSITIVE_INFINITY, nowMs);
    },
    async revoke(userId, toolId) {
      const key = keyOf(userId, toolId);
      const granted = isGranted(key);
      grants.delete(key);
      return granted;
    },
  };
}
