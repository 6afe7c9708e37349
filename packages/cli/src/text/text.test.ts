import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCommandLine } from './quote-shell.js';
import { createStyle } from './style.js';
import { toTable } from './table.js';
import { cutText, oneLine, textWidth } from './text-width.js';

const style = createStyle(false);

test('toTable aligns columns, also with wide and combining characters', () => {
  const rows = [
    ['名前', 'a'],
    ['e\u0301', 'b'],
    ['abcd', 'c'],
  ];
  expect(toTable(rows, { style })).toBe('名前  a\ne\u0301     b\nabcd  c');
});

test('textWidth counts columns as terminals do', () => {
  const widths = {
    abc: 3,
    '「名前」、': 10,
    'e\u0301': 1,
    '⚠\uFE0F': 2,
    '1\uFE0F\u20E3': 2,
    '🙂': 2,
    ｱｲ: 2,
    ก็: 1,
    '\u200B': 0,
    한국: 4,
  };
  for (const [text, columns] of Object.entries(widths)) expect(textWidth(text), text).toBe(columns);
});

test('toTable cuts only the last column', () => {
  expect(toTable([['identifier', 'a text that is far too long for this']], { style, width: 34 })).toBe(
    'identifier  a text that is far to…',
  );
  expect(toTable([], { style })).toBe('');
});

test('oneLine lets no text steer the terminal', () => {
  expect(oneLine('a\u001B[31m\r\nb\u009Bc\u2028d')).toBe('a [31m b c d');
});

test('cutText never takes more columns than it may', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, columns) => {
      expect(textWidth(cutText(text, columns))).toBeLessThanOrEqual(columns);
    }),
  );
});

test('toCommandLine is read back by a shell as the same words', () => {
  const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const printed = execFileSync(
        'sh',
        ['-c', `for word in ${toCommandLine(words)}; do printf '%s\\0' "$word"; done`],
        { encoding: 'utf8' },
      );
      expect(printed.split('\0').slice(0, -1)).toEqual(words);
    }),
    { numRuns: 50 },
  );
});
