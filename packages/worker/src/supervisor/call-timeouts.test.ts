import { type TimerClock } from '@helve/core';
import { expect, test } from 'vitest';
import { RemoteReply } from '../proxy/remote-call.js';
import { watchCall } from './call-timeouts.js';

/** Creates a clock that jumps to the next timer. */
function steppingClock(): TimerClock & { step(): void } {
  let now = 0;
  let next: (() => void) | undefined;
  return {
    now: () => now,
    wallMs: () => now,
    after(ms, callback) {
      next = () => {
        now += ms;
        callback();
      };
      return () => (next = undefined);
    },
    step() {
      const go = next;
      next = undefined;
      go?.();
    },
  };
}

test('a call that waits for its host is not idle, and is again when the host has answered', async () => {
  const clock = steppingClock();
  const call = new RemoteReply({ cancel: () => undefined }, 'c', 'action', 0, 1);
  const watch = watchCall(call, 1000, undefined, clock);
  let answer = () => {};
  const asking = call.whileInvoking(() => new Promise<void>((resolve) => (answer = resolve)));
  for (let step = 0; step < 30; step += 1) clock.step();
  expect([clock.now(), watch.fired]).toEqual([3000, undefined]);
  answer();
  await asking;
  for (let step = 0; step < 30; step += 1) clock.step();
  expect(watch.fired).toEqual({ which: 'idle', ms: 1000 });
});
