import { isPlainObject, nearestNames } from '@helve/core';
import { storeErrors } from './store-errors.js';

/** Returns options after refusing unknown keys. */
export function readOptions<Key extends string>(
  options: unknown,
  keys: readonly Key[],
): { readonly [K in Key]?: unknown } {
  if (!isPlainObject(options)) throw invalid('the options are not an object');
  for (const key of Object.keys(options)) {
    if (keys.some((known) => known === key)) continue;
    const [near] = nearestNames(key, keys);
    throw invalid(`there is no option "${key}"${near === undefined ? '' : `, did you mean "${near}"?`}`);
  }
  return options as { readonly [K in Key]?: unknown };
}

export function invalid(problem: string): Error {
  return storeErrors.create('STORE_OPTION_INVALID', { problem });
}
