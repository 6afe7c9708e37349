import { isThenable } from '@helve/core';
import { collectValues, type CollectOptions } from '../call/collect-values.js';
import { isStream } from './to-stream.js';

/** Returns the values of a stream as a list, or its last one; anything else passes as it is. */
export function collectStream(result: unknown, options: () => CollectOptions): unknown {
  if (typeof result !== 'object' || result === null) return result;
  if (isThenable(result)) return result.then((value) => collectStream(value, options));
  return isStream(result) ? collectValues(result, options()) : result;
}
