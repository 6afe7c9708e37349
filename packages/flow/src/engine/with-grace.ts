import { callAfter } from '@helve/core';

/** Time that running handlers have to end after a cancellation. */
const GRACE_MS = 5_000;

/** Waits for what was told to end, but not for ever. */
export async function withGrace(ending: Promise<unknown>, graceMs: number = GRACE_MS): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = callAfter(graceMs, resolve);
    const ended = () => {
      stop();
      resolve();
    };
    ending.then(ended, ended);
  });
}
