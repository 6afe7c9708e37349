import { describe, expect, test } from 'vitest';
import { nearestNames } from './nearest-name.js';

describe('nearestNames', () => {
  test('nearestNames finds a name with a letter too many, too few, wrong or swapped', () => {
    for (const typo of ['citty', 'cit', 'cify', 'ctiy'])
      expect(nearestNames(typo, ['country', 'city'])).toEqual(['city']);
  });

  test('nearestNames sees one name written in another case or with other separators', () => {
    expect(nearestNames('user_id', ['userName', 'userId'])).toEqual(['userId']);
    expect(nearestNames('User-Id', ['user_id'])).toEqual(['user_id']);
  });

  test('nearestNames puts the nearest first and stops at max', () => {
    expect(nearestNames('kitten', ['mittens', 'kitte', 'sitten', 'zzz'], 2)).toEqual(['kitte', 'sitten']);
  });

  test('nearestNames answers nothing when nothing is near, or a name is too long to compare', () => {
    expect(nearestNames('city', ['temperature', 'x', ''])).toEqual([]);
    expect(nearestNames('a'.repeat(10_000), ['a'.repeat(10_000), 'a'])).toEqual([]);
    expect(nearestNames('', ['a'])).toEqual([]);
    expect(nearestNames('x', ['y'])).toEqual([]);
  });
});
