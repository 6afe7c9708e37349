import { expect, test } from 'vitest';
import { keyMatcher } from './key-matcher.js';

test.each([
  [['**'], 'a.b.c', true],
  [['a.*'], 'a.b', true],
  [['a.*'], 'a.b.c', false],
  [['a.**'], 'a', true],
  [['x', '**.c'], 'a.b.c', true],
  [['{a,b.*}.x'], 'b.q.x', true],
  [[], 'a', false],
])('T107 %j says of %j: %s', (globs, path, expected) => {
  expect(keyMatcher(globs)(path)).toBe(expected);
});
