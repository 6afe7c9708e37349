import { setTimeout as delay } from 'node:timers/promises';
import {
  callTool,
  defineTool,
  ProviderRegistry,
  type ToolHook,
  type ToolInvokeContext,
  type ToolRecord,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import { RATE_LIMITER } from '../../../../test/fixtures/seed-examples/rate-limiter.js';
import { TypedRateLimitHook } from '../../../../test/fixtures/seed-examples/typed-rate-limit-hook.js';
import { semaphore, timeout } from '../index.js';
import type { TimeoutOptions } from './timeout.js';

/** Creates a clock that the test advances. */
function fakeTime() {
  const timers = new Set<{ at: number; callback: () => void }>();
  const time = {
    ms: 0,
    now: () => time.ms,
    after: (ms: number, callback: () => void) => {
      const timer = { at: time.ms + ms, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async pass(ms: number) {
      time.ms += ms;
      for (const timer of timers) {
        if (timer.at > time.ms) continue;
        timers.delete(timer);
        timer.callback();
      }
      await delay(1);
    },
    timers,
  };
  return time;
}

function slowTool(run: (ctx: ToolInvokeContext) => Promise<unknown>, policy: ToolRecord['policy'] = {}): ToolRecord {
  return defineTool({
    id: 'slow',
    description: 'Slow',
    inputSchema: { type: 'object' },
    policy,
    execute: (_, ctx) => run(ctx),
  });
}

test('timeout starts no timer for a body that does not wait, and counts the time one takes before it waits', async () => {
  const asked: number[] = [];
  const after = (ms: number) => {
    asked.push(ms);
    return () => undefined;
  };
  const hooks = [timeout({ attemptMs: 1_000, after })];
  const call = (execute: ToolRecord['execute']) =>
    callTool({ tool: { ...slowTool(never), execute }, hooks, rawInput: {} });
  expect(await call(() => 'at once')).toMatchObject({ ok: true, data: 'at once' });
  expect(asked).toEqual([]);
  await call(() => {
    const until = performance.now() + 3;
    while (performance.now() < until);
    return Promise.resolve('later');
  });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toBeLessThanOrEqual(997);
});

const never = () => new Promise(() => undefined);
const timedOut = { ok: false, error: { type: 'TIMEOUT', details: { code: 'GOVERN_ATTEMPT_TIMEOUT' } } };

describe('timeout', () => {
  test('fires the signal of the attempt and answers without it', async () => {
    const time = fakeTime();
    let ctx: ToolInvokeContext | undefined;
    const tool = slowTool((own) => ((ctx = own), never()));
    const answer = callTool({ tool, clock: time, hooks: [timeout({ attemptMs: 1_000, after: time.after })] });
    await delay(1);
    await time.pass(999);
    expect(ctx?.signal.aborted).toBe(false);
    await time.pass(1);
    expect(await answer).toMatchObject({ ...timedOut, error: { message: expect.stringContaining('1000 ms') } });
    expect(ctx?.signal.aborted).toBe(true);
  });

  test('says whether trying again makes sense, and whether something may be half done', async () => {
    for (const [policy, expected] of [
      [{ sideEffects: 'writes' }, { retryable: false, partialSideEffects: true }],
      [{ sideEffects: 'read_only' }, { retryable: true, partialSideEffects: false }],
      [
        { sideEffects: 'writes', idempotent: true },
        { retryable: true, partialSideEffects: true },
      ],
    ] as const) {
      const response = await callTool({ tool: slowTool(never, policy), hooks: [timeout({ attemptMs: 5 })] });
      expect(response).toMatchObject({ ok: false, error: expected });
    }
  });

  test('leaves no timer behind a call that was in time, or failed by itself', async () => {
    const time = fakeTime();
    const hooks = [timeout({ attemptMs: 1_000, idleMs: 100, after: time.after })];
    expect(await callTool({ tool: slowTool(async () => 'quick'), hooks })).toMatchObject({ ok: true, data: 'quick' });
    expect(await callTool({ tool: slowTool(() => Promise.reject(new Error('bug'))), hooks })).toMatchObject({
      ok: false,
    });
    await delay(1);
    expect(time.timers.size).toBe(0);
  });

  test('progress starts idleMs anew, and attemptMs not', async () => {
    const time = fakeTime();
    let ctx: ToolInvokeContext | undefined;
    const tool = slowTool((own) => ((ctx = own), never()));
    const hooks = [timeout({ attemptMs: 1_000, idleMs: 100, after: time.after })];
    const heard: unknown[] = [];
    const onProgress = (progress: unknown) => heard.push(progress);

    const idle = callTool({ tool, hooks, onProgress });
    await delay(1);
    for (const step of [1, 2, 3]) {
      await time.pass(90);
      ctx?.progress(step, 10, 'working');
    }
    await time.pass(100);
    expect(await idle).toMatchObject({
      ...timedOut,
      error: { message: expect.stringContaining('no progress for 100 ms') },
    });
    expect(heard).toHaveLength(3);

    const busy = callTool({ tool, hooks });
    await delay(1);
    for (let step = 1; step <= 12; step += 1) {
      ctx?.progress(step);
      await time.pass(90);
    }
    expect(await busy).toMatchObject({
      ...timedOut,
      error: { message: expect.stringContaining('longer than 1000 ms') },
    });
  });

  test('takes the limit from a function of the call', async () => {
    const attemptMs = (ctx: ToolInvokeContext) => (ctx.toolId === 'slow' ? 5 : 60_000);
    expect(await callTool({ tool: slowTool(never), hooks: [timeout({ attemptMs })] })).toMatchObject(timedOut);
  });

  test('the body keeps its slot until it stops', async () => {
    let stop: () => void = () => undefined;
    const tool = slowTool(() => new Promise<void>((resolve) => (stop = resolve)));
    const hooks: ToolHook[] = [semaphore({ limit: 1, waitMs: 0 }), timeout({ attemptMs: 10 })];
    expect(await callTool({ tool, hooks })).toMatchObject(timedOut);
    expect(await callTool({ tool, hooks })).toMatchObject({ ok: false, error: { type: 'RATE_LIMIT' } });
    stop();
    await delay(5);
    expect(await callTool({ tool, hooks })).toMatchObject(timedOut);
    stop();
  });

  test('a RateLimitHook as in the first design releases once, when the body that ran out of time ends', async () => {
    const log: string[] = [];
    const limiter = {
      tryAcquire: async (user: string) => log.push(`+${user}`) > 0,
      release: async (user: string) => void log.push(`-${user}`),
    };
    let stop: () => void = () => undefined;
    const tool = slowTool(() => new Promise<void>((resolve) => (stop = resolve)));
    const registry = new ProviderRegistry().registerSingletons([[RATE_LIMITER, limiter]]);
    const hooks = [TypedRateLimitHook, timeout({ attemptMs: 10 })];
    expect(await callTool({ tool, hooks, registry, user: { id: 'ada' } })).toMatchObject(timedOut);
    await delay(20);
    expect(log).toEqual(['+ada']);
    stop();
    await delay(5);
    expect(log).toEqual(['+ada', '-ada']);
  });

  test.each([{}, { attemptMs: 0 }, { attemptMs: 5, idleMs: -1 }, { attemptMs: 5, after: 1 }, { attemptMs: 5, ms: 1 }])(
    'refuses %j',
    (options) => {
      expect(() => timeout(options as unknown as TimeoutOptions)).toThrow('Cannot create timeout');
    },
  );
});
