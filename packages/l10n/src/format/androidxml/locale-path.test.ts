import { describe, expect, test } from 'vitest';
import { androidXmlFormat } from './format.js';

const { localePath, localeOfPath, basePath } = androidXmlFormat;

describe('locale paths of Android', () => {
  test.each([
    ['app/src/main/res/values/strings.xml', 'pt-BR', 'app/src/main/res/values-pt-rBR/strings.xml'],
    ['values/strings.xml', 'de', 'values-de/strings.xml'],
    ['values/strings.xml', 'zh-Hans-CN', 'values-b+zh+Hans+CN/strings.xml'],
    ['values/strings.xml', 'es-419', 'values-b+es+419/strings.xml'],
    ['values/strings.xml', 'he', 'values-iw/strings.xml'],
    ['values/strings.xml', 'id', 'values-in/strings.xml'],
    ['values/strings.xml', 'yi', 'values-ji/strings.xml'],
    ['values/strings.xml', 'fil-PH', 'values-fil-rPH/strings.xml'],
    ['values-mcc310-mnc004-night/strings.xml', 'de', 'values-mcc310-mnc004-de-night/strings.xml'],
    ['values-sw600dp-v21/strings.xml', 'de-AT', 'values-de-rAT-sw600dp-v21/strings.xml'],
    ['res\\values\\strings.xml', 'de', 'res\\values-de\\strings.xml'],
    ['src/commonMain/moko-resources/base/plurals.xml', 'en-US', 'src/commonMain/moko-resources/en-rUS/plurals.xml'],
  ])('X25 the translation of %s into %s is %s, and back', (path, locale, expected) => {
    expect(localePath?.(path, 'en', locale)).toBe(expected);
    expect(localeOfPath?.(expected)).toBe(locale);
    expect(basePath?.(expected)).toBe(path);
    expect(localePath?.(expected, locale, 'fr')).toBe(localePath?.(path, 'en', 'fr'));
  });

  test('X25 qualifiers that are no languages stay', () => {
    for (const folder of ['values', 'values-car', 'values-land', 'values-v21', 'values-night']) {
      expect(localeOfPath?.(`${folder}/strings.xml`), folder).toBeUndefined();
    }
    expect(localePath?.('values-car/strings.xml', 'en', 'de')).toBe('values-de-car/strings.xml');
  });

  test('X25 other paths have no rule of Android', () => {
    expect(localePath?.('strings.xml', 'en', 'de')).toBeUndefined();
    expect(localeOfPath?.('locales/de/strings.xml')).toBeUndefined();
    expect(basePath?.('locales/de/strings.xml')).toBeUndefined();
  });
});
