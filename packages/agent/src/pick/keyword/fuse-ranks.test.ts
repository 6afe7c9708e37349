import { expect, test } from 'vitest';
import { fuseRanks } from './fuse-ranks.js';

test('the best tool of each part stands before the second best of the whole', () => {
  const whole = { scores: Float64Array.of(0.9, 0.8, 0.7, 0), weight: 1.5 };
  const one = { scores: Float64Array.of(0.6, 0.1, 0, 0), weight: 1 };
  const other = { scores: Float64Array.of(0, 0, 0.5, 0), weight: 1 };
  const fused = [...fuseRanks([whole, one, other])];
  expect(fused).toEqual([0.9, 0.7, 0.8, 0]);
});

test('a tool without a score in any part has none', () => {
  expect([...fuseRanks([{ scores: Float64Array.of(0, 0.3), weight: 1 }])]).toEqual([0, 0.3]);
});
