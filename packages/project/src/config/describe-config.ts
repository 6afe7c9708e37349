import { isConfigKey, type ConfigTable } from './config-key.js';
import { configKeys } from './config-keys.js';

/** Every key as a row: path, what it holds, default, and what it is for. */
export function describeConfigKeys(table: ConfigTable = configKeys, above = ''): string[][] {
  return Object.entries(table).flatMap(([name, row]) => {
    const path = above === '' ? name : `${above}.${name}`;
    if (!isConfigKey(row)) return describeConfigKeys(row, path);
    return [[path, JSON.stringify(row.default) ?? '-', `${row.docs} (${row.type})`]];
  });
}
