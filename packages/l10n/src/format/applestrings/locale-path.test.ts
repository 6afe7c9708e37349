import { describe, expect, test } from 'vitest';
import { appleStringsFormat } from './format.js';

const { localePath, localeOfPath, basePath } = appleStringsFormat;

describe('locale paths of Apple platforms', () => {
  test.each([
    ['App/Base.lproj/Localizable.strings', 'pt-BR', 'App/pt-BR.lproj/Localizable.strings'],
    ['Base.lproj/InfoPlist.strings', 'zh-Hans', 'zh-Hans.lproj/InfoPlist.strings'],
    ['App\\Base.lproj\\a.strings', 'de', 'App\\de.lproj\\a.strings'],
  ])('X25 the translation of %s into %s is %s, and back', (path, locale, expected) => {
    expect(localePath?.(path, 'en', locale)).toBe(expected);
    expect(localeOfPath?.(expected)).toBe(locale);
    expect(basePath?.(expected)).toBe(path);
    expect(localePath?.(expected, locale, 'fr')).toBe(localePath?.(path, 'en', 'fr'));
  });

  test('X25 a folder of the source language has translations beside it', () => {
    expect(localePath?.('en.lproj/a.strings', 'en', 'de')).toBe('de.lproj/a.strings');
    expect(localeOfPath?.('Base.lproj/a.strings')).toBeUndefined();
  });

  test('X25 other paths have no rule of Apple', () => {
    expect(localePath?.('de/a.strings', 'en', 'de')).toBeUndefined();
    expect(localeOfPath?.('de/a.strings')).toBeUndefined();
  });
});
