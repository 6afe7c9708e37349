import { cpuNow } from '../../../../test/cpu-now.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { protectedRanges, splitProtected } from './protected-ranges.js';

const held = (text: string) => protectedRanges(text).map(({ start, end }) => text.slice(start, end));

test.each([
  ['Hello {name}!', ['{name}']],
  ['{n, plural, one {a {x}} other {b}} end', ['{n, plural, one {a {x}} other {b}}']],
  ['a ${b} c {{d}} e', ['${b}', '{{d}}']],
  ['%s of %1$d and %(name)s at 5%%', ['%s', '%1$d', '%(name)s', '%%']],
  ['<b>bold</b> &amp; &#160; x', ['<b>', '</b>', '&amp;', '&#160;']],
  ['see https://example.org/a?b=c or me@example.org', ['https://example.org/a?b=c', 'me@example.org']],
  ['open { brace', []],
  ['50 % off, a < b & c', []],
  ['plain', []],
])('T3 protects the right stretches of %j', (text, expected) => {
  expect(held(text)).toEqual(expected);
});

test('T3 the pieces of a text are the text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('{', '}', '$', '%', 's', '<', 'b', '>', '&', ';', '@', '.', 'é', '😀', ' '), {
        maxLength: 20,
      }),
      (signs) => {
        const text = signs.join('');
        expect(
          splitProtected(text)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      },
    ),
  );
});

test('T19 marked stretches are left alone too, and join what they overlap', () => {
  expect(protectedRanges('an Acme bag', [{ start: 3, end: 7 }])).toEqual([{ start: 3, end: 7 }]);
  expect(protectedRanges('a {b} c', [{ start: 4, end: 7 }])).toEqual([{ start: 2, end: 7 }]);
  expect(splitProtected('ab', [{ start: 0, end: 1 }])).toEqual([
    { text: 'a', protected: true },
    { text: 'b', protected: false },
  ]);
});

test.each(['%(', '<a', '{', '&a', '%1$', 'a.b@'])('long texts of nothing but %j are searched in no time', (sign) => {
  const text = sign.repeat(100_000);
  const began = cpuNow();
  protectedRanges(text);
  expect(cpuNow() - began).toBeLessThan(2000);
});
