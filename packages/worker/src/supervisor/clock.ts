import { callAfter } from '@helve/core';

/** Time and timers; tests pass their own. */
export interface WorkerClock {
  /** Monotonic milliseconds. */
  now(): number;
  /** Wall-clock milliseconds. */
  wallMs(): number;
  /** Calls back later; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** The clock of the platform. */
export const systemClock: WorkerClock = Object.freeze({
  now: () => performance.now(),
  wallMs: () => Date.now(),
  after: callAfter,
});

/** Waits, or ends early when the signal aborts. */
export function sleep(clock: WorkerClock, ms: number, signal?: AbortSignal): Promise<void> {
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
