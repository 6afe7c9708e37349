import { setTimeout as delay } from 'node:timers/promises';
import {
  callTool,
  ControlRetryAfter,
  defineTool,
  ToolError,
  type InvokeOptions,
  type ToolHook,
  type ToolRecord,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import { retry, timeout } from '../index.js';
import type { RetryOptions } from './retry.js';

const transient = () => new ToolError('TRANSIENT', 'down');

/** Creates a tool that fails in the given ways, one per run, and then answers with the number of the run. */
function flaky(failures: readonly (() => unknown)[], policy: ToolRecord['policy'] = { sideEffects: 'read_only' }) {
  const state = { runs: 0 };
  const tool = defineTool({
    id: 'flaky',
    description: 'Fails at first',
    inputSchema: { type: 'object' },
    policy,
    execute: () => {
      state.runs += 1;
      const failure = failures[state.runs - 1];
      if (failure !== undefined) throw failure();
      return state.runs;
    },
  });
  return { state, tool };
}

function callerOf(tool: ToolRecord, options: RetryOptions = {}, ...more: ToolHook[]) {
  const clock = { ms: 0, now: () => clock.ms };
  const waits: number[] = [];
  const stages: string[] = [];
  const watch: ToolHook = {
    onRetry: (ctx) => void stages.push(`retry ${ctx.attempt} after ${ctx.retryDelayMs}`),
    onGiveUp: (ctx) => void stages.push(`gave up at ${ctx.attempt}`),
  };
  const sleep = async (ms: number) => {
    waits.push(ms);
    clock.ms += ms;
  };
  const hooks = [retry({ jitter: 0, sleep, ...options }), watch, ...more];
  const call = (rest: Partial<InvokeOptions> = {}) => callTool({ tool, clock, hooks, ...rest });
  return { clock, waits, stages, call };
}

describe('retry', () => {
  test('waits longer each time and tells onRetry', async () => {
    const { tool } = flaky([transient, transient]);
    const { call, waits, stages } = callerOf(tool);
    expect(await call()).toMatchObject({ ok: true, data: 3, meta: { attempts: 3 } });
    expect(waits).toEqual([300, 600]);
    expect(stages).toEqual(['retry 2 after 300', 'retry 3 after 600']);
  });

  test('gives up after maxAttempts, with the last error', async () => {
    const { tool, state } = flaky([transient, transient, () => new ToolError('TRANSIENT', 'still down')]);
    const { call, stages } = callerOf(tool);
    expect(await call()).toMatchObject({ ok: false, error: { type: 'TRANSIENT', message: 'still down' } });
    expect(state.runs).toBe(3);
    expect(stages.at(-1)).toBe('gave up at 3');
  });

  test('every option has its say', async () => {
    const failures = [transient, transient, transient, transient];
    const { call, waits } = callerOf(flaky(failures).tool, { maxAttempts: 5, baseMs: 10, factor: 3, capMs: 100 });
    expect(await call()).toMatchObject({ ok: true });
    expect(waits).toEqual([10, 30, 90, 100]);

    const spread = callerOf(flaky([transient]).tool, { jitter: 0.5, random: () => 1 });
    await spread.call();
    expect(spread.waits).toEqual([450]);

    const poor = callerOf(flaky(failures).tool, { budget: 500 });
    expect(await poor.call()).toMatchObject({ ok: false });
    expect(poor.waits).toEqual([300]);
    expect(poor.stages.at(-1)).toBe('gave up at 2');
  });

  test('uses the wait that an error asks for, or gives the error up where it does not fit', async () => {
    const busy = () => new ToolError('RATE_LIMIT', 'busy', { retryAfterMs: 2_000 });
    const later = () => new ControlRetryAfter(4_000, 'later');
    const fits = callerOf(flaky([busy, later]).tool);
    expect(await fits.call({ timeoutMs: 10_000 })).toMatchObject({ ok: true });
    expect(fits.waits).toEqual([2_000, 4_000]);
    const endless = callerOf(flaky([busy, later]).tool, { capMs: 3_000 });
    expect(await endless.call()).toMatchObject({ ok: false, error: { retryAfterMs: 4_000 } });
    expect(endless.waits).toEqual([2_000]);

    const hurried = callerOf(flaky([later]).tool);
    const response = await hurried.call({ timeoutMs: 4_000 });
    expect(response).toMatchObject({ ok: false, error: { type: 'RATE_LIMIT', retryAfterMs: 4_000 } });
    expect(hurried.waits).toEqual([]);
    const tight = callerOf(flaky([later]).tool, { budget: 3_999 });
    expect(await tight.call()).toMatchObject({ ok: false, error: { retryAfterMs: 4_000 } });
  });

  test.each([
    ['a final error', () => new ToolError('PERMANENT', 'no')],
    ['a partial side effect', () => new ToolError('TRANSIENT', 'half done', { partialSideEffects: true })],
    ['an unforeseen error', () => new Error('bug')],
  ])('does not try %s again', async (_, failure) => {
    const { tool, state } = flaky([failure]);
    expect(await callerOf(tool).call()).toMatchObject({ ok: false });
    expect(state.runs).toBe(1);
  });

  test('tries unforeseen errors again that retryOn names', async () => {
    const reset = () => Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    const retryOn = (error: unknown) => error instanceof Error && 'code' in error;
    const { tool, state } = flaky([reset, () => new Error('bug')]);
    expect(await callerOf(tool, { retryOn }).call()).toMatchObject({ ok: false, error: { type: 'INTERNAL' } });
    expect(state.runs).toBe(2);
  });

  test('leaves respond and abort alone', async () => {
    const responds: ToolHook = { willExecute: (ctx) => ctx.respond('short') };
    const refuses: ToolHook = { willExecute: (ctx) => ctx.abort('no', 'TRANSIENT') };
    const { tool, state } = flaky([]);
    const first = callerOf(tool, {}, responds);
    expect(await first.call()).toMatchObject({ ok: true, data: 'short' });
    const second = callerOf(tool, {}, refuses);
    expect(await second.call()).toMatchObject({ ok: false, error: { type: 'TRANSIENT' } });
    expect([...first.waits, ...second.waits, state.runs]).toEqual([0]);
  });

  test('a tool that writes is tried again only under an idempotency key, or if it is idempotent', async () => {
    for (const [policy, idempotencyKey, runs] of [
      [{ sideEffects: 'writes' }, undefined, 1],
      [{ sideEffects: 'writes' }, 'k', 2],
      [{ sideEffects: 'writes', idempotent: true }, undefined, 2],
      [{ sideEffects: 'none' }, undefined, 2],
    ] as const) {
      const { tool, state } = flaky([transient], policy);
      await callerOf(tool).call({ idempotencyKey });
      expect(state.runs).toBe(runs);
    }
  });

  test('makes one attempt in voice mode, and none besides with maxAttempts 1', async () => {
    const { tool, state } = flaky([transient]);
    expect(await callerOf(tool).call({ call: { mode: 'voice' } })).toMatchObject({ ok: false });
    expect(state.runs).toBe(1);
    const once = flaky([transient]);
    expect(await callerOf(once.tool, { maxAttempts: 1 }).call()).toMatchObject({ ok: false });
    expect(once.state.runs).toBe(1);
  });

  test('a cancel ends the wait at once', async () => {
    const { tool, state } = flaky([transient]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const response = await callTool({
      tool,
      signal: controller.signal,
      graceMs: 10_000,
      hooks: [retry({ baseMs: 60_000, capMs: 60_000 })],
    });
    expect(response).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
    expect(state.runs).toBe(1);
  });

  test('tries again after an attempt timed out, with a signal that has not fired', async () => {
    const signals: boolean[] = [];
    let runs = 0;
    const tool = defineTool({
      id: 'slow',
      description: 'Slow at first',
      inputSchema: { type: 'object' },
      policy: { sideEffects: 'read_only' },
      async execute(_, ctx) {
        runs += 1;
        signals.push(ctx.signal.aborted);
        if (runs === 1) await delay(1_000, undefined, { signal: ctx.signal }).catch(() => undefined);
        return runs;
      },
    });
    const hooks = [retry({ baseMs: 5, jitter: 0 }), timeout({ attemptMs: 20 })];
    expect(await callTool({ tool, hooks })).toMatchObject({ ok: true, data: 2 });
    expect(signals).toEqual([false, false]);
  });

  test.each([
    { maxAttempts: 0 },
    { baseMs: -1 },
    { factor: 0.5 },
    { capMs: 0 },
    { jitter: 2 },
    { budget: -1 },
    { retryOn: /x/ },
    { sleep: 1 },
    { random: 0.5 },
    { attempts: 3 },
  ])('refuses %j', (options) => {
    expect(() => retry(options as unknown as RetryOptions)).toThrow('Cannot create retry');
  });
});
