import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../test/cpu-now.js';
import { dialects, type Dialect } from './dialect.js';
import { detectDialect } from './detect-dialect.js';
import { findFault } from './find-fault.js';
import { placeholderTokens } from './placeholder-token.js';

const raws = (text: string, dialect: Dialect) => placeholderTokens(text, dialect).map(({ raw }) => raw);

describe('detectDialect', () => {
  test.each([
    ['c-format', 'c'],
    ['no-wrap, python-format', 'python'],
    ['python-brace-format', 'python-brace'],
    ['possible-c-format', 'c'],
    ['objc-format', 'apple'],
    ['java-format', 'java'],
    ['java-printf-format', 'android'],
    ['qt-format', 'qt'],
    ['no-c-format', 'no-printf'],
    ['no-python-brace-format', 'no-brace'],
    ['boost-format', 'boost'],
    ['object-pascal-format', 'pascal'],
    ['sh-format', 'shell'],
    ['lua-format', 'c'],
    ['php-format', 'c'],
    ['javascript-format', 'python'],
    ['no-wrap', 'unflagged'],
  ])('T28 the flags %j mean %s', (flags, dialect) => {
    expect(detectDialect({ flags, document: 'de.po' })).toBe(dialect);
  });

  test.each([
    ['lib/app_de.arb', 'icu'],
    ['de.lproj/Localizable.strings', 'apple'],
    ['app/src/main/res/values-de/strings.xml', 'android'],
    ['locales/de.json', 'guessed'],
    ['de.po', 'unflagged'],
  ])('T28 the document %j means %s', (document, dialect) => {
    expect(detectDialect({ flags: undefined, document })).toBe(dialect);
  });

  test('T28 a date format has no placeholders, whatever its flags', () => {
    expect(detectDialect({ flags: 'c-format', document: 'de.po', text: '%a %e %b %H:%M' })).toBe('no-printf');
    expect(detectDialect({ flags: 'c-format', document: 'de.po', text: '%d of %s' })).toBe('c');
  });

  test('T28 flags come before the kind of the document', () => {
    expect(detectDialect({ flags: 'c-format', document: 'x.arb' })).toBe('c');
  });
});

describe('tokensIn', () => {
  test.each<[Dialect, string, readonly string[]]>([
    ['c', '%-5.2f%% of %*d {x} %sfoo', ['%-5.2f', '%*d', '%s']],
    ['apple', '%1$@ and %lld', ['%1$@', '%lld']],
    ['android', '%1$s %2$d', ['%1$s', '%2$d']],
    ['python', '%(name)s %r {x} 100%%', ['%(name)s', '%r']],
    ['python-brace', '{} {0} {a.b!r:>10} {{x}} %s', ['{}', '{0}', '{a.b!r:>10}']],
    ['java', "it''s {0} '{1}' {2,number,#.##}", ['{0}', '{2,number,#.##}']],
    ['java', "l'homme {0}", []],
    ['icu', "l'homme {name} '{x}'", ['{name}']],
    [
      'i18next',
      '{{name}} {{- html}} {{n, number}} $t(key, {"a": 1}) {x}',
      ['{{name}}', '{{- html}}', '{{n, number}}', '$t(key, {"a": 1})'],
    ],
    ['brace', '{{a}} ${b} {c} %s', ['{{a}}', '${b}', '{c}']],
    ['ruby', '%{a} %<b>s %s', ['%{a}', '%<b>s', '%s']],
    ['c', '%2$s %<PRIuMAX> %3$.*2$s %zu %jd %I64d', ['%2$s', '%<PRIuMAX>', '%3$.*2$s', '%zu', '%jd', '%I64d']],
    ['boost', '%1% and %|2$s| and %d', ['%1%', '%|2$s|', '%d']],
    ['pascal', '%s and %0:d', ['%s', '%0:d']],
    ['shell', '$name of ${total}', ['$name', '${total}']],
    ['qt', '%1 of %L2, %n', ['%1', '%L2', '%n']],
    ['guessed', '50% off, 100%s, %s的', ['%s']],
    ['no-printf', '%s {x}', ['{x}']],
    ['no-brace', '%s {x}', ['%s']],
  ])('T28 as %s, %j has its placeholders', (dialect, text, expected) => {
    expect(raws(text, dialect)).toEqual(expected);
  });

  test('T28 every placeholder stands where it says, in whatever text, and none takes long', () => {
    const names = Object.keys(dialects) as Dialect[];
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9<>/'{}$%.(),: #@-]*$/), fc.constantFrom(...names), (text, dialect) => {
        let last = 0;
        for (const { raw, start, end } of placeholderTokens(text, dialect)) {
          expect(text.slice(start, end)).toBe(raw);
          expect(start).toBeGreaterThanOrEqual(last);
          last = end;
        }
      }),
    );
    const start = cpuNow();
    for (const name of names)
      for (const hostile of ['{{', '%(', '$t(', "'{", '%1', '{a,', '%.']) placeholderTokens(hostile.repeat(2000), name);
    expect(cpuNow() - start).toBeLessThan(4000);
  });
});

describe('findFault', () => {
  test.each<[Dialect, string, number | undefined]>([
    ['c', '50%% of %d, %5.2lf', undefined],
    ['c', '50% of %d', 2],
    ['python', '%(name)s', undefined],
    ['python', 'a %(name)', 2],
    ['python', '%1$s', 0],
    ['android', '%1$tY %n', undefined],
    ['apple', '%#@files@ %@', undefined],
    ['python-brace', '{a:{width}} {{x}}', undefined],
    ['python-brace', 'a {b', 2],
    ['python-brace', 'a b}', 3],
    ['icu', '{n, plural, one {#} other {#}}', undefined],
    ['guessed', '50% {', undefined],
  ])('T28 as %s, %j has its first fault at %s', (dialect, text, start) => {
    expect(findFault(text, dialect)?.start).toBe(start);
  });

  test('T28 a broken message has a fault', () => {
    expect(findFault('{n, plural, one {#}}', 'icu')?.problem).toContain('other');
  });

  test('T28 a sign that was meant as a sign knows what to write', () => {
    expect(findFault('50 %', 'c')?.instead).toBe('%%');
    expect(findFault('%(name)', 'python')?.instead).toBeUndefined();
  });
});
