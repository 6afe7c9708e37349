import { expect, test } from 'vitest';
import { pickEncoding } from './pick-encoding.js';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0, *', 'gzip'],
  ['*;q=0', undefined],
  ['gzip;q=none', undefined],
])('pickEncoding of %j is %j', (accepted, encoding) => {
  expect(pickEncoding(accepted)).toBe(encoding);
});
