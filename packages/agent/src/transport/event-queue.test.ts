import { expect, test } from 'vitest';
import { EventQueue } from './event-queue.js';

test('EventQueue loses nothing when a reader leaves, and lets readers go at its end', async () => {
  const queue = new EventQueue<number>();
  queue.push(1);
  queue.push(2);
  for await (const number of queue) if (number === 1) break;
  const rest: number[] = [];
  const reading = (async () => {
    for await (const number of queue) rest.push(number);
  })();
  await Promise.resolve();
  queue.push(3);
  queue.end();
  queue.push(4);
  await reading;
  expect(rest).toEqual([2, 3]);
});

test('EventQueue gives each event to one reader, in the order they asked', async () => {
  const queue = new EventQueue<string>();
  const [first, second] = [queue[Symbol.asyncIterator]().next(), queue[Symbol.asyncIterator]().next()];
  queue.push('a');
  queue.push('b');
  expect([(await first).value, (await second).value]).toEqual(['a', 'b']);
});
