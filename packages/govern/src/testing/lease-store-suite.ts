import { describe, expect, test } from 'vitest';
import type { LeaseStore } from '../port/lease-store.js';
import { setTimeout as delay } from 'node:timers/promises';
import { atOnce, onFresh, trickyTexts, type OpenStore } from './open-store.js';

/** Tests that every lease store must pass. */
export function leaseStoreSuite(name: string, open: OpenStore<LeaseStore>): void {
  describe(`G2 lease store: ${name}`, () => {
    test(
      '50 holders at once get exactly 5 slots',
      onFresh(open, async (store) => {
        const got = await atOnce(50, (index) => store.acquire('k', `h${index}`, 5, 1_000));
        expect(got.filter(Boolean)).toHaveLength(5);
      }),
    );

    test(
      'slots never exceed the limit while holders come and go',
      onFresh(open, async (store) => {
        let alive = 0;
        let most = 0;
        const use = async (index: number) => {
          while (!(await store.acquire('k', `h${index}`, 3, 60_000))) await new Promise(setImmediate);
          most = Math.max(most, (alive += 1));
          await new Promise(setImmediate);
          alive -= 1;
          await store.release('k', `h${index}`);
        };
        await atOnce(12, use);
        expect(most).toBeGreaterThan(0);
        expect(most).toBeLessThanOrEqual(3);
      }),
    );

    test(
      'a lease whose holder has died frees itself',
      onFresh(open, async (store) => {
        await store.acquire('k', 'dead', 1, 700);
        expect(await store.acquire('k', 'next', 1, 1_000)).toBe(false);
        await delay(750);
        expect(await store.acquire('k', 'next', 1, 1_000)).toBe(true);
      }),
    );

    test(
      'a renewed lease lives on, one that is gone cannot be renewed',
      onFresh(open, async (store) => {
        await store.acquire('k', 'a', 1, 600);
        await delay(400);
        expect(await store.renew('k', 'a', 600)).toBe(true);
        await delay(400);
        expect(await store.acquire('k', 'b', 1, 1_000)).toBe(false);
        await delay(250);
        expect(await store.renew('k', 'a', 600)).toBe(false);
        expect(await store.renew('k', 'stranger', 600)).toBe(false);
      }),
    );

    test(
      'a release gives the slot to the next, and only once',
      onFresh(open, async (store) => {
        await store.acquire('k', 'a', 1, 1_000);
        await store.release('k', 'a');
        expect(await store.renew('k', 'a', 1_000)).toBe(false);
        expect(await store.acquire('k', 'b', 1, 1_000)).toBe(true);
        await store.release('k', 'a');
        expect(await store.acquire('k', 'c', 1, 1_000)).toBe(false);
      }),
    );

    test(
      'a holder that asks again keeps its one slot',
      onFresh(open, async (store) => {
        expect(await atOnce(5, () => store.acquire('k', 'a', 2, 1_000))).toEqual([true, true, true, true, true]);
        expect(await store.acquire('k', 'b', 2, 1_000)).toBe(true);
        expect(await store.acquire('k', 'c', 2, 1_000)).toBe(false);
      }),
    );

    test(
      'keys and holders count apart',
      onFresh(open, async (store) => {
        for (const key of trickyTexts) expect(await store.acquire(key, 'h', 1, 1_000)).toBe(true);
        for (const holder of trickyTexts)
          expect(await store.acquire('all', holder, trickyTexts.length, 1_000)).toBe(true);
        expect(await store.acquire('all', 'one more', trickyTexts.length, 1_000)).toBe(false);
      }),
    );
  });
}
