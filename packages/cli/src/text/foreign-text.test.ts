import { expect, test } from 'vitest';
import { foreignText } from './foreign-text.js';

test('what a foreign server says of itself is shown as it is, and not more than a few lines of it', () => {
  expect(foreignText('Adds\u202e two\nnumbers\u3164')).toBe(String.raw`Adds\u202e two\nnumbers\u3164`);
  const long = foreignText('x'.repeat(2_000_000));
  expect([long.length < 400, long]).toEqual([true, expect.stringContaining('2000000 characters')]);
});
