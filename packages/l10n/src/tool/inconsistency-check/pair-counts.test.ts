import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keysInConflict } from './keys-in-conflict.js';
import { PairCounts } from './pair-counts.js';

const pairs = fc
  .array(fc.tuple(fc.nat(40), fc.maxSafeNat()), { maxLength: 400 })
  .map((list) => list.map(([one, wide]) => [one, wide % 2 === 0 ? wide % 7 : wide] as const));

function countPairs(list: readonly (readonly [number, number])[]): PairCounts {
  const counts = new PairCounts();
  for (const [one, other] of list) counts.add(one, other);
  return counts;
}

test('PairCounts counts pairs as a map does, in the order in which they came', () => {
  fc.assert(
    fc.property(pairs, (list) => {
      const counts = countPairs(list);
      const expected = new Map<string, readonly number[]>();
      for (const [one, other] of list)
        expected.set(`${one} ${other}`, [one, other, (expected.get(`${one} ${other}`)?.[2] ?? 0) + 1]);
      expect(counts.toJson()).toEqual([...expected.values()].flat());
      expect(counts.size).toBe(expected.size);
    }),
  );
});

test('keysInConflict finds the keys with several wordings in all documents', () => {
  fc.assert(
    fc.property(fc.array(pairs, { maxLength: 4 }), (documents) => {
      const wordings = new Map<number, Set<number>>();
      for (const [one, other] of documents.flat()) wordings.set(one, (wordings.get(one) ?? new Set()).add(other));
      const expected = [...wordings].filter(([, { size }]) => size > 1).map(([key]) => key);
      const found = keysInConflict(documents.map((document) => countPairs(document).toJson()));
      expect(found).toEqual(new Set(expected));
    }),
  );
});
