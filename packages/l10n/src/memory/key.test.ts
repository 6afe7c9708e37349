import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalText } from './key.js';

describe('normalText', () => {
  test('T76 a key is composed and has single spaces only between words, whatever the text was', () => {
    const piece = fc.constantFrom(
      'a',
      'é',
      'e\u0301',
      '\u0301',
      ' ',
      '  ',
      '\t',
      '\n',
      '\u00a0',
      '\u2003',
      'ж',
      '文',
      '\u1100\u1161',
      '\x01',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        expect(normalText(text)).toBe(text.normalize('NFC').trim().replaceAll(/\s+/g, ' '));
      }),
      { numRuns: 1000 },
    );
  });
});
