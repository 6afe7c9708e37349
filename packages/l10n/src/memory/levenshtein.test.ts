import { codePointLength } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countGrams } from './gram.js';
import { createMatcher, toCodePoints } from './levenshtein.js';

/** Computes the distance by the textbook. */
function distanceOf(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, char] of a.entries()) {
    const next = [index + 1];
    for (const [column, own] of b.entries()) {
      const change = (row[column] ?? 0) + (char === own ? 0 : 1);
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const char = fc.constantFrom('a', 'b', 'c', 'd', ' ', 'é', '文', '😀');
const text = (maxLength: number) => fc.array(char, { maxLength }).map((chars) => chars.join(''));
/** Generates two texts that are often similar: parts of both are equal. */
const pair = fc
  .array(fc.tuple(text(40), text(12), text(12), fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 4 })
  .map((pieces) => [
    pieces.map(([same, one]) => same + one).join(''),
    pieces.map(([same, one, other, kind]) => same + (kind === 0 ? other : one)).join(''),
  ])
  .filter((texts): texts is [string, string] => texts.length === 2);

function lostPairs(one: string, other: string): number {
  const have = new Set(countGrams(other).slots);
  const { slots, weights } = countGrams(one);
  return slots.reduce((sum, slot, index) => sum + (have.has(slot) ? 0 : (weights[index] ?? 0)), 0);
}

describe('createMatcher', () => {
  test('T79 the distance is that of the book up to the limit, and above the limit only that it is more', () => {
    fc.assert(
      fc.property(pair, fc.integer({ min: 0, max: 80 }), ([one, other], most) => {
        const length = codePointLength(other);
        const expected = distanceOf(one, other);
        const found = createMatcher(one).distance(toCodePoints(other, length), length, most, lostPairs(one, other));
        expect(expected <= most ? found : found > most).toBe(expected <= most ? expected : true);
      }),
      { numRuns: 1000 },
    );
  });

  test('T79 an edit takes away two grams at most, so texts that share too few are too far', () => {
    fc.assert(
      fc.property(pair, ([one, other]) => {
        expect(lostPairs(one, other)).toBeLessThanOrEqual(2 * distanceOf(one, other));
      }),
      { numRuns: 500 },
    );
  });
});
