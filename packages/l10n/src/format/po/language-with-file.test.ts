import { expect, test } from 'vitest';
import { languageWithFile } from './language-with-file.js';

test('the name of a catalog completes the language of its header', () => {
  expect(languageWithFile('sr', 'po/sr@latin.po')).toBe('sr-Latn');
  expect(languageWithFile('ca', 'locale/ca@valencia/LC_MESSAGES/app.po')).toBe('ca-valencia');
  expect(languageWithFile('bn', 'bn_IN.po')).toBe('bn-IN');
  expect(languageWithFile('zh', 'zh_Hant.po')).toBe('zh-Hant');
});

test('a name that is no locale of the language changes nothing', () => {
  const files = ['de-manual.po', 'fr_FR.po', 'app.po', 'de.po', 'de-at.po', 'de/LC_MESSAGES/app.po'];
  for (const file of files) expect(languageWithFile('de', file)).toBe('de');
  expect(languageWithFile('pt-PT', 'pt_BR.po')).toBe('pt-PT');
});

test('a catalog whose header names no language has that of its path', () => {
  expect(languageWithFile('', 'po/pl.po')).toBe('pl');
  expect(languageWithFile('', 'pt_BR.po')).toBe('pt-BR');
  expect(languageWithFile('', 'po/app.de.po')).toBe('de');
  expect(languageWithFile('', 'theme-en_NZ.po')).toBe('en-NZ');
  expect(languageWithFile('', 'locale/pl/LC_MESSAGES/app.po')).toBe('pl');
  for (const file of ['messages.po', 'zzz.po', 'pl.pot', '-']) expect(languageWithFile('', file)).toBe('');
});
