import type { ConfigStore, InstanceRecord } from '../port/config-store.js';

/** Creates a store of instance records in memory. */
export function createMemoryConfigStore(): ConfigStore {
  const records = new Map<string, string>();
  return {
    async get(instanceId) {
      const text = records.get(instanceId);
      return text === undefined ? undefined : (JSON.parse(text) as InstanceRecord);
    },
    // Stored as text, so that later changes to the object have no effect.
    async put(instanceId, record) {
      records.set(instanceId, JSON.stringify(record));
    },
    delete: async (instanceId) => records.delete(instanceId),
    list: async () => [...records.keys()].toSorted(),
  };
}
