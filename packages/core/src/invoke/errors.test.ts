import {
  callInfo,
  callTool,
  invokeTool,
  ProviderRegistry,
  suppressedBy,
  toolErrorStages,
  ToolError,
} from '@helve/core';
import type { InvokeOptions, ToolHook, ToolHookStage, ToolInvokeContext, ToolRecord } from '@helve/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { run, toolThat } from '../testing/invoke-kit.js';

const caught = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (thrown: unknown) => thrown,
  );
const failing = (thrown: unknown) => toolThat({ execute: () => Promise.reject(thrown) });

const errorLine = [...toolErrorStages, 'willFinalizeInvoke'] as const;

/** Holds a quota and a slot, and writes down the stages of the error line. */
function watcher(seen: string[]): ToolHook {
  const hook: ToolHook = { name: 'watcher', willAcquireQuota: () => undefined, willAcquireSemaphore: () => undefined };
  for (const stage of errorLine) hook[stage] = () => void seen.push(stage);
  return hook;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('abort and retryAfter', () => {
  test('C88 throw, run the error line, and the same object reaches the caller', async () => {
    for (const [way, expected] of [
      [
        (ctx: ToolInvokeContext) => ctx.abort('no', 'AUTH', 403, { why: 1 }),
        { reason: 'no', code: 'AUTH', httpStatus: 403, details: { why: 1 } },
      ],
      [(ctx: ToolInvokeContext) => ctx.retryAfter(5, 'busy'), { ms: 5, reason: 'busy' }],
    ] as const) {
      const seen: string[] = [];
      let signal: unknown;
      const hook: ToolHook = {
        willInjectSecrets(ctx) {
          try {
            way(ctx);
          } catch (thrown) {
            signal = thrown;
            throw thrown;
          }
        },
      };
      const thrown = await caught(run({ hooks: [watcher(seen), hook] }));
      expect(thrown).toBe(signal);
      expect(thrown).toMatchObject(expected);
      expect(seen).toEqual(errorLine);
    }
  });

  test('C89 refuse an empty reason, and a wait that is not finite or below zero', async () => {
    const wrong: ((ctx: ToolInvokeContext) => never)[] = [
      (ctx) => ctx.abort(''),
      (ctx) => ctx.abort(undefined as never),
      (ctx) => ctx.retryAfter(-1),
      (ctx) => ctx.retryAfter(Number.NaN),
      (ctx) => ctx.retryAfter(Number.POSITIVE_INFINITY),
      (ctx) => ctx.retryAfter('5' as never),
    ];
    for (const way of wrong) expect(await caught(run({ hooks: [{ willAuthorize: way }] }))).toBeInstanceOf(TypeError);
    expect(await caught(run({ hooks: [{ willAuthorize: (ctx) => ctx.retryAfter(0) }] }))).toMatchObject({ ms: 0 });
  });
});

describe('an unknown error', () => {
  test('C90 is rethrown as it is, whatever it is', async () => {
    for (const thrown of [
      new Error('x'),
      Object.freeze(new RangeError('frozen')),
      'text',
      7,
      null,
      undefined,
      { plain: true },
    ]) {
      const seen: unknown[] = [];
      for (const tool of [failing(thrown), toolThat({ hooks: [{ willAuthorize: () => Promise.reject(thrown) }] })]) {
        seen.length = 0;
        expect(await caught(run({ tool, hooks: [{ onError: (ctx) => void seen.push(ctx.error) }] }))).toBe(thrown);
        expect(seen).toEqual([thrown]);
      }
    }
  });
});

describe('the error line', () => {
  test('C91 runs in full, each hook on its own, each stage once', async () => {
    for (const stage of errorLine) {
      const seen: string[] = [];
      const bad: ToolHook = { priority: () => 9, [stage]: () => Promise.reject(new Error(`${stage} broke`)) };
      const thrown = new Error('first');
      expect(await caught(run({ tool: failing(thrown), hooks: [bad, watcher(seen)] }))).toBe(thrown);
      expect(seen, stage).toEqual(errorLine);
    }
    const seen: string[] = [];
    const lateFailure: ToolHook = { willTransformOutput: () => Promise.reject(new Error('post')) };
    await caught(run({ hooks: [lateFailure, watcher(seen)] }));
    expect(seen).toEqual(errorLine);
  });

  test('C92 onError may put another error in its place, which remembers the first', async () => {
    const first = new Error('first');
    const mapped = new ToolError('CONFLICT', 'Taken');
    const map: ToolHook = { onError: (ctx) => void (ctx.error = mapped) };
    expect(await caught(run({ tool: failing(first), hooks: [map] }))).toBe(mapped);
    expect(mapped.cause).toBe(first);
    const frozen = Object.freeze(new Error('frozen'));
    const seen: string[] = [];
    const hooks: ToolHook[] = [{ onError: (ctx) => void (ctx.error = frozen) }, watcher(seen)];
    expect(await caught(run({ tool: failing(first), hooks }))).toBe(frozen);
    expect(seen).toEqual(errorLine);
  });

  test('a later stage cannot put another error in its place', async () => {
    for (const stage of ['willAudit', 'onMetrics', 'willFinalizeInvoke'] as const) {
      const first = new Error('first');
      const hook: ToolHook = { [stage]: (ctx: ToolInvokeContext) => void (ctx.error = new Error('other')) };
      expect(await caught(run({ tool: failing(first), hooks: [hook] })), stage).toBe(first);
    }
  });

  test('C93 a throwing onError changes nothing, is attached, and all of them run once', async () => {
    const seen: string[] = [];
    const first = new Error('first');
    const second = new Error('second');
    const aborting: ToolHook = { onError: (ctx) => ctx.abort('no') };
    const throwing: ToolHook = { onError: () => Promise.reject(second) };
    expect(await caught(run({ tool: failing(first), hooks: [aborting, throwing, watcher(seen)] }))).toBe(first);
    expect(suppressedBy(first)).toEqual([expect.objectContaining({ kind: 'abort' }), second]);
    expect(seen).toEqual(errorLine);
  });

  test('C97 what fails before there is a context rejects and runs no hook', async () => {
    const seen: string[] = [];
    class Broken extends ProviderRegistry {
      override getAllSingletons(): never {
        throw new Error('views');
      }
    }
    class BrokenSession extends ProviderRegistry {
      override pinSession(): never {
        throw new Error('session');
      }
    }
    const all: ToolHook = { ...watcher(seen), willCreateInvokeContext: () => void seen.push('context') };
    const ways: Partial<InvokeOptions>[] = [
      { timeoutMs: -1 },
      { tool: undefined as never },
      { signal: AbortSignal.abort() },
      { registry: new Broken() },
      { registry: new BrokenSession(), sessionId: 's' },
    ];
    for (const way of ways) await caught(run({ hooks: [all], ...way }));
    expect(seen).toEqual([]);
  });

  test('C98 a failing output gate lets nothing of the output out', async () => {
    const canary = 'CANARY';
    const boom = () => Promise.reject(new Error('gate'));
    const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } as const;
    const ways: [ToolHook, Partial<ToolRecord>][] = [
      [{ willRedactOutput: boom }, {}],
      [{ willValidateOutput: boom }, {}],
      [{ willTransformOutput: (ctx) => ctx.abort('no') }, {}],
      [{}, { outputSchema, execute: () => ({ n: canary }) }],
    ];
    for (const [hook, more] of ways) {
      const seen: unknown[] = [];
      const see = (ctx: ToolInvokeContext) => void seen.push(ctx.output, ctx.outputHistory, ctx.outputEntries);
      const tool = toolThat({ execute: () => ({ card: canary }), ...more });
      const response = await callTool({
        tool,
        hooks: [hook, { onError: see, willAudit: see }],
        report: () => undefined,
      });
      expect(response.ok).toBe(false);
      expect(JSON.stringify([response, seen])).not.toContain(canary);
      expect(seen.filter((value) => value !== undefined)).toEqual([[], [], [], []]);
    }
  });
});

describe('callInfo', () => {
  test('C101 tells tool, request, stage and hook of anything thrown, and leaves it as it was', async () => {
    class Special extends Error {}
    const shared = new Special('again and again');
    const keys = Reflect.ownKeys(shared);
    const ways: [Partial<InvokeOptions>, string, string][] = [
      [{ hooks: [{ name: 'guard', willAuthorize: () => Promise.reject(shared) }] }, 'willAuthorize', 'guard'],
      [{ tool: failing(shared) }, 'execute', ''],
      [{ hooks: [{ name: 'wrap', aroundExecute: () => Promise.reject(shared) }] }, 'aroundExecute', 'wrap'],
      [{ hooks: [{ name: 'binds', willBindProviders: () => Promise.reject(shared) }] }, 'willBindProviders', 'binds'],
      [
        { hooks: [{ name: 'picky', filter: () => Promise.reject(shared), willCheckConsent: () => undefined }] },
        'willCheckConsent',
        'picky',
      ],
    ];
    for (const [options, stage, hook] of ways) {
      expect(await caught(run({ ...options, requestId: stage }))).toBe(shared);
      expect(callInfo(shared)).toEqual({ toolId: 'it', requestId: stage, stage, hook });
    }
    expect(Reflect.ownKeys(shared)).toEqual(keys);
    expect(Object.getPrototypeOf(shared)).toBe(Special.prototype);
    const tool = toolThat({ inputSchema: { type: 'object', required: ['n'] } });
    expect(callInfo(await caught(run({ tool })))).toMatchObject({ stage: 'inputCheck', hook: '' });
  });

  test('an error that once failed a body and now fails a gate is not recovered', async () => {
    const shared = new Error('one object for all');
    const recover: ToolHook = { onError: (ctx) => ctx.respond('recovered') };
    expect(await run({ tool: failing(shared), hooks: [recover] })).toBe('recovered');
    const guard: ToolHook = { willAuthorize: () => Promise.reject(shared) };
    expect(await caught(run({ hooks: [recover, guard] }))).toBe(shared);
  });
});

describe('nothing is lost', () => {
  test('C102 late rejections are observed and reported, and control signals capture no stack', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', listen);
    const reported: unknown[] = [];
    const late = (name: string) => new Promise<never>((_, reject) => setTimeout(() => reject(new Error(name)), 400));
    const report = (thrown: unknown) => reported.push((thrown as Error).message);
    const rules = { timeoutMs: 5, graceMs: 1, zombieMs: 10_000, report };
    const stages: ToolHookStage[] = [
      'willAuthorize',
      'willAcquireQuota',
      'willExecute',
      'didExecute',
      'willTransformOutput',
    ];
    await Promise.all([
      caught(run({ ...rules, tool: toolThat({ execute: () => late('body') }) })),
      caught(run({ ...rules, hooks: [{ aroundExecute: () => late('around') }] })),
      caught(run({ ...rules, hooks: [{ willBindProviders: () => late('binding') }] })),
      caught(run({ ...rules, hooks: [{ filter: () => late('filter'), willAuthorize: () => undefined }] })),
      ...stages.map((stage) => caught(run({ ...rules, hooks: [{ [stage]: () => late(stage) }] }))),
      run({
        report,
        hooks: [{ aroundExecute: (_ctx, next) => void next() }],
        tool: toolThat({ execute: () => late('dropped') }),
      }),
    ]);
    const names = ['body', 'around', 'binding', 'filter', 'dropped', ...stages];
    await vi.waitUntil(() => names.every((name) => reported.includes(name)), 10_000);
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
    const signal = await caught(run({ hooks: [{ willAuthorize: (ctx) => ctx.abort('no') }] }));
    expect(signal).not.toBeInstanceOf(Error);
    expect(signal).not.toHaveProperty('stack');
  });

  test('C103 without a reporter one line without values goes to the console, and a throwing reporter is ignored', async () => {
    const lines = vi.spyOn(console, 'error').mockReturnValue();
    const leaky: ToolHook = { name: 'leaky', onMetrics: () => Promise.reject(new RangeError('CANARY')) };
    await invokeTool({ tool: toolThat(), hooks: [leaky], requestId: 'r\n1' });
    expect(lines.mock.calls).toEqual([['Helve: RangeError during a call of "it" in onMetrics of leaky (request r 1)']]);
    lines.mockClear();
    await invokeTool({
      tool: toolThat(),
      hooks: [{ onMetrics: () => undefined, onMetrix: () => undefined } as ToolHook],
    });
    expect(lines.mock.calls).toEqual([[expect.stringContaining('did you mean "onMetrics"?')]]);
    const report = () => {
      throw new Error('reporter');
    };
    expect(await run({ hooks: [leaky], report })).toBe('done');
  });
});
