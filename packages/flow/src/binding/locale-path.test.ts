import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localeOfPath, localePath, localePaths, sourcePaths } from './locale-path.js';

describe('localeOfPath', () => {
  test.each([
    ['locales/de.json', 'de'],
    ['locales/pt-BR.json', 'pt-BR'],
    ['locales/pt_BR.json', 'pt-BR'],
    ['app.de.json', 'de'],
    ['messages_de.properties', 'de'],
    ['messages_pt_BR.properties', 'pt-BR'],
    ['home-page_de.json', 'de'],
    ['app.zh-Hans-CN.json', 'zh-Hans-CN'],
    ['locales/de/app.json', 'de'],
    ['src/de/nested/app.json', 'de'],
    ['messages.properties', undefined],
    ['src/app.json', undefined],
    ['my-app.json', undefined],
  ])('%s names %s', (path, locale) => {
    expect(localeOfPath(path)).toBe(locale);
  });
});

describe('localePath', () => {
  test.each([
    ['locales/en.json', 'de', 'locales/de.json'],
    ['app.en.json', 'pt-BR', 'app.pt-BR.json'],
    ['messages_en_US.properties', 'pt-BR', 'messages_pt_BR.properties'],
    ['locales/en/app.json', 'fr', 'locales/fr/app.json'],
    ['app.json', 'de', 'app.de.json'],
  ])('%s in %s is %s', (path, locale, expected) => {
    expect(localePath(path, path.includes('en_US') ? 'en-US' : 'en', locale)).toBe(expected);
  });

  test('a folder that is named by the source locale keeps the name of its file', () => {
    expect(localePaths('/srv/it/locales/en/de.json', 'en', 'fr')[0]).toBe('/srv/it/locales/fr/de.json');
  });

  test('the source of a translation is found with and without a locale in its name', () => {
    expect(sourcePaths('messages_de.properties', 'en')).toContain('messages.properties');
    expect(sourcePaths('messages_de.properties', 'en')).toContain('messages_en.properties');
    expect(sourcePaths('locales/de.json', 'en')).toContain('locales/en.json');
    expect(sourcePaths('locales/en.json', 'en')).toEqual([]);
  });

  test('localeOfPath finds the locale that localePath has put in', () => {
    const locales = fc.constantFrom('de', 'fr', 'pt-BR', 'zh-Hant', 'sr-Latn-RS', 'es-419');
    const paths = fc.constantFrom(
      'en.json',
      'x/en.json',
      'app.en.json',
      'app_en.properties',
      'x/en/app.json',
      'app.json',
    );
    fc.assert(
      fc.property(paths, locales, (path, locale) => {
        for (const made of localePaths(path, 'en', locale)) expect(localeOfPath(made)).toBe(locale);
      }),
    );
  });
});
