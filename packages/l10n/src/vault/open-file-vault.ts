import { canonicalJson } from '@helve/core';
import type { Vault, VaultRecord, VaultScope } from '@helve/flow';
import { scopeKey, SecretStore } from './create-memory-vault.js';
import { VaultFile } from './vault-file.js';
import { VaultKey } from './vault-key.js';

export interface FileVaultOptions {
  readonly path: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** Runs work while no other process writes to the vault. Without it, this process is the only one. */
  exclusive?<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Opens a vault in a file, which several processes may share. A record counts once it is on disk. Blocks have names
 * there that only the key can compute.
 */
export async function openFileVault({ path, key, exclusive = alone }: FileVaultOptions): Promise<Vault> {
  const vaultKey = new VaultKey(key);
  const shelf = new SecretStore();
  const file = new VaultFile(path, vaultKey, ({ secret, ...scope }) => shelf.add(scope, secret));
  await exclusive(async () => {
    file.create();
    file.catchUp();
  }).catch((error: unknown) => {
    file.close();
    throw error;
  });
  const hidden = ({ document, block }: VaultScope): VaultScope => ({ document, block: vaultKey.nameOf(block) });
  const append = (records: readonly VaultRecord[]) =>
    exclusive(async () => {
      file.catchUp();
      const fresh = onlyNew(records, shelf);
      if (fresh.length === 0) return;
      file.append(fresh);
      for (const { secret, ...scope } of fresh) shelf.add(scope, secret);
    });
  let last: Promise<void> = Promise.resolve();
  let waiting: { readonly records: VaultRecord[]; readonly written: Promise<void> } | undefined;
  return {
    tokenOf: (category, original) => vaultKey.tokenOf(category, original),
    // Records that arrive during a write share the next one.
    put: (records) => {
      if (waiting === undefined) {
        const batch: VaultRecord[] = [];
        const written = last.then(() => {
          waiting = undefined;
          return append(batch);
        });
        waiting = { records: batch, written };
        last = written.catch(() => undefined);
      }
      for (const { secret, ...scope } of records) waiting.records.push({ ...hidden(scope), secret });
      return waiting.written;
    },
    get: async (scope, token) => shelf.get(hidden(scope), token),
    list: async (scope) => shelf.list(hidden(scope)),
    close: async () => {
      await last;
      shelf.clear();
      file.close();
    },
  };
}

function alone<T>(work: () => Promise<T>): Promise<T> {
  return work();
}

/** Selects the records that are not among the last of their block, so that the latest stays the latest. */
function onlyNew(records: readonly VaultRecord[], shelf: SecretStore): readonly VaultRecord[] {
  const counts = new Map<string, number>();
  for (const scope of records) counts.set(scopeKey(scope), (counts.get(scopeKey(scope)) ?? 0) + 1);
  return records.filter(({ secret, ...scope }) => {
    const known = shelf.getLatest(scope, secret.token, counts.get(scopeKey(scope)) ?? 0);
    return known === undefined || canonicalJson(known) !== canonicalJson(secret);
  });
}
