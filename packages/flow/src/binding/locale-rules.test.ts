import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localeOfPath, localePath, sourcePaths } from './locale-path.js';
import { localeFolder, localeSuffix } from './locale-rules.js';

const underscored = (locale: string): string => locale.replaceAll('-', '_');
const properties = localeSuffix({ mark: '_', spell: underscored });
const resx = localeSuffix({ mark: '.', spell: (locale) => locale });
const lproj = localeFolder({
  base: 'Base.lproj',
  spell: (locale) => `${locale}.lproj`,
  parse: (name) => (name.endsWith('.lproj') && name !== 'Base.lproj' ? name.slice(0, -'.lproj'.length) : undefined),
});

describe('localeSuffix', () => {
  test.each([
    ['messages.properties', 'en', 'pt-BR', 'messages_pt_BR.properties'],
    ['messages_en.properties', 'en', 'de', 'messages_de.properties'],
    ['home_page_en_US.properties', 'en-US', 'de', 'home_page_de.properties'],
    ['locales/en/app.properties', 'en', 'de', 'locales/de/app.properties'],
    ['en.properties', 'en', 'de', 'de.properties'],
  ])('X25 %s in %s is in %s %s', (path, source, target, expected) => {
    expect(localePath(path, source, target, properties)).toBe(expected);
  });

  test('X25 the source of a translation is beside it, with or without its locale', () => {
    expect(sourcePaths('a/messages_de.properties', 'en', properties).slice(0, 2)).toEqual([
      'a/messages.properties',
      'a/messages_en.properties',
    ]);
    expect(sourcePaths('a/messages_en.properties', 'en', properties)).toEqual([]);
    expect(localeOfPath('Resources.pt-BR.resx', resx)).toBe('pt-BR');
    expect(localeOfPath('Resources.resx', resx)).toBeUndefined();
  });

  test('X25 localeOfPath finds the locale that localePath has put in', () => {
    const locales = fc.constantFrom('de', 'fr', 'pt-BR', 'zh-Hant', 'sr-Latn-RS', 'es-419');
    const paths = fc.constantFrom('a.x', 'a_b.x', 'x/a_en.x', 'en.x', 'x/en/a.x', 'a.b_en.x');
    fc.assert(
      fc.property(paths, locales, fc.constantFrom(properties, resx), (path, locale, rules) => {
        expect(localeOfPath(localePath(path, 'en', locale, rules), rules)).toBe(locale);
      }),
    );
  });
});

describe('localeFolder', () => {
  test('X25 a file goes into the folder of its locale, from that of the source or of none', () => {
    expect(localePath('App/en.lproj/Main.strings', 'en', 'pt-BR', lproj)).toBe('App/pt-BR.lproj/Main.strings');
    expect(localePath('App/Base.lproj/Main.strings', 'en', 'de', lproj)).toBe('App/de.lproj/Main.strings');
    expect(localePath('App/Main.strings', 'en', 'de', lproj)).toBe('App/Main.de.strings');
  });

  test('X25 the source is in the folder without a locale, or in its own', () => {
    expect(sourcePaths('App/de.lproj/Main.strings', 'en', lproj).slice(0, 2)).toEqual([
      'App/Base.lproj/Main.strings',
      'App/en.lproj/Main.strings',
    ]);
    expect(localeOfPath('App/de.lproj/Main.strings', lproj)).toBe('de');
  });
});
