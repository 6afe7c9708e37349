import { randomBytes } from 'node:crypto';
import type { Secret, Vault, VaultScope } from '@helve/flow';
import { VaultKey } from './vault-key.js';

/** A vault that lives as long as the process. */
export function createMemoryVault(key: Uint8Array = randomBytes(32)): Vault {
  const vaultKey = new VaultKey(key);
  const shelf = new SecretShelf();
  return {
    tokenOf: (category, original) => vaultKey.tokenOf(category, original),
    put: async (records) => {
      for (const { secret, ...scope } of records) shelf.add(scope, secret);
    },
    get: async (scope, token) => shelf.get(scope, token),
    list: async (scope) => shelf.list(scope),
    close: async () => shelf.clear(),
  };
}

/** Secrets by document and block, in the order they came last. */
export class SecretShelf {
  readonly #byPlace = new Map<string, Map<string, Secret>>();

  add(scope: VaultScope, secret: Secret): void {
    const place = placeOf(scope);
    const secrets = this.#byPlace.get(place) ?? new Map<string, Secret>();
    secrets.delete(secret.token);
    this.#byPlace.set(place, secrets.set(secret.token, secret));
  }

  get(scope: VaultScope, token: string): Secret | undefined {
    return this.#byPlace.get(placeOf(scope))?.get(token);
  }

  list(scope: VaultScope): readonly Secret[] {
    return [...(this.#byPlace.get(placeOf(scope))?.values() ?? [])];
  }

  clear(): void {
    this.#byPlace.clear();
  }
}

/** A name for a block of a document. */
export function placeOf({ document, block }: VaultScope): string {
  return JSON.stringify([document, block]);
}
