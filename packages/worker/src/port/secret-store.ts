import type { Secret } from '@helve/core';

/** Stores secrets by capability; instances of a capability share them. */
export interface SecretStore {
  /** Reads all secrets of a capability by key. Used only by a spawn and its redactor. */
  read(capability: string): Promise<ReadonlyMap<string, Secret>>;
  /** Stores a value; refuses an empty one, which would count as missing. */
  put(capability: string, key: string, value: Secret): Promise<void>;
  /** Resolves to false when there was none. */
  delete(capability: string, key: string): Promise<boolean>;
  /** Lists the keys, sorted by code unit. */
  list(capability: string): Promise<readonly string[]>;
}
