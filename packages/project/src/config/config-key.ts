import type { JsonSchemaObject } from '@helve/core';
import type { Check } from './shape.js';

/** One key of the configuration. */
export interface ConfigKey<T> {
  /** Description of its value, for people. */
  readonly type: string;
  readonly default: T;
  readonly docs: string;
  /** Lists what is wrong with a value; `where` is the path of the key. */
  readonly check: Check;
  /** JSON Schema of its value, for editors. */
  readonly schema: JsonSchemaObject;
}

/** Keys by name; a group of keys is a table inside the table. */
export interface ConfigTable {
  readonly [name: string]: ConfigKey<unknown> | ConfigTable;
}

/** A configuration as its author writes it: every key may be left out. */
export type ConfigSource<Table> = {
  readonly [K in keyof Table]?: Table[K] extends ConfigKey<infer T> ? T : ConfigSource<Table[K]>;
};

/** A configuration with every key in place. */
export type ConfigValues<Table> = {
  readonly [K in keyof Table]: Table[K] extends ConfigKey<infer T> ? T : ConfigValues<Table[K]>;
};

export function isConfigKey(row: ConfigKey<unknown> | ConfigTable): row is ConfigKey<unknown> {
  return typeof row['check'] === 'function';
}
