import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DistinctNames } from './distinct-names.js';

const claimed = (names: readonly string[]): readonly string[] => {
  const distinct = new DistinctNames();
  return names.map((name) => distinct.claim(name));
};

describe('DistinctNames', () => {
  test('K20 numbers a name that comes again, also where another has that number already', () => {
    expect(claimed(['a', 'a', 'a#3', 'a', 'b', 'a#2'])).toEqual(['a', 'a#2', 'a#3', 'a#4', 'b', 'a#2#2']);
  });

  test('K20 no two names are equal, and one that is new stays as it is', () => {
    const name = fc
      .tuple(fc.constantFrom('a', 'b', '', '#'), fc.constantFrom('', '#2', '#3', '#9', '#12'))
      .map(([word, end]) => `${word}${end}`);
    fc.assert(
      fc.property(fc.array(name, { maxLength: 60 }), (names) => {
        const given = claimed(names);
        expect(new Set(given).size).toBe(names.length);
        given.forEach((one, at) => {
          const isFirst = !given.slice(0, at).includes(names[at] ?? '');
          expect(one === names[at]).toBe(isFirst);
        });
      }),
    );
  });

  test('K20 a name that comes very often is counted on', () => {
    const given = claimed(Array.from({ length: 3_000 }, () => 'a'));
    expect(given.at(-1)).toBe('a#3000');
    expect(new Set(given).size).toBe(3_000);
  });

  test('K20 names in a long list are told apart, those that come again among them', () => {
    const names = Array.from({ length: 60_000 }, (_, at) => `name ${at % 40_000}`);
    const given = claimed(names);
    expect(new Set(given).size).toBe(names.length);
    expect(given.slice(0, 40_000)).toEqual(names.slice(0, 40_000));
    expect(given[40_000]).toBe('name 0#2');
  });

  test('K20 where more names come again than are counted, they are still told apart', () => {
    const given = claimed(Array.from({ length: 30_000 }, (_, at) => `name ${at % 2_000}`));
    expect(new Set(given).size).toBe(given.length);
  });
});
