import type { JsonObject } from '@helve/core';

/** What is kept of one instance between its loads. */
export interface InstanceRecord {
  /** The capability's name. */
  readonly capability: string;
  readonly config: JsonObject;
  readonly enabled: boolean;
  /** What an operator has set instead of the manifest's value or the default; never a secret. */
  readonly envOverrides: { readonly [name: string]: string };
}

/** Keeps one record per instance id, which may be there before the first load. A corrupt record is an error. */
export interface ConfigStore {
  get(instanceId: string): Promise<InstanceRecord | undefined>;
  put(instanceId: string, record: InstanceRecord): Promise<void>;
  /** False if there was none. */
  delete(instanceId: string): Promise<boolean>;
  /** All ids, sorted by code unit. */
  list(): Promise<readonly string[]>;
}
