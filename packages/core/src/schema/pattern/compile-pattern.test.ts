import { compilePattern } from '@helve/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

function patternOf(source: string) {
  const compiled = compilePattern(source);
  if (compiled.kind !== 'pattern') throw new Error(compiled.problem);
  return compiled.pattern;
}

/** Patterns of everything there is but backreferences, over few characters, so that texts often match. */
const { pattern: anyPattern } = fc.letrec<{ atom: string; item: string; pattern: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', String.raw`\w`, String.raw`\d`, '[[]', 'é', '😀', String.raw`\p{L}`),
    fc.constantFrom('^', '$', String.raw`\b`, String.raw`\B`),
    fc
      .tuple(fc.constantFrom('', '?:', '?=', '?!', '?<=', '?<!'), tie('pattern'))
      .map(([sign, inside]) => `(${sign}${inside})`),
  ),
  item: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{0,3}', '+?', '*?', '{2,}'))
    // The language takes no repetition of what has no width.
    .map(([atom, sign]) => (/^[\^$]|^\\[bB]|^\(\?<?[=!]/.test(atom) ? atom : atom + sign)),
  pattern: fc
    .array(fc.array(tie('item'), { maxLength: 3 }), { minLength: 1, maxLength: 2 })
    .map((branches) => branches.map((items) => items.join('')).join('|')),
}));
const anyText = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', ' ', '[', 'é', '😀', '\n'), { maxLength: 8 })
  .map((signs) => signs.join(''));

test('a pattern says of every text what the engine of the language says', () => {
  fc.assert(
    fc.property(anyPattern, anyText, (source, text) => {
      // V8 looks for what has no width inside of wide characters too, where the language has no place.
      fc.pre(!text.includes('😀') || !/[$^]|\\[bB]|\(\?<?[=!]/.test(source.replaceAll('[^a]', '')));
      expect(patternOf(source).test(text)).toBe(new RegExp(source, 'u').test(text));
    }),
    { numRuns: 3_000 },
  );
});

describe('a pattern that takes an engine that backtracks for ever', () => {
  const hostile = `${'a'.repeat(50_000)}!`;
  test.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a*)*$',
    '^(a|aa)+$',
    '(a+)+b',
    String.raw`\w+\d`,
    '^(?=(a+)+$)a',
    '^(?!(a+)+$).*!',
    '(?<=(a+)+)b',
    '^((a{1,10}){1,10}){1,10}$',
  ])('%s takes no longer than the text is long', (source) => {
    const pattern = patternOf(source);
    expect(pattern.test(hostile)).toBe(source.startsWith('^(?!'));
    expect(pattern.isCheapFor(hostile.slice(-2_000))).toBe(false);
  });
});

test.each([
  ['email', z.email(), 'anna@example.org', 'anna@@example.org'],
  ['emoji', z.emoji(), '🙂', 'x'],
  ['ipv6', z.ipv6(), '2001:db8::1', '2001:db8::1::'],
  ['base64', z.base64(), 'aGVsdmU=', 'aGVsdmU'],
  ['duration', z.iso.duration(), 'P1DT2H', 'P1W2D'],
  ['hostname', z.hostname(), 'a.example.org', '-a.example.org'],
  ['endsWith', z.string().endsWith('.json'), 'en.json', 'en.yaml'],
])('the pattern that zod makes for %s is one', (_name, schema, right, wrong) => {
  const { pattern = '' } = z.toJSONSchema(schema);
  const compiled = patternOf(pattern);
  expect([compiled.test(right), compiled.test(wrong)]).toEqual([true, false]);
  expect([compiled.isCheapFor(right), compiled.isCheapFor(wrong), compiled.isCheapFor(right.repeat(1_000))]).toEqual([
    true,
    true,
    true,
  ]);
});

test('a pattern with a backreference needs short texts, and is refused where loops are in loops', () => {
  const once = compilePattern(String.raw`^(['"])\w*\1$`);
  expect(once.kind === 'bounded' && [once.pattern.test('"a"'), once.pattern.test(`"a'`), once.maxChars > 100]).toEqual([
    true,
    false,
    true,
  ]);
  expect(once.kind === 'bounded' && once.pattern.test(`"${'a'.repeat(100_000)}"`)).toBe(false);
  expect(compilePattern(String.raw`^(a+)+\1$`).kind).toBe('refused');
  expect(compilePattern('(').kind).toBe('refused');
  expect(compilePattern('^(?:(?:[a-z]{1,500}x){1,500}y){1,500}$').kind).toBe('refused');
});

test('a long text of a usual kind is cheap', () => {
  const pattern = patternOf('^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$');
  const text = 'abcd'.repeat(100_000);
  expect([pattern.test(text), pattern.isCheapFor(text)]).toEqual([true, true]);
});
