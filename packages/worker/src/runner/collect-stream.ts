import { isThenable } from '@helve/core';
import type { ActionStreams } from '../action/action-mark.js';
import type { CallScope } from '../call/call-scope.js';
import { CapabilityFatalError } from '../error/fatal-errors.js';
import { encodeValue } from '../wire/encode-value.js';
import { isStream } from './to-stream.js';

export interface CollectOptions {
  /** Form in which a caller that takes no stream gets one. */
  readonly streams: ActionStreams;
  readonly scope: CallScope;
  readonly maxBytes: number;
}

/** Returns the values of a stream as a list, or its last one; anything else passes as it is. */
export function collectStream(result: unknown, options: () => CollectOptions): unknown {
  if (typeof result !== 'object' || result === null) return result;
  if (isThenable(result)) return result.then((value) => collectStream(value, options));
  return isStream(result) ? collect(result, options()) : result;
}

async function collect(
  stream: AsyncIterable<unknown> | Iterable<unknown>,
  { streams, scope, maxBytes }: CollectOptions,
): Promise<unknown> {
  const values: unknown[] = [];
  let bytes = 0;
  let last: unknown;
  for await (const value of stream) {
    scope.checkCancel();
    last = value;
    if (streams === 'last') continue;
    values.push(value);
    bytes += encodeValue(value, 'json').bytes;
    if (bytes > maxBytes) {
      const problem = `they are over ${maxBytes} bytes; call it as a stream`;
      throw new CapabilityFatalError(`Cannot collect the values of a stream: ${problem}`);
    }
  }
  return streams === 'last' ? last : values;
}
