import { describe, expect, test } from 'vitest';
import { mtEngines } from './engines.js';
import { vendorLocale } from './locale-table.js';

const locales = ['zh-Hant', 'zh-TW', 'zh', 'pt-BR', 'pt', 'nb', 'sr-Latn', 'en', 'de-AT'];

describe('the locale tables of engines', () => {
  test('T70 locales have the names of each vendor, and none stands for another script', () => {
    const names = Object.fromEntries(
      mtEngines.map(({ id, locales: table }) => [id, locales.map((locale) => vendorLocale(table, locale, 'target'))]),
    );
    expect(names).toEqual({
      deepl: ['ZH-HANT', 'ZH-HANT', 'ZH-HANS', 'PT-BR', 'PT-PT', 'NB', undefined, 'EN-US', 'DE'],
      google: ['zh-TW', 'zh-TW', 'zh-CN', 'pt', 'pt', 'no', undefined, 'en', 'de'],
      microsoft: ['zh-Hant', 'zh-Hant', 'zh-Hans', 'pt', 'pt-pt', 'nb', 'sr-Latn', 'en', 'de'],
      modernmt: ['zh-TW', 'zh-TW', 'zh-CN', 'pt-BR', 'pt', 'nb', 'sr-Latn', 'en', 'de'],
      mymemory: ['zh-TW', 'zh-TW', 'zh-CN', 'pt-BR', 'pt', 'nb-NO', 'sr-Latn-RS', 'en', 'de'],
      apertium: [undefined, undefined, undefined, 'por_BR', 'por', 'nob', 'hbs_SR', 'eng', 'deu'],
    });
  });

  test('T70 every code of a table is one that a locale can have', () => {
    for (const { id, locales: table } of mtEngines) {
      const tags = [...table.codes.split(' '), ...Object.keys(table.names ?? {}), ...Object.keys(table.targets ?? {})];
      const unlike = tags.filter((tag) => tag !== '' && new Intl.Locale(tag).toString() !== tag);
      expect([id, unlike]).toEqual([id, []]);
    }
  });

  test('T70 languages that a vendor names in its own way are found under their BCP 47 tags', () => {
    const named = (id: string, locale: string) => {
      const engine = mtEngines.find((each) => each.id === id);
      return engine && vendorLocale(engine.locales, locale, 'target');
    };
    const atMicrosoft = ['ku', 'ckb', 'fa-AF', 'lg', 'ny', 'rn'].map((locale) => named('microsoft', locale));
    expect(atMicrosoft.join(' ')).toBe('kmr ku prs lug nya run');
    const atGoogle = ['kok', 'fil', 'pa', 'pa-Arab', 'yue', 'oc'].map((locale) => named('google', locale));
    expect(atGoogle.join(' ')).toBe('gom fil pa pa-Arab yue oc');
    const atDeepl = ['kok', 'ca', 'hr', 'fil', 'ku', 'fa-AF', 'sr'].map((locale) => named('deepl', locale));
    expect(atDeepl.join(' ')).toBe('GOM CA HR TL KMR PRS SR');
    expect([named('deepl', 'kn'), named('deepl', 'si')]).toEqual([undefined, undefined]);
  });

  test('T70 a source has no country where a vendor takes none', () => {
    const deepl = mtEngines.find(({ id }) => id === 'deepl');
    expect(deepl && vendorLocale(deepl.locales, 'en-GB', 'source')).toBe('EN');
  });
});
