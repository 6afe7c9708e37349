import { describe, expect, test } from 'vitest';
import { Spellings } from '../text/spellings.js';
import { spelledChars } from './spelling.js';

const shown = (raw: string): string =>
  Array.from(spelledChars(raw), ({ char, raw: spelled }) => `${char}=${spelled}`).join(' ');

describe('spelledChars', () => {
  test('X13 spelledChars gives each character with its spelling, and leaves out markup', () => {
    expect(shown('a<b c=">">&#65;</b><!-- x -->&amp;é😀')).toBe('a=a A=&#65; &=&amp; é=é 😀=😀');
  });

  test('X13 a section holds literal characters, and a line end is one character', () => {
    expect(shown('<![CDATA[<&]]>\r\n\r')).toBe('<=< &=& \n=\r\n \n=\r');
  });

  test('X13 declared entities are no characters', () => {
    expect(shown('&brand;x')).toBe('x=x');
  });
});

describe('Spellings', () => {
  test('X13 an occurrence is spelled as that of the same number was, and further ones as the last', () => {
    const spellings = new Spellings(spelledChars('é&#233;'));
    expect([spellings.take('é'), spellings.take('é'), spellings.take('é'), spellings.take('x')]).toEqual([
      'é',
      '&#233;',
      '&#233;',
      undefined,
    ]);
  });
});
