import { callTool, defineTool, type InvokeOptions, type ToolHook } from '@helve/core';
import { expect, test } from 'vitest';
import { budget, latency, rateLimit, type CounterStore, type LateCall } from '../index.js';

let runs = 0;
const make = (id: string, category: 'retrieval' | 'action' | 'utility', latencyBudgetMs?: number) =>
  defineTool({
    id,
    description: id,
    inputSchema: { type: 'object', properties: { n: { type: 'number' } } },
    policy: { category, ...(latencyBudgetMs === undefined ? {} : { latencyBudgetMs }) },
    execute: () => {
      runs += 1;
      return 'done';
    },
  });
const find = make('find', 'retrieval');
const send = make('send', 'action');
const add = make('add', 'utility');

function callerOf(...hooks: ToolHook[]) {
  const clock = { ms: 1_000, now: () => clock.ms };
  const call = (tool: typeof find, options: Partial<InvokeOptions> = {}) =>
    callTool({ user: { id: 'ada' }, sessionId: 's', call: { turnId: 't1' }, hooks, clock, ...options, tool });
  return { clock, call };
}

const exceeded = { ok: false, error: { type: 'BUDGET_EXCEEDED', retryable: false, partialSideEffects: false } };

test('G10 a turn has so many calls of a category and in all, in any order and at once; what never ran is given back; lateness only warns', async () => {
  const late: LateCall[] = [];
  const slow = make('slow', 'utility', 800);
  const { clock, call } = callerOf(
    budget({ perTurn: { retrieval: 2, total: 4 } }),
    latency({ warn: (one) => late.push(one) }),
  );
  // Arguments that do not fit: the tool never began, so the unit comes back.
  for (let i = 0; i < 5; i += 1) expect((await call(find, { rawInput: { n: 'x' } })).ok).toBe(false);
  const answers = await Promise.all(Array.from({ length: 50 }, () => call(find)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
  expect(answers.at(-1)).toMatchObject(exceeded);
  expect(answers.at(-1)).toMatchObject({ error: { details: { category: 'retrieval', limit: 2 } } });

  expect((await call(send)).ok).toBe(true);
  const pace: ToolHook = { name: 'pace', willExecute: () => void (clock.ms += 900) };
  const lateAnswer = await callTool({
    tool: slow,
    clock,
    hooks: [latency({ warn: (one) => late.push(one) }), pace],
  });
  expect(lateAnswer).toMatchObject({ ok: true, meta: { warnings: [{ code: 'GOVERN_LATE' }] } });
  expect(late).toEqual([{ toolId: 'slow', requestId: lateAnswer.meta.requestId, durationMs: 900, budgetMs: 800 }]);

  expect((await call(add)).ok).toBe(true);
  expect(await call(add)).toMatchObject(exceeded);
  // Another turn and another session start anew.
  expect((await call(find, { call: { turnId: 't2' } })).ok).toBe(true);
  expect((await call(find, { sessionId: 'other' })).ok).toBe(true);
});

test('budget may depend on the mode of the call', async () => {
  const perTurn = (ctx: { call: { mode?: string } }) => ({ retrieval: ctx.call.mode === 'voice' ? 2 : 5 });
  for (const [mode, limit] of [
    ['voice', 2],
    ['text', 5],
  ] as const) {
    const { call } = callerOf(budget({ perTurn }));
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(find, { call: { turnId: 't', mode } })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(limit);
  }
});

test('budget fails closed when its limits are nonsense', async () => {
  const { call } = callerOf(budget({ perTurn: () => ({ total: -1 }) }));
  expect(await call(find)).toMatchObject({ ok: false, error: { type: 'INTERNAL' } });
});

test('budget of 0 allows nothing, and categories it does not name are free', async () => {
  const { call } = callerOf(budget({ perTurn: { retrieval: 0 } }));
  expect(await call(find)).toMatchObject(exceeded);
  for (let i = 0; i < 20; i += 1) expect((await call(send)).ok).toBe(true);
});

test('a call that its category refuses takes nothing from the others', async () => {
  const { call } = callerOf(budget({ perTurn: { retrieval: 0, total: 3 } }));
  const mixed = Array.from({ length: 30 }, (_, i) => call(i % 10 === 0 ? send : find));
  const answers = await Promise.all(mixed);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
});

test('a call refused by a later gate gives its unit back', async () => {
  const { call } = callerOf(budget({ perTurn: { total: 1 } }), rateLimit({ limit: 1, windowMs: 100, by: 'tool' }));
  expect((await call(find)).ok).toBe(true);
  const other = callerOf(budget({ perTurn: { total: 1 } }), {
    name: 'no',
    willParseInput: (ctx) => void (ctx.requestId === 'no' && ctx.abort('no')),
  });
  expect((await other.call(send, { requestId: 'no' })).ok).toBe(false);
  expect((await other.call(send)).ok).toBe(true);
  expect(await other.call(send)).toMatchObject(exceeded);
});

test('an answer from the cache costs nothing of a turn', async () => {
  const hit: ToolHook = { name: 'hit', willReadCache: (ctx) => ctx.respond('kept') };
  const { call } = callerOf(budget({ perTurn: { total: 1 } }), hit);
  for (let i = 0; i < 5; i += 1) expect((await call(find)).ok).toBe(true);
});

test('calls outside of a turn and calls that a tool makes are free', async () => {
  const hooks = [budget({ perTurn: { total: 1 } })];
  const { call } = callerOf(...hooks);
  for (let i = 0; i < 5; i += 1) expect((await call(find, { call: {} })).ok).toBe(true);
  const outer = defineTool({
    id: 'outer',
    description: 'Calls others',
    inputSchema: { type: 'object' },
    execute: (_, ctx) => Promise.all([ctx.invoke(find, {}), ctx.invoke(find, {})]),
  });
  expect(await callTool({ tool: outer, sessionId: 's', call: { turnId: 't' }, hooks })).toMatchObject({ ok: true });
});

test('a turn is forgotten after a while', async () => {
  const { clock, call } = callerOf(budget({ perTurn: { total: 1 }, turnTtlMs: 100 }));
  expect((await call(find)).ok).toBe(true);
  expect(await call(find)).toMatchObject(exceeded);
  clock.ms += 100;
  expect((await call(find)).ok).toBe(true);
});

test('a counter store that is down denies, or lets pass if told, and gives back what it had taken', async () => {
  const before = runs;
  let held = 0;
  const flaky: CounterStore = {
    reserve: async (key) => {
      if (key.includes('total')) throw new Error('down');
      held += 1;
      return true;
    },
    release: async () => void (held -= 1),
  };
  const { call } = callerOf(budget({ perTurn: { retrieval: 1, total: 1 }, store: flaky }));
  expect(await call(find)).toMatchObject({ error: { type: 'TRANSIENT' } });
  expect([held, runs]).toEqual([0, before]);
  const allow = callerOf(budget({ perTurn: { retrieval: 1, total: 1 }, store: flaky, onStoreError: 'allow' }));
  expect((await allow.call(find)).ok).toBe(true);
});

test('latency says nothing of calls in time or without a budget, and takes a budget of the host', async () => {
  const late: LateCall[] = [];
  const warn = (one: LateCall) => late.push(one);
  const pace = (clock: { ms: number }): ToolHook => ({ name: 'pace', willExecute: () => void (clock.ms += 800) });
  const quiet = callerOf();
  for (const tool of [make('slow', 'utility', 800), find]) {
    const answer = await quiet.call(tool, { hooks: [latency({ warn }), pace(quiet.clock)] });
    expect(answer.meta['warnings']).toBeUndefined();
  }
  await quiet.call(find, { hooks: [latency({ warn, budgetMs: () => 799 }), pace(quiet.clock)] });
  expect(late).toMatchObject([{ toolId: 'find', budgetMs: 799, durationMs: 800 }]);
});

test('latency never fails a call, even when its listener does', async () => {
  const { clock, call } = callerOf();
  const angry = latency({
    budgetMs: () => 1,
    warn: () => {
      throw new Error('no disk');
    },
  });
  const pace: ToolHook = { name: 'pace', willExecute: () => void (clock.ms += 10) };
  const reported: unknown[] = [];
  const answer = await call(find, { hooks: [angry, pace], report: (thrown) => reported.push(thrown) });
  expect(answer.ok).toBe(true);
  expect(reported).toHaveLength(1);
});
