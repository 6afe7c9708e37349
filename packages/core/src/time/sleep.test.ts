import { expect, test } from 'vitest';
import { sleep } from './sleep.js';

test('pause waits as long as it is told', async () => {
  const began = performance.now();
  await sleep(20, new AbortController().signal);
  expect(performance.now() - began).toBeGreaterThan(15);
});

test('pause rejects with the reason as soon as its signal aborts, also when it has aborted before', async () => {
  const controller = new AbortController();
  const waiting = sleep(60_000, controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(sleep(60_000, controller.signal)).rejects.toThrow('enough');
});
