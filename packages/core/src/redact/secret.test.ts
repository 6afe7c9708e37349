import { inspect } from 'node:util';
import { Secret } from '@helve/core';
import { expect, test } from 'vitest';

test('Secret shows its value only when asked to reveal it', () => {
  const secret = new Secret('canary');
  expect([String(secret), secret.toString(), JSON.stringify({ secret }), inspect({ secret }), inspect(secret)]).toEqual(
    ['[secret]', '[secret]', '{"secret":"[secret]"}', '{ secret: [secret] }', '[secret]'],
  );
  expect(Object.keys(secret)).toEqual([]);
  expect(secret.reveal()).toBe('canary');
});
