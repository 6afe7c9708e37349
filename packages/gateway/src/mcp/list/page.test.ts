import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byKey, pageAfter, toPages } from './page.js';

const own = (text: string) => text;

test('following cursors gives every item once, in order, whatever the size of a page', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ maxLength: 8 }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      (names, size) => {
        const items = names.toSorted(byKey(own));
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = pageAfter(items, own, cursor, size);
          expect(page.items.length).toBeLessThanOrEqual(size);
          seen.push(...page.items);
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        expect(seen).toEqual(items);
        expect(toPages(items, own, size).flatMap((page) => page.items)).toEqual(items);
      },
    ),
  );
});

test('a cursor outlives the item that it names', () => {
  const { nextCursor } = pageAfter(['a', 'b', 'c', 'd'], own, undefined, 2);
  expect(pageAfter(['a', 'c', 'd'], own, nextCursor, 2).items).toEqual(['c', 'd']);
  expect(pageAfter(['a'], own, nextCursor, 2).items).toEqual([]);
});

test('no text but a cursor is taken for one', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => pageAfter(['a'], own, text, 2)).toThrow('cursor');
    }),
  );
});
