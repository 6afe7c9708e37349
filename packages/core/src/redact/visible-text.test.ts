import { visibleJson, visibleLines, visibleText } from '@helve/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('T59 visibleText shows what would act on a terminal, forge a line or turn the direction', () => {
  expect(visibleText('a\u001b[2Jb')).toBe('a\\u001b[2Jb');
  expect(visibleText('one\n2026-01-01 two\r\tthree')).toBe('one\\n2026-01-01 two\\r\\tthree');
  expect(visibleText('pay \u202e001\u202c\u200b')).toBe('pay \\u202e001\\u202c\\u200b');
  expect(visibleText('tag \u{e0041}, half \ud800')).toBe('tag \\udb40\\udc41, half \\ud800');
  expect(visibleText('\u3164\u115f\u17b4\ufe0f\u2800\u034f')).toBe('\\u3164\\u115f\\u17b4\\ufe0f\\u2800\\u034f');
  expect(visibleText('Grüße 日本 😀')).toBe('Grüße 日本 😀');
});

test('visibleLines keeps lines and tabs, and nothing else that acts', () => {
  expect(visibleLines('one\n\ttwo\u001b\r\u2028')).toBe('one\n\ttwo\\u001b\\u000d\\u2028');
});

test('visibleJson shows everything and reads as the same value', () => {
  expect(visibleJson({ to: '\u202eevil' })).toBe('{"to":"\\u202eevil"}');
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json: unknown = JSON.parse(JSON.stringify(value));
      const text = visibleJson(json, 2);
      expect(JSON.parse(text)).toEqual(json);
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }),
  );
});
