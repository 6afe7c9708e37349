import { isPlainObject, nearestNames } from '@helve/core';
import { didYouMean, type ProblemDetail } from '../project-errors.js';
import { isConfigKey, type ConfigTable } from './config-key.js';

/** Every problem of a configuration at once, each with its path. */
export function checkConfig(config: unknown, table: ConfigTable, above = ''): ProblemDetail[] {
  if (!isPlainObject(config)) return [{ where: above === '' ? 'the config' : above, message: 'Expected an object' }];
  return Object.entries(config).flatMap(([name, value]) => {
    const where = above === '' ? name : `${above}.${name}`;
    const row = Object.hasOwn(table, name) ? table[name] : undefined;
    if (row === undefined)
      return [{ where, message: 'There is no such key', ...didYouMean(nearestNames(name, Object.keys(table), 1)) }];
    if (value === undefined) return [];
    return isConfigKey(row) ? row.check(value, where) : checkConfig(value, row, where);
  });
}

/** A checked configuration with defaults filled in. */
export function fillConfig(config: Readonly<Record<string, unknown>>, table: ConfigTable): Record<string, unknown> {
  const filled = Object.entries(table).map(([name, row]) => {
    const value = config[name];
    if (isConfigKey(row)) return [name, value ?? row.default];
    return [name, fillConfig(isPlainObject(value) ? value : {}, row)];
  });
  return Object.freeze(Object.fromEntries(filled) as Record<string, unknown>);
}
