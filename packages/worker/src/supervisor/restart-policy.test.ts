import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CrashBudget } from './restart-policy.js';

test('CrashBudget waits 200 ms, then twice as long each time, at most 30 s', () => {
  const budget = new CrashBudget({ maxExits: 100, jitter: 0 });
  const waits = Array.from({ length: 10 }, (_, at) => budget.onExit(at * 1000, undefined));
  expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
});

test('CrashBudget leaves a fifth of each wait to chance', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
      const wait = new CrashBudget({}, () => chance).onExit(0, undefined);
      expect(wait).toBeGreaterThanOrEqual(160);
      expect(wait).toBeLessThanOrEqual(240);
    }),
  );
});

test('CrashBudget begins anew after 60 s of being ready', () => {
  const budget = new CrashBudget({ jitter: 0, maxExits: 100 });
  budget.onExit(0, undefined);
  expect(budget.onExit(10_000, 1000)).toBe(400);
  expect(budget.onExit(80_000, 20_000)).toBe(200);
});

test('CrashBudget is used up by five exits in three minutes, and by no fewer', () => {
  const close = new CrashBudget();
  expect([0, 1, 2, 3].map((at) => close.onExit(at, undefined))).not.toContain(undefined);
  expect(close.onExit(179_999, undefined)).toBeUndefined();
  const apart = new CrashBudget();
  const waits = [0, 60_000, 120_000, 180_000, 240_000, 300_000].map((at) => apart.onExit(at, undefined));
  expect(waits).not.toContain(undefined);
  close.reset();
  expect(close.onExit(180_000, undefined)).toBeDefined();
});
