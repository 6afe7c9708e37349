import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formMap } from './form-map.js';
import { parsePluralExpression } from './plural-expression.js';
import { parsePluralForms, pluralRuleFor, sampleNumbers } from './plural-rule.js';

describe('parsePluralExpression', () => {
  test('T111 reads the operators of C with their precedence', () => {
    const value = (source: string, n: number) => parsePluralExpression(source)?.(n);
    expect(value('n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2', 22)).toBe(1);
    expect(value('1 + 2 * 3 - 4 / 2 % 3', 0)).toBe(5);
    expect(value('!n', 0)).toBe(1);
    expect(value('!!n != !0', 3)).toBe(0);
    expect(value('n ? n ? 1 : 2 : 3', 0)).toBe(3);
    expect(value('7 / 0', 1)).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    '',
    'n +',
    '(n',
    'n)',
    'process.exit()',
    'n = 1',
    'x',
    '1 ? 2',
    'n n',
    '`n`',
    '('.repeat(500),
    '!'.repeat(500),
    `n${' + n'.repeat(2000)}`,
  ])('T111 refuses the expression %j', (source) => expect(parsePluralExpression(source)).toBeUndefined());

  test('T111 answers every text in time, and runs nothing', () => {
    const words = fc.constantFrom(
      'n',
      '1',
      '0',
      '%',
      '/',
      '?',
      ':',
      '(',
      ')',
      '!',
      '&&',
      '||',
      '==',
      '<',
      '>=',
      '-',
      ' ',
      'globalThis',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 80 }), (parts) => {
        const result = parsePluralExpression(parts.join(''))?.(3);
        expect(result === undefined || typeof result === 'number').toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('parsePluralForms', () => {
  test.each([
    'nplurals=INTEGER; plural=EXPRESSION;',
    '',
    'nplurals=2; plural=n;',
    'nplurals=0; plural=0;',
    'nplurals=2; plural=1/n;',
  ])('T111 takes %j for no rule', (text) => expect(parsePluralForms(text)).toBeUndefined());
});

describe('pluralRuleFor', () => {
  const counts = {
    ja: 1,
    de: 2,
    fr: 2,
    'pt-BR': 2,
    is: 2,
    fil: 2,
    ru: 3,
    pl: 3,
    cs: 3,
    lt: 3,
    lv: 3,
    ro: 3,
    he: 3,
    sl: 4,
    gd: 4,
    ga: 5,
    mt: 5,
    ar: 6,
    cy: 6,
  };
  test.each(Object.entries(counts))('T111 finds the rule of %s with %i forms', (locale, count) => {
    const rule = pluralRuleFor(locale);
    expect(rule?.count).toBe(count);
    const select = new Intl.PluralRules(locale);
    const { keys } = formMap(rule, locale, count);
    for (const number of sampleNumbers.filter((one) => one < 1_000_000))
      expect(keys[rule?.index(number) ?? 0]).toBe(select.select(number));
  });

  test('T111 knows no rule of an unknown language', () => expect(pluralRuleFor('und')).toBeUndefined());
});

describe('formMap', () => {
  test('T111 gives every number of an older rule a form of its own', () => {
    const hebrew = parsePluralForms(
      'nplurals=4; plural=(n == 1 && n % 1 == 0) ? 0 : (n == 2 && n % 1 == 0) ? 1: (n % 10 == 0 && n % 1 == 0 && n > 10) ? 2 : 3;',
    );
    expect(formMap(hebrew, 'he', 4).keys).toEqual(['one', 'two', 'many', 'other']);
    const russian = parsePluralForms(
      'nplurals=4; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : n%10==0 || (n%10>=5 && n%10<=9) || (n%100>=11 && n%100<=14)? 2 : 3);',
    );
    expect(formMap(russian, 'ru', 4).keys).toEqual(['one', 'few', 'many', 'other']);
  });

  test('T111 a rule that mixes two categories in one form gives each the form that most of both have', () => {
    const mixed = parsePluralForms(
      'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);',
    );
    expect(formMap(mixed, 'ru', 3).keys).toEqual(['one', 'few', 'many']);
  });
});
