import { expect, test } from 'vitest';
import { isPseudoLocale } from './is-pseudo-locale.js';

test.each(['qps', 'qps-ploc', 'qps-Latn-x-sh', 'qaa', 'qtz', 'en-XA', 'ar-XB', 'zh-Hans-XC', 'EN-xa', 'en-US-saptrc'])(
  'isPseudoLocale knows %s',
  (locale) => expect(isPseudoLocale(locale)).toBe(true),
);

test.each(['de', 'quc', 'qu', 'quz-PE', 'en-US', 'en-x-a', 'de-x-xa', 'und', 'xa'])(
  'isPseudoLocale takes %s for a language of people',
  (locale) => expect(isPseudoLocale(locale)).toBe(false),
);
