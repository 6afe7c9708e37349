import { expect, test } from 'vitest';
import { splitStartToken } from './start-token.js';

test('splitStartToken takes the token out of an address and leaves the rest', () => {
  expect(splitStartToken('#/?start=abc')).toEqual({ token: 'abc', hash: '#/' });
  expect(splitStartToken('#/tools/slugify?from=r1&start=abc')).toEqual({
    token: 'abc',
    hash: '#/tools/slugify?from=r1',
  });
  expect(splitStartToken('#/trail')).toEqual({ token: undefined, hash: '#/trail' });
});
