import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accentedText } from './accented-text.js';

describe('accentedText', () => {
  test('T10 it puts accents on the letters of ASCII and nothing else', () => {
    expect(accentedText('Abc XYZ, 0–9 ß é 漢 😀')).toBe('Àƃç ẊÝŽ, 0–9 ß é 漢 😀');
    expect(accentedText('')).toBe('');
  });

  test('T10 a text of any length is formed letter by letter', () => {
    const letters = (text: string) => Array.from({ length: text.length }, (_, at) => accentedText(text.charAt(at)));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.integer({ min: 0, max: 3 }), (text, more) => {
        const long = 'long text 😀 '.repeat(more * 500) + text;
        expect(accentedText(long)).toBe(letters(long).join(''));
      }),
      { numRuns: 40 },
    );
  });
});
