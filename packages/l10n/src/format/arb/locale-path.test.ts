import { describe, expect, test } from 'vitest';
import { arbFormat } from './format.js';

const { localePath, localeOfPath } = arbFormat;

describe('locale paths of ARB files', () => {
  test.each([
    ['lib/l10n/app_en.arb', 'pt-BR', 'lib/l10n/app_pt_BR.arb'],
    ['app_en_US.arb', 'zh-Hans-CN', 'app_zh_Hans_CN.arb'],
    ['l10n/en.arb', 'de', 'l10n/de.arb'],
    ['material_home_en.arb', 'es-419', 'material_home_es_419.arb'],
    ['messages.arb', 'de', 'messages_de.arb'],
  ])('X25 the translation of %s into %s is %s, and back', (path, locale, expected) => {
    expect(localePath?.(path, 'en', locale)).toBe(expected);
    expect(localeOfPath?.(expected)).toBe(locale);
    expect(localePath?.(expected, locale, 'fr')).toBe(localePath?.(path, 'en', 'fr'));
  });

  test('X25 a name without a locale names none', () => {
    expect(localeOfPath?.('lib/l10n/messages.arb')).toBeUndefined();
    expect(localePath?.('app.json', 'en', 'de')).toBeUndefined();
  });
});
