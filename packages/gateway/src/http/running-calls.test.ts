import { CancelSource, type ToolUser } from '@helve/core';
import { expect, test } from 'vitest';
import { RunningCalls } from './running-calls.js';

const ada: ToolUser = { id: 'ada' };
const bob: ToolUser = { id: 'bob' };

test('one owner leaves a quarter of all calls to others, and gets room again when a call ends', async () => {
  const calls = new RunningCalls(8);
  const connection = new CancelSource();
  for (let n = 0; n < 6; n += 1) calls.enter(connection, ada);
  expect(() => calls.enter(connection, { ...ada })).toThrow('6 are running');
  await expect(calls.run(connection.signal, ada, async () => 'done')).rejects.toThrow('6 are running');
  expect(await calls.run(connection.signal, bob, async () => 'done')).toBe('done');
  for (let n = 0; n < 2; n += 1) calls.enter(connection, bob);
  expect(() => calls.enter(connection, { id: 'eve' })).toThrow('8 are running');
  calls.leave(ada);
  calls.enter(connection, ada);
  expect(calls.size).toBe(8);
});
