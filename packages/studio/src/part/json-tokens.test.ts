import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toJsonTokens } from './json-tokens.js';

test('toJsonTokens tells keys, values and marks apart', () => {
  const tokens = toJsonTokens('{"a\\"b": ["x: y", -1.5e3, true, null]}');
  const told = tokens.filter(({ kind }) => kind !== 'mark').map(({ kind, text }) => `${kind} ${text}`);
  expect(told).toEqual(['key "a\\"b"', 'string "x: y"', 'number -1.5e3', 'word true', 'word null']);
});

test('toJsonTokens loses nothing of any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const json = JSON.stringify(value, undefined, indent);
      expect(
        toJsonTokens(json)
          .map(({ text }) => text)
          .join(''),
      ).toBe(json);
    }),
  );
});

test('toJsonTokens leaves a very long text in one piece', () => {
  expect(toJsonTokens(JSON.stringify('x'.repeat(200_000)))).toHaveLength(1);
});
