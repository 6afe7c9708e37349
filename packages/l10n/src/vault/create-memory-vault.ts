import { randomBytes } from 'node:crypto';
import type { VaultSecret, Vault, VaultScope } from '@helve/flow';
import { VaultKey } from './vault-key.js';

/** Creates a vault that lives as long as the process. */
export function createMemoryVault(key: Uint8Array = randomBytes(32)): Vault {
  const vaultKey = new VaultKey(key);
  const shelf = new SecretStore();
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

interface Block {
  /** Number of additions. */
  added: number;
  readonly byToken: Map<string, { readonly secret: VaultSecret; readonly at: number }>;
}

/** Secrets by document and block, in the order of their last addition. */
export class SecretStore {
  readonly #byPlace = new Map<string, Block>();

  add(scope: VaultScope, secret: VaultSecret): void {
    const key = scopeKey(scope);
    let block = this.#byPlace.get(key);
    if (block === undefined) this.#byPlace.set(key, (block = { added: 0, byToken: new Map() }));
    block.byToken.delete(secret.token);
    block.byToken.set(secret.token, { secret, at: (block.added += 1) });
  }

  get(scope: VaultScope, token: string): VaultSecret | undefined {
    return this.#byPlace.get(scopeKey(scope))?.byToken.get(token)?.secret;
  }

  /** Returns the secret of a token if it is among the last additions to its block. */
  getLatest(scope: VaultScope, token: string, last: number): VaultSecret | undefined {
    const block = this.#byPlace.get(scopeKey(scope));
    const known = block?.byToken.get(token);
    return block !== undefined && known !== undefined && block.added - known.at < last ? known.secret : undefined;
  }

  list(scope: VaultScope): readonly VaultSecret[] {
    return Array.from(this.#byPlace.get(scopeKey(scope))?.byToken.values() ?? [], ({ secret }) => secret);
  }

  clear(): void {
    this.#byPlace.clear();
  }
}

/** Builds the key of a block of a document. */
export function scopeKey({ document, block }: VaultScope): string {
  return JSON.stringify([document, block]);
}
