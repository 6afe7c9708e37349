import type { JsonObject } from '@helve/core';

/** Stored facts about one instance. */
export interface InstanceRecord {
  /** The capability's name. */
  readonly capability: string;
  readonly config: JsonObject;
  readonly enabled: boolean;
  /** An operator's values for variables; never a secret. */
  readonly envOverrides: { readonly [name: string]: string };
}

/** Stores one record per instance id, possibly before the first load. A corrupt record is an error. */
export interface ConfigStore {
  get(instanceId: string): Promise<InstanceRecord | undefined>;
  put(instanceId: string, record: InstanceRecord): Promise<void>;
  /** Resolves to false when there was none. */
  delete(instanceId: string): Promise<boolean>;
  /** Lists all ids, sorted by code unit. */
  list(): Promise<readonly string[]>;
}
