import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PairFilter } from './pair-filter.js';

describe('PairFilter', () => {
  test('T85 knows every pair and every word that it was given, however many they are', () => {
    const hash = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    const forms = fc.array(hash, { minLength: 1, maxLength: 3 });
    const pair = fc.record({ forms, next: fc.option(fc.record({ forms, spaced: fc.boolean() })) });
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 200 }), (given) => {
        const filter = new PairFilter(given.map(({ forms: own, next }) => ({ forms: own, ...(next && { next }) })));
        for (const { forms: own, next } of given) {
          for (const form of own) {
            if (next === null) expect(filter.mayBeTerm(form)).toBe(true);
            else
              for (const other of next.forms) expect(filter.mayHavePair(form, other, next.spaced ? 1 : 0)).toBe(true);
          }
        }
      }),
    );
  });

  test('turns away nearly all that it was not given', () => {
    const hashes = Array.from({ length: 2000 }, (_, index) => Math.imul(index + 1, 0x27_d4_eb_2f));
    const filter = new PairFilter(hashes.slice(0, 1000).map((form) => ({ forms: [form] })));
    const taken = hashes.slice(1000).filter((form) => filter.mayBeTerm(form));
    expect(taken.length).toBeLessThan(50);
    expect(hashes.filter((form) => filter.mayHavePair(form, 7, 1)).length).toBeLessThan(100);
  });
});
