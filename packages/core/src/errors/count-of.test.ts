import { expect, test } from 'vitest';
import { countOf } from './count-of.js';

test.each([
  [countOf(0, 'file'), '0 files'],
  [countOf(1, 'critical finding'), '1 critical finding'],
  [countOf(2, 'file'), '2 files'],
  [countOf(1, 'entry', 'entries'), '1 entry'],
  [countOf(3, 'entry', 'entries'), '3 entries'],
])('countOf writes %j', (text, expected) => {
  expect(text).toBe(expected);
});
