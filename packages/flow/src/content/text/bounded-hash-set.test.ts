import { expect, test } from 'vitest';
import { BoundedHashSet } from './bounded-hash-set.js';
import { textHash } from './text-hash.js';

test.each([100, 60_000])('BoundedHashSet has each of %i hashes that it took, and hardly another', (count) => {
  const set = new BoundedHashSet();
  for (let at = 0; at < count; at += 1) set.add(textHash(`id-${at}`));
  const known = (name: string): number =>
    Array.from({ length: count }, (_, at) => set.has(textHash(`${name}-${at}`))).filter(Boolean).length;
  expect(known('id')).toBe(count);
  expect(known('other')).toBeLessThan(count / 1000 + 1);
});

test('BoundedHashSet does not remember a hash that was only looked for', () => {
  const set = new BoundedHashSet();
  for (let at = 0; at < 20_000; at += 1) set.add(textHash(`id-${at}`));
  expect([set.has(textHash('new')), set.has(textHash('new')), set.add(textHash('new'))]).toEqual([false, false, true]);
});
