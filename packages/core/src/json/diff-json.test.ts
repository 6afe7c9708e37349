import { canonicalJson, diffJson } from '@helve/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('diffJson names every place that differs, as deep down as it can', () => {
  const before = { sum: 3, list: [1, 2], same: { a: 1 }, gone: null, 'a/b': 1 };
  const after = { sum: 4, list: [1, 2, 3], same: { a: 1 }, 'a/b': 2, kind: {} };
  expect(diffJson(before, after)).toEqual([
    { pointer: '/sum', before: 3, after: 4 },
    { pointer: '/list/2', before: undefined, after: 3 },
    { pointer: '/gone', before: null, after: undefined },
    { pointer: '/a~1b', before: 1, after: 2 },
    { pointer: '/kind', before: undefined, after: {} },
  ]);
  expect(diffJson([], {})).toEqual([{ pointer: '', before: [], after: {} }]);
});

test('diffJson finds nothing between equal values, and something between others', () => {
  const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
  fc.assert(
    fc.property(json, json, (one, other) => {
      expect(diffJson(one, structuredClone(one))).toEqual([]);
      expect(diffJson(one, other).length === 0).toBe(canonicalJson(one) === canonicalJson(other));
    }),
  );
});
