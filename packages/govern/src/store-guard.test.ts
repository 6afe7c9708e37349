import { callTool, defineTool, type ToolHook } from '@helve/core';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  budget,
  cache,
  confirm,
  consent,
  flags,
  idempotency,
  rateLimit,
  resultCap,
  semaphore,
  telemetry,
} from './index.js';
import type { OnStoreError } from './store-guard.js';

const down = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7'));
const methods = ['charge', 'refund', 'reserve', 'release', 'acquire', 'renew', 'isGranted', 'grant', 'revoke'];
const more = ['put', 'get', 'list', 'take', 'decide', 'begin', 'complete', 'free', 'set', 'touch', 'delete', 'read'];
/** All ports at once, none of which answers. */
const dead = Object.fromEntries([...methods, ...more].map((name) => [name, down])) as never;

let runs = 0;
beforeEach(() => {
  runs = 0;
});
const read = defineTool({
  id: 'read',
  description: 'Reads',
  inputSchema: { type: 'object' },
  policy: { sideEffects: 'none', idempotent: true },
  execute: () => {
    runs += 1;
    return 'a result that is longer than a few bytes';
  },
});
const call = (hook: ToolHook) =>
  callTool({
    tool: read,
    user: { id: 'ada' },
    sessionId: 's',
    call: { turnId: 't' },
    idempotencyKey: 'k',
    hooks: [hook],
    report: () => undefined,
  });

const gates: { gate: string; open: (onStoreError?: OnStoreError) => ToolHook }[] = [
  { gate: 'rateLimit', open: (word) => rateLimit({ limit: 1, windowMs: 1, store: dead, ...told(word) }) },
  { gate: 'budget', open: (word) => budget({ perTurn: { total: 1 }, store: dead, ...told(word) }) },
  { gate: 'semaphore', open: (word) => semaphore({ limit: 1, store: dead, ...told(word) }) },
  { gate: 'consent', open: (word) => consent({ store: dead, ...told(word) }) },
  { gate: 'idempotency', open: (word) => idempotency({ store: dead, ...told(word) }) },
];
/** There is nothing that could be let pass: no arguments, no flag. */
const strictGates: { gate: string; hook: ToolHook }[] = [
  { gate: 'confirm', hook: confirm({ store: dead, when: () => true }) },
  { gate: 'flags', hook: flags({ source: dead, flag: () => 'f' }) },
];
const fail = () => {
  throw new Error('no collector');
};
const bystanders: { name: string; hook: ToolHook }[] = [
  { name: 'cache', hook: cache({ store: dead, ttlMs: 1_000, tools: [read] }) },
  { name: 'resultCap', hook: resultCap({ store: dead, maxBytes: 8 }) },
  { name: 'telemetry', hook: telemetry({ tracer: { startSpan: fail }, meter: brokenMeter() }) },
];

const denied = {
  ok: false,
  error: { type: 'TRANSIENT', retryable: true, partialSideEffects: false, details: { code: 'GOVERN_STORE_DOWN' } },
};

test('G3 a gate whose store is down denies unless told to allow; cache and telemetry never fail a call', async () => {
  for (const { gate, open } of gates) {
    const deny = await call(open());
    expect(deny, gate).toMatchObject(denied);
    expect(deny, gate).toEqual(await call(open('deny')).then((same) => ({ ...same, meta: deny.meta })));
    expect(JSON.stringify(deny), gate).not.toContain('10.0.0.7');
  }
  for (const { gate, hook } of strictGates) expect(await call(hook), gate).toMatchObject(denied);
  expect(runs).toBe(0);

  for (const { gate, open } of gates) {
    const answer = await call(open('allow'));
    expect(answer, gate).toMatchObject({ ok: true, meta: { warnings: [{ code: 'GOVERN_STORE_DOWN' }] } });
  }
  expect(runs).toBe(gates.length);
  for (const { name, hook } of bystanders) expect((await call(hook)).ok, name).toBe(true);
  expect(runs).toBe(gates.length + bystanders.length);
});

describe('warnings', () => {
  test('of several gates stand together in the answer', async () => {
    const hooks = gates.slice(0, 3).map(({ open }) => open('allow'));
    const answer = await callTool({
      tool: read,
      hooks,
      call: { turnId: 't' },
      sessionId: 's',
      report: () => undefined,
    });
    expect(answer.meta['warnings']).toHaveLength(3);
  });
});

function told(onStoreError: OnStoreError | undefined) {
  return onStoreError === undefined ? {} : { onStoreError };
}

function brokenMeter() {
  return { createCounter: () => ({ add: fail }), createHistogram: () => ({ record: fail }) };
}
