import type { Vault } from '../contract/vault.js';

/** A vault that only takes records, in the way a test says. */
export function vaultOf(put: Vault['put']): Vault {
  return {
    put,
    tokenOf: (category, value) => `${category}-${value.length}`,
    get: () => Promise.resolve(undefined),
    list: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
}
