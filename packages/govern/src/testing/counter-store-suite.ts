import { describe, expect, test } from 'vitest';
import type { CounterStore } from '../port/counter-store.js';
import { atOnce, NOW, onFresh, trickyTexts, type OpenStore } from './open-store.js';

/** Tests that every counter store must pass. */
export function counterStoreSuite(name: string, open: OpenStore<CounterStore>): void {
  describe(`G2 counter store: ${name}`, () => {
    test(
      '50 reservations at once against a limit of 5 let exactly 5 pass',
      onFresh(open, async (store) => {
        const reserved = await atOnce(50, () => store.reserve('k', 5, 1_000, NOW));
        expect(reserved.filter(Boolean)).toHaveLength(5);
      }),
    );

    test(
      'a release makes room for one',
      onFresh(open, async (store) => {
        await atOnce(3, () => store.reserve('k', 3, 1_000, NOW));
        await store.release('k', NOW);
        expect(await atOnce(2, () => store.reserve('k', 3, 1_000, NOW))).toEqual(expect.arrayContaining([true, false]));
      }),
    );

    test(
      'a release of nothing does not make room',
      onFresh(open, async (store) => {
        await store.release('k', NOW);
        expect(await store.reserve('k', 1, 1_000, NOW)).toBe(true);
        expect(await store.reserve('k', 1, 1_000, NOW)).toBe(false);
        await atOnce(3, () => store.release('k', NOW));
        expect((await atOnce(3, () => store.reserve('k', 1, 1_000, NOW))).filter(Boolean)).toHaveLength(1);
      }),
    );

    test(
      'a count is forgotten a time after its last unit',
      onFresh(open, async (store) => {
        await store.reserve('k', 2, 1_000, NOW);
        await store.reserve('k', 2, 1_000, NOW + 600);
        expect(await store.reserve('k', 2, 1_000, NOW + 1_599)).toBe(false);
        expect((await atOnce(5, () => store.reserve('k', 2, 1_000, NOW + 1_600))).filter(Boolean)).toHaveLength(2);
      }),
    );

    test(
      'a release after the count was forgotten changes nothing',
      onFresh(open, async (store) => {
        await store.reserve('k', 1, 1_000, NOW);
        await store.release('k', NOW + 1_000);
        expect((await atOnce(3, () => store.reserve('k', 1, 1_000, NOW + 1_000))).filter(Boolean)).toHaveLength(1);
      }),
    );

    test(
      'a limit of 0 lets nothing pass',
      onFresh(open, async (store) => {
        expect(await store.reserve('k', 0, 1_000, NOW)).toBe(false);
      }),
    );

    test(
      'keys count apart',
      onFresh(open, async (store) => {
        for (const key of trickyTexts) expect(await store.reserve(key, 1, 1_000, NOW)).toBe(true);
        for (const key of trickyTexts) expect(await store.reserve(key, 1, 1_000, NOW)).toBe(false);
      }),
    );
  });
}
