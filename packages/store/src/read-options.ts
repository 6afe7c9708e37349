import { isPlainObject } from '@helve/core';
import { checkOptionNames } from '@helve/core/options';
import { storeErrors } from './store-errors.js';

/** Returns options after refusing unknown keys. */
export function readOptions<Key extends string>(
  options: unknown,
  keys: readonly Key[],
): { readonly [K in Key]?: unknown } {
  if (!isPlainObject(options)) throw invalid('the options are not an object');
  checkOptionNames(options, keys, invalid);
  return options as { readonly [K in Key]?: unknown };
}

/** Makes the error for options that cannot be used. */
export function invalid(problem: string, suggestion?: string): Error {
  const options = suggestion === undefined ? {} : { details: { suggestion } };
  return storeErrors.create('STORE_OPTION_INVALID', { problem }, options);
}
