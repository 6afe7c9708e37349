import type { CallRecord } from '@helve/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatewayErrors } from '../gateway-errors.js';
import { createRefusalLog } from './refusal-log.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const records: CallRecord[] = [];
  const trail = {
    append: async (record: CallRecord) => void records.push(record),
    list: async () => [],
    get: async () => undefined,
    verify: async () => ({ ok: true, count: 0, head: { hash: '', count: 0 } }) as const,
  };
  const { note, flush } = createRefusalLog(trail, (thrown) => {
    throw thrown;
  });
  const refuse = (key: string) =>
    note({
      error: gatewayErrors.create('GATEWAY_USER_REFUSED', { problem: 'its key was revoked' }),
      user: { id: 'anonymous' },
      door: 'http',
      about: { area: '/v1/tools', reason: 'revoked', key },
    });
  return { records, refuse, flush };
}

test('refusals of one kind are written at once, and then once a minute with their number', () => {
  const { records, refuse } = open();
  for (let count = 0; count < 1_000; count += 1) refuse('k1');
  expect(records).toMatchObject([
    { toolId: 'gateway.refuse-user', userId: 'anonymous', door: 'http', input: { key: 'k1', count: 1 } },
  ]);
  vi.advanceTimersByTime(60_000);
  expect(records.at(-1)).toMatchObject({ input: { key: 'k1', count: 999 }, error: { code: 'GATEWAY_USER_REFUSED' } });
  vi.advanceTimersByTime(600_000);
  expect(records).toHaveLength(2);
  refuse('k1');
  expect(records).toHaveLength(3);
});

test('a flood of made-up keys fills no trail, and none of it is silent', () => {
  const { records, refuse, flush } = open();
  for (let count = 0; count < 10_000; count += 1) refuse(`made-up ${count}`);
  flush();
  expect(records.length).toBeLessThan(100);
  const counted = records.map(({ input }) => (input as { count: number }).count);
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(10_000);
});
