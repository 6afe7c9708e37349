import { describe, expect, test } from 'vitest';
import { jsonFormat } from './format.js';

const { localePath, localeOfPath } = jsonFormat;

describe('locale paths of browser extensions', () => {
  test('X25 a translation is in a folder beside that of the source, with underscores', () => {
    expect(localePath?.('src/_locales/en/messages.json', 'en', 'pt-BR')).toBe('src/_locales/pt_BR/messages.json');
    expect(localeOfPath?.('src/_locales/pt_BR/messages.json')).toBe('pt-BR');
    expect(localePath?.('_locales\\en\\messages.json', 'en', 'de')).toBe('_locales\\de\\messages.json');
  });

  test('X25 other files follow the general rules', () => {
    expect(localePath?.('locales/en.json', 'en', 'de')).toBeUndefined();
    expect(localeOfPath?.('locales/en.json')).toBeUndefined();
  });
});
