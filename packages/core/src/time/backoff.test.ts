import { backoff } from '@helve/core';
import { expect, test } from 'vitest';

test('backoff doubles up to the cap', () => {
  const waits = [1, 2, 3, 4, 5].map((attempt) => backoff({ attempt, baseMs: 300, factor: 2, capMs: 3_000 }));
  expect(waits).toEqual([300, 600, 1_200, 2_400, 3_000]);
});

test('backoff spreads waits by the jitter, and never over the cap', () => {
  const at = (random: number) =>
    backoff({ attempt: 1, baseMs: 1_000, capMs: 1_100, jitter: 0.2, random: () => random });
  expect([at(0), at(0.5), at(1)]).toEqual([800, 1_000, 1_100]);
});

test('backoff survives an attempt that is far out', () => {
  expect(backoff({ attempt: 5_000, baseMs: 1, capMs: 50 })).toBe(50);
  expect(backoff({ attempt: 0, baseMs: 10 })).toBe(10);
});
