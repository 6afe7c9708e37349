import type { SecretStore } from '../port/secret-store.js';
import { assertSecretNames, assertSecretValue } from '../secret/check-secret.js';
import { NamedSecret } from '../secret/named-secret.js';

/** Creates a store of secrets in memory. */
export function createMemorySecretStore(): SecretStore {
  const byCapability = new Map<string, Map<string, NamedSecret>>();
  return {
    async read(capability) {
      assertSecretNames(capability);
      return new Map([...(byCapability.get(capability) ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
    async put(capability, key, value) {
      assertSecretNames(capability, key);
      assertSecretValue(key, value);
      const secrets = byCapability.get(capability) ?? new Map<string, NamedSecret>();
      byCapability.set(capability, secrets.set(key, new NamedSecret(key, value.reveal())));
    },
    async delete(capability, key) {
      assertSecretNames(capability, key);
      return byCapability.get(capability)?.delete(key) ?? false;
    },
    async list(capability) {
      assertSecretNames(capability);
      return [...(byCapability.get(capability)?.keys() ?? [])].toSorted();
    },
  };
}
