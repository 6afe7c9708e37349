import type { TimerClock } from '@helve/core';

/** Waits, or ends early when the signal aborts. */
export function sleep(clock: TimerClock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const stop = clock.after(ms, done);
    signal?.addEventListener('abort', done, { once: true });
  });
}
