import { sha256 } from '@helve/core';
import { textRun } from '@helve/flow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryId, normalText } from './key.js';

describe('entryId', () => {
  test('T75 an id is the hash of the languages and their texts as JSON, whatever they hold', () => {
    const piece = fc.constantFrom('a', '"', '\\', '\n', '\0', '\u007f', '\u2028', 'ß', '文', '😀', '\ud83d', '\ude00');
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (de, en) => {
        const texts = JSON.stringify([
          ['de', de],
          ['en', en],
        ]);
        expect(entryId({ variants: { en: [textRun(en)], de: [textRun(de)] } })).toBe(sha256(texts).slice(0, 32));
      }),
    );
  });
});

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
