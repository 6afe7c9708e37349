import type { ActionStreams } from '../action/action-mark.js';
import { CapabilityFatalError } from '../error/fatal-errors.js';
import { encodeValue } from '../wire/encode-value.js';
import { defaultLimits } from '../wire/limits.js';

export interface CollectOptions {
  /** Form in which a caller that takes no stream gets one. */
  readonly streams: ActionStreams;
  readonly maxBytes?: number;
  /** Sees every value before the next one is taken. */
  readonly onValue: (value: unknown) => void | Promise<void>;
}

/** Reads a stream to its end; returns its values as a list, or the last one. */
export async function collectValues(
  stream: AsyncIterable<unknown> | Iterable<unknown>,
  { streams, maxBytes = defaultLimits.maxFrameBytes, onValue }: CollectOptions,
): Promise<unknown> {
  const values: unknown[] = [];
  let bytes = 0;
  let last: unknown;
  for await (const value of stream) {
    await onValue(value);
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
