import { callTool, invokeTool, stageTable, toolErrorStages, toolPostStages, toolPreStages } from '@helve/core';
import type { Outcome, ToolHook, ToolHookStage, ToolInvokeContext } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { toolThat, watch } from '../../../../test/engine-kit.js';

const stages = stageTable.map(({ stage }) => stage);

/** A hook with a silent method for each of these stages, and the given ones. */
function everywhere(more: ToolHook = {}, at: readonly ToolHookStage[] = stages): ToolHook {
  const silent = at.filter((stage) => stage !== 'aroundExecute').map((stage) => [stage, () => undefined]);
  return { name: 'h', ...Object.fromEntries(silent), ...more };
}

/** The stages of a trace, without the engine's own steps. */
const stagesOf = (steps: readonly string[]) =>
  steps.map((step) => step.split(' ')[0]).filter((step) => stages.includes(step as ToolHookStage));

const post = [...toolPostStages.filter((stage) => !stage.startsWith('didRelease')), 'willFinalizeInvoke'];

describe('respond', () => {
  test('C78 respond sets the output, post and finalize follow, and the caller gets the output as they left it', async () => {
    const { steps, options } = watch();
    const seen: unknown[] = [];
    const hook = everywhere({
      willAuthorize: (ctx) => {
        try {
          ctx.respond('answer');
        } finally {
          seen.push(ctx.output);
        }
      },
      willTransformOutput: (ctx) => void (ctx.output = `${String(ctx.output)}!`),
      willFinalizeInvoke: (ctx) => void seen.push(ctx.outcome),
    });
    expect(await invokeTool({ tool: toolThat(() => 'never'), hooks: [hook], ...options })).toBe('answer!');
    expect(seen).toEqual(['answer', { kind: 'responded', stage: 'willAuthorize', cacheHit: false }]);
    expect(stagesOf(steps).slice(-post.length)).toEqual(post);
  });

  test('C79 respond in a pre stage skips the rest up to the post stages, and releases only what was acquired', async () => {
    const order: ToolHookStage[] = [...toolPreStages];
    order.splice(2, 0, 'willBindProviders');
    for (const stage of order.filter((name) => name !== 'willReadCache')) {
      const { steps, options } = watch();
      const responds: ToolHook = {
        name: 'first',
        priority: () => 1,
        [stage]: (ctx: ToolInvokeContext) => ctx.respond(1),
      };
      const hook = everywhere({ aroundExecute: (_ctx, next) => next() });
      await invokeTool({ tool: toolThat(() => 0), hooks: [hook, responds], ...options });
      const first = steps.findIndex((step) => step.endsWith('responded'));
      const after = stagesOf(steps.slice(first + 1));
      const reached = order.indexOf(stage);
      // `did*` runs the higher priority last, so only there is the silent hook before the one that responds.
      expect(stagesOf(steps.slice(0, first))).toEqual(order.slice(0, stage.startsWith('did') ? reached + 1 : reached));
      const released = [
        ...(reached > order.indexOf('willAcquireSemaphore') ? ['didReleaseSemaphore'] : []),
        ...(reached > order.indexOf('willAcquireQuota') ? ['didReleaseQuota'] : []),
      ];
      expect(after, stage).toEqual([...post.slice(0, -1), ...released, 'willFinalizeInvoke']);
    }
  });

  test('C80 a cached answer passes all post stages for this caller', async () => {
    const { steps, options } = watch();
    const hook = everywhere({
      willReadCache: (ctx) => ctx.respond({ name: 'Ada', salary: 5 }),
      willRedactOutput: (ctx) => void (ctx.output = { name: (ctx.output as { name: string }).name }),
    });
    const schema = { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false } as const;
    const tool = toolThat(() => 'never', { outputSchema: schema });
    expect(await invokeTool({ tool, hooks: [hook], ...options })).toEqual({ name: 'Ada' });
    const shaped = steps.slice(steps.indexOf('didCacheHit h'));
    expect(stagesOf(shaped)).toEqual(['didCacheHit', ...toolPostStages, 'willFinalizeInvoke']);
  });

  test('C81 willWriteCache runs after every respond, and the outcome tells whether it was a hit', async () => {
    const seen: Outcome[] = [];
    for (const stage of ['willAuthorize', 'willReadCache', 'didCacheMiss', 'willExecute', 'didExecute'] as const) {
      const hook = { [stage]: (ctx: ToolInvokeContext) => ctx.respond(1) };
      const writes: ToolHook = { willWriteCache: (ctx) => void seen.push(ctx.outcome) };
      await invokeTool({ tool: toolThat(() => 0), hooks: [hook, writes] });
    }
    expect(seen).toEqual([
      { kind: 'responded', stage: 'willAuthorize', cacheHit: false },
      { kind: 'responded', stage: 'willReadCache', cacheHit: true },
      { kind: 'responded', stage: 'didCacheMiss', cacheHit: false },
      { kind: 'responded', stage: 'willExecute', cacheHit: false },
      { kind: 'responded', stage: 'didExecute', cacheHit: false },
    ]);
  });

  test('C82 a hit tells didCacheHit, which sees the output; a miss tells didCacheMiss; never both', async () => {
    const log: unknown[] = [];
    const call = async (willReadCache: NonNullable<ToolHook['willReadCache']>) => {
      log.length = 0;
      const tells: ToolHook = {
        didCacheHit: (ctx) => void log.push('hit', ctx.output),
        didCacheMiss: (ctx) => void log.push('miss', ctx.output),
      };
      await invokeTool({ tool: toolThat(() => 'ran'), hooks: [{ willReadCache }, tells] });
      return [...log];
    };
    expect(await call((ctx) => ctx.respond('stored'))).toEqual(['hit', 'stored']);
    expect(await call((ctx) => ctx.markCacheHit())).toEqual(['hit', undefined]);
    expect(await call(() => undefined)).toEqual(['miss', undefined]);
  });

  test('a marked hit that is told later keeps those who count misses out too, and the call goes on', async () => {
    const log: string[] = [];
    const later = async (what: string) => void log.push(what);
    const hook: ToolHook = {
      willReadCache: (ctx) => ctx.markCacheHit(),
      didCacheHit: () => later('hit'),
      didCacheMiss: () => later('miss'),
      willExecute: () => later('execute'),
    };
    expect(await invokeTool({ tool: toolThat(() => 'ran'), hooks: [hook] })).toBe('ran');
    expect(log).toEqual(['hit', 'execute']);
  });

  test('a hit can be marked in willReadCache only', async () => {
    const log: string[] = [];
    const hook: ToolHook = {
      willAuthorize: (ctx) => ctx.markCacheHit(),
      didCacheHit: () => void log.push('hit'),
      didCacheMiss: () => void log.push('miss'),
      didExecute: (ctx) => {
        ctx.markCacheHit();
        ctx.respond(1);
      },
      onMetrics: (ctx) => void log.push(String('cacheHit' in ctx.outcome && ctx.outcome.cacheHit)),
    };
    await invokeTool({ tool: toolThat(() => 0), hooks: [hook] });
    expect(log).toEqual(['miss', 'false']);
  });

  test('C83 a marked hit is answered by didCacheHit, and executed if nobody answers', async () => {
    const outcomes: Outcome[] = [];
    const marks: ToolHook = {
      willReadCache: (ctx) => ctx.markCacheHit(),
      onMetrics: (ctx) => void outcomes.push(ctx.outcome),
    };
    const tool = toolThat(() => 'ran');
    expect(await invokeTool({ tool, hooks: [marks, { didCacheHit: (ctx) => ctx.respond('stored') }] })).toBe('stored');
    expect(await invokeTool({ tool, hooks: [marks, { didCacheHit: () => undefined }] })).toBe('ran');
    expect(outcomes).toEqual([{ kind: 'responded', stage: 'didCacheHit', cacheHit: true }, { kind: 'success' }]);
  });

  test('C84 respond in didCacheMiss is a plain respond', async () => {
    const hook: ToolHook = { didCacheMiss: (ctx) => ctx.respond('fallback') };
    const response = await callTool({ tool: toolThat(() => 'ran'), hooks: [hook] });
    expect(response).toMatchObject({ data: 'fallback', meta: { respondedAt: 'didCacheMiss' } });
    expect(response.meta).not.toHaveProperty('cacheHit');
  });

  test('C85 respond in the run section skips the rest of it, wrappers see the signal, and post stages run', async () => {
    for (const [stage, rest] of [
      ['willExecute', []],
      ['execute', ['willExecute']],
      ['didExecute', ['willExecute', 'didExecute']],
      ['aroundExecute', []],
    ] as const) {
      const { steps, options } = watch();
      const seen: unknown[] = [];
      const outer: ToolHook = {
        name: 'outer',
        priority: () => 9,
        aroundExecute: (_ctx, next) => next().catch((thrown: unknown) => Promise.reject((seen.push(thrown), thrown))),
      };
      const responds: ToolHook = {
        name: 'responds',
        priority: () => 1,
        [stage]: (ctx: ToolInvokeContext) => ctx.respond(stage),
      };
      const silent = everywhere({}, ['willExecute', 'didExecute', ...toolPostStages]);
      const tool = toolThat((_input, ctx) => (stage === 'execute' ? ctx.respond(stage) : 'ran'));
      expect(await invokeTool({ tool, hooks: [outer, silent, responds], ...options })).toBe(stage);
      expect(seen).toMatchObject([{ kind: 'respond', value: stage }]);
      const ran = stagesOf(steps.filter((step) => step.endsWith(' h')));
      expect(ran).toEqual([...rest, ...toolPostStages]);
    }
  });

  test('the outcome names the wrapper stage for a wrapper that responds after its next', async () => {
    let outcome: Outcome | undefined;
    const hook: ToolHook = {
      aroundExecute: async (ctx, next) => (await next(), ctx.respond('late')),
      onMetrics: (ctx) => void (outcome = ctx.outcome),
    };
    expect(await invokeTool({ tool: toolThat(() => 'ran'), hooks: [hook] })).toBe('late');
    expect(outcome).toEqual({ kind: 'responded', stage: 'aroundExecute', cacheHit: false });
  });

  test('C86 respond in an output gate ends that stage only, and in observers it is ignored and reported', async () => {
    for (const stage of ['willRedactOutput', 'willValidateOutput', 'willTransformOutput'] as const) {
      const { steps, options } = watch();
      const responds: ToolHook = {
        name: 'r',
        priority: () => 1,
        [stage]: (ctx: ToolInvokeContext) => ctx.respond(stage),
      };
      const silent = everywhere({}, toolPostStages);
      expect(await invokeTool({ tool: toolThat(() => 'ran'), hooks: [silent, responds], ...options })).toBe(stage);
      const ran = stagesOf(steps.filter((step) => step.endsWith(' h')));
      expect(ran).toEqual(toolPostStages.filter((other) => other !== stage));
    }
    const ignored = ['willWriteCache', ...toolErrorStages.slice(1), 'willFinalizeInvoke'] as const;
    for (const stage of ignored) {
      const { reports, options } = watch();
      const responds: ToolHook = {
        name: 'r',
        priority: () => 1,
        [stage]: (ctx: ToolInvokeContext) => ctx.respond(stage),
      };
      const acquires = everywhere({}, ['willAcquireQuota', 'willAcquireSemaphore', stage]);
      const history: unknown[] = [];
      const late: ToolHook = { willFinalizeInvoke: (ctx) => void history.push(...ctx.outputHistory) };
      const hooks = [acquires, responds, late];
      expect(await invokeTool({ tool: toolThat(() => 'ran'), hooks, ...options }), stage).toBe('ran');
      expect(reports.map(({ where }) => where.stage)).toEqual([stage]);
      expect(history, stage).toEqual(['ran']);
    }
  });

  test('C87 respond twice: the last value wins, one history entry each, and undefined is a value', async () => {
    let history: readonly unknown[] = [];
    const audit: ToolHook = { willAudit: (ctx) => void (history = ctx.outputHistory) };
    const twice: ToolHook = {
      willAuthorize(ctx) {
        try {
          ctx.respond(1);
        } catch {
          ctx.respond(2);
        }
      },
    };
    expect(await invokeTool({ tool: toolThat(() => 0), hooks: [twice, audit] })).toBe(2);
    expect(history).toEqual([1, 2]);
    const nothing: ToolHook = { willAuthorize: (ctx) => ctx.respond(undefined) };
    expect(await invokeTool({ tool: toolThat(() => 0), hooks: [nothing, audit] })).toBeUndefined();
    expect(history).toEqual([undefined]);
  });
});

describe('respond in onError', () => {
  const recovers: ToolHook = { name: 'recovers', onError: (ctx) => ctx.respond('recovered') };
  const throwsAt = (stage: string, thrown: (ctx: ToolInvokeContext) => unknown): ToolHook => ({
    [stage]: (ctx: ToolInvokeContext) => Promise.reject(thrown(ctx)),
  });

  test('C94 an unknown error of 9 to 11, 14 or the run section is recovered, anything else stays failed and is reported', async () => {
    const open = [
      'willParseInput',
      'willValidateInput',
      'willNormalizeInput',
      'willReadCache',
      'aroundExecute',
      'willExecute',
      'didExecute',
    ];
    const gates = stageTable.filter((row) => row.class === 'gate').map(({ stage }) => stage);
    for (const stage of gates) {
      const { reports, steps, options } = watch();
      const error = new Error(stage);
      const hooks = [everywhere({}, [...toolPostStages, 'willFinalizeInvoke']), throwsAt(stage, () => error), recovers];
      const call = invokeTool({ tool: toolThat(() => 'ran'), hooks, ...options });
      if (open.includes(stage)) {
        expect(await call, stage).toBe('recovered');
        const after = steps.slice(steps.indexOf('onError recovers responded') + 1);
        const started = stagesOf(after).filter((name) => name?.startsWith('didRelease') !== true);
        expect(started).toEqual(post.filter((name) => name !== 'willWriteCache'));
        expect(reports).toEqual([]);
      } else {
        await expect(call, stage).rejects.toBe(error);
        expect(reports.map(({ where }) => where.stage)).toEqual(['onError']);
      }
    }
    const body = toolThat(() => Promise.reject(new Error('body')));
    expect(await invokeTool({ tool: body, hooks: [recovers] })).toBe('recovered');
    for (const kind of ['abort', 'retryAfter'] as const) {
      const { options } = watch();
      const refuses: ToolHook = { willExecute: (ctx) => (kind === 'abort' ? ctx.abort('no') : ctx.retryAfter(1)) };
      await expect(invokeTool({ tool: body, hooks: [refuses, recovers], ...options })).rejects.toMatchObject({ kind });
    }
    const cancel = new AbortController();
    const cancelled = toolThat(() => (cancel.abort(), Promise.reject(new Error('stopped'))));
    const call = invokeTool({ tool: cancelled, hooks: [recovers], signal: cancel.signal, ...watch().options });
    await expect(call).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
  });

  test('an error object that another call threw in its body still fails closed in a gate', async () => {
    const shared = new Error('made once');
    await invokeTool({ tool: toolThat(() => Promise.reject(shared)) }).catch(() => undefined);
    const call = invokeTool({
      tool: toolThat(() => 1),
      hooks: [throwsAt('willAuthorize', () => shared), recovers],
      ...watch().options,
    });
    await expect(call).rejects.toBe(shared);
  });

  test('a recovered call is a success that says so, to its hooks and in its envelope', async () => {
    const seen: unknown[] = [];
    const sees: ToolHook = {
      willRedactOutput: (ctx) => void seen.push(ctx.outcome),
      willAudit: (ctx) => void seen.push(ctx.outcome, ctx.error, ctx.outputHistory),
    };
    const tool = toolThat(() => Promise.reject(new Error('body')));
    const response = await callTool({ tool, hooks: [recovers, sees] });
    expect(response).toMatchObject({ ok: true, data: 'recovered', meta: { recovered: true } });
    const outcome = { kind: 'success', recovered: true };
    expect(seen).toEqual([outcome, outcome, undefined, ['recovered']]);
  });

  test('C95 a failure while shaping a recovered value fails the call for good, with the first error as cause', async () => {
    const first = new Error('first');
    const second = new Error('second');
    let handled = 0;
    const counts: ToolHook = { onError: () => void (handled += 1) };
    const hooks = [recovers, counts, throwsAt('willTransformOutput', () => second)];
    const log: unknown[] = [];
    const audits: ToolHook = { willAudit: (ctx) => void log.push(ctx.output, ctx.outcome) };
    const call = invokeTool({ tool: toolThat(() => Promise.reject(first)), hooks: [...hooks, audits] });
    await expect(call).rejects.toBe(second);
    expect(second.cause).toBe(first);
    expect(handled).toBe(1);
    expect(log).toEqual([undefined, { kind: 'failed' }]);

    const refuses: ToolHook = { willTransformOutput: (ctx) => ctx.abort('no') };
    const refused = invokeTool({ tool: toolThat(() => Promise.reject(first)), hooks: [recovers, refuses, audits] });
    await expect(refused).rejects.toMatchObject({ kind: 'abort' });
    expect(log.at(-1)).toEqual({ kind: 'aborted' });
  });
});
