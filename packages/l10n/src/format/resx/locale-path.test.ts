import { describe, expect, test } from 'vitest';
import { resxFormat } from './format.js';

const { localePath, localeOfPath, basePath } = resxFormat;

describe('locale paths of .NET', () => {
  test.each([
    ['Properties/Resources.resx', 'pt-BR', 'Properties/Resources.pt-BR.resx'],
    ['Forms.Main.resx', 'zh-Hans', 'Forms.Main.zh-Hans.resx'],
  ])('X25 the translation of %s into %s is %s, and back', (path, locale, expected) => {
    expect(localePath?.(path, 'en', locale)).toBe(expected);
    expect(localePath?.(expected, locale, 'fr')).toBe(localePath?.(path, 'en', 'fr'));
    expect(localeOfPath?.(expected)).toBe(locale);
    expect(localeOfPath?.(path)).toBeUndefined();
    expect(basePath?.(expected)).toBe(path);
  });

  test('X25 resources of Windows apps are in a folder for each language', () => {
    expect(localePath?.('Strings/en-US/Resources.resw', 'en-US', 'pt-BR')).toBe('Strings/pt-BR/Resources.resw');
    expect(localeOfPath?.('Strings/en-us/Resources.resw')).toBe('en-US');
    expect(basePath?.('Strings/en-US/Resources.resw')).toBeUndefined();
    expect(localePath?.('Strings/Resources.resw', 'en', 'de')).toBeUndefined();
  });
});
