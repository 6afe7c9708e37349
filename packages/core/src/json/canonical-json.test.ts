import { createHash } from 'node:crypto';

import { canonicalJson, digest, sha256, useSha256 } from '@helve/core';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';

import { sha256InJavaScript } from './sha256.js';

describe('canonicalJson', () => {
  test('orders keys by code unit and writes numbers the one way', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 };
    expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\u{1f600}":5,"\ufb33":3}');
    expect(canonicalJson([Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    );
  });

  test('gives equal text for equal values, whatever order they were written in', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const shuffled = reversed(value);
        expect(canonicalJson(shuffled)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test.each([
    ['NaN', { a: [Number.NaN] }, '/a/0'],
    ['a bigint', { a: 1n }, '/a'],
    ['a function', { a: () => 1 }, '/a'],
    ['a date', { a: { b: new Date() } }, '/a/b'],
    ['half a surrogate pair', { a: '\ud800' }, '/a'],
    ['undefined in a list', [undefined], '/0'],
  ])('refuses %s and says where', (_, value, where) => {
    expect(() => canonicalJson(value)).toThrow(`has no JSON form, at "${where}"`);
  });

  test('refuses a cycle and leaves out what JSON leaves out', () => {
    const cycle: Record<string, unknown> = {};
    cycle['next'] = cycle;
    expect(() => canonicalJson(cycle)).toThrow('a cycle');
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, member] of Object.entries(value).toReversed()) copy[key] = reversed(member);
  return copy;
}

describe('sha256', () => {
  const node = (text: string) => createHash('sha256').update(text).digest('hex');

  afterEach(() => useSha256(sha256InJavaScript));

  test('is the SHA-256 of the UTF-8 bytes, at every block boundary', () => {
    for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 1000]) {
      expect(sha256('x'.repeat(length))).toBe(node('x'.repeat(length)));
    }
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => sha256(text) === node(text)));
  });

  test('a faster implementation can take its place and gives the same digests', () => {
    const before = digest({ a: 1 });
    let calls = 0;
    useSha256((text) => {
      calls += 1;
      return node(text);
    });
    expect(digest({ a: 1 })).toBe(before);
    expect(calls).toBe(1);
  });
});
