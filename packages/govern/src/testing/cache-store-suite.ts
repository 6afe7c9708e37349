import { callTool, defineTool, type Json } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { cache } from '../data/cache.js';
import type { CacheStore } from '../port/cache-store.js';
import { atOnce, NOW, onFresh, trickyTexts, type OpenStore } from './open-store.js';

const values: readonly Json[] = [null, false, 0, -1.5, 2 ** 53, '', 'é😀\0\ud800', [], {}, { a: [1, { b: null }] }];

/** Tests that every cache store must pass. */
export function cacheStoreSuite(name: string, open: OpenStore<CacheStore>): void {
  describe(`G2 cache store: ${name}`, () => {
    test(
      '20 equal calls at once run once, and what they leave is given to nobody else',
      onFresh(open, async (store) => {
        const ran: string[] = [];
        const tool = defineTool({
          id: 'search',
          description: 'Searches',
          inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
          policy: { sideEffects: 'read_only' },
          execute: async (_input, { user }) => {
            await new Promise((resolve) => setTimeout(resolve, 5));
            ran.push(user.id);
            return `for ${user.id}`;
          },
        });
        const hooks = [cache({ store, ttlMs: 1_000, tools: ['search'] })];
        const call = (id: string) =>
          callTool({ tool, rawInput: { q: 'x' }, user: { id }, hooks, clock: { now: () => NOW } });
        const twenty = await atOnce(20, () => call('ada'));
        expect([ran, new Set(twenty.map((answer) => answer.ok && answer.data))]).toEqual([
          ['ada'],
          new Set(['for ada']),
        ]);
        expect(await call('ada')).toMatchObject({ ok: true, data: 'for ada', meta: { cacheHit: true } });
        expect(await call('bob')).toMatchObject({ ok: true, data: 'for bob' });
        expect(ran).toEqual(['ada', 'bob']);
      }),
    );

    test(
      'an entry lives for its time and not a moment longer',
      onFresh(open, async (store) => {
        expect(await store.get('k', NOW)).toBeUndefined();
        await store.set('k', 1, 1_000, NOW);
        expect(await store.get('k', NOW + 999)).toEqual({ value: 1 });
        expect(await store.get('k', NOW + 1_000)).toBeUndefined();
      }),
    );

    test(
      'every JSON value comes back as it was',
      onFresh(open, async (store) => {
        for (const value of values) {
          await store.set('k', value, 1_000, NOW);
          expect(await store.get('k', NOW)).toEqual({ value });
        }
      }),
    );

    test(
      'what a reader or a writer does to its copy stays with it',
      onFresh(open, async (store) => {
        const written = { list: [1] };
        await store.set('k', written, 1_000, NOW);
        written.list.push(2);
        const read = await store.get('k', NOW);
        try {
          (read as { value: typeof written }).value.list.push(3);
        } catch {
          // A frozen copy is allowed.
        }
        expect(await store.get('k', NOW)).toEqual({ value: { list: [1] } });
      }),
    );

    test(
      'a later entry takes the place of an earlier one, with its own time',
      onFresh(open, async (store) => {
        await store.set('k', 'old', 5_000, NOW);
        await store.set('k', 'new', 1_000, NOW);
        expect(await store.get('k', NOW)).toEqual({ value: 'new' });
        expect(await store.get('k', NOW + 1_000)).toBeUndefined();
      }),
    );

    test(
      'a touch lengthens a life, and neither shortens one nor raises the dead',
      onFresh(open, async (store) => {
        await store.set('k', 1, 1_000, NOW);
        await store.touch('k', 1_000, NOW + 500);
        expect(await store.get('k', NOW + 1_499)).toEqual({ value: 1 });
        await store.touch('k', 10, NOW + 500);
        expect(await store.get('k', NOW + 1_499)).toEqual({ value: 1 });
        await store.touch('k', 1_000, NOW + 1_500);
        expect(await store.get('k', NOW + 1_500)).toBeUndefined();
        await store.touch('never there', 1_000, NOW);
        expect(await store.get('never there', NOW)).toBeUndefined();
      }),
    );

    test(
      'a deleted entry is gone',
      onFresh(open, async (store) => {
        await store.set('k', 1, 1_000, NOW);
        await store.delete('k');
        await store.delete('k');
        expect(await store.get('k', NOW)).toBeUndefined();
      }),
    );

    test(
      'keys are told apart',
      onFresh(open, async (store) => {
        for (const key of trickyTexts) await store.set(key, [key], 1_000, NOW);
        for (const key of trickyTexts) expect(await store.get(key, NOW)).toEqual({ value: [key] });
      }),
    );

    test(
      'writers at once leave one whole value',
      onFresh(open, async (store) => {
        await atOnce(20, (index) => store.set('k', { index, again: index }, 1_000, NOW));
        const entry = (await store.get('k', NOW)) as { value: { index: number; again: number } };
        expect(entry.value.index).toBe(entry.value.again);
      }),
    );

    test(
      'many entries that died leave the living alone',
      onFresh(open, async (store) => {
        await store.set('living', 1, 1_000_000, NOW);
        for (let i = 0; i < 300; i += 1) await store.set(`k${i}`, i, 10, NOW + i * 10);
        expect(await store.get('living', NOW + 3_000)).toEqual({ value: 1 });
      }),
    );
  });
}
