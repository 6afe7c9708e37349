import { expect, test } from 'vitest';
import { toVisibleJson } from './visible-json.js';

test('toVisibleJson shows what would hide, and reads as the same value', () => {
  const value = { to: '\u202eevil\u0085', tag: '\u{e0041}', lines: 'a\nb' };
  const text = toVisibleJson(value);
  expect(text).toContain(String.raw`"\u202eevil\u0085"`);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(JSON.parse(text)).toEqual(value);
});
