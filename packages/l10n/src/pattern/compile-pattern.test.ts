import fc from 'fast-check';
import { createThreadPool } from '@helve/worker/pool';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compilePattern, expandReplacement } from './compile-pattern.js';
import { isUnambiguous } from './is-unambiguous.js';
import { matchInThread } from './pattern-thread.js';
import { PATTERN_LIMIT_MS } from './within-limit.js';

describe('isUnambiguous', () => {
  test.each([
    'abc',
    String.raw`<[^>]+>`,
    String.raw`\{[^\}]+\}`,
    String.raw`%[sdfoexXbBhHtT%]+`,
    String.raw`\b\p{Lu}\w*\b`,
    String.raw`(?:ab|cd)+x`,
    String.raw`\d{1,3}(?:,\d{3})*`,
    String.raw`(?:foo)?bar`,
    String.raw`[[a-z]&&[^aeiou]]+\d`,
    String.raw`(?<year>\d{4})-(?<month>\d\d)`,
  ])('T4 %s is proven harmless', (source) => {
    expect(isUnambiguous(source, 'v')).toBe(true);
  });

  test.each([
    '(a+)+$',
    '(a|a)*b',
    '(a|ab)*c',
    '(?:a?)*b',
    '.*foo',
    String.raw`\w*\d`,
    String.raw`(x+x+)+y`,
    String.raw`(a)\1*b\1`,
    String.raw`a*[ab]*b`,
    String.raw`(?=(a+)+b)c`,
  ])('T4 %s is not', (source) => {
    expect(isUnambiguous(source, 'v')).toBe(false);
  });

  test('T4 letters that are equal without case are not apart', () => {
    expect(isUnambiguous('a*B', 'v')).toBe(true);
    expect(isUnambiguous('a*A', 'v')).toBe(true);
    expect(isUnambiguous('a*A', 'iv')).toBe(false);
  });
});

describe('compilePattern', () => {
  test('T4 a bad pattern says what is wrong', () => {
    expect(() => compilePattern('a(b')).toThrow(/Cannot use the pattern "a\(b": Unterminated group/);
  });

  test('T4 flags, whole words and literals', () => {
    const starts = (pattern: ReturnType<typeof compilePattern>, text: string) => {
      const [found = []] = pattern.matchesIn([text]) as readonly (readonly { start: number }[])[];
      return found.map(({ start }) => start);
    };
    expect(starts(compilePattern('USE', { literal: true, ignoreCase: true, wholeWord: true }), 'use user Use')).toEqual(
      [0, 9],
    );
    expect(starts(compilePattern('a.b', { literal: true }), 'axb a.b')).toEqual([4]);
    expect(starts(compilePattern('^b', { multiLine: true }), 'a\nb')).toEqual([2]);
    expect(starts(compilePattern('a.b', { dotAll: true }), 'a\nb')).toEqual([0]);
    expect(starts(compilePattern('x*'), 'ab')).toEqual([]);
  });

  test('T4 any literal text finds itself', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (text) => {
        fc.pre(text.isWellFormed());
        const [found = []] = compilePattern(text, { literal: true }).matchesIn([
          `«${text}»`,
        ]) as readonly (readonly object[])[];
        expect(found.length).toBeGreaterThan(0);
      }),
    );
  });

  test('T4 a pattern that could hang runs on a thread of the pool, which the next one has after it', async () => {
    const pool = createThreadPool({ size: 1 });
    onTestFinished(() => pool.close());
    const pattern = compilePattern('(a+)+$', { threads: pool });
    expect(pattern.inPlace).toBe(false);
    const other = compilePattern('(?<all>b+)+$', { threads: pool });
    expect(await Promise.all([pattern.matchesIn(['xaa', 'b']), other.matchesIn(['bb'])])).toMatchObject([
      [[{ start: 1, end: 3, groups: ['aa'] }], []],
      [[{ start: 0, end: 2, named: { all: 'bb' } }]],
    ]);
  });

  test('T4 a pattern on a thread is stopped at its limit, and those behind it have another', async () => {
    const pool = createThreadPool({ size: 1 });
    onTestFinished(() => pool.close());
    const find = (text: string) => matchInThread(pool, { source: '(a+)+$', flags: 'gv', texts: [text] }, 1000);
    const [hanging, harmless] = [find(`${'a'.repeat(60)}!`), find('aa')];
    await expect(hanging).rejects.toThrow(/took more than 1000 ms/);
    expect(await harmless).toHaveLength(1);
  });

  test('T4 without threads it runs in place, with the same limit', () => {
    const pattern = compilePattern('(a+)+$');
    expect(pattern.inPlace).toBe(false);
    expect(pattern.matchesIn(['xaa', 'b'])).toMatchObject([[{ start: 1, end: 3, groups: ['aa'] }], []]);
    expect(() => pattern.matchesIn([`${'a'.repeat(60)}!`])).toThrow(`it took more than ${PATTERN_LIMIT_MS} ms`);
  });

  test('T4 replacements know groups, names, the match and a dollar', () => {
    const match = { start: 1, end: 3, groups: ['b', undefined], named: { first: 'b' } };
    expect(expandReplacement('[$1|$2|$3|$<first>|$<no>|$&|$$]', 'abcd', match)).toBe('[b||$3|b||bc|$]');
  });
});

test.each(['<[^>]+>', String.raw`\{[^\}]+\}`, String.raw`\$\{[^\}]+\}`])(
  'a delimited pattern %s finds what its expression finds',
  (source) => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('<', '>', '{', '}', '$', 'a') }));
    fc.assert(
      fc.property(texts, (all) => {
        const found = compilePattern(source).matchesIn(all);
        expect(found).toMatchObject(
          all.map((text) => Array.from(text.matchAll(new RegExp(source, 'gv')), ({ index }) => ({ start: index }))),
        );
      }),
    );
  },
);
