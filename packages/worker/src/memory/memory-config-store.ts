import type { ConfigStore, InstanceRecord } from '../port/config-store.js';

/** Keeps instance records for one process. */
export function createMemoryConfigStore(): ConfigStore {
  const records = new Map<string, string>();
  return {
    async get(instanceId) {
      const text = records.get(instanceId);
      return text === undefined ? undefined : (JSON.parse(text) as InstanceRecord);
    },
    // Kept as text: whoever changes a record later changes only their own.
    async put(instanceId, record) {
      records.set(instanceId, JSON.stringify(record));
    },
    delete: async (instanceId) => records.delete(instanceId),
    list: async () => [...records.keys()].toSorted(),
  };
}
