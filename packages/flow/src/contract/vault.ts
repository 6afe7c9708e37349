import type { Json } from '@helve/core';

/** An original that leaves the content: found again by document, block and token. */
export interface VaultSecret {
  readonly token: string;
  readonly category: string;
  readonly value: Json;
}

/** Where a secret belongs. */
export interface VaultScope {
  readonly document: string;
  readonly block: string;
}

export interface VaultRecord extends VaultScope {
  readonly secret: VaultSecret;
}

/** Keeps originals apart from content. `put` answers when the records are durable. */
export interface Vault {
  /** Name of an original: equal for equal ones, and meaningless without the key. */
  tokenOf(category: string, original: string): string;
  put(records: readonly VaultRecord[]): Promise<void>;
  get(scope: VaultScope, token: string): Promise<VaultSecret | undefined>;
  list(scope: VaultScope): Promise<readonly VaultSecret[]>;
  close(): Promise<void>;
}
