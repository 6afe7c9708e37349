import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endOfSentence, isPlainAscii } from './ascii-sentence.js';

function endsOf(text: string): readonly number[] {
  const ends: number[] = [];
  for (let at = 0; at < text.length;) ends.push((at = endOfSentence(text, at)));
  return ends;
}

function endsByUnicode(text: string, locale: string): readonly number[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  return [...segmenter.segment(text)].map(({ index, segment }) => index + segment.length);
}

describe('endOfSentence', () => {
  test('T73 plain ASCII is cut where Intl.Segmenter cuts it, whatever stands there', () => {
    const word = fc.constantFrom('a', 'B', '1', 'the ', 'U.S. ', '... ', '?! ');
    const mark = fc.constantFrom('.', '!', '?', ',', '-', ':', '(', ')', '[', '}', '"', "'");
    const space = fc.constantFrom(' ', '\t', '\v', '\f', '\n', '\r', '\r\n');
    const any = fc.nat({ max: 0x7f }).map((code) => String.fromCharCode(code));
    const piece = fc.oneof(word, mark, space, any).filter(isPlainAscii);
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom('en', 'de', 'ja', 'th', 'ar', 'pt-BR'), (given, locale) => {
        expect(endsOf(given)).toEqual(endsByUnicode(given, locale));
      }),
      { numRuns: 2000 },
    );
  });

  test('a period goes on before a small letter, a digit and inside of an abbreviation, a mark does not', () => {
    expect(endsOf('At 2.5 of no. seven U.S. users. Then? yes')).toEqual([32, 38, 41]);
  });
});

describe('isPlainAscii', () => {
  test('other letters and semicolons are for the segmenter', () => {
    expect(['Plain. Text!', 'Größe.', 'one; two', ''].map(isPlainAscii)).toEqual([true, false, false, true]);
  });
});
