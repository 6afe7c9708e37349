import { describe, expect, test } from 'vitest';
import type { IdempotencyStore, KeptAnswer } from '../port/idempotency-store.js';
import { atOnce, NOW, onFresh, trickyTexts, type OpenStore } from './open-store.js';

const answer: KeptAnswer = {
  output: { sum: 3, text: 'é😀\0' },
  intents: [{ type: 'SET_PENDING_MESSAGE', message: 'wait' }],
};

/** What every idempotency store must do. */
export function idempotencyStoreSuite(name: string, open: OpenStore<IdempotencyStore>): void {
  describe(`idempotency store: ${name}`, () => {
    test(
      '20 beginnings at once start exactly one',
      onFresh(open, async (store) => {
        const states = await atOnce(20, () => store.begin('k', 'd', 1_000, NOW, false));
        expect(states.filter(({ state }) => state === 'started')).toHaveLength(1);
        expect(states.filter(({ state }) => state === 'running')).toHaveLength(19);
      }),
    );

    test(
      'a key that is done gives its answer until it is forgotten',
      onFresh(open, async (store) => {
        await store.begin('k', 'd', 1_000, NOW, false);
        await store.complete('k', answer, 5_000, NOW + 500);
        expect(await store.begin('k', 'd', 1_000, NOW + 5_499, true)).toEqual({ state: 'done', answer });
        expect(await store.begin('k', 'd', 1_000, NOW + 5_500, false)).toEqual({ state: 'started' });
      }),
    );

    test(
      'other arguments are a conflict, whatever became of the first',
      onFresh(open, async (store) => {
        await store.begin('k', 'd', 1_000, NOW, false);
        expect(await store.begin('k', 'other', 1_000, NOW, true)).toEqual({ state: 'conflict' });
        expect(await store.begin('k', 'other', 1_000, NOW + 2_000, true)).toEqual({ state: 'conflict' });
        await store.complete('k', answer, 5_000, NOW);
        expect(await store.begin('k', 'other', 1_000, NOW, true)).toEqual({ state: 'conflict' });
      }),
    );

    test(
      'a key whose holder vanished is lost, until somebody takes it over',
      onFresh(open, async (store) => {
        await store.begin('k', 'd', 1_000, NOW, false);
        expect(await store.begin('k', 'd', 1_000, NOW + 999, true)).toEqual({ state: 'running' });
        expect(await store.begin('k', 'd', 1_000, NOW + 1_000, false)).toEqual({ state: 'lost' });
        const states = await atOnce(20, () => store.begin('k', 'd', 1_000, NOW + 1_000, true));
        expect(states.filter(({ state }) => state === 'started')).toHaveLength(1);
        expect(await store.begin('k', 'd', 1_000, NOW + 1_999, false)).toEqual({ state: 'running' });
      }),
    );

    test(
      'an answer that comes late is kept, since then the outcome is known',
      onFresh(open, async (store) => {
        await store.begin('k', 'd', 1_000, NOW, false);
        await store.complete('k', answer, 5_000, NOW + 3_000);
        expect(await store.begin('k', 'd', 1_000, NOW + 3_000, false)).toEqual({ state: 'done', answer });
      }),
    );

    test(
      'an answer that was given stays, whatever a slower twin does',
      onFresh(open, async (store) => {
        await store.begin('k', 'd', 1_000, NOW, false);
        await store.complete('k', answer, 5_000, NOW);
        await store.complete('k', { output: 'other', intents: [] }, 5_000, NOW);
        await store.free('k');
        expect(await store.begin('k', 'd', 1_000, NOW, false)).toEqual({ state: 'done', answer });
      }),
    );

    test(
      'a freed key may be used again, also with other arguments',
      onFresh(open, async (store) => {
        await store.begin('k', 'd', 1_000, NOW, false);
        await store.free('k');
        expect(await store.begin('k', 'other', 1_000, NOW, false)).toEqual({ state: 'started' });
        await store.free('never begun');
        await store.complete('never begun', answer, 5_000, NOW);
        expect(await store.begin('never begun', 'd', 1_000, NOW, false)).toEqual({ state: 'started' });
      }),
    );

    test(
      'keys are told apart',
      onFresh(open, async (store) => {
        for (const key of trickyTexts)
          expect(await store.begin(key, 'd', 1_000, NOW, false)).toEqual({ state: 'started' });
      }),
    );
  });
}
