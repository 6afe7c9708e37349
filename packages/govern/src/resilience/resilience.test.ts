import { setTimeout as delay } from 'node:timers/promises';
import {
  callTool,
  ControlRetryAfter,
  defineTool,
  sortForStage,
  ToolError,
  type InvokeOptions,
  type ToolInvokeContext,
  type ToolRecord,
} from '@helve/core';
import { expect, test } from 'vitest';
import { breaker, loops, retry, semaphore, timeout } from '../index.js';

test('G16 retry, timeout, breaker and loops keep a call going, in time, off what is broken, and out of circles', async () => {
  let runs = 0;
  let run: (ctx: ToolInvokeContext) => unknown = () => 'fine';
  const tool: ToolRecord = defineTool({
    id: 'remote',
    description: 'Somewhere else',
    inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
    policy: { sideEffects: 'read_only' },
    execute: (_, ctx) => {
      runs += 1;
      return run(ctx);
    },
  });
  const clock = { ms: 0, now: () => clock.ms };
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
    clock.ms += ms;
  };
  const failing =
    (...failures: unknown[]) =>
    () => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure as Error;
      return 'fine';
    };
  const transient = () => new ToolError('TRANSIENT', 'down');
  const call = (hooks: InvokeOptions['hooks'], more: Partial<InvokeOptions> = {}) => {
    runs = 0;
    waits.length = 0;
    return callTool({ tool, hooks, clock, user: { id: 'ada' }, ...more });
  };
  const retries = (options = {}) => retry({ sleep, random: () => 0.5, ...options });

  // retry: 3 attempts, 300 ms doubling to 3 s; only what is retryable, whole and safe.
  run = failing(transient(), transient());
  expect(await call([retries()])).toMatchObject({ ok: true, data: 'fine' });
  expect(waits).toEqual([300, 600]);
  run = failing(transient(), transient(), transient(), transient());
  expect(await call([retries({ maxAttempts: 9, capMs: 500 })])).toMatchObject({ ok: true });
  expect(waits).toEqual([300, 500, 500, 500]);
  for (const [failure, more, expected] of [
    [new ToolError('PERMANENT', 'no'), {}, 1],
    [new ToolError('TRANSIENT', 'half', { partialSideEffects: true }), {}, 1],
    [new Error('bug'), {}, 1],
    [transient(), { call: { mode: 'voice' } }, 1],
    [transient(), { tool: { ...tool, policy: { sideEffects: 'writes' } } }, 1],
    [transient(), { tool: { ...tool, policy: { sideEffects: 'writes' } }, idempotencyKey: 'k' }, 2],
    [new ControlRetryAfter(5_000), { timeoutMs: 4_000 }, 1],
    [new ControlRetryAfter(3_000), { timeoutMs: 4_000 }, 2],
  ] as const) {
    run = failing(failure);
    await call([retries()], more);
    expect(runs).toBe(expected);
  }
  run = failing(new ControlRetryAfter(5_000));
  expect(await call([retries({ budget: 4_999 })])).toMatchObject({ ok: false, error: { retryAfterMs: 5_000 } });
  run = failing(new Error('bug'));
  expect(await call([retries({ retryOn: () => true })])).toMatchObject({ ok: true });
  for (const way of ['respond', 'abort'] as const) {
    run = (ctx) => ctx[way]('said');
    await call([retries()]);
    expect(runs).toBe(1);
  }
  const controller = new AbortController();
  run = failing(transient());
  const cancelled = call([retry({ baseMs: 60_000, capMs: 60_000 })], { signal: controller.signal, graceMs: 60_000 });
  await delay(5);
  controller.abort();
  expect(await cancelled).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });

  // timeout: each attempt has its own; the signal fires; progress helps against idleness only; the slot stays taken.
  const signals: AbortSignal[] = [];
  run = (ctx) => {
    signals.push(ctx.signal);
    return runs === 1 ? new Promise(() => undefined) : 'late but fine';
  };
  expect(await call([retries(), timeout({ attemptMs: 20 })])).toMatchObject({ ok: true, data: 'late but fine' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  run = async (ctx) => {
    for (let step = 1; step < 300; step += 1) {
      await delay(5);
      ctx.progress(step);
    }
  };
  const slots = semaphore({ limit: 1, waitMs: 0 });
  const slow = await call([timeout({ attemptMs: 800, idleMs: 600 }), slots]);
  expect(slow).toMatchObject({ ok: false, error: { type: 'TIMEOUT', message: expect.stringContaining('800 ms') } });
  expect(await call([slots])).toMatchObject({ ok: false, error: { type: 'RATE_LIMIT' } });
  run = () => delay(200);
  const idle = await call([timeout({ attemptMs: 5_000, idleMs: 20 })]);
  expect(idle).toMatchObject({ error: { message: expect.stringContaining('no progress') } });

  // breaker: inside retry, so that it counts attempts; open refuses with the wait; half open tries one.
  const circuit = breaker({ by: 'tool', failureRate: 0.5, minCalls: 3, openMs: 10_000 });
  const ordered = sortForStage('aroundExecute', [timeout({ attemptMs: 1 }), circuit, retries()]);
  expect(ordered.map(({ name }) => name)).toEqual(['retry', 'breaker', 'timeout']);
  run = failing(transient(), transient(), transient());
  expect(await call([retries(), circuit])).toMatchObject({ ok: false });
  const refused = await call([circuit]);
  expect(refused).toMatchObject({ ok: false, error: { type: 'TRANSIENT', retryAfterMs: 10_000 } });
  expect(runs).toBe(0);
  clock.ms += 10_000;
  run = () => delay(20);
  const [probe, other] = [call([circuit]), callTool({ tool, clock, hooks: [circuit] })];
  expect(await other).toMatchObject({ ok: false, error: { details: { code: 'GOVERN_CIRCUIT_OPEN' } } });
  expect(await probe).toMatchObject({ ok: true });
  run = failing(...Array.from({ length: 9 }, () => new ToolError('VALIDATION', 'no')));
  for (const _ of Array(9)) await call([circuit]);
  expect(await call([circuit])).toMatchObject({ ok: true });

  // loops: the third equal call, and any call after two empty results, per session and turn.
  const circles = loops();
  const turn = { sessionId: 's', call: { turnId: 't' } };
  const loop = {
    ok: false,
    error: { type: 'LOOP_DETECTED', details: { suggestion: expect.stringContaining('another tool') } },
  };
  run = () => 'found';
  for (const ok of [true, true, false]) expect((await call([circles], { ...turn, rawInput: { q: 'a' } })).ok).toBe(ok);
  expect(await call([circles], { ...turn, rawInput: { q: 'a' } })).toMatchObject(loop);
  for (const empty of [null, ' ', [], {}, { results: [] }]) {
    const own = { ...turn, call: { turnId: JSON.stringify(empty) } };
    run = () => empty;
    for (const q of ['1', '2']) expect(await call([circles], { ...own, rawInput: { q } })).toMatchObject({ ok: true });
    expect(await call([circles], { ...own, rawInput: { q: '3' } })).toMatchObject(loop);
    expect(await call([circles], { ...own, sessionId: 'other', rawInput: { q: '3' } })).toMatchObject({ ok: true });
  }
});
