import { describe, expect, test } from 'vitest';
import type { TermEntry } from './contract.js';
import type { TermMatcher } from './match/term-matcher.js';
import { cachedFinder } from './cached-finder.js';

/** Creates a matcher that finds nothing, and the list of its inputs. */
function asked() {
  const texts: string[] = [];
  const find: TermMatcher<TermEntry> = (text) => {
    texts.push(text);
    return [];
  };
  return { texts, find };
}

describe('remembering', () => {
  test('remembering asks once for a text that two tools look at', () => {
    const { texts, find } = asked();
    const found = cachedFinder(find)('a file');
    cachedFinder(find)('another');
    expect(cachedFinder(find)('a file')).toBe(found);
    expect(texts).toEqual(['a file', 'another']);
  });

  test('remembering keeps matchers apart', () => {
    const [one, other] = [asked(), asked()];
    cachedFinder(one.find)('a file');
    cachedFinder(other.find)('a file');
    expect(other.texts).toEqual(['a file']);
  });

  test('remembering forgets: neither many texts nor long ones are kept', () => {
    const { texts, find } = asked();
    const finder = cachedFinder(find);
    for (let index = 0; index <= 2048; index += 1) finder(`text ${index}`);
    finder('text 0');
    expect(texts.filter((text) => text === 'text 0')).toHaveLength(2);
    const long = 'long '.repeat(1000);
    finder(long);
    finder(long);
    expect(texts.filter((text) => text === long)).toHaveLength(2);
  });
});
