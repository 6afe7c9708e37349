import type { ApiKey, ApiKeyStore } from '../port/api-key-store.js';

/** Creates a store of API keys for one process. */
export function createMemoryApiKeyStore(keys: readonly ApiKey[] = []): ApiKeyStore {
  const kept = new Map(keys.map((key) => [key.id, Object.freeze({ ...key })]));
  const change = (id: string, facts: Partial<ApiKey>) => {
    const key = kept.get(id);
    if (key !== undefined) kept.set(id, Object.freeze({ ...key, ...facts }));
  };
  return Object.freeze({
    put: async (key) => void kept.set(key.id, Object.freeze({ ...key })),
    get: async (id) => kept.get(id),
    list: async () => [...kept.values()].toSorted((a, b) => a.createdAtMs - b.createdAtMs),
    revoke: async (id, nowMs) => {
      const key = kept.get(id);
      if (key === undefined || key.revokedAtMs !== undefined) return false;
      change(id, { revokedAtMs: nowMs });
      return true;
    },
    touch: async (id, nowMs) => change(id, { lastUsedAtMs: nowMs }),
  } satisfies ApiKeyStore);
}
