import { callAfter } from './call-after.js';

/** Waits a while; tests hand in one of their own. */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** Waits, and rejects with the reason of the signal as soon as it aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      stop();
      reject(signal?.reason as Error);
    };
    const stop = callAfter(ms, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
