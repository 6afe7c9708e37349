import { canonicalJson } from '@helve/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestJson } from './nearest-json.js';

test('nearestJson writes what canonicalJson writes, in whatever order the members stand', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // JSON has no negative zero.
      expect(nearestJson(value)).toBe(canonicalJson(JSON.parse(JSON.stringify(value))));
    }),
  );
});

test.each([
  ['members out of order, deep inside', { b: [{ d: 1, c: 2 }], a: 3 }, '{"a":3,"b":[{"c":2,"d":1}]}'],
  ['members that are numbers', { 10: 'b', 9: 'c', 1: 'a' }, '{"1":"a","10":"b","9":"c"}'],
  ['numbers among other members', { z: 1, 10: 2, 9: 3 }, '{"10":2,"9":3,"z":1}'],
  ['half a surrogate pair', { a: 'x\uD800y', '\uDC00': 1 }, '{"a":"x\uFFFDy","\uFFFD":1}'],
  ['a text that only speaks of one', { a: '\\ud800' }, '{"a":"\\\\ud800"}'],
  ['a bigint', { a: 12n }, '{"a":"12"}'],
  ['a date', { b: 1, a: new Date(0) }, '{"a":"1970-01-01T00:00:00.000Z","b":1}'],
  ['what has no JSON form', { c: () => 1, b: undefined, a: [undefined, Number.NaN] }, '{"a":[null,null]}'],
  ['an object that speaks for itself', { a: { toJSON: () => ({ d: 1, c: 2 }) } }, '{"a":{"c":2,"d":1}}'],
  [
    'an object of a class',
    {
      a: new (class Point {
        y = 1;
        x = 2;
      })(),
    },
    '{"a":{"x":2,"y":1}}',
  ],
  ['a member that is called as the prototype is', JSON.parse('{"b":1,"__proto__":2}'), '{"__proto__":2,"b":1}'],
] as const)('nearestJson writes %s', (_, value, text) => {
  expect(nearestJson(value)).toBe(text);
});

test('nearestJson throws on a value without end, and not on one that is only deep', () => {
  const endless: Record<string, unknown> = { b: 1 };
  endless['a'] = endless;
  expect(() => nearestJson(endless)).toThrow('circular');
  const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
  expect(nearestJson(JSON.parse(deep))).toBe(deep);
});
