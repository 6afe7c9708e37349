import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toProviderError } from './provider-error.js';

test('toProviderError reads status, reason, wait and request id wherever a vendor puts them', () => {
  const google = JSON.stringify({
    error: { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '1.5s' }] },
  });
  expect(toProviderError('gemini', { status: 429, message: google })).toMatchObject({
    status: 429,
    retryable: true,
    retryAfterMs: 1_500,
    reason: 'RESOURCE_EXHAUSTED',
  });
  const headers = new Headers({ 'retry-after': '2', 'x-request-id': 'req_1' });
  expect(toProviderError('openai', { status: 500, headers, message: 'Oh' })).toMatchObject({
    retryAfterMs: 2_000,
    requestId: 'req_1',
    retryable: true,
  });
  expect(toProviderError('ollama', { status_code: 404, message: 'no model' })).toMatchObject({
    status: 404,
    retryable: false,
  });
});

test('toProviderError follows what a provider advises, and does not wait for a quota that is used up', () => {
  const quota = { status: 429, error: { code: 'insufficient_quota', message: 'Pay' } };
  expect(toProviderError('openai', quota).retryable).toBe(false);
  expect(toProviderError('openai', { status: 500, headers: { 'x-should-retry': 'false' } }).retryable).toBe(false);
  expect(toProviderError('openai', { status: 400, headers: { 'x-should-retry': 'true' } }).retryable).toBe(true);
  expect(toProviderError('openai', new TypeError('fetch failed')).retryable).toBe(true);
  expect(toProviderError('openai', new TypeError('x is not a function')).retryable).toBe(false);
});

test('toProviderError never throws, and never repeats a key', () => {
  fc.assert(
    fc.property(fc.anything(), (thrown) => {
      expect(toProviderError('openai', thrown).name).toBe('ProviderError');
    }),
  );
  for (const key of [
    'sk-proj-abcdefghijklmnop0123456789',
    'sk-ab***********yz',
    'AIzaSyA0123456789012345678901234567890',
  ]) {
    const error = toProviderError('openai', { status: 401, message: `Incorrect API key provided: ${key}.` });
    expect(`${error.message} ${JSON.stringify(error)} ${String(error.stack)}`).not.toContain(key);
    expect(error.cause).toBeUndefined();
  }
});
