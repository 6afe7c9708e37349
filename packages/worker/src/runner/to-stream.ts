/** Converts the result of a stream operation to a stream; a single value becomes a stream of one. */
export function toStream(result: unknown): AsyncIterable<unknown> {
  if (isAsyncIterable(result)) return result;
  return settle(result);
}

async function* settle(result: unknown): AsyncIterable<unknown> {
  const value = await result;
  if (isAsyncIterable(value) || isGenerator(value)) yield* value;
  else yield value;
}

/** True for what gives its values one by one; a list is a value. */
export function isStream(value: object): value is AsyncIterable<unknown> | Iterable<unknown> {
  return isAsyncIterable(value) || isGenerator(value);
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isGenerator(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value;
}
