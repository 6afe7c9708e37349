import type { Vault } from '../contract/vault.js';

/** Creates a vault that only stores records, with the `put` of a test. */
export function vaultOf(put: Vault['put']): Vault {
  return {
    put,
    tokenOf: (category, value) => `${category}-${value.length}`,
    get: () => Promise.resolve(undefined),
    list: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
}
