import { expect, test } from 'vitest';
import { closestLocale } from './closest-locale.js';

test('closestLocale takes the very locale, then its region, then its language', () => {
  expect(closestLocale('pt', ['pt-BR', 'pt'])).toBe('pt');
  expect(closestLocale('pt', ['pt-PT', 'pt-BR'])).toBe('pt-BR');
  expect(closestLocale('pt-PT', ['pt-BR', 'pt'])).toBe('pt');
  expect(closestLocale('zh-HK', ['zh-CN', 'zh-Hant-HK'])).toBe('zh-Hant-HK');
  expect(closestLocale('pt-PT', ['pt-BR', 'es'])).toBeUndefined();
  expect(closestLocale('und', ['en'])).toBeUndefined();
});
