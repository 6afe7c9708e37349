import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryText, arbitraryUnicode } from '../../testing/content-kit.js';
import { codePointLength, compareCodePoints, createCodePointIndex, sliceCodePoints, utf16Index } from './code-point.js';

const place = fc.nat({ max: 2000 });
/** Also long enough for an index of several pages. */
const anyText = fc.oneof(
  arbitraryText(),
  arbitraryUnicode(),
  arbitraryUnicode().map((text) => text.repeat(150)),
);

describe('code points', () => {
  test('are counted, found and cut as a string iterator does it', () => {
    fc.assert(
      fc.property(anyText, place, place, (text, a, b) => {
        const points = [...text];
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        expect(codePointLength(text)).toBe(points.length);
        expect(utf16Index(text, a)).toBe(points.slice(0, a).join('').length);
        expect(sliceCodePoints(text, start, end)).toBe(points.slice(start, end).join(''));
      }),
    );
  });

  test('createCodePointIndex answers as counting does, and rounds down inside a character', () => {
    fc.assert(
      fc.property(anyText, place, (text, at) => {
        const index = createCodePointIndex(text);
        const codePoint = Math.min(at, index.length);
        expect(index.length).toBe(codePointLength(text));
        expect(index.toIndex(at)).toBe(utf16Index(text, at));
        expect(index.fromIndex(index.toIndex(at))).toBe(codePoint);
        const wide = (text.codePointAt(index.toIndex(at)) ?? 0) > 0xffff;
        if (wide) expect(index.fromIndex(index.toIndex(at) + 1)).toBe(codePoint);
      }),
    );
  });

  test('compareCodePoints orders as the code points do', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const [left, right] = [[...a], [...b]];
        const differ = left.findIndex((char, index) => char !== right[index]);
        const at = (chars: readonly string[], index: number) => chars[index]?.codePointAt(0) ?? -1;
        const expected = differ < 0 ? left.length - right.length : at(left, differ) - at(right, differ);
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(expected));
      }),
    );
  });
});
