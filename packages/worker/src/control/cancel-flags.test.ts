import { expect, test } from 'vitest';
import { CANCEL_SLOTS, CancelFlags } from './cancel-flags.js';

test('R47: a flag is that of one call: an older cancel in the same slot neither sets nor clears it', () => {
  const flags = new CancelFlags();
  const [first, second] = [flags.of(3, 10), flags.of(3, 11)];
  expect(second?.isSet()).toBe(false);
  flags.set(3, 11);
  flags.set(3, 10);
  expect([first?.isSet(), second?.isSet(), flags.of(4, 11)?.isSet()]).toEqual([false, true, false]);
});

test('both sides of the shared memory see the same, and a call without a slot has no flag', () => {
  const flags = new CancelFlags();
  const other = new CancelFlags(flags.buffer);
  flags.inFlight = 2;
  flags.set(0, 1);
  expect([other.inFlight, other.of(0, 1)?.isSet()]).toEqual([2, true]);
  expect([flags.of(-1, 1), flags.of(CANCEL_SLOTS, 1)]).toEqual([undefined, undefined]);
  flags.set(-1, 5);
  expect(other.inFlight).toBe(2);
});
