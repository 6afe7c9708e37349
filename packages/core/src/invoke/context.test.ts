import { callTool, fail, ToolError } from '@helve/core';
import type { InvokeOptions, Outcome, ToolHook, ToolInvokeContext, ToolRecord } from '@helve/core';
import { describe, expect, test, vi } from 'vitest';
import { run, toolThat } from '../testing/invoke-kit.js';

describe('the identity of a call', () => {
  test('C33 can be read and not assigned', async () => {
    const tool = toolThat({
      execute: (_input, ctx) => {
        const { toolId, toolName, sessionId, requestId, user, call } = ctx;
        expect({ toolId, toolName, sessionId, requestId, user, call }).toEqual({
          toolId: 'it',
          toolName: 'It',
          sessionId: 's',
          requestId: 5,
          user: { id: 'u' },
          call: { door: 'test' },
        });
        for (const key of ['toolId', 'toolName', 'sessionId', 'requestId', 'user', 'call', 'rawInput']) {
          expect(() => Object.assign(ctx, { [key]: 'other' }), key).toThrow(TypeError);
        }
      },
    });
    await run({ tool, sessionId: 's', requestId: 5, user: { id: 'u' }, call: { door: 'test' } });
  });
});

describe('the rest of the context', () => {
  test('C39 ctx.data is a map of this call only, and the engine keeps nothing in it', async () => {
    const sizes: number[] = [];
    const hook: ToolHook = {
      willAuthorize: (ctx) => void ctx.data.set('mine', 1),
      willFinalizeInvoke: (ctx) => void sizes.push(ctx.data.size),
    };
    await Promise.all([run({ hooks: [hook] }), run({ hooks: [hook] })]);
    expect(sizes).toEqual([1, 1]);
  });

  test('C40 startedAt is there from the start, finishedAt and durationMs just before willAudit, on every path', async () => {
    const refuse: ToolHook = { willAuthorize: (ctx) => ctx.abort('no') };
    const answer: ToolHook = { willAuthorize: (ctx) => ctx.respond(1) };
    for (const way of [{}, refuse, answer]) {
      const seen: unknown[] = [];
      const watch: ToolHook = {
        willCreateInvokeContext: (ctx) => void seen.push(ctx.startedAt, ctx.finishedAt, ctx.durationMs),
        willTransformOutput: (ctx) => expect(ctx.finishedAt).toBeUndefined(),
        onError: (ctx) => expect(ctx.finishedAt).toBeUndefined(),
        willAudit: (ctx) => void seen.push(ctx.finishedAt, ctx.durationMs),
        willFinalizeInvoke: (ctx) => void seen.push(ctx.finishedAt, ctx.durationMs),
      };
      let time = 10;
      await run({ hooks: [watch, way], clock: { now: () => time++ } }).catch(() => undefined);
      const [startedAt, none, nothing, finishedAt, durationMs] = seen;
      expect([startedAt, none, nothing]).toEqual([10, undefined, undefined]);
      expect(durationMs).toBe(Number(finishedAt) - 10);
      expect(seen.slice(5)).toEqual([finishedAt, durationMs]);
    }
    const turnBack = vi.spyOn(Date, 'now');
    const tool = toolThat({ execute: () => void turnBack.mockReturnValue(0) });
    await run({
      tool,
      hooks: [{ onMetrics: (ctx) => expect(ctx.durationMs).toBeGreaterThanOrEqual(0) }],
      report: raise,
    });
    turnBack.mockRestore();
  });

  test('C41 ctx.error is set before onError, whatever ended the call', async () => {
    const thrown = new Error('x');
    const controller = new AbortController();
    const ways: [Partial<InvokeOptions>, ToolRecord['execute'], unknown][] = [
      [{}, () => Promise.reject(thrown), thrown],
      [{}, (_, ctx) => ctx.abort('no'), expect.objectContaining({ kind: 'abort', reason: 'no' })],
      [{}, (_, ctx) => ctx.retryAfter(5), expect.objectContaining({ kind: 'retryAfter', ms: 5 })],
      [{ timeoutMs: 5, graceMs: 1 }, () => new Promise(() => undefined), expect.objectContaining({ type: 'TIMEOUT' })],
      [{ signal: controller.signal }, () => controller.abort(), expect.objectContaining({ type: 'CANCELLED' })],
    ];
    for (const [options, execute, expected] of ways) {
      const seen: unknown[] = [];
      const call = run({
        ...options,
        zombieMs: 1,
        tool: toolThat({ execute }),
        hooks: [{ onError: (ctx) => void seen.push(ctx.error) }],
      });
      await call.catch(() => undefined);
      expect(seen).toEqual([expected]);
    }
  });

  test('C42 ctx.outcome is the latest decisive event', async () => {
    const controller = new AbortController();
    const boom = () => Promise.reject(new Error('x'));
    const ways: [Outcome, ToolHook, Partial<InvokeOptions>?][] = [
      [{ kind: 'success' }, {}],
      [
        { kind: 'success', recovered: true },
        { onError: (ctx) => ctx.respond(1) },
        { tool: toolThat({ execute: boom }) },
      ],
      [{ kind: 'responded', stage: 'willAuthorize', cacheHit: false }, { willAuthorize: (ctx) => ctx.respond(1) }],
      [{ kind: 'responded', stage: 'willReadCache', cacheHit: true }, { willReadCache: (ctx) => ctx.respond(1) }],
      [
        { kind: 'responded', stage: 'aroundExecute', cacheHit: false },
        { aroundExecute: (ctx, next) => next().then(() => ctx.respond(1)) },
      ],
      [
        { kind: 'responded', stage: 'execute', cacheHit: false },
        {},
        { tool: toolThat({ execute: (_, ctx) => ctx.respond(1) }) },
      ],
      [{ kind: 'aborted' }, { willTransformOutput: (ctx) => ctx.abort('no') }],
      [{ kind: 'retryAfter' }, { willAcquireQuota: (ctx) => ctx.retryAfter(1) }],
      [{ kind: 'failed' }, {}, { tool: toolThat({ execute: boom }) }],
      [{ kind: 'cancelled' }, { willAuthorize: () => controller.abort() }, { signal: controller.signal }],
    ];
    for (const [outcome, hook, options] of ways) {
      const seen: unknown[] = [];
      const watch: ToolHook = {
        willCreateInvokeContext: (ctx) => void seen.push(ctx.outcome),
        willFinalizeInvoke: (ctx) => void seen.push(ctx.outcome),
      };
      await run({ hooks: [watch, hook], ...options }).catch(() => undefined);
      expect(seen).toEqual([{ kind: 'pending' }, outcome]);
    }
  });

  test('C43 once settled, it can be read and does nothing more', async () => {
    let kept: ToolInvokeContext | undefined;
    await run({ hooks: [{ willAuthorize: (ctx) => void (kept = ctx) }], requestId: 'r' });
    const ctx = kept as ToolInvokeContext;
    const actions = [
      () => void (ctx.input = 1),
      () => void (ctx.output = 1),
      () => void (ctx.error = 1),
      () => ctx.bindProvider('a', 1),
      () => ctx.bindProviders([]),
      () => ctx.get('a'),
      () => ctx.tryGet('a'),
      () => ctx.respond(1),
      () => ctx.abort('no'),
      () => ctx.retryAfter(1),
      () => ctx.addIntent({ type: 'SUPPRESS_AUDIO' }),
    ];
    for (const action of actions) expect(action).toThrow(expect.objectContaining({ code: 'CALL_CONTEXT_SETTLED' }));
    expect([ctx.requestId, ctx.outcome.kind, typeof ctx.finishedAt]).toEqual(['r', 'success', 'number']);
  });

  test('a release that runs after the answer may still look things up, and nobody after it', async () => {
    let end: (() => void) | undefined;
    const found: unknown[] = [];
    let kept: ToolInvokeContext | undefined;
    const released = new Promise<void>((resolve) => {
      const limiter: ToolHook = {
        willAcquireQuota: (ctx) => ctx.bindProvider('limiter', 'here'),
        didReleaseQuota(ctx) {
          kept = ctx;
          found.push(ctx.get('limiter'), ctx.tryGet('other'));
          resolve();
        },
      };
      const tool = toolThat({ execute: () => new Promise<void>((stop) => void (end = stop)) });
      void run({ tool, hooks: [limiter], timeoutMs: 5, graceMs: 1 }).catch(() => end?.());
    });
    await released;
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(found).toEqual(['here', undefined]);
    expect(() => kept?.get('limiter')).toThrow(expect.objectContaining({ code: 'CALL_CONTEXT_SETTLED' }));
  });

  test('C44 intents are collected for the envelope, without those of a failed attempt', async () => {
    let attempts = 0;
    const intent = (message: string) => ({ type: 'SET_PENDING_MESSAGE', message }) as const;
    const tool = toolThat({
      execute(_input, ctx) {
        attempts += 1;
        ctx.addIntent(intent(`attempt ${attempts}`));
        if (attempts === 1) ctx.retryAfter(1);
        if (attempts === 2) throw new Error('again');
      },
    });
    const again: ToolHook = {
      willAuthorize: (ctx) => ctx.addIntent(intent('hook')),
      async aroundExecute(_ctx, next) {
        for (;;) {
          try {
            return await next();
          } catch (thrown) {
            if (attempts !== 1 && attempts !== 2) throw thrown;
          }
        }
      },
    };
    expect((await callTool({ tool, hooks: [again] })).intents).toEqual([intent('hook'), intent('attempt 3')]);
    for (const hooks of [[], [again]]) {
      const failing = toolThat({
        execute(_input, ctx) {
          ctx.addIntent(intent('lost'));
          return fail(new ToolError('CONFLICT', 'Taken'), { intents: [intent('sent with the failure')] });
        },
      });
      const { intents } = await callTool({ tool: failing, hooks });
      expect(
        intents.filter((one) => one !== undefined && one.type === 'SET_PENDING_MESSAGE' && one.message !== 'hook'),
      ).toEqual([intent('sent with the failure')]);
    }
  });
});

function raise(thrown: unknown): void {
  throw thrown;
}
