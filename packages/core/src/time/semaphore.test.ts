import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.js';

test('Semaphore hands out its permits at once, then in the order of arrival', async () => {
  const semaphore = new Semaphore(2);
  expect([semaphore.acquire(), semaphore.tryAcquire(), semaphore.tryAcquire()]).toEqual([undefined, true, false]);
  const served: string[] = [];
  const waiting = ['a', 'b'].map(async (name) => {
    await semaphore.acquire();
    served.push(name);
  });
  semaphore.release();
  semaphore.release();
  await Promise.all(waiting);
  expect(served).toEqual(['a', 'b']);
  semaphore.release();
  expect([semaphore.tryAcquire(), semaphore.tryAcquire()]).toEqual([true, false]);
});

test('Semaphore is idle while nobody holds a permit', () => {
  const semaphore = new Semaphore(1);
  const isIdle = [semaphore.isIdle];
  semaphore.tryAcquire();
  isIdle.push(semaphore.isIdle);
  semaphore.release();
  expect([...isIdle, semaphore.isIdle]).toEqual([true, false, true]);
});

test('Semaphore rejects a waiter whose signal aborts, and serves the next', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire();
  const controller = new AbortController();
  const cancelled = semaphore.acquire(() => controller.signal);
  const next = semaphore.acquire();
  controller.abort(new Error('enough'));
  await expect(cancelled).rejects.toThrow('enough');
  semaphore.release();
  await next;
  await expect(semaphore.acquire(() => AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
  semaphore.release();
  expect(semaphore.tryAcquire()).toBe(true);
});
