import { CancelSource, invokeTool } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { manualClock, thrownBy, toolThat, watch } from '../../../../test/engine-kit.js';

const never = new Promise<never>(() => undefined);

describe('a call by the signal of a CancelSource', () => {
  test('is stopped between two stages, though nobody listened', async () => {
    const source = new CancelSource();
    const log: string[] = [];
    const hooks = [
      { willAuthorize: () => source.cancel('gone') },
      { willCheckConsent: () => void log.push('too late') },
    ];
    const thrown = await thrownBy(invokeTool({ tool: toolThat(() => 1), hooks, signal: source.signal }));
    expect(thrown).toMatchObject({ code: 'CALL_CANCELLED', cause: 'gone' });
    expect(log).toEqual([]);
  });

  test('was cancelled by its caller if that came before its deadline', async () => {
    const clock = manualClock();
    const source = new CancelSource();
    let goOn = () => {};
    const waits = new Promise<void>((resolve) => (goOn = resolve));
    const tool = toolThat(async () => waits);
    const called = invokeTool({ tool, signal: source.signal, timeoutMs: 100, clock, graceMs: 500 });
    source.cancel('gone');
    await clock.advance(200);
    goOn();
    expect(await thrownBy(called)).toMatchObject({ code: 'CALL_CANCELLED', cause: 'gone' });
  });

  test('changes nothing of a call that has ended', async () => {
    const source = new CancelSource();
    let seen: AbortSignal | undefined;
    const tool = toolThat((_input, ctx) => void (seen = ctx.signal));
    await invokeTool({ tool, signal: source.signal });
    source.cancel('gone');
    expect(seen?.aborted).toBe(false);
  });
});

describe('ctx.onCancel', () => {
  test('onCancel calls back when the caller hangs up, and sees a signal that has fired', async () => {
    const controller = new AbortController();
    const seen: unknown[] = [];
    const tool = toolThat((_input, ctx) => {
      ctx.onCancel(() => seen.push(ctx.signal.aborted, ctx.signal.reason));
      return never;
    });
    const thrown = thrownBy(
      invokeTool({ tool, signal: controller.signal, graceMs: 1, zombieMs: 1, ...watch().options }),
    );
    expect(seen).toEqual([]);
    controller.abort('gone');
    expect(seen).toEqual([true, 'gone']);
    expect(await thrown).toMatchObject({ code: 'CALL_CANCELLED', cause: 'gone' });
  });

  test('onCancel calls back when the time is over, with the reason that signals give by themselves', async () => {
    const clock = manualClock();
    const reasons: unknown[] = [];
    const tool = toolThat((_input, ctx) => {
      ctx.onCancel(() => reasons.push(ctx.signal.reason));
      return never;
    });
    const thrown = thrownBy(invokeTool({ tool, timeoutMs: 100, clock, graceMs: 1, ...watch().options }));
    await clock.advance(100);
    expect(reasons).toEqual([expect.objectContaining({ name: 'AbortError' })]);
    await clock.advance(1);
    expect(await thrown).toMatchObject({ code: 'CALL_DEADLINE_EXCEEDED' });
  });

  test('onCancel calls back when the attempt is called off, once, and at once afterwards', async () => {
    const told: string[] = [];
    const tool = toolThat((_input, ctx) => {
      const { signal } = ctx;
      ctx.onCancel(() => told.push('before'));
      ctx.cancelAttempt('stop');
      ctx.cancelAttempt('again');
      ctx.onCancel(() => told.push('after'));
      return String(signal.reason);
    });
    expect(await invokeTool({ tool })).toBe('stop');
    expect(told).toEqual(['before', 'after']);
  });

  test('onCancel stops calling back when told to, and a listener that throws is reported and stops nobody', async () => {
    const told: string[] = [];
    const { options, reports } = watch();
    const tool = toolThat((_input, ctx) => {
      const stop = ctx.onCancel(() => told.push('stopped'));
      ctx.onCancel(() => {
        throw new Error('clumsy');
      });
      ctx.onCancel(() => told.push('still there'));
      stop();
      ctx.cancelAttempt();
      return 1;
    });
    expect(await invokeTool({ tool, ...options })).toBe(1);
    expect(told).toEqual(['still there']);
    expect(reports).toMatchObject([{ thrown: { message: 'clumsy' } }]);
  });

  test('onCancel of an attempt is not called back for a later one', async () => {
    const told: number[] = [];
    const tool = toolThat((_input, ctx) => {
      const { attempt } = ctx;
      ctx.onCancel(() => told.push(attempt));
      if (attempt === 1) throw new Error('once');
      ctx.cancelAttempt();
      return attempt;
    });
    const retry = { name: 'retry', aroundExecute: (_ctx: unknown, next: () => Promise<unknown>) => next().catch(next) };
    expect(await invokeTool({ tool, hooks: [retry] })).toBe(2);
    expect(told).toEqual([2]);
  });
});

test('a call follows a source by its signal, and lets go of it when it ends', async () => {
  const source = new CancelSource();
  const { signal } = source;
  const tool = toolThat(() => 'done');
  expect(await invokeTool({ tool, signal, ...watch().options })).toBe('done');
  const waiting = toolThat((_input, ctx) => new Promise((resolve) => ctx.onCancel(() => resolve(ctx.signal.reason))));
  const thrown = thrownBy(invokeTool({ tool: waiting, signal, ...watch().options }));
  source.cancel('gone');
  expect([signal.aborted, signal.reason]).toEqual([true, 'gone']);
  expect(await thrown).toMatchObject({ code: 'CALL_CANCELLED', cause: 'gone' });
  expect(await thrownBy(invokeTool({ tool, signal, ...watch().options }))).toMatchObject({ code: 'CALL_CANCELLED' });
});
