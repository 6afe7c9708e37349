import { describe, expect, test } from 'vitest';
import { scriptOf, scriptsIn } from './script-of.js';
import { unicodeBlockData } from './unicode-block-data.js';
import { unicodeBlockOf } from './unicode-block.js';

describe('unicodeBlockOf', () => {
  test.each([
    ['\0', 'Basic Latin'],
    ['\u007F', 'Basic Latin'],
    ['\u0080', 'Latin-1 Supplement'],
    ['ж', 'Cyrillic'],
    ['日', 'CJK Unified Ideographs'],
    ['ｶ', 'Halfwidth and Fullwidth Forms'],
    ['😀', 'Emoticons'],
    ['\u{10FFFF}', 'Supplementary Private Use Area-B'],
    ['\u{2FE0}', 'No Block'],
  ])('T37 %j stands in %s', (char, name) => {
    expect(unicodeBlockOf(char)).toBe(name);
  });

  test('T37 blocks stand in order and apart, and begin and end at multiples of sixteen', () => {
    const blocks = unicodeBlockData.split('; ').map((row) =>
      row
        .split(' ')
        .slice(0, 2)
        .map((hex) => Number.parseInt(hex, 16)),
    );
    expect(blocks.length).toBeGreaterThan(330);
    let end = -1;
    for (const [first = 0, last = 0] of blocks) {
      expect(first).toBeGreaterThan(end);
      expect([first % 16, last % 16]).toEqual([0, 15]);
      end = last;
    }
  });
});

describe('scriptOf', () => {
  test('T37 letters have a script, signs and marks do not', () => {
    expect(Array.from('aжα日ひカ한ا1.\u0301ꡀ', scriptOf)).toEqual([
      'Latin',
      'Cyrillic',
      'Greek',
      'Han',
      'Hiragana',
      'Katakana',
      'Hangul',
      'Arabic',
      'Common',
      'Common',
      'Inherited',
      'Phags_Pa',
    ]);
    expect(scriptsIn('Да, ok!')).toEqual(['Cyrillic', 'Latin']);
  });

  test('T37 every letter of every plane has one', () => {
    const points = Array.from({ length: 2000 }, (_, index) => String.fromCodePoint(index * 97));
    const letters = points.filter((char) => /^(?=\p{L})[^\p{Script=Common}\p{Script=Inherited}]$/u.test(char));
    expect(letters.filter((char) => scriptOf(char) === 'Common')).toEqual([]);
  });
});
