import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layOut } from './layout.js';
import { parseStatements } from './statement.js';

const pieces = [
  'word ',
  'longer-word ',
  'é',
  '"',
  '\\',
  '\n',
  '\t',
  '  ',
  '字',
  '。',
  'かな',
  '한국 ',
  '😀',
  '\u00a0',
  '…',
];
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((list) => list.join(''));

describe('layOut', () => {
  test('layOut breaks lines behind words, and between ideographs', () => {
    expect(layOut('one two three', 'msgstr', 10, '\n')).toBe('""\n"one two "\n"three"');
    expect(layOut('字字字。字', 'msgstr', 8, '\n')).toBe('""\n"字字"\n"字。字"');
    expect(layOut('한국 한국 한국', 'msgstr', 9, '\n')).toBe('""\n"한국 한국 "\n"한국"');
  });

  test('layOut puts a text that ends its only line on one, and each of several lines on its own', () => {
    expect(layOut('one\n', 'msgstr', 79, '\n')).toBe(String.raw`"one\n"`);
    expect(layOut('one\ntwo', 'msgstr', 79, '\n')).toBe(`""\n${String.raw`"one\n"`}\n"two"`);
  });

  test('layOut says every text so that it is read again as it was', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(0, 1, 20, 79), (text, width) => {
        const [statement] = parseStatements(`msgstr ${layOut(text, 'msgstr', width, '\n')}`);
        expect(statement?.value).toBe(text);
      }),
    );
  });
});
