import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileRules } from '../rule.js';
import { segmentText } from '../segment-text.js';
import { fromIcuPattern } from './from-icu-pattern.js';
import { readSrx, srxRulesFor } from './read-srx.js';

function srx(rules: string, header = 'cascade="yes" segmentsubflows="no"'): string {
  return `<?xml version="1.0"?>
<srx version="2.0" xmlns="http://www.lisa.org/srx20">
  <header ${header}><formathandle type="start" include="no"/><formathandle type="end" include="yes"/><formathandle type="isolated" include="yes"/></header>
  <body><languagerules>${rules}</languagerules>
  <maprules>
    <languagemap languagepattern="(EN|en).*" languagerulename="English"/>
    <languagemap languagepattern=".*" languagerulename="Default"/>
  </maprules></body>
</srx>`;
}

const english = `<languagerule languagerulename="English">
  <rule break="no"><beforebreak>\\bDr\\.</beforebreak><afterbreak>\\s</afterbreak></rule>
</languagerule>`;
const standard = `<languagerule languagerulename="Default">
  <rule break="yes"><beforebreak>[\\.!?]+</beforebreak><afterbreak>\\s+\\p{Lu}</afterbreak></rule>
</languagerule>`;

function segment(text: string, document: string, locale: string): string[] {
  const rules = compileRules(srxRulesFor(readSrx(document, 'rules.srx'), locale));
  return segmentText(text, locale, { engine: 'srx', rules });
}

/** True when a pattern in a lookbehind matches exactly the text from `start` to `end`. */
function matchesBackwards(pattern: string, text: string, start: number, end: number): boolean {
  const found = new RegExp(`(?<=^[abc]{${start}}(?:${pattern}))`, 'yv');
  found.lastIndex = end;
  return found.test(text);
}

describe('SRX', () => {
  test('T72 the first matching rule decides, over all maps that fit with cascade and the first without', () => {
    const text = 'Dr. Smith came. He left.';
    expect(segment(text, srx(english + standard), 'en-GB')).toEqual(['Dr. Smith came.', 'He left.']);
    expect(segment(text, srx(english + standard), 'de')).toEqual(['Dr.', 'Smith came.', 'He left.']);
    expect(segment(text, srx(english + standard, 'cascade="no"'), 'en')).toEqual([text]);
  });

  test('T72 without a rule there is no break', () => {
    expect(segment('One. two. Three', srx(english + standard), 'fr')).toEqual(['One. two.', 'Three']);
  });

  test('T72 header and handles are read', () => {
    expect(readSrx(srx(english + standard), 'a')).toMatchObject({
      cascade: true,
      segmentSubflows: false,
      handles: { start: false, end: true, isolated: true },
    });
  });

  test.each([
    [String.raw`(?i)etc\.`, 'ETC.', true],
    [String.raw`\Qe.g.\E`, 'e.g.', true],
    [String.raw`\Qe.g.\E`, 'exgx', false],
    [String.raw`[[:upper:]]\.`, 'Ä.', true],
    [String.raw`\bß\b`, 'ß', true],
    [String.raw`\h+`, '\u00A0', true],
    [String.raw`\x{41}`, 'A', true],
    [String.raw`[,;:!%&(){}/|]`, '%', true],
    [String.raw`[\w&&[^\d]]`, '7', false],
    [String.raw`[a-z&&[^aeiou]]`, 'b', true],
    [String.raw`[^-\p{L}]`, '-', false],
    [String.raw`[^-\p{L}]`, '7', true],
    [String.raw`[\p{L}-]`, '-', true],
    [String.raw`a(?i)b(?-i)c`, 'aBc', true],
    [String.raw`a(?i)b(?-i)c`, 'aBC', false],
    [String.raw`(?i:no)\.`, 'NO.', true],
    [String.raw`(?:(?i)a)b`, 'AB', false],
    [String.raw`\p{javaUpperCase}\p{Lower}`, 'Äb', true],
    [String.raw`\p{InGreek}\p{IsLatin}`, 'αb', true],
    [String.raw`\pL\P{Lu}`, 'aB', false],
    [String.raw`\u00e9`, 'é', true],
    [String.raw`a.b`, 'a\nb', false],
    [String.raw`(?s)a.b`, 'a\nb', true],
    [String.raw`(?s:a.)b.`, 'a\nb\n', false],
    [String.raw`(?is)a.B`, 'A\nb', true],
    [String.raw`(?s)a(?-s).`, 'a\n', false],
    [String.raw`a.`, 'a\u0085', false],
    [String.raw`(?m)a$\n^b`, 'a\nb', true],
    [String.raw`a$\n^b`, 'a\nb', false],
    [String.raw`(?m)\Aa\n\Ab`, 'a\nb', false],
    [String.raw`a++b`, 'aaab', true],
    [String.raw`a++a`, 'aaa', false],
    [String.raw`(?:ab)*+a`, 'ababa', true],
    [String.raw`[ab]{1,2}+b`, 'ab', false],
    [String.raw`(a?+)\1`, 'aa', true],
    [String.raw`(?>a|ab)c`, 'abc', false],
    [String.raw`(?>ab|a)c`, 'abc', true],
    [String.raw`(x)(?>a+)(y)\2`, 'xaayy', true],
    [String.raw`\p{L}++\.`, 'abc.', true],
    [String.raw`\.++\s`, '.. ', true],
  ])('T72 %s of ICU keeps its meaning on %j', (pattern, text, fits) => {
    expect(new RegExp(`^(?:${fromIcuPattern(pattern)})$`, 'v').test(text)).toBe(fits);
  });

  test.each([
    String.raw`(?:a|ab)++c`,
    String.raw`(?>a+a?)b`,
    String.raw`(?x)a b`,
    String.raw`(?w)a`,
    String.raw`\X`,
    String.raw`[a`,
  ])('T72 the rule %s is refused by name', (pattern) => {
    const rule = `<languagerule languagerulename="English"><rule break="no"><beforebreak>${pattern.replaceAll('>', '&gt;')}</beforebreak><afterbreak/></rule></languagerule>`;
    expect(() => readSrx(srx(rule + standard), 'my.srx')).toThrow(/rule 1 of "English" cannot be used/);
  });

  test('a possessive quantifier gives nothing back, read forwards and backwards', () => {
    const atoms = fc.constantFrom('a', '[ab]', '(?:ab)', '.');
    const quantifiers = fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '{1,3}');
    const tails = fc.constantFrom('', 'a', 'b', 'ab', 'c');
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(atoms, quantifiers, tails, texts, (atom, quantifier, tail, text) => {
        const translated = fromIcuPattern(`${atom}${quantifier}+${tail}`);
        const captured = new RegExp(`(?=(${atom}${quantifier}))\\1${tail}`, 'yv');
        for (let start = 0; start <= text.length; start += 1) {
          captured.lastIndex = start;
          const end = captured.test(text) ? [captured.lastIndex] : [];
          const places = Array.from({ length: text.length + 1 }, (_, place) => place);
          const ends = places.filter((place) => matchesBackwards(translated, text, start, place));
          expect(ends).toEqual(end);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('T72 a broken document is refused with its place', () => {
    expect(() => readSrx('<srx><body></srx>', 'my.srx')).toThrow(/Cannot read "my\.srx" as SRX: .*line 1/);
    expect(() => readSrx('<!DOCTYPE srx [<!ENTITY a "b">]><srx/>', 'my.srx')).toThrow(/document type/);
    expect(() => readSrx(srx(english), 'my.srx')).toThrow(/"Default", which has no rules/);
  });
});
