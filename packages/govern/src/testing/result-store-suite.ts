import { describe, expect, test } from 'vitest';
import type { ResultStore } from '../port/result-store.js';
import { NOW, onFresh, trickyTexts, type OpenStore } from './open-store.js';

const long = Array.from({ length: 40_000 }, (_, index) => `${index} é😀\n`).join('');

/** Tests that every result store must pass. */
export function resultStoreSuite(name: string, open: OpenStore<ResultStore>): void {
  describe(`G2 result store: ${name}`, () => {
    test(
      'a result is read piece by piece, as a string is sliced',
      onFresh(open, async (store) => {
        await store.put('h', 'ada', long, 1_000, NOW);
        const total = long.length;
        for (const [offset, length] of [
          [0, 10],
          [65_530, 12],
          [131_072, 70_000],
          [7, 1],
          [total - 5, 50],
          [total, 10],
          [total + 100_000, 10],
          [0, total],
          [5, 0],
        ] as const) {
          expect(await store.read('h', 'ada', offset, length, NOW)).toEqual({
            text: long.slice(offset, offset + length),
            total,
          });
        }
      }),
    );

    test(
      'a cut through a surrogate pair loses nothing',
      onFresh(open, async (store) => {
        await store.put('h', 'ada', 'a😀\0b', 1_000, NOW);
        const pieces = [];
        for (let offset = 0; offset < 5; offset += 1) pieces.push((await store.read('h', 'ada', offset, 1, NOW))?.text);
        expect(pieces.join('')).toBe('a😀\0b');
      }),
    );

    test(
      'an empty result is a result',
      onFresh(open, async (store) => {
        await store.put('h', 'ada', '', 1_000, NOW);
        expect(await store.read('h', 'ada', 0, 10, NOW)).toEqual({ text: '', total: 0 });
      }),
    );

    test(
      'a stranger gets nothing, and cannot take its place',
      onFresh(open, async (store) => {
        await store.put('h', 'ada', 'hers', 1_000, NOW);
        expect(await store.read('h', 'bob', 0, 10, NOW)).toBeUndefined();
        await store.put('h', 'bob', 'his', 1_000, NOW);
        expect(await store.read('h', 'ada', 0, 10, NOW)).toEqual({ text: 'hers', total: 4 });
        for (const owner of trickyTexts) expect(await store.read('h', owner, 0, 10, NOW)).toBeUndefined();
      }),
    );

    test(
      'a result is forgotten after its time',
      onFresh(open, async (store) => {
        await store.put('h', 'ada', 'text', 1_000, NOW);
        expect(await store.read('h', 'ada', 0, 10, NOW + 999)).toEqual({ text: 'text', total: 4 });
        expect(await store.read('h', 'ada', 0, 10, NOW + 1_000)).toBeUndefined();
      }),
    );

    test(
      'a handle that is used again holds the new text alone',
      onFresh(open, async (store) => {
        await store.put('h', 'ada', long, 1_000, NOW);
        await store.put('h', 'ada', 'short', 1_000, NOW);
        expect(await store.read('h', 'ada', 0, 100, NOW)).toEqual({ text: 'short', total: 5 });
      }),
    );
  });
}
