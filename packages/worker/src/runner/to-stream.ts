/** What a stream operation gave, as something to pull from: one value is a stream of one. */
export function toStream(result: unknown): AsyncIterable<unknown> {
  if (isAsyncIterable(result)) return result;
  return settle(result);
}

async function* settle(result: unknown): AsyncIterable<unknown> {
  const value = await result;
  if (isAsyncIterable(value) || isGenerator(value)) yield* value;
  else yield value;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** A list is a value; only what is made to be pulled counts as a stream. */
function isGenerator(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value;
}
