import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { callAfter } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

/** Waits until it is so, and a moment more for what must not come. */
async function until(isSo: () => boolean): Promise<void> {
  await vi.waitUntil(isSo, { timeout: 10_000, interval: 5 });
  await sleep(30);
}

describe('callAfter', () => {
  test('calls back in the order of arrival, not before the time, and each once', async () => {
    const called: string[] = [];
    const began = performance.now();
    let firstAfterMs = 0;
    callAfter(30, () => {
      called.push('first');
      firstAfterMs = performance.now() - began;
    });
    const stop = callAfter(30, () => called.push('stopped'));
    callAfter(30, () => called.push('second'));
    callAfter(10, () => called.push('shorter'));
    stop();
    stop();
    await until(() => called.length >= 3);
    expect(called).toEqual(['shorter', 'first', 'second']);
    expect(firstAfterMs).toBeGreaterThan(29);
  });

  test('whoever stops in the turn in which they began leaves the others in place', async () => {
    const called: number[] = [];
    const stops = [0, 1, 2, 3, 4].map((index) => callAfter(25, () => called.push(index)));
    for (const index of [4, 1, 1]) stops[index]?.();
    await until(() => called.length >= 3);
    expect(called.toSorted((a, b) => a - b)).toEqual([0, 2, 3]);
    stops[0]?.();
  });

  test('one that throws does not keep the others from being called', async () => {
    const called: string[] = [];
    const thrown: unknown[] = [];
    const onThrown = (error: unknown) => void thrown.push(error);
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.once('uncaughtException', onThrown);
    callAfter(15, () => {
      throw new Error('mine');
    });
    callAfter(15, () => called.push('other'));
    await until(() => called.length > 0);
    process.off('uncaughtException', onThrown);
    for (const listener of listeners) process.on('uncaughtException', listener);
    expect(thrown).toEqual([new Error('mine')]);
    expect(called).toEqual(['other']);
  });

  test('whoever is stopped is never called, whatever the others do', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ ms: fc.constantFrom(1, 2, 3, 21, 22), stopped: fc.boolean() })),
        async (all) => {
          const called: number[] = [];
          const stops = all.map(({ ms }, index) => callAfter(ms, () => called.push(index)));
          all.forEach(({ stopped }, index) => (stopped ? stops[index]?.() : undefined));
          const wanted = all.flatMap(({ stopped }, index) => (stopped ? [] : [index]));
          await until(() => called.length >= wanted.length);
          expect(called.toSorted((a, b) => a - b)).toEqual(wanted);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('a process ends when nobody waits any more, and not while somebody does', () => {
    const script = (tail: string) => `
      const { callAfter } = await import(${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)});
      callAfter(60_000, () => {})();
      ${tail}`;
    const run = (tail: string) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', script(tail)], { encoding: 'utf8', timeout: 30_000 });
    expect(run('console.log("over")')).toMatchObject({ status: 0, stdout: 'over\n' });
    expect(run('callAfter(50, () => console.log("called"))')).toMatchObject({ status: 0, stdout: 'called\n' });
  });
});
