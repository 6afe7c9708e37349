import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSmallerThan } from './is-smaller-than.js';

describe('isSmallerThan', () => {
  test('never takes for small what is not', () => {
    const value = fc.anything({ withDate: true, withNullPrototype: true, withUnicodeString: true, maxDepth: 4 });
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 400 }), (output, maxBytes) => {
        if (!isSmallerThan(output, maxBytes)) return;
        const bytes = new TextEncoder().encode(JSON.stringify(output) ?? '').length;
        expect(bytes).toBeLessThanOrEqual(maxBytes);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['an object', { sum: 3, list: ['a', null, true, undefined], deep: { empty: {} } }],
    ['a text', 'text'],
    ['nothing', undefined],
  ])('tells that %s is small', (_, value) => expect(isSmallerThan(value, 1_000)).toBe(true));

  const circle: { self?: unknown } = {};
  circle.self = circle;
  test.each([
    ['a long text', 'x'.repeat(1_001)],
    ['a long name', { ['x'.repeat(1_001)]: 1 }],
    ['many values', Array.from({ length: 10_000 }, () => 1)],
    ['a circle', circle],
    ['a getter that throws', Object.defineProperty({}, 'a', { enumerable: true, get: () => expect.unreachable() })],
    ['an instance', new Date(0)],
    ['what writes itself', { toJSON: () => 'x'.repeat(2_000) }],
    ['a list that writes itself', Object.assign([], { toJSON: () => 'x'.repeat(2_000) })],
    ['what JSON cannot hold', { big: 1n }],
  ])('says nothing of %s', (_, value) => expect(isSmallerThan(value, 1_000)).toBe(false));
});
