import { describe, expect, test } from 'vitest';
import { globPattern, type GlobSubject } from './glob-pattern.js';

const subjects: readonly GlobSubject[] = ['file', 'key'];

/** Meaning of both kinds of globs, written for files; keys have dots in place of slashes. */
const shared: readonly (readonly [glob: string, path: string, matches: boolean])[] = [
  ['**', 'a/b/c', true],
  ['a/*', 'a/b', true],
  ['a/*', 'a/b/c', false],
  ['*', 'a/b', false],
  ['a/**', 'a/b/c', true],
  ['**/c', 'c', true],
  ['**/c', 'a/b/c', true],
  ['**/c', 'a/bc', false],
  ['a/**/c', 'a/c', true],
  ['a/**/c', 'a/x/y/c', true],
  ['ite?s', 'items', true],
  ['a?b', 'a/b', false],
  ['{a,b/*}/x', 'b/q/x', true],
  ['{a,b/*}/x', 'c/x', false],
  ['a+b', 'a+b', true],
  ['a+b', 'aab', false],
  ['a{b', 'a{b', true],
  ['constructor', 'constructor', true],
  ['$^|(b)', '$^|(b)', true],
];

describe.each(subjects)('globPattern for a %s', (subject) => {
  const written = (text: string) => (subject === 'file' ? text : text.replaceAll('/', '.'));

  test.each(shared)('%j says of %j: %s', (glob, path, matches) => {
    expect(globPattern(written(glob), subject).test(written(path))).toBe(matches);
  });

  test('takes linear time, whatever glob and path are', () => {
    const path = written('a/'.repeat(100) + 'a'.repeat(100));
    const began = performance.now();
    for (const glob of ['*?'.repeat(20), '{a,aa}*'.repeat(20), '**/'.repeat(20), '{*a,a*}'.repeat(20)]) {
      expect(globPattern(written(`${glob}Z`), subject).test(path)).toBe(false);
    }
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('refuses a glob that is too large', () => {
    expect(() => globPattern('*'.repeat(5_000), subject)).toThrow('Cannot use the pattern');
  });
});

test('globPattern knows classes in paths of files only', () => {
  expect(globPattern('a+(b).[x].$^').test('a+(b).x.$^')).toBe(true);
  expect(globPattern('[!a-c]').test('d')).toBe(true);
  expect(globPattern('[!a-c]').test('b')).toBe(false);
  expect(() => globPattern('[z-a]')).toThrow('Cannot use the pattern');
  expect(globPattern('items[0]', 'key').test('items[0]')).toBe(true);
});

test('globPattern covers a key by all below it, but no file by all in it', () => {
  expect(globPattern('a.**', 'key').test('a')).toBe(true);
  expect(globPattern('{a.**,b}', 'key').test('a')).toBe(true);
  expect(globPattern('a/**').test('a')).toBe(false);
});

test('globPattern takes a dot in the name of a file, and a slash in a key, as they are', () => {
  expect(globPattern('a.b').test('axb')).toBe(false);
  expect(globPattern('*.json').test('a.b.json')).toBe(true);
  expect(globPattern('a/*', 'key').test('a/b/c')).toBe(true);
});
