import { pause } from '@helve/core';

/** Waits a while, or rejects with the signal's reason when it fires. */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

export const sleep: Sleep = pause;

/** Waits for something, but no longer than the signal allows. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
