import { expect, test } from 'vitest';
import { createRecentMap } from './recent-map.js';

test('a recent map forgets what was not used for longest', () => {
  const map = createRecentMap<string>(2);
  const use = (key: string) => map.use(key, () => `made ${key}`);
  expect([use('a'), use('b'), use('a'), use('c')]).toEqual(['made a', 'made b', 'made a', 'made c']);
  expect(map.size).toBe(2);
  expect(map.use('a', () => 'again')).toBe('made a');
  expect(map.use('b', () => 'again')).toBe('again');
});
