import { invokeTool, isToolError } from '@helve/core';
import type { ToolHook, ToolInvokeContext } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { settle, toolThat, watch } from '../../../../test/engine-kit.js';

/** A wrapper that tries so many times. */
function retrying(times: number, more: ToolHook = {}): ToolHook {
  return {
    name: 'retrying',
    async aroundExecute(_ctx, next) {
      for (let left = times; ; left -= 1) {
        try {
          return await next();
        } catch (error) {
          if (left <= 1) throw error;
        }
      }
    },
    ...more,
  };
}

/** Fails so many times, then answers with the number of the attempt. */
function failing(times: number) {
  let runs = 0;
  return toolThat(() => {
    runs += 1;
    if (runs <= times) throw new Error(`failure ${runs}`);
    return runs;
  });
}

describe('aroundExecute', () => {
  test('C67 the highest priority is outermost, and global and tool hooks form one chain', async () => {
    const log: string[] = [];
    const wrapper = (name: string, priority: number): ToolHook => ({
      name,
      priority: () => priority,
      async aroundExecute(_ctx, next) {
        log.push(`>${name}`);
        const result = await next();
        log.push(`<${name}`);
        return result;
      },
    });
    const globalHooksByStage = { aroundExecute: [wrapper('global-1', 1), wrapper('global-9', 9)] };
    const hooksByStage = { aroundExecute: [wrapper('tool-5', 5), wrapper('tool-1', 1)] };
    await invokeTool({ tool: toolThat(() => log.push('execute'), { hooksByStage }), globalHooksByStage });
    expect(log.join(' ')).toBe('>global-9 >tool-5 >global-1 >tool-1 execute <tool-1 <global-1 <tool-5 <global-9');
  });

  test('C68 a wrapper that does not call next skips the attempt, and its value passes the post stages', async () => {
    const { steps, options } = watch();
    const hook: ToolHook = {
      name: 'h',
      aroundExecute: () => 'instead',
      willExecute: () => undefined,
      didExecute: () => undefined,
      willTransformOutput: (ctx) => void (ctx.output = `${String(ctx.output)}!`),
    };
    const output = await invokeTool({ tool: toolThat(() => 'never'), hooks: [hook], ...options });
    expect(output).toBe('instead!');
    expect(steps).toEqual(['inputCheck', 'aroundExecute h', 'willTransformOutput h']);
  });

  test('C69 undefined after a completed next keeps the inner result, any other value replaces it', async () => {
    const call = (aroundExecute: NonNullable<ToolHook['aroundExecute']>) =>
      invokeTool({ tool: toolThat(() => 'inner'), hooks: [{ aroundExecute }] });
    expect(await call(async (_ctx, next) => void (await next()))).toBe('inner');
    expect(await call(async (_ctx, next) => (await next(), null))).toBeNull();
    expect(await call(async (_ctx, next) => `${String(await next())} and more`)).toBe('inner and more');
    expect(await call(() => undefined)).toBeUndefined();
  });

  test('the inner result of an outer wrapper is what the inner wrapper gave', async () => {
    const outer: ToolHook = { priority: () => 1, aroundExecute: async (_ctx, next) => void (await next()) };
    const inner: ToolHook = { aroundExecute: async (_ctx, next) => [await next()] };
    expect(await invokeTool({ tool: toolThat(() => 1), hooks: [inner, outer] })).toEqual([1]);
  });

  test('C70 next after the previous one settled is a new attempt of onRetry, willExecute, execute, didExecute', async () => {
    const { steps, options } = watch();
    const hook = retrying(3, {
      onRetry: () => undefined,
      willExecute: () => undefined,
      didExecute: () => undefined,
    });
    expect(await invokeTool({ tool: failing(2), hooks: [hook], ...options })).toBe(3);
    expect(steps).toEqual([
      'inputCheck',
      'willExecute retrying',
      'execute threw',
      'onRetry retrying',
      'willExecute retrying',
      'execute threw',
      'onRetry retrying',
      'willExecute retrying',
      'execute',
      'didExecute retrying',
      'aroundExecute retrying',
    ]);
  });

  test('nextNow gives at once what need not be waited for, and else a promise of it', async () => {
    const given: unknown[] = [];
    const hook: ToolHook = {
      aroundExecute(_ctx, _next, nextNow) {
        const result = nextNow();
        given.push(result);
        return result;
      },
    };
    expect(await invokeTool({ tool: toolThat(() => 'there'), hooks: [hook] })).toBe('there');
    expect(await invokeTool({ tool: toolThat(async () => 'late'), hooks: [hook] })).toBe('late');
    expect(given).toEqual(['there', expect.any(Promise)]);
  });

  test('nextNow throws at once what the body throws, and may be called again', async () => {
    const hook: ToolHook = {
      name: 'again',
      aroundExecute(_ctx, _next, nextNow) {
        expect(nextNow).toThrow('failure 1');
        return nextNow();
      },
    };
    expect(await invokeTool({ tool: failing(1), hooks: [hook] })).toBe(2);
  });

  test('nextNow is refused while one is pending and after the hook returned, and a final answer stands', async () => {
    let late: (() => unknown) | undefined;
    const codeOf = (run: () => unknown) => {
      try {
        return run();
      } catch (error) {
        return isToolError(error) ? error.code : error;
      }
    };
    const codes: unknown[] = [];
    const eager: ToolHook = {
      aroundExecute(_ctx, next, nextNow) {
        late = nextNow;
        const first = next();
        codes.push(codeOf(nextNow));
        return first;
      },
    };
    await invokeTool({ tool: toolThat(async () => 'done'), hooks: [eager] });
    expect([...codes, codeOf(() => late?.())]).toEqual(['CALL_NEXT_CONCURRENT', 'CALL_NEXT_AFTER_SETTLE']);
    const swallows: ToolHook = { aroundExecute: (_ctx, _next, nextNow) => codeOf(nextNow) && 'instead' };
    const tool = toolThat((_input, ctx) => ctx.respond('the answer'));
    expect(await invokeTool({ tool, hooks: [swallows] })).toBe('the answer');
  });

  test('a success may be attempted again too', async () => {
    const twice: ToolHook = { aroundExecute: async (_ctx, next) => [await next(), await next()] };
    expect(await invokeTool({ tool: failing(0), hooks: [twice] })).toEqual([1, 2]);
  });

  test('C71 onRetry sees the attempt, the last error and the delay, whoever called next again', async () => {
    const seen: unknown[] = [];
    const spy = (ctx: ToolInvokeContext) => [ctx.attempt, (ctx.lastError as Error).message, ctx.retryDelayMs];
    const outer = retrying(3, { priority: () => 9, onRetry: (ctx) => void seen.push(spy(ctx)) });
    const inner: ToolHook = {
      name: 'waits',
      async aroundExecute(ctx, next) {
        try {
          return await next();
        } catch (error) {
          ctx.retryDelayMs = ctx.attempt * 100;
          throw error;
        }
      },
    };
    const attempts: number[] = [];
    const counts: ToolHook = { willExecute: (ctx) => void attempts.push(ctx.attempt) };
    await invokeTool({ tool: failing(2), hooks: [inner, outer, counts] });
    expect(attempts).toEqual([1, 2, 3]);
    expect(seen).toEqual([
      [2, 'failure 1', 100],
      [3, 'failure 2', 200],
    ]);
  });

  test('C72 next while one is pending is refused, and so is next after the hook returned', async () => {
    let late: (() => Promise<unknown>) | undefined;
    let second: Promise<unknown> | undefined;
    const hook: ToolHook = {
      name: 'eager',
      async aroundExecute(_ctx, next) {
        late = next;
        const first = next();
        second = next();
        await second.catch(() => undefined);
        return first;
      },
    };
    let runs = 0;
    const tool = toolThat(async () => {
      await settle();
      return (runs += 1);
    });
    const { options } = watch();
    expect(await invokeTool({ tool, hooks: [hook], ...options })).toBe(1);
    await expect(second).rejects.toSatisfy((error) => isToolError(error, 'CALL_NEXT_CONCURRENT'));
    await expect(late?.()).rejects.toSatisfy((error) => isToolError(error, 'CALL_NEXT_AFTER_SETTLE'));
    expect(runs).toBe(1);
  });

  test('C73 capacity and pre stages run once, and each attempt starts from the first input, unrecorded', async () => {
    const { steps, options } = watch();
    const inputs: unknown[] = [];
    let history: readonly unknown[] = [];
    const hook = retrying(3, {
      willAcquireQuota: () => undefined,
      didReleaseQuota: () => undefined,
      willValidateInput: () => undefined,
      willExecute: (ctx) => void (ctx.input = { n: (ctx.input as { n: number }).n + 1 }),
      willAudit: (ctx) => void (history = ctx.inputHistory),
    });
    const tool = toolThat((input) => {
      inputs.push(input);
      if (inputs.length % 3 !== 0) throw new Error('not yet');
    });
    await invokeTool({ tool, rawInput: { n: 1 }, hooks: [hook], ...options });
    expect(inputs).toEqual([{ n: 2 }, { n: 2 }, { n: 2 }]);
    expect(history).toEqual([{ n: 1 }, { n: 2 }, { n: 2 }, { n: 2 }]);
    const once = ['willAcquireQuota', 'willValidateInput', 'didReleaseQuota'].map((stage) => `${stage} retrying`);
    expect(steps.filter((step) => once.includes(step))).toEqual(once);

    inputs.length = 0;
    await invokeTool({ tool, rawInput: { n: 1 }, hooks: [hook], restoreInput: false });
    expect(inputs).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }]);
  });
});

describe('a signal out of the chain', () => {
  const again: unknown[] = [];
  const swallows: ToolHook = {
    name: 'swallows',
    async aroundExecute(_ctx, next) {
      await next().catch(() => undefined);
      await next().catch((thrown: unknown) => again.push(thrown));
      return 'swallowed';
    },
  };

  test('C74 a respond or an abort is final: next rejects with it, nothing runs, and swallowing it changes nothing', async () => {
    let runs = 0;
    const tool = (end: (ctx: ToolInvokeContext) => never) =>
      toolThat((_input, ctx) => {
        runs += 1;
        end(ctx);
      });
    again.length = 0;
    const output = await invokeTool({ tool: tool((ctx) => ctx.respond('answer')), hooks: [swallows] });
    expect(output).toBe('answer');
    const refused = invokeTool({ tool: tool((ctx) => ctx.abort('no')), hooks: [swallows] });
    await expect(refused).rejects.toMatchObject({ kind: 'abort', reason: 'no' });
    expect(again).toMatchObject([{ kind: 'respond' }, { kind: 'abort', reason: 'no' }]);
    expect(runs).toBe(2);
  });

  test('a respond or an abort stays final for a wrapper that throws something else', async () => {
    const maps: ToolHook = { aroundExecute: (_ctx, next) => next().catch(() => Promise.reject(new Error('mapped'))) };
    const responds = toolThat((_input, ctx) => ctx.respond('answer'));
    expect(await invokeTool({ tool: responds, hooks: [maps] })).toBe('answer');
    const refused = invokeTool({ tool: toolThat((_input, ctx) => ctx.abort('no')), hooks: [maps] });
    await expect(refused).rejects.toMatchObject({ kind: 'abort' });
  });

  test('C75 a swallowed unknown error or retryAfter with a value returned is a success', async () => {
    const outcomes: unknown[] = [];
    const sees: ToolHook = { onMetrics: (ctx) => void outcomes.push(ctx.outcome.kind) };
    const catches: ToolHook = { aroundExecute: (_ctx, next) => next().catch(() => 'fallback') };
    const waits = toolThat((_input, ctx) => ctx.retryAfter(10));
    expect(await invokeTool({ tool: failing(9), hooks: [catches, sees] })).toBe('fallback');
    expect(await invokeTool({ tool: waits, hooks: [catches, sees] })).toBe('fallback');
    expect(outcomes).toEqual(['success', 'success']);
  });
});

describe('onGiveUp', () => {
  const log: string[] = [];
  const logs: ToolHook = { onGiveUp: () => void log.push('onGiveUp'), onError: () => void log.push('onError') };
  const call = async (hooks: ToolHook[], execute: Parameters<typeof toolThat>[0]) => {
    log.length = 0;
    await invokeTool({ tool: toolThat(execute), hooks: [logs, ...hooks] }).catch(() => undefined);
    return log.join(' ');
  };
  const fails = () => {
    throw new Error('always');
  };

  test('C76 onGiveUp runs once before onError after two attempts or giveUp, never for a signal or a cancel', async () => {
    const givesUp: ToolHook = {
      aroundExecute: (ctx, next) => {
        ctx.giveUp();
        return next();
      },
    };
    expect(await call([retrying(3)], fails)).toBe('onGiveUp onError');
    expect(await call([givesUp], fails)).toBe('onGiveUp onError');
    expect(await call([retrying(1)], fails)).toBe('onError');
    expect(await call([], fails)).toBe('onError');
    expect(await call([givesUp], (_input, ctx) => ctx.abort('no'))).toBe('onError');
    expect(await call([retrying(3)], (_input, ctx) => ctx.retryAfter(1))).toBe('onError');

    log.length = 0;
    const cancel = new AbortController();
    const tool = toolThat((_input, ctx) => {
      if (ctx.attempt === 2) cancel.abort();
      throw new Error('again');
    });
    const call2 = invokeTool({ tool, hooks: [logs, retrying(3)], signal: cancel.signal, graceMs: 0 });
    await expect(call2).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    expect(log.join(' ')).toBe('onError');
  });

  test('C77 onRetry and onGiveUp change no outcome, whatever they throw', async () => {
    const { reports, options } = watch();
    const ends: ((ctx: ToolInvokeContext) => unknown)[] = [
      (ctx) => ctx.respond('mine'),
      (ctx) => ctx.abort('mine'),
      (ctx) => ctx.retryAfter(5),
      () => Promise.reject(new Error('mine')),
    ];
    for (const end of ends) {
      const hook = retrying(2, { onRetry: end, onGiveUp: end });
      expect(await invokeTool({ tool: failing(1), hooks: [hook], ...options })).toBe(2);
      await expect(invokeTool({ tool: failing(9), hooks: [hook], ...options })).rejects.toThrow('failure 2');
    }
    expect(reports.map(({ where }) => where.stage)).toEqual(ends.flatMap(() => ['onRetry', 'onRetry', 'onGiveUp']));
  });
});
