import { describe, expect, test } from 'vitest';
import { globMatcher, keyMatcher } from './glob-matcher.js';

describe('keyMatcher', () => {
  test.each([
    ['**', 'a.b.c', true],
    ['a.*', 'a.b', true],
    ['a.*', 'a.b.c', false],
    ['a.**', 'a', true],
    ['a.**', 'a.b.c', true],
    ['**.c', 'c', true],
    ['**.c', 'a.b.c', true],
    ['**.c', 'a.bc', false],
    ['a.**.c', 'a.c', true],
    ['a.**.c', 'a.x.y.c', true],
    ['ite?s', 'items', true],
    ['{a,b.*}.x', 'b.q.x', true],
    ['a+b', 'a+b', true],
    ['a+b', 'aab', false],
  ])('T107 %j says of %j: %s', (glob, path, expected) => {
    expect(keyMatcher([glob])(path)).toBe(expected);
  });

  test('T107 no glob means nothing', () => {
    expect(keyMatcher([])('a')).toBe(false);
  });
});

describe('globMatcher', () => {
  test('T102 parts of a path end at a slash', () => {
    const matches = globMatcher(['src/**/*.{json,po}'], '/');
    expect(['src/a.json', 'src/x/y/b.po', 'src/a.txt', 'lib/a.json'].map(matches)).toEqual([true, true, false, false]);
  });
});

test('no key path makes a glob slow', () => {
  const began = performance.now();
  expect(keyMatcher([`${'*?'.repeat(20)}Z`, `${'**.'.repeat(20)}Z`])('a.'.repeat(100) + 'a'.repeat(100))).toBe(false);
  expect(performance.now() - began).toBeLessThan(2_000);
});
