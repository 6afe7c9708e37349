import { callTool, createCaller, invokeTool, ProviderRegistry, ToolError, ToolRegistry } from '@helve/core';
import type { ExecutePort, InvokeOptions, ToolHook, ToolInvokeContext, ToolRecord, ToolResponse } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { manualClock, thrownBy, toolThat, watch } from '../../../../test/engine-kit.js';

const never = new Promise<never>(() => undefined);

describe('the Execute port', () => {
  test('C118 runs the body elsewhere while the stages run here, and what nothing can run is NOT_FOUND', async () => {
    const { steps, options } = watch();
    const hook: ToolHook = {
      name: 'h',
      willExecute: (ctx) => void (ctx.input = { n: 2 }),
      didExecute: () => undefined,
    };
    const port: ExecutePort = {
      execute: (tool, input, ctx) => Promise.resolve([tool.id, input, ctx.requestId]),
    };
    const tool = toolThat(() => 'here');
    const call = { tool, rawInput: { n: 1 }, requestId: 'r', hooks: [hook], ...options };
    expect(await invokeTool({ ...call, execute: port })).toEqual(['it', { n: 2 }, 'r']);
    expect(await invokeTool(call)).toBe('here');
    const once = ['inputCheck', 'willExecute h', 'execute', 'didExecute h'];
    expect(steps).toEqual([...once, ...once]);

    const { execute: _body, ...bodiless } = tool;
    const response = await callTool({ tool: bodiless as ToolRecord });
    expect(response).toMatchObject({
      ok: false,
      error: { type: 'NOT_FOUND', retryable: false, partialSideEffects: false },
    });
    expect(await callTool({ tool: bodiless as ToolRecord, execute: port })).toMatchObject({ ok: true });
  });
});

describe('ctx.invoke', () => {
  /** Calls another tool and gives its answer. */
  const outer = (inner: ToolRecord | string, more: Partial<ToolRecord> = {}) =>
    toolThat((_input, ctx) => ctx.invoke(inner, { from: 'outer' }), { id: 'outer', ...more });

  test('C126 has a new request scope, the same session and user, a parent link, and one signal and deadline', async () => {
    const registry = new ProviderRegistry();
    const seen: ToolInvokeContext[] = [];
    const found: unknown[] = [];
    const binds: ToolHook = {
      willBindProviders(ctx) {
        seen.push(ctx);
        found.push(ctx.tryGet('of the request'), ctx.tryGet('of the session'));
        ctx.bindProvider('of the request', ctx.toolId);
        ctx.bindProvider('of the session', ctx.toolId, 'session');
      },
    };
    const clock = manualClock();
    const user = { id: 'ada' };
    const inner = toolThat((input) => input, { id: 'inner' });
    const options: Partial<InvokeOptions> = { hooks: [binds], registry, sessionId: 's', user, timeoutMs: 500, clock };
    const call = invokeTool({ tool: outer(inner), requestId: 'first', ...options });
    expect(await call).toEqual({ from: 'outer' });
    const [first, second] = seen as [ToolInvokeContext, ToolInvokeContext];
    expect(found).toEqual([undefined, undefined, undefined, 'outer']);
    expect(second.parent).toBe(first);
    expect([first.depth, second.depth]).toEqual([0, 1]);
    expect([second.sessionId, second.user, second.deadlineAt]).toEqual(['s', user, first.deadlineAt]);
    expect(second.requestId).not.toBe(first.requestId);

    const hangs = toolThat(() => never, { id: 'inner' });
    const bounded = invokeTool({ tool: outer(hangs), ...options, hooks: [], ...watch().options });
    const answered = thrownBy(bounded);
    await clock.advance(500 + 250);
    expect(await answered).toMatchObject({ code: 'CALL_DEADLINE_EXCEEDED' });

    const controller = new AbortController();
    let signal: AbortSignal | undefined;
    const waits = toolThat((_input, ctx) => (({ signal } = ctx), never), { id: 'inner' });
    const cancelled = invokeTool({ tool: outer(waits), signal: controller.signal, clock, ...watch().options });
    const stopped = thrownBy(cancelled);
    await clock.advance(1);
    controller.abort();
    expect(signal?.aborted).toBe(true);
    await clock.advance(250);
    expect(await stopped).toMatchObject({ code: 'CALL_CANCELLED' });

    // Tools for tools only, and not too deep.
    const secret = toolThat(() => 'inside', { id: 'secret', tags: ['internal'] });
    const tools = new ToolRegistry();
    tools.addInline(secret);
    expect(await invokeTool({ tool: outer('secret'), tools })).toBe('inside');
    for (const tool of ['secret', secret]) {
      expect(await callTool({ tool, tools })).toMatchObject({ ok: false, error: { type: 'NOT_FOUND' } });
    }
    let depth = 0;
    const circle: ToolRecord = toolThat((_input, ctx) => {
      depth = ctx.depth;
      return ctx.invoke(circle, {});
    });
    expect(await callTool({ tool: circle })).toMatchObject({ ok: false, error: { type: 'LOOP_DETECTED' } });
    expect(depth).toBe(8);
    await callTool({ tool: circle, maxDepth: 2 });
    expect(depth).toBe(2);
  });

  test('a nested call that failed or was called off is an error like any other to the one that made it', async () => {
    const outcomes: string[] = [];
    const sees: ToolHook = { onMetrics: (ctx) => void outcomes.push(`${ctx.toolId} ${ctx.outcome.kind}`) };
    const stops: ToolHook = {
      filter: (ctx) => ctx.toolId === 'outer',
      aroundExecute: (ctx, next) => {
        setImmediate(() => ctx.cancelAttempt());
        return next();
      },
    };
    const inner = toolThat((_input, ctx) => new Promise((resolve) => ctx.signal.addEventListener('abort', resolve)), {
      id: 'inner',
    });
    await expect(invokeTool({ tool: outer(inner), hooks: [sees, stops] })).rejects.toMatchObject({
      code: 'CALL_CANCELLED',
    });
    expect(outcomes).toEqual(['inner cancelled', 'outer failed']);
  });

  test('a nested call has its own progress, chunks, key and token', async () => {
    const seen: unknown[] = [];
    const sees: ToolHook = {
      willCheckConsent: (ctx) => void seen.push([ctx.toolId, ctx.idempotencyKey, ctx.confirmationToken]),
    };
    const inner = toolThat((_input, ctx) => ctx.progress(9), { id: 'inner' });
    const onProgress = () => void seen.push('progress');
    await invokeTool({ tool: outer(inner), hooks: [sees], idempotencyKey: 'k', confirmationToken: 't', onProgress });
    expect(seen).toEqual([
      ['outer', 'k', 't'],
      ['inner', undefined, undefined],
    ]);
  });

  test('a nested call passes its own gates', async () => {
    const guards: ToolHook = { willAuthorize: (ctx) => void (ctx.toolId === 'inner' && ctx.abort('not you')) };
    const tools = new ToolRegistry();
    tools.addInline(toolThat(() => 'inside', { id: 'inner' }));
    tools.addInline(outer('inner'));
    const caller = createCaller({ tools, hooks: [guards] });
    expect(await caller.executeTool('outer')).toMatchObject({ ok: false, error: { message: 'not you' } });
  });
});

test('a hook can make calls with one idempotencyKey run once, since the key is part of the context', async () => {
  const flights = new Map<
    string,
    { readonly input: string; readonly answer: Promise<unknown>; end(value: unknown): void }
  >();
  const once: ToolHook = {
    filter: (ctx) => ctx.idempotencyKey !== undefined,
    async willReadCache(ctx) {
      const key = `${ctx.user.id} ${ctx.toolId} ${ctx.idempotencyKey}`;
      const input = JSON.stringify(ctx.safeInput);
      const flight = flights.get(key);
      if (flight === undefined) {
        let end = (_value: unknown) => {};
        const answer = new Promise<unknown>((resolve) => (end = resolve));
        flights.set(key, { input, answer, end });
        ctx.data.set('flight', flights.get(key));
      } else if (flight.input === input) ctx.respond(await flight.answer);
      else ctx.abort('the key was used for other arguments', 'CONFLICT');
    },
    willWriteCache: (ctx) => (ctx.data.get('flight') as { end(value: unknown): void } | undefined)?.end(ctx.output),
  };
  let runs = 0;
  const tool = toolThat(async () => (runs += 1));
  const call = (rawInput: object, user = { id: 'ada' }) =>
    callTool({ tool, rawInput, user, idempotencyKey: 'k', hooks: [once] });
  const [first, joined] = await Promise.all([call({ n: 1 }), call({ n: 1 })]);
  expect([first, joined, await call({ n: 1 })]).toMatchObject([{ data: 1 }, { data: 1 }, { data: 1 }]);
  expect(await call({ n: 2 })).toMatchObject({ ok: false, error: { type: 'CONFLICT' } });
  expect(await call({ n: 1 }, { id: 'bob' })).toMatchObject({ data: 2 });
});

describe('ctx.callTool', () => {
  const outer = (body: (ctx: ToolInvokeContext) => unknown) => toolThat((_input, ctx) => body(ctx), { id: 'outer' });

  test('answers with the envelope of the call within, whatever becomes of it', async () => {
    const inner = toolThat((input) => input, { id: 'inner', version: '2.1.0' });
    const broken = toolThat(
      () => {
        throw new ToolError('CONFLICT', 'It is taken', { details: { by: 'somebody' } });
      },
      { id: 'broken', policy: { sideEffects: 'writes' } },
    );
    const tools = new ToolRegistry();
    for (const tool of [inner, broken]) tools.addInline(tool);
    const tool = outer(async (ctx) => {
      const answers = [await ctx.callTool('inner', { n: 1 }), await ctx.callTool('broken', {})];
      return [...answers, await ctx.callTool('missing', {}), ctx.requestId];
    });
    const [good, bad, missing, requestId] = (await invokeTool({ tool, tools })) as [
      ...ToolResponse[],
      ToolInvokeContext['requestId'],
    ];
    expect(good).toMatchObject({ ok: true, data: { n: 1 }, meta: { toolId: 'inner', toolVersion: '2.1.0' } });
    expect((good as ToolResponse).meta.requestId).not.toBe(requestId);
    expect(bad).toMatchObject({
      ok: false,
      error: { type: 'CONFLICT', details: { by: 'somebody' } },
      meta: { toolId: 'broken' },
    });
    expect(missing).toMatchObject({ ok: false, error: { type: 'NOT_FOUND' }, meta: { toolId: 'missing' } });
  });

  test('has a key and a signal of its own, and ends with the call around it as well', async () => {
    const keys: unknown[] = [];
    const inner = toolThat(
      (_input, ctx) => {
        keys.push(ctx.idempotencyKey);
        return new Promise((_, reject) => ctx.onCancel(() => reject(new Error('stopped'))));
      },
      { id: 'inner' },
    );
    const own = new AbortController();
    const around = new AbortController();
    const answers: ToolResponse[] = [];
    const tool = outer(async (ctx) => {
      for (const [end, key] of [
        [own, 'k1'],
        [around, 'k2'],
      ] as const) {
        const signal = end === own ? own.signal : new AbortController().signal;
        const answering = ctx.callTool(inner, {}, { signal, idempotencyKey: key });
        setTimeout(() => end.abort(), 5);
        answers.push(await answering);
      }
    });
    await callTool({ tool, signal: around.signal, idempotencyKey: 'outer' });
    expect(keys).toEqual(['k1', 'k2']);
    expect(answers).toMatchObject([{ error: { type: 'CANCELLED' } }, { error: { type: 'CANCELLED' } }]);
  });
});
