import { callAfter } from './call-after.js';

/** Waits, and rejects as soon as the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
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
