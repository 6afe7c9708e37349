import { describe, expect, test } from 'vitest';
import type { IdempotencyStore, IdempotentResult, IdempotentResults, KeyClaim } from '../port/idempotency-store.js';
import { atOnce, NOW, onFresh, trickyTexts, type OpenStore } from './open-store.js';

const answer: IdempotentResult = {
  output: { sum: 3, text: 'é😀\0' },
  intents: [{ type: 'SET_PENDING_MESSAGE', message: 'wait' }],
};

/** Creates a claim, by default of `h` for `k`, for a second from now. */
function claim(change: Partial<KeyClaim> = {}): KeyClaim {
  return { key: 'k', holder: 'h', argumentsDigest: 'd', leaseMs: 1_000, nowMs: NOW, takeOver: false, ...change };
}

/** Tests that every idempotency store must pass. */
export function idempotencyStoreSuite(name: string, open: OpenStore<IdempotencyStore & IdempotentResults>): void {
  describe(`G2 idempotency store: ${name}`, () => {
    test(
      '20 beginnings at once start exactly one',
      onFresh(open, async (store) => {
        const states = await atOnce(20, () => store.begin(claim()));
        expect(states.filter(({ state }) => state === 'started')).toHaveLength(1);
        expect(states.filter(({ state }) => state === 'running')).toHaveLength(19);
      }),
    );

    test(
      'a key that is done gives its answer until it is forgotten',
      onFresh(open, async (store) => {
        await store.begin(claim());
        await store.complete('k', 'h', answer, 5_000, NOW + 500);
        expect(await store.begin(claim({ nowMs: NOW + 5_499, takeOver: true }))).toEqual({ state: 'done', answer });
        expect(await store.begin(claim({ nowMs: NOW + 5_500 }))).toEqual({ state: 'started' });
      }),
    );

    test(
      'other arguments are a conflict, whatever became of the first',
      onFresh(open, async (store) => {
        await store.begin(claim());
        expect(await store.begin(claim({ argumentsDigest: 'other', takeOver: true }))).toEqual({ state: 'conflict' });
        expect(await store.begin(claim({ argumentsDigest: 'other', nowMs: NOW + 2_000, takeOver: true }))).toEqual({
          state: 'conflict',
        });
        await store.complete('k', 'h', answer, 5_000, NOW);
        expect(await store.begin(claim({ argumentsDigest: 'other', takeOver: true }))).toEqual({ state: 'conflict' });
      }),
    );

    test(
      'a key whose holder vanished is lost, until somebody takes it over',
      onFresh(open, async (store) => {
        await store.begin(claim());
        expect(await store.begin(claim({ nowMs: NOW + 999, takeOver: true }))).toEqual({ state: 'running' });
        expect(await store.begin(claim({ nowMs: NOW + 1_000 }))).toEqual({ state: 'lost' });
        const states = await atOnce(20, () => store.begin(claim({ nowMs: NOW + 1_000, takeOver: true })));
        expect(states.filter(({ state }) => state === 'started')).toHaveLength(1);
        expect(await store.begin(claim({ nowMs: NOW + 1_999 }))).toEqual({ state: 'running' });
      }),
    );

    test(
      'an answer that comes late is kept, since then the outcome is known',
      onFresh(open, async (store) => {
        await store.begin(claim());
        await store.complete('k', 'h', answer, 5_000, NOW + 3_000);
        expect(await store.begin(claim({ nowMs: NOW + 3_000 }))).toEqual({ state: 'done', answer });
      }),
    );

    test(
      'an answer that was given stays, whatever a slower twin does',
      onFresh(open, async (store) => {
        await store.begin(claim());
        await store.complete('k', 'h', answer, 5_000, NOW);
        await store.complete('k', 'h', { output: 'other', intents: [] }, 5_000, NOW);
        await store.free('k', 'h');
        expect(await store.begin(claim())).toEqual({ state: 'done', answer });
      }),
    );

    test(
      'a freed key may be used again, also with other arguments',
      onFresh(open, async (store) => {
        await store.begin(claim());
        await store.free('k', 'h');
        expect(await store.begin(claim({ argumentsDigest: 'other' }))).toEqual({ state: 'started' });
        await store.free('never begun', 'h');
        expect(await store.complete('never begun', 'h', answer, 5_000, NOW)).toBe(false);
        expect(await store.begin(claim({ key: 'never begun' }))).toEqual({ state: 'started' });
      }),
    );

    test(
      'a lease that is renewed does not end',
      onFresh(open, async (store) => {
        await store.begin(claim());
        for (let nowMs = NOW + 900; nowMs < NOW + 5_000; nowMs += 900) {
          expect(await store.renew('k', 'h', 1_000, nowMs)).toBe(true);
          expect(await store.begin(claim({ holder: 'other', nowMs: nowMs + 999, takeOver: true }))).toEqual({
            state: 'running',
          });
        }
        // Nobody came in between, so it still belongs to its holder.
        expect(await store.renew('k', 'h', 1_000, NOW + 60_000)).toBe(true);
        expect(await store.begin(claim({ holder: 'other', nowMs: NOW + 60_999 }))).toEqual({ state: 'running' });
      }),
    );

    test(
      'only its holder renews, completes or frees a key',
      onFresh(open, async (store) => {
        await store.begin(claim());
        for (const stranger of trickyTexts) {
          expect(await store.renew('k', stranger, 9_000, NOW)).toBe(false);
          expect(await store.complete('k', stranger, { output: 'strange', intents: [] }, 5_000, NOW)).toBe(false);
          await store.free('k', stranger);
        }
        expect(await store.begin(claim({ holder: 'other', nowMs: NOW + 999 }))).toEqual({ state: 'running' });
        expect(await store.begin(claim({ holder: 'other', nowMs: NOW + 1_000 }))).toEqual({ state: 'lost' });
        expect(await store.complete('k', 'h', answer, 5_000, NOW)).toBe(true);
        expect(await store.renew('k', 'h', 1_000, NOW)).toBe(false);
      }),
    );

    test(
      'a late holder changes nothing of a key that another has taken over',
      onFresh(open, async (store) => {
        await store.begin(claim({ holder: 'late' }));
        const nowMs = NOW + 1_000;
        expect(await store.begin(claim({ holder: 'next', nowMs, takeOver: true }))).toEqual({ state: 'started' });
        expect(await store.renew('k', 'late', 9_000, nowMs)).toBe(false);
        expect(await store.complete('k', 'late', { output: 'late', intents: [] }, 5_000, nowMs)).toBe(false);
        await store.free('k', 'late');
        expect(await store.begin(claim({ nowMs }))).toEqual({ state: 'running' });
        expect(await store.complete('k', 'next', answer, 5_000, nowMs)).toBe(true);
        expect(await store.complete('k', 'late', { output: 'late', intents: [] }, 5_000, nowMs)).toBe(false);
        expect(await store.begin(claim({ nowMs }))).toEqual({ state: 'done', answer });
      }),
    );

    test(
      'the answer of a key is found once it is done, until it is forgotten',
      onFresh(open, async (store) => {
        expect(await store.find('k', NOW)).toBeUndefined();
        await store.begin(claim());
        expect(await store.find('k', NOW)).toBeUndefined();
        await store.complete('k', 'h', answer, 5_000, NOW);
        expect(await store.find('k', NOW + 4_999)).toEqual(answer);
        expect(await store.find('k', NOW + 5_000)).toBeUndefined();
        expect(await store.find('other', NOW)).toBeUndefined();
      }),
    );

    test(
      'keys are told apart',
      onFresh(open, async (store) => {
        for (const key of trickyTexts) expect(await store.begin(claim({ key: key }))).toEqual({ state: 'started' });
      }),
    );
  });
}
