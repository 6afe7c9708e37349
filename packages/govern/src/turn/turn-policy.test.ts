import { callTool, defineTool, type ToolHook } from '@helve/core';
import { expect, test } from 'vitest';
import { createMemoryApprovalStore, createMemoryIdempotencyStore, turnPolicy, turnRules } from '../index.js';
import type { TurnStores } from './turn-stores.js';

/** Creates stores like a session's, with custom counters. */
function stores(counters?: Partial<TurnStores['counters']>): TurnStores {
  const counts = new Map<string, number>();
  const reserve = (turnId: string, name: string, limit: number) => {
    const count = counts.get(`${turnId} ${name}`) ?? 0;
    if (count < limit) counts.set(`${turnId} ${name}`, count + 1);
    return count < limit;
  };
  const release = (turnId: string, name: string) => {
    counts.set(`${turnId} ${name}`, (counts.get(`${turnId} ${name}`) ?? 1) - 1);
  };
  return {
    counters: { reserve, release, ...counters },
    toolClock: { add: (_, fromMs, toMs) => toMs - fromMs },
    replays: createMemoryIdempotencyStore(),
    approvals: createMemoryApprovalStore(),
    needsPerson: () => false,
  };
}

let runs = 0;
const find = defineTool({
  id: 'find',
  description: 'Finds',
  inputSchema: { type: 'object', properties: { n: { type: 'number' } } },
  policy: { category: 'retrieval', sideEffects: 'read_only', idempotent: true },
  execute: () => (runs += 1),
});

const call = (hooks: readonly ToolHook[], n: unknown, turnId = 't1', mode = 'voice') =>
  callTool({ tool: find, rawInput: { n }, hooks, sessionId: 's', call: { mode, turnId } });

test('turnPolicy sets up these rules, in this order', () => {
  expect(turnPolicy()(stores()).map(({ name }) => name)).toEqual([
    'modes',
    'confirm',
    'loops',
    'budget',
    'idempotency',
    'deadline',
    'retry',
    'latency',
    'latency',
    'turn-time',
  ]);
});

test('turnRules hold what voice and text allow', () => {
  expect(turnRules).toMatchObject({
    voice: {
      retrievalCalls: 2,
      calls: 3,
      deadlineMs: 10_000,
      attempts: 1,
      retrievalMs: 800,
      noticeMs: 1_000,
      warningMs: 1_500,
    },
    text: { retrievalCalls: 5, calls: 10, deadlineMs: 60_000, attempts: 3, retrievalMs: 2_000 },
  });
});

test('counters that take their time hold their limits too, and give back what never ran', async () => {
  const sync = stores().counters;
  const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), 1));
  const hooks = turnPolicy()(
    stores({
      reserve: (...given) => later(sync.reserve(...given)).then((passes) => passes),
      release: async (...given) => later(sync.release(...given)).then(() => undefined),
    }),
  );
  const invalid = await Promise.all(['x', 'y', 'z'].map((n) => call(hooks, n)));
  expect(invalid.every((response) => !response.ok)).toBe(true);
  const before = runs;
  const answers = await Promise.all([1, 2, 3, 4].map((n) => call(hooks, n)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
  expect(runs - before).toBe(2);
  expect((await call(hooks, 9, 't2')).ok).toBe(true);
});

test.each([
  [
    'throw',
    () => {
      throw new Error('down');
    },
  ],
  ['reject', () => Promise.reject(new Error('down'))],
] as const)('counters that %s close the gate', async (_, reserve) => {
  const before = runs;
  expect(await call(turnPolicy()(stores({ reserve })), 1)).toMatchObject({ ok: false, error: { type: 'TRANSIENT' } });
  expect(runs).toBe(before);
});

test('a call that the total refuses gives back its place among the retrievals', async () => {
  const released: string[] = [];
  const own = stores();
  const hooks = turnPolicy({ rules: { voice: { calls: 1 } } })({
    ...own,
    counters: { ...own.counters, release: (turnId, name) => (released.push(name), own.counters.release(turnId, name)) },
  });
  expect((await call(hooks, 1)).ok).toBe(true);
  expect(await call(hooks, 2)).toMatchObject({
    error: { type: 'BUDGET_EXCEEDED', details: { category: 'total', limit: 1 } },
  });
  expect(released).toEqual(['retrieval']);
});

test('another mode may have rules of its own, and calls outside of a turn are not counted', async () => {
  const hooks = turnPolicy({ rules: { kiosk: { retrievalCalls: 1 } } })(stores());
  expect((await call(hooks, 1, 't', 'kiosk')).ok).toBe(true);
  expect(await call(hooks, 2, 't', 'kiosk')).toMatchObject({ error: { type: 'BUDGET_EXCEEDED' } });
  for (let n = 0; n < 20; n += 1) expect((await callTool({ tool: find, rawInput: { n }, hooks })).ok).toBe(true);
});
