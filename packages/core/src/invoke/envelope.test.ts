import {
  callTool,
  ControlAbort,
  ControlRetryAfter,
  coreErrors,
  errorTypes,
  fail,
  ok,
  ToolError,
  ToolRegistry,
  toToolResponse,
  validateToolResponse,
} from '@helve/core';
import type {
  ErrorType,
  InvokeOptions,
  ToolErrorBody,
  ToolHook,
  ToolHookStage,
  ToolInvokeContext,
  ToolPolicy,
  ToolRecord,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import { settle, toolThat, watch } from '../../../../test/engine-kit.js';

const quiet = () => ({ report: () => undefined });
const throwing = (thrown: unknown) => toolThat(() => Promise.reject(thrown));
const slow = () => new Promise((resolve) => setTimeout(resolve, 30));

async function errorOf(options: Partial<InvokeOptions>): Promise<ToolErrorBody> {
  const response = await callTool({ ...quiet(), ...options } as InvokeOptions);
  expect(validateToolResponse(response).ok).toBe(true);
  if (response.ok) throw new Error('expected a failure');
  return response.error;
}

const policy = (more: Partial<ToolPolicy>): Partial<ToolRecord> => ({
  policy: {
    category: 'action',
    sideEffects: 'writes',
    effects: [],
    idempotent: false,
    requiresConfirmation: false,
    ...more,
  },
});

describe('callTool', () => {
  test('C129 takes the options of invokeTool, or an id with tools, and never throws', async () => {
    const tools = new ToolRegistry();
    tools.addInline(toolThat((input) => input, { id: 'echo' }));
    expect(await callTool({ tool: 'echo', tools, rawInput: { a: 1 } })).toMatchObject({ ok: true, data: { a: 1 } });
    const trap = (): never => {
      throw new Error('trap');
    };
    const hostile = new Proxy({}, { has: trap, get: trap });
    const calls: unknown[] = [
      undefined,
      null,
      7,
      'echo',
      {},
      { tool: 5 },
      { tool: {} },
      { tool: 'echo', tools: {} },
      { tool: 'echo', tools, hooks: [null] },
      {
        tool: 'echo',
        tools,
        clock: {
          now: () => {
            throw new Error('clock');
          },
        },
      },
      {
        get tool() {
          throw new Error('getter');
        },
      },
      { tool: throwing(hostile) },
      { tool: throwing(undefined) },
      { tool: throwing(new ControlAbort('no', undefined, undefined, { bytes: new Uint8Array(2), big: 1n })) },
    ];
    for (const options of calls) {
      const response = await callTool(options as InvokeOptions);
      expect(response.ok, String((options as { tool?: unknown } | null)?.constructor)).toBe(false);
    }
  });

  test('C130 a success has data and a failure has an error, never both, and both have intents and meta', async () => {
    const intent = { type: 'SUPPRESS_AUDIO' } as const;
    const yes = await callTool({ tool: toolThat(() => ok(1, { intents: [intent] })) });
    expect(yes).toEqual({ ok: true, data: 1, intents: [intent], meta: yes.meta });
    expect(await callTool({ tool: toolThat(() => undefined) })).toMatchObject({ ok: true, data: null, intents: [] });
    const details = { where: 'here' };
    for (const hooks of [[], [{ willAuthorize: () => undefined }]]) {
      const error = new ToolError('TRANSIENT', 'Down', { retryAfterMs: 5, details });
      const no = await callTool({ tool: toolThat(() => fail(error, { intents: [intent] })), hooks });
      const body = {
        type: 'TRANSIENT',
        message: 'Down',
        retryable: true,
        partialSideEffects: false,
        retryAfterMs: 5,
        details,
      };
      expect(no).toEqual({ ok: false, error: body, intents: [intent], meta: no.meta });
    }
  });

  test('the details of an error stay those of its author', async () => {
    const state = { count: 1 };
    const tool = toolThat(() => Promise.reject(new ToolError('CONFLICT', 'Taken', { details: { state } })));
    const error = await errorOf({ tool });
    state.count += 1;
    expect(error.details).toEqual({ state: { count: 1 } });
    expect(Object.isFrozen(error.details)).toBe(true);
  });

  test('what a failure says with its intents is dropped when another attempt follows', async () => {
    const intent = { type: 'SUPPRESS_AUDIO' } as const;
    const again: ToolHook = { aroundExecute: (_ctx, inner) => inner().catch(() => inner()) };
    const tool = toolThat((_input, ctx) =>
      ctx.attempt === 1 ? fail(new ToolError('TRANSIENT', 'Down'), { intents: [intent] }) : 'up',
    );
    expect(await callTool({ tool, hooks: [again] })).toMatchObject({ ok: true, intents: [] });
  });

  test('C131 meta says what is known of the call, and where true what was special about it', async () => {
    const tools = new ToolRegistry();
    tools.addInline(toolThat(() => 1, { version: '1.2.3' }));
    const base = { tool: 'it', tools, requestId: 'r' };
    const always = {
      toolId: 'it',
      toolVersion: '1.2.3',
      registryVersion: tools.version,
      requestId: 'r',
      responseSchemaVersion: '1.0.0',
    };
    const metaOf = async (hook?: ToolHook) =>
      (await callTool({ ...base, hooks: hook === undefined ? [] : [hook] })).meta;
    const plain = await metaOf();
    expect(plain).toEqual({ ...always, duration: plain.duration });
    expect(plain.duration).toBeGreaterThanOrEqual(0);
    const special: [ToolHook, object][] = [
      [{ aroundExecute: async (_ctx, next) => [await next(), await next()] }, { attempts: 2 }],
      [{ willReadCache: (ctx) => ctx.respond(1) }, { cacheHit: true, respondedAt: 'willReadCache' }],
      [{ willCheckConsent: (ctx) => ctx.respond(1) }, { respondedAt: 'willCheckConsent' }],
      [{ willReadCache: (ctx) => ctx.setMeta('replayed', true) }, { replayed: true }],
      [{ willExecute: () => Promise.reject(new Error()), onError: (ctx) => ctx.respond(1) }, { recovered: true }],
      [{ willAuthorize: (ctx) => ctx.abort('no') }, {}],
      [{ willAuthorize: (ctx) => ctx.setMeta('toolId', 'forged') }, {}],
    ];
    for (const [hook, marks] of special) {
      const meta = await metaOf(hook);
      expect(meta).toEqual({ ...always, ...marks, duration: meta.duration });
    }
    const unknown = await callTool({ tool: 'none', tools, requestId: 7 });
    expect(unknown.meta).toMatchObject({
      toolId: 'none',
      toolVersion: null,
      requestId: 7,
      registryVersion: tools.version,
    });
  });

  test('meta keeps every name that a handler gives, also __proto__, beside those of hooks', async () => {
    const given = JSON.parse('{"rows": 3, "toolId": "forged", "__proto__": {"polluted": true}}') as object;
    const hook: ToolHook = { willAuthorize: (ctx) => ctx.setMeta('by', 'hook') };
    const { meta } = await callTool({ tool: toolThat(() => ok(1, { meta: { ...given } })), hooks: [hook] });
    expect(meta).toMatchObject({ toolId: 'it', rows: 3, by: 'hook' });
    expect(Object.hasOwn(meta, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(meta)).toBe(Object.prototype);
    expect(Object.isFrozen(meta)).toBe(true);
  });
});

describe('what ended a call', () => {
  const outputSchema = { type: 'number' } as const;

  test('C133 toToolResponse maps it, by one table, for every door', async () => {
    const aborts = (...args: Parameters<ToolInvokeContext['abort']>): ToolHook => ({
      willParseInput: (ctx) => ctx.abort(...args),
    });
    const plain = toolThat(() => 1, { outputSchema });
    const strict = toolThat(() => 1, { inputSchema: { type: 'object', required: ['a'] } });
    const said = new ToolError('PERMANENT', 'x', { retryable: true, partialSideEffects: true });
    /** Type, retryable, partialSideEffects. */
    const rows: [string, Partial<InvokeOptions>][] = [
      ['NOT_FOUND no no', { tool: 'none' }],
      ['NOT_FOUND no no', { tool: { ...plain, execute: undefined } as never }],
      ['INTERNAL no no', { tool: plain, graceMs: -1 }],
      ['INTERNAL no no', { tool: plain, hooks: [{ priority: () => Number.NaN }] }],
      ['VALIDATION no no', { tool: strict }],
      ['AUTH no no', { tool: plain, hooks: [aborts('no', 'AUTH')] }],
      ['CONFLICT no no', { tool: plain, hooks: [aborts('no', 'MY_CODE', 409)] }],
      ['VALIDATION no no', { tool: plain, hooks: [aborts('no')] }],
      ['RATE_LIMIT yes yes', { tool: toolThat((_input, ctx) => ctx.retryAfter(10)) }],
      ['SESSION_INACTIVE no no', { tool: throwing(new ToolError('SESSION_INACTIVE', 'Over')) }],
      ['PERMANENT yes yes', { tool: throwing(said) }],
      ['INTERNAL no yes', { tool: toolThat(() => 'text', { outputSchema }) }],
      ['INTERNAL no no', { tool: plain, hooks: [{ willReadCache: (ctx) => ctx.respond('text') }] }],
      ['INTERNAL no yes', { tool: plain, hooks: [{ willRedactOutput: () => Promise.reject(new Error('x')) }] }],
      ['TIMEOUT yes yes', { tool: toolThat(slow, policy({ idempotent: true })), timeoutMs: 1, graceMs: 0 }],
      ['TIMEOUT no yes', { tool: toolThat(slow), timeoutMs: 1, graceMs: 0 }],
      ['CANCELLED no no', { tool: plain, signal: AbortSignal.abort() }],
      ['INTERNAL no yes', { tool: throwing(new RangeError('x')) }],
      ['INTERNAL no no', { tool: plain, hooks: [{ willAuthorize: () => Promise.reject('text') }] }],
    ];
    const word = (flag: boolean) => (flag ? 'yes' : 'no');
    for (const [expected, options] of rows) {
      const { type, retryable, partialSideEffects } = await errorOf(options);
      expect(`${type} ${word(retryable)} ${word(partialSideEffects)}`).toBe(expected);
    }
    expect((await errorOf({ tool: strict })).details?.issues).toMatchObject([{ pointer: '/a' }]);

    const meta = (await callTool({ tool: toolThat(() => 1) })).meta;
    const call = { toolId: 'it', requestId: 'r', executeBegan: false, writes: true, safe: false };
    const thrown = new ControlRetryAfter(3);
    expect(toToolResponse({ thrown, call }, undefined, meta)).toMatchObject({ ok: false, error: { retryAfterMs: 3 } });
    expect(toToolResponse({ data: 1 }, undefined, meta)).toEqual({ ok: true, data: 1, intents: [], meta });
  });

  test('C134 an abort without a type gets it from its status, else from its stage', async () => {
    const statuses: [ErrorType, ...number[]][] = [
      ['VALIDATION', 400, 422],
      ['AUTH', 401, 403],
      ['NOT_FOUND', 404, 410],
      ['TIMEOUT', 408, 504],
      ['CONFLICT', 409, 412],
      ['RATE_LIMIT', 429],
      ['TRANSIENT', 500, 502, 503, 599],
      ['PERMANENT', 302, 418, 600],
    ];
    for (const [type, ...all] of statuses) {
      for (const status of all) {
        const tool = toolThat((_input, ctx) => ctx.abort('no', undefined, status));
        expect(await errorOf({ tool }), String(status)).toMatchObject({ type });
      }
    }
    const byStage: [ErrorType, ...ToolHookStage[]][] = [
      ['AUTH', 'willAuthorize', 'willCheckConsent'],
      ['NOT_FOUND', 'willCheckFeatureFlags'],
      [
        'VALIDATION',
        'willParseInput',
        'willValidateInput',
        'willNormalizeInput',
        'willRedactInput',
        'willInjectSecrets',
      ],
      ['PERMANENT', 'willCreateInvokeContext', 'willAcquireQuota', 'willReadCache', 'aroundExecute', 'didExecute'],
    ];
    for (const [type, ...all] of byStage) {
      for (const stage of all) {
        const hook: ToolHook = { [stage]: (ctx: ToolInvokeContext) => ctx.abort('no', 'MY_CODE', 418) };
        expect(await errorOf({ tool: toolThat(() => 1), hooks: [hook] }), stage).toMatchObject({ type });
      }
    }
  });

  test('C135 by default RATE_LIMIT, TRANSIENT and the TIMEOUT of a safe tool are retryable, and nothing else', async () => {
    for (const [safe, more] of [
      [false, {}],
      [true, policy({ idempotent: true })],
      [true, policy({ sideEffects: 'read_only' })],
    ] as const) {
      for (const type of Object.keys(errorTypes) as ErrorType[]) {
        const retryable = type === 'RATE_LIMIT' || type === 'TRANSIENT' || (type === 'TIMEOUT' && safe);
        const thrown = toolThat(() => Promise.reject(new ToolError(type, 'x')), more);
        expect(await errorOf({ tool: thrown }), type).toMatchObject({ type, retryable });
        const aborted = toolThat((_input, ctx) => ctx.abort('x', type), more);
        expect(await errorOf({ tool: aborted }), type).toMatchObject({ type, retryable });
        const said = toolThat(() => Promise.reject(new ToolError(type, 'x', { retryable: !retryable })), more);
        expect(await errorOf({ tool: said }), type).toMatchObject({ type, retryable: !retryable });
      }
    }
  });

  test('C136 partialSideEffects is true only after execute began: for writers, or for an unexpected error', async () => {
    const readOnly = policy({ sideEffects: 'read_only' });
    const ends: ((ctx: ToolInvokeContext) => unknown)[] = [
      (ctx) => ctx.abort('no'),
      (ctx) => ctx.retryAfter(1),
      (ctx) => (
        ctx.cancelAttempt(),
        Promise.reject(
          new ToolError('TRANSIENT', 'x', {
            partialSideEffects: ctx.policy.sideEffects === 'writes' && ctx.executeBegan,
          }),
        )
      ),
    ];
    for (const end of ends) {
      for (const [more, writes] of [
        [{}, true],
        [readOnly, false],
      ] as const) {
        const during = toolThat((_input, ctx) => end(ctx), more);
        const after: ToolHook = { didExecute: end };
        const before: ToolHook = { willExecute: end };
        expect(await errorOf({ tool: during })).toMatchObject({ partialSideEffects: writes });
        expect(await errorOf({ tool: toolThat(() => 1, more), hooks: [after] })).toMatchObject({
          partialSideEffects: writes,
        });
        expect(await errorOf({ tool: toolThat(() => 1, more), hooks: [before] })).toMatchObject({
          partialSideEffects: false,
        });
      }
    }
    for (const more of [{}, readOnly]) {
      expect(await errorOf({ tool: toolThat(() => Promise.reject(new Error('x')), more) })).toMatchObject({
        partialSideEffects: true,
      });
      const controller = new AbortController();
      const cancels = toolThat(() => (controller.abort(), settle()), more);
      expect(await errorOf({ tool: cancels, signal: controller.signal })).toMatchObject({
        type: 'CANCELLED',
        partialSideEffects: more !== readOnly,
      });
    }
    for (const partialSideEffects of [true, false]) {
      const says = (ctx: ToolInvokeContext) => ctx.abort('no', undefined, undefined, { partialSideEffects });
      expect(await errorOf({ tool: toolThat((_input, ctx) => says(ctx)) })).toMatchObject({ partialSideEffects });
      expect(await errorOf({ tool: toolThat(() => 1), hooks: [{ willAuthorize: says }] })).toMatchObject({
        partialSideEffects: false,
      });
    }
    // Begun in any attempt counts.
    const again: ToolHook = {
      aroundExecute: (_ctx, inner) => inner().catch(() => inner()),
      willExecute: (ctx) => void (ctx.attempt === 2 && ctx.abort('no')),
    };
    expect(await errorOf({ tool: throwing(new Error('x')), hooks: [again] })).toMatchObject({
      partialSideEffects: true,
    });
  });

  test('C137 retryAfterMs comes only with retryable, as a whole number', async () => {
    const cases: [unknown, number | undefined][] = [
      [new ControlRetryAfter(1.2), 2],
      [new ControlRetryAfter(0), 0],
      [new ToolError('TRANSIENT', 'x', { retryAfterMs: 10.5 }), 11],
      [new ToolError('TRANSIENT', 'x', { retryAfterMs: -3 }), 0],
      [new ToolError('TRANSIENT', 'x', { retryAfterMs: Number.NaN }), undefined],
      [new ToolError('CONFLICT', 'x', { retryAfterMs: 10 }), undefined],
      [new ToolError('RATE_LIMIT', 'x', { retryable: false, retryAfterMs: 10 }), undefined],
      [new ControlAbort('x', 'RATE_LIMIT', undefined, { retryAfterMs: 5 }), 5],
      [new ControlAbort('x', 'AUTH', undefined, { retryAfterMs: 5 }), undefined],
    ];
    for (const [thrown, ms] of cases) expect((await errorOf({ tool: throwing(thrown) })).retryAfterMs).toBe(ms);
  });

  test('a refusal that another copy made and that says no reason is a failure like any other', async () => {
    const forged = (more: object) => ({ [Symbol.for('helve.control')]: true, kind: 'abort', ...more });
    expect(await errorOf({ tool: throwing(forged({ reason: 'Not today' })) })).toMatchObject({ message: 'Not today' });
    for (const more of [{}, { reason: '' }, { reason: 7 }]) {
      const { details } = await errorOf({ tool: throwing(forged(more)) });
      expect(details).toMatchObject({ code: 'CALL_TOOL_FAILED' });
    }
  });

  test('C138 foreseen messages are public, others become a fixed sentence with the request id, unless let out', async () => {
    const unforeseen = { tool: throwing(new RangeError('CANARY-4711')), requestId: 'r-9' };
    expect((await errorOf({ tool: throwing(new ToolError('CONFLICT', 'Taken by Ada')) })).message).toBe('Taken by Ada');
    expect((await errorOf({ tool: throwing(new ControlAbort('Not on Sundays')) })).message).toBe('Not on Sundays');
    const { reports, options } = watch();
    const hidden = await errorOf({ ...unforeseen, ...options });
    expect(hidden.message).toBe('Cannot answer for "it": it failed unexpectedly (request r-9)');
    expect(JSON.stringify(hidden)).not.toContain('CANARY');
    expect(reports).toMatchObject([{ thrown: { message: 'CANARY-4711' } }]);
    const shown = await errorOf({ ...unforeseen, exposeMessages: true });
    expect(shown.details?.reason).toBe('RangeError: CANARY-4711');
  });

  test('C139 each type comes from the one who may say so', async () => {
    const circle: ToolRecord = toolThat((_input, ctx) => ctx.invoke(circle, {}));
    const controller = new AbortController();
    const said = new Map<string, Promise<ToolErrorBody>>([
      // The registry and the call line.
      ['VALIDATION', errorOf({ tool: toolThat(() => 1), rawInput: 5 })],
      ['NOT_FOUND', errorOf({ tool: 'none' })],
      ['INTERNAL', errorOf({ tool: throwing(new Error('x')) })],
      ['TIMEOUT', errorOf({ tool: toolThat(slow), timeoutMs: 1, graceMs: 0 })],
      ['CANCELLED', errorOf({ tool: toolThat(() => (controller.abort(), settle())), signal: controller.signal })],
      ['LOOP_DETECTED', errorOf({ tool: circle })],
    ]);
    for (const type of ['MODE_RESTRICTED', 'BUDGET_EXCEEDED', 'CONFIRMATION_REQUIRED', 'LOOP_DETECTED']) {
      const gate: ToolHook = { willAuthorize: (ctx) => ctx.abort('policy', type) };
      said.set(`${type} `, errorOf({ tool: toolThat(() => 1), hooks: [gate] }));
    }
    const rest = Object.keys(errorTypes).filter((type) => !said.has(type) && !said.has(`${type} `)) as ErrorType[];
    expect(rest).toEqual(['SESSION_INACTIVE', 'TRANSIENT', 'PERMANENT', 'CONFLICT', 'AUTH', 'RATE_LIMIT']);
    for (const type of rest) said.set(type, errorOf({ tool: throwing(new ToolError(type, 'x')) }));
    for (const [type, body] of said) expect((await body).type).toBe(type.trim());
  });

  test('C140 the codes of the engine have these types', () => {
    const types = Object.fromEntries(coreErrors.rows.map(({ code, type }) => [code, type]));
    const internal = [
      'CONFIG_INVALID',
      'OUTPUT_INVALID',
      'PROVIDER_NOT_FOUND',
      'PROVIDER_SCOPE',
      'NEXT_CONCURRENT',
      'NEXT_AFTER_SETTLE',
      'CONTEXT_SETTLED',
    ];
    for (const code of internal) expect(types[`CALL_${code}`], code).toBe('INTERNAL');
    expect(types).toMatchObject({
      CALL_INPUT_INVALID: 'VALIDATION',
      CALL_TOOL_NOT_FOUND: 'NOT_FOUND',
      CALL_DEADLINE_EXCEEDED: 'TIMEOUT',
      CALL_CANCELLED: 'CANCELLED',
      CALL_DEPTH_EXCEEDED: 'LOOP_DETECTED',
    });
  });
});
