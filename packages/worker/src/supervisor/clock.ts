import { callAfter } from '@helve/core';

/** Tells the time, and when some of it has passed; tests hand in their own. */
export interface WorkerClock {
  /** Milliseconds that never run backwards, whatever happens to the time of day. */
  now(): number;
  /** The time of day, for people. */
  wallMs(): number;
  /** Calls back later; returns how to stop that. */
  after(ms: number, callback: () => void): () => void;
}

/** The clock of the platform. */
export const systemClock: WorkerClock = Object.freeze({
  now: () => performance.now(),
  wallMs: () => Date.now(),
  after: callAfter,
});

/** Waits, or stops waiting when the signal fires. */
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
