import { describe, expect, test } from 'vitest';
import { isSameLanguage } from './is-same-language.js';

describe('isSameLanguage', () => {
  test('isSameLanguage lets a language serve its regions, and no region serve another', () => {
    expect(isSameLanguage('pt', 'pt-BR')).toBe(true);
    expect(isSameLanguage('zh-Hant', 'zh-TW')).toBe(true);
    expect(isSameLanguage('zh-TW', 'zh-CN')).toBe(false);
    expect(isSameLanguage('sr-Latn', 'sr')).toBe(false);
  });

  test('isSameLanguage knows nothing of an unknown language', () => {
    expect(isSameLanguage('und', 'en')).toBe(false);
    expect(isSameLanguage('und', 'und')).toBe(true);
  });
});
