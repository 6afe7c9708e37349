import { after } from './cancellation.js';
import type { Invocation } from './invocation.js';

/** How long those may take who run when the answer is there. */
const LAST_WORD_MS = 5_000;

/** Waits, but not for ever: what hangs is left behind, and has failed. */
export function waitBriefly(
  { options }: Invocation,
  work: PromiseLike<unknown>,
  onValue: (value: unknown) => void,
  onThrown: (thrown: unknown) => void,
): void {
  let isLeft = false;
  const stop = after(options.clock, LAST_WORD_MS, () => {
    isLeft = true;
    onThrown(new Error(`still running after ${LAST_WORD_MS} ms`));
  });
  const unlessLeft =
    <T>(go: (given: T) => void) =>
    (given: T) => {
      if (isLeft) return;
      stop();
      go(given);
    };
  void Promise.resolve(work).then(unlessLeft(onValue), unlessLeft(onThrown));
}
