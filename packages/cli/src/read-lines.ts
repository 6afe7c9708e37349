/** The lines of an input, one after the other; the end of the input or a signal ends them. */
export async function* readLines(
  input: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  const chunks = input[Symbol.asyncIterator]();
  let rest = '';
  for (;;) {
    const chunk = await orAborted(chunks.next(), signal);
    if (chunk === undefined || chunk.done === true) break;
    rest += typeof chunk.value === 'string' ? chunk.value : decoder.decode(chunk.value, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Waits for the next value; gives nothing once the signal aborts. */
function orAborted<Value>(coming: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    coming.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
