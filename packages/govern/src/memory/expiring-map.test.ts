import { expect, test } from 'vitest';
import { createExpiringMap } from './expiring-map.js';

const full = { store: 'test store', maxEntries: 3 };

test('an entry ends at its time', () => {
  const map = createExpiringMap<string>(full);
  map.set('a', 'x', 100, 0);
  expect(map.get('a', 99)).toBe('x');
  expect(map.get('a', 100)).toBeUndefined();
  expect(map.size).toBe(0);
});

test('a full map of the living refuses a new key, takes a known one, and has room again when one ends', () => {
  const map = createExpiringMap<number>(full);
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index, 100 + index, 0);
  expect(() => map.set('d', 3, 200, 0)).toThrow('test store');
  map.set('a', 9, 150, 0);
  map.set('d', 3, 200, 101);
  expect([map.get('a', 102), map.get('b', 101), map.get('d', 102)]).toEqual([9, undefined, 3]);
});

test('the dead do not pile up, although nothing runs by itself', () => {
  const map = createExpiringMap<number>({ store: 'test store', maxEntries: 1_000_000 });
  for (let now = 0; now < 50_000; now += 1) map.set(`key ${now}`, now, now + 10, now);
  expect(map.size).toBeLessThan(100);
});
