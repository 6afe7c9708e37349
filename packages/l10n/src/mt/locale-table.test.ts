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

  test('T70 a source has no country where a vendor takes none', () => {
    const deepl = mtEngines.find(({ id }) => id === 'deepl');
    expect(deepl && vendorLocale(deepl.locales, 'en-GB', 'source')).toBe('EN');
  });
});
