import { after } from './cancellation.js';
import type { Invocation } from './invocation.js';

/** How long those may take who run when the answer is there. */
export const LAST_WORD_MS = 5_000;

/** Waits, but not for ever: what hangs is left behind and reported. */
export function atMost<T>(inv: Invocation, work: PromiseLike<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = after(inv.options.clock, ms, () => reject(new Error(`still running after ${ms} ms`)));
    work.then(
      (value) => {
        stop();
        resolve(value);
      },
      (thrown: unknown) => {
        stop();
        reject(thrown);
      },
    );
  });
}
