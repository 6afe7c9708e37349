import { callTool, defineTool } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { rateLimit } from '../capacity/rate-limit.js';
import type { QuotaCharge, QuotaStore } from '../port/quota-store.js';
import { atOnce, NOW, onFresh, trickyTexts, type OpenStore } from './open-store.js';

const window = { key: 'k', limit: 5, windowMs: 1_000, algorithm: 'sliding-window', cost: 1 } as const;
const bucket = { ...window, algorithm: 'token-bucket' } as const;

/** Tests that every quota store must pass. */
export function quotaStoreSuite(name: string, open: OpenStore<QuotaStore>): void {
  describe(`G2 quota store: ${name}`, () => {
    test.each([window, bucket])('50 charges at once against a limit of 5 let exactly 5 pass: $algorithm', (charge) =>
      onFresh(open, async (store) => {
        const verdicts = await atOnce(50, () => store.charge([charge], NOW));
        expect(verdicts.filter(({ ok }) => ok)).toHaveLength(5);
      })(),
    );

    test.each([window, bucket])(
      '50 calls at once under a limit of 5 run exactly 5 times: $algorithm',
      ({ algorithm }) =>
        onFresh(open, async (store) => {
          let runs = 0;
          const tool = defineTool({
            id: 'ping',
            description: 'Counts',
            inputSchema: { type: 'object' },
            execute: () => (runs += 1),
          });
          const hooks = [rateLimit({ limit: 5, windowMs: 60_000, algorithm, store })];
          const answers = await atOnce(50, () =>
            callTool({ tool, hooks, user: { id: 'ada' }, clock: { now: () => NOW } }),
          );
          expect([runs, answers.filter(({ ok }) => ok).length]).toEqual([5, 5]);
          const refused = answers.filter((answer) => !answer.ok && answer.error.type === 'RATE_LIMIT');
          expect(refused).toHaveLength(45);
        })(),
    );

    test.each([window, bucket])('a clock that is set back an hour locks nobody out: $algorithm', (charge) =>
      onFresh(open, async (store) => {
        const laterMs = NOW + 3_600_000;
        await store.charge([{ ...charge, cost: 5 }], laterMs);
        expect(await store.charge([charge], laterMs)).toMatchObject({ ok: false });
        const verdict = await store.charge([charge], NOW);
        expect(verdict.ok ? 0 : verdict.waitMs).toBeLessThanOrEqual(2 * charge.windowMs);
      })(),
    );

    test.each([window, bucket])('a charge of several limits takes all or none: $algorithm', (charge) =>
      onFresh(open, async (store) => {
        const wide = { ...charge, key: 'wide', limit: 10 };
        const narrow = { ...charge, key: 'narrow', limit: 2 };
        const verdicts = await atOnce(20, () => store.charge([wide, narrow], NOW));
        expect(verdicts.filter(({ ok }) => ok)).toHaveLength(2);
        expect(await store.charge([{ ...wide, cost: 8 }], NOW)).toEqual({ ok: true });
        expect(await store.charge([wide], NOW)).toMatchObject({ ok: false, key: 'wide' });
      })(),
    );

    test.each([window, bucket])('a refusal names the limit that takes longest: $algorithm', (charge) =>
      onFresh(open, async (store) => {
        const short = { ...charge, key: 'short', limit: 1, windowMs: 100 };
        const long = { ...charge, key: 'long', limit: 1, windowMs: 9_000 };
        await store.charge([short, long], NOW);
        expect(await store.charge([short, long], NOW + 10)).toEqual({ ok: false, key: 'long', waitMs: 8_990 });
        expect(await store.charge([short], NOW + 10)).toEqual({ ok: false, key: 'short', waitMs: 90 });
      })(),
    );

    test.each([window, bucket])(
      'a charge passes after exactly the wait that was told, and not before: $algorithm',
      (charge) =>
        onFresh(open, async (store) => {
          const third = { ...charge, limit: 3 };
          for (let i = 0; i < 3; i += 1) await store.charge([third], NOW + i * 70);
          const nowMs = NOW + 200;
          const waitMs = await waitOf(store, third, nowMs);
          expect(await store.charge([third], nowMs + waitMs - 1)).toMatchObject({ ok: false, waitMs: 1 });
          expect(await store.charge([third], nowMs + waitMs)).toEqual({ ok: true });
        })(),
    );

    test.each([window, bucket])('a cost above the limit never fits, however long one waits: $algorithm', (charge) =>
      onFresh(open, async (store) => {
        expect(await waitOf(store, { ...charge, cost: 6 }, NOW)).toBe(Number.POSITIVE_INFINITY);
        expect(await store.charge([{ ...charge, cost: 5 }], NOW)).toEqual({ ok: true });
      })(),
    );

    test.each([window, bucket])('keys, windows and algorithms count apart: $algorithm', (charge) =>
      onFresh(open, async (store) => {
        const full = { ...charge, cost: 5 };
        const other = { ...full, algorithm: charge === window ? 'token-bucket' : 'sliding-window' } as const;
        for (const item of [full, { ...full, windowMs: 2_000 }, { ...full, key: 'other' }, other]) {
          expect(await store.charge([item], NOW)).toEqual({ ok: true });
        }
        for (const key of trickyTexts) expect(await store.charge([{ ...full, key }], NOW)).toEqual({ ok: true });
      })(),
    );

    test.each([window, bucket])('a refund gives units back, and never more than there are: $algorithm', (charge) =>
      onFresh(open, async (store) => {
        await store.charge([{ ...charge, cost: 4 }], NOW);
        await store.refund([{ ...charge, cost: 3 }], NOW);
        expect(await store.charge([{ ...charge, cost: 4 }], NOW)).toEqual({ ok: true });
        await store.refund([{ ...charge, cost: 50 }], NOW);
        await store.refund([{ ...charge, key: 'never charged' }], NOW);
        const verdicts = await atOnce(20, () => store.charge([charge], NOW));
        expect(verdicts.filter(({ ok }) => ok)).toHaveLength(5);
      })(),
    );

    test(
      'a sliding window never holds more than its limit, wherever one lays it',
      onFresh(open, async (store) => {
        const passed: number[] = [];
        for (let i = 0; i < 200; i += 1) {
          const nowMs = NOW + i * 37;
          if ((await store.charge([window], nowMs)).ok) passed.push(nowMs);
        }
        for (const start of passed) {
          expect(passed.filter((at) => at >= start && at < start + window.windowMs).length).toBeLessThanOrEqual(5);
        }
        expect(passed.length).toBeGreaterThan(5 * 7);
      }),
    );

    test(
      'a sliding window waits until enough has left for the cost',
      onFresh(open, async (store) => {
        await store.charge([{ ...window, cost: 2 }], NOW);
        await store.charge([{ ...window, cost: 2 }], NOW + 100);
        await store.charge([window], NOW + 200);
        expect(await waitOf(store, window, NOW + 300)).toBe(700);
        expect(await waitOf(store, { ...window, cost: 3 }, NOW + 300)).toBe(800);
        expect(await waitOf(store, { ...window, cost: 5 }, NOW + 300)).toBe(900);
      }),
    );

    test(
      'a sliding window gives the oldest units back, so that it never holds too many',
      onFresh(open, async (store) => {
        const two = { ...window, limit: 2 };
        await store.charge([two], NOW);
        await store.charge([two], NOW + 500);
        await store.refund([two], NOW + 600);
        expect(await store.charge([two], NOW + 600)).toEqual({ ok: true });
        expect(await waitOf(store, two, NOW + 600)).toBe(900);
      }),
    );

    test(
      'a token bucket lets a burst pass and then fills up evenly',
      onFresh(open, async (store) => {
        expect(await store.charge([{ ...bucket, cost: 5 }], NOW)).toEqual({ ok: true });
        expect(await waitOf(store, bucket, NOW)).toBe(200);
        expect(await waitOf(store, { ...bucket, cost: 3 }, NOW + 100)).toBe(500);
        expect(await store.charge([{ ...bucket, cost: 2 }], NOW + 400)).toEqual({ ok: true });
        expect(await waitOf(store, bucket, NOW + 400)).toBe(200);
      }),
    );

    test(
      'a token bucket never holds more than its limit',
      onFresh(open, async (store) => {
        await store.charge([bucket], NOW);
        const verdicts = await atOnce(20, () => store.charge([bucket], NOW + 3_600_000));
        expect(verdicts.filter(({ ok }) => ok)).toHaveLength(5);
      }),
    );

    test(
      'fractions add up however long it goes on',
      onFresh(open, async (store) => {
        const tenth = { ...window, limit: 1, cost: 0.1 };
        for (let i = 0; i < 300; i += 1) await store.charge([tenth], NOW + i * 100);
        const nowMs = NOW + 300 * 100 + 1;
        expect(await store.charge([{ ...tenth, cost: 0.5 }], nowMs)).toMatchObject({ ok: false });
        expect(await store.charge([{ ...tenth, cost: 1 }], nowMs + 2_000)).toEqual({ ok: true });
      }),
    );

    test(
      'a clock that goes back gives nothing for free',
      onFresh(open, async (store) => {
        for (const charge of [window, bucket]) {
          await store.charge([{ ...charge, cost: 5 }], NOW);
          expect(await store.charge([charge], NOW - 500)).toMatchObject({ ok: false });
        }
      }),
    );
  });
}

async function waitOf(store: QuotaStore, charge: QuotaCharge, nowMs: number): Promise<number> {
  const verdict = await store.charge([charge], nowMs);
  return verdict.ok ? 0 : verdict.waitMs;
}
