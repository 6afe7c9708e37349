import type { Finding } from '../cli-errors.js';

/** One key of the configuration. */
export interface ConfigKey<T> {
  /** What it holds, for people. */
  readonly type: string;
  readonly default: T;
  readonly docs: string;
  /** What is wrong with a value; `where` is the path of the key. */
  readonly check: (value: unknown, where: string) => readonly Finding[];
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

/** Holds for values that pass a test. */
export function expect(wanted: string, holds: (value: unknown) => boolean): ConfigKey<unknown>['check'] {
  return (value, where) => (holds(value) ? [] : [{ where, message: `Expected ${wanted}` }]);
}

/** Holds for lists in which each item passes a test. */
export function expectList(wanted: string, holds: (value: unknown) => boolean): ConfigKey<unknown>['check'] {
  return (value, where) => {
    if (!Array.isArray(value)) return [{ where, message: `Expected a list of which each item is ${wanted}` }];
    return value.flatMap((item: unknown, index) => expect(wanted, holds)(item, `${where}[${index}]`));
  };
}
