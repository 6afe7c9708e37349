import type { Secret } from '@helve/core';

/** Keeps secrets by capability, whose instances share them. */
export interface SecretStore {
  /** All secrets of a capability by key. Only a spawn and its redactor ask for them. */
  read(capability: string): Promise<ReadonlyMap<string, Secret>>;
  /** Keeps a value; an empty one is refused, since it would count as missing. */
  put(capability: string, key: string, value: Secret): Promise<void>;
  /** False if there was none. */
  delete(capability: string, key: string): Promise<boolean>;
  /** The keys, sorted by code unit. */
  list(capability: string): Promise<readonly string[]>;
}
