import type { ToolUser } from '@helve/core';
import { expect, test } from 'vitest';
import { RunningCalls } from './running-calls.js';

const ada: ToolUser = { id: 'ada' };
const bob: ToolUser = { id: 'bob' };

/** Starts calls that run until they are told to end. */
function start(calls: RunningCalls, user: ToolUser, count: number): readonly (() => void)[] {
  return Array.from({ length: count }, () => {
    let end = () => {};
    void calls.run(user, () => new Promise<void>((resolve) => (end = resolve)));
    return end;
  });
}

test('one owner leaves a quarter of all calls to others, and gets room again when a call ends', async () => {
  const calls = new RunningCalls(8);
  const [end] = start(calls, ada, 6);
  await expect(calls.run({ ...ada }, async () => 'done')).rejects.toThrow('6 are running');
  expect(await calls.run(bob, async () => 'done')).toBe('done');
  start(calls, bob, 2);
  await expect(calls.run({ id: 'eve' }, async () => 'done')).rejects.toThrow('8 are running');
  end?.();
  await new Promise(setImmediate);
  start(calls, ada, 1);
  expect(calls.size).toBe(8);
});

test('one owner leaves feeds to others, and gets room again when one is closed', () => {
  const calls = new RunningCalls();
  const [close] = Array.from({ length: 40 }, () => calls.openFeed(ada));
  expect(() => calls.openFeed(ada)).toThrow('40 are running');
  calls.openFeed(bob);
  close?.();
  calls.openFeed(ada);
});
