import {
  callTool,
  ControlAbort,
  ControlRetryAfter,
  defineTool,
  ToolError,
  type InvokeOptions,
  type ToolRecord,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import { breaker } from '../index.js';
import type { BreakerOptions } from './breaker.js';

function callerOf(options: BreakerOptions = {}) {
  const clock = { ms: 0, now: () => clock.ms };
  const hooks = [breaker({ minCalls: 4, failureRate: 0.5, openMs: 1_000, ...options })];
  const state = {
    runs: 0,
    fail: undefined as (() => unknown) | undefined,
    wait: undefined as Promise<void> | undefined,
  };
  const tool: ToolRecord = defineTool({
    id: 'remote',
    description: 'Fails',
    inputSchema: { type: 'object' },
    policy: { sideEffects: 'read_only' },
    async execute() {
      state.runs += 1;
      await state.wait;
      if (state.fail !== undefined) throw state.fail();
      return 'fine';
    },
  });
  const call = (more: Partial<InvokeOptions> = {}) => callTool({ tool, clock, hooks, user: { id: 'ada' }, ...more });
  const fail = async (times: number, how: () => unknown = () => new ToolError('TRANSIENT', 'down')) => {
    state.fail = how;
    for (let run = 0; run < times; run += 1) await call();
    state.fail = undefined;
  };
  return { clock, state, tool, call, fail };
}

const open = { ok: false, error: { type: 'TRANSIENT', retryable: true, details: { code: 'GOVERN_CIRCUIT_OPEN' } } };

describe('breaker', () => {
  test('opens at the failure rate, with enough calls to judge, and tells the wait', async () => {
    const { call, fail, state, clock } = callerOf();
    await call();
    await call();
    await fail(1);
    expect(await call()).toMatchObject({ ok: true });
    await fail(1);
    clock.ms += 400;
    expect(await call()).toMatchObject({ ...open, error: { retryAfterMs: 600, partialSideEffects: false } });
    expect(state.runs).toBe(5);
  });

  test.each([
    ['TRANSIENT', () => new ToolError('TRANSIENT', 'x'), true],
    ['TIMEOUT', () => new ToolError('TIMEOUT', 'x'), true],
    ['INTERNAL', () => new ToolError('INTERNAL', 'x'), true],
    ['an unforeseen error', () => new Error('x'), true],
    ['VALIDATION', () => new ToolError('VALIDATION', 'x'), false],
    ['NOT_FOUND', () => new ToolError('NOT_FOUND', 'x'), false],
    ['CANCELLED', () => new ToolError('CANCELLED', 'x'), false],
    ['abort', () => new ControlAbort('x'), false],
    ['retryAfter', () => new ControlRetryAfter(1), false],
  ])('%s counts: %3$s', async (_, how, counts) => {
    const { call, fail } = callerOf();
    await fail(4, how);
    expect((await call()).ok).toBe(!counts);
  });

  test('lets one try when the time is over: success closes it, failure opens it again', async () => {
    const { call, fail, state, clock } = callerOf();
    await fail(4);
    clock.ms += 1_000;
    let go: () => void = () => undefined;
    state.wait = new Promise((resolve) => (go = resolve));
    const probe = call();
    expect(await call()).toMatchObject(open);
    expect(state.runs).toBe(5);
    go();
    expect(await probe).toMatchObject({ ok: true });
    expect(await call()).toMatchObject({ ok: true });

    await fail(4);
    clock.ms += 1_000;
    await fail(1);
    expect(await call()).toMatchObject({ ...open, error: { retryAfterMs: 1_000 } });
  });

  test('a try that is cancelled leaves it half open, and one that never returns does not shut it for ever', async () => {
    const { call, fail, state, clock } = callerOf();
    await fail(4);
    clock.ms += 1_000;
    await fail(1, () => new ToolError('CANCELLED', 'x'));
    expect(await call()).toMatchObject({ ok: true });

    await fail(4);
    clock.ms += 1_000;
    state.wait = new Promise(() => undefined);
    void call();
    await new Promise(setImmediate);
    state.wait = undefined;
    expect(await call()).toMatchObject(open);
    clock.ms += 1_000;
    expect(await call()).toMatchObject({ ok: true });
  });

  test('an abort that the caller asked for says nothing about the tool', async () => {
    const { call, state } = callerOf({ minCalls: 1 });
    const controller = new AbortController();
    state.wait = new Promise((_, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error));
    });
    const cancelled = call({ signal: controller.signal });
    await new Promise(setImmediate);
    controller.abort();
    expect(await cancelled).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
    state.wait = undefined;
    expect(await call()).toMatchObject({ ok: true });
  });

  test('keeps apart what is not failing together', async () => {
    const byTool = callerOf();
    await byTool.fail(4);
    expect(await byTool.call({ tool: { ...byTool.tool, id: 'other' } })).toMatchObject({ ok: true });
    expect(await byTool.call({ user: { id: 'bob' } })).toMatchObject(open);
    const byUser = callerOf({ by: 'user+tool' });
    await byUser.fail(4);
    expect(await byUser.call({ user: { id: 'bob' } })).toMatchObject({ ok: true });
    const own = callerOf({ by: (ctx) => String(ctx.tool.tags) });
    await own.fail(4);
    expect(await own.call({ tool: { ...own.tool, id: 'other' } })).toMatchObject(open);
  });

  test.each([{ by: 'planet' }, { failureRate: 0 }, { failureRate: 1.1 }, { minCalls: 0 }, { openMs: 0 }, { rate: 1 }])(
    'refuses %j',
    (options) => {
      expect(() => breaker(options as unknown as BreakerOptions)).toThrow('Cannot create breaker');
    },
  );
});
