/** Waits for work, but no longer than the signal allows; late results are dropped and late failures observed. */
export function untilAborted<T>(work: PromiseLike<T>, signal: AbortSignal, onAbort: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(onAbort());
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).then(() => signal.removeEventListener('abort', abort));
  });
}
