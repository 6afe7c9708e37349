import { callTool, invokeTool, ProviderRegistry, stageTable } from '@helve/core';
import type { Outcome, ToolHook, ToolInvokeContext } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { manualClock, settle, thrownBy, toolThat, watch } from '../../../../test/engine-kit.js';

const never = new Promise<never>(() => undefined);
const cancelled = { code: 'CALL_CANCELLED', type: 'CANCELLED' };
const late = { code: 'CALL_DEADLINE_EXCEEDED', type: 'TIMEOUT' };

/** Keeps what a call ended as. */
function ending(): { readonly hook: ToolHook; readonly outcomes: Outcome[]; readonly errors: unknown[] } {
  const outcomes: Outcome[] = [];
  const errors: unknown[] = [];
  const onMetrics = (ctx: ToolInvokeContext) => void (outcomes.push(ctx.outcome), errors.push(ctx.error));
  return { hook: { name: 'ending', onMetrics }, outcomes, errors };
}

describe('a deadline', () => {
  test('C119 ctx.signal is always there, and timeoutMs bounds the call by the clock of the caller', async () => {
    let signal: AbortSignal | undefined;
    await invokeTool({ tool: toolThat((_input, ctx) => void (signal = ctx.signal)) });
    expect(signal?.aborted).toBe(false);

    const clock = manualClock();
    const { hook, outcomes } = ending();
    const tool = toolThat((_input, ctx) => {
      ({ signal } = ctx);
      expect(ctx.deadlineAt).toBe(1_000);
      return never;
    });
    const call = invokeTool({ tool, hooks: [hook], timeoutMs: 1_000, clock });
    const answered = thrownBy(call);
    await clock.advance(999);
    expect(signal?.aborted).toBe(false);
    await clock.advance(1);
    expect(signal?.aborted).toBe(true);
    expect(outcomes).toEqual([]);
    await clock.advance(250);
    expect(await answered).toMatchObject(late);
    expect(outcomes).toEqual([{ kind: 'failed' }]);
  });

  test('a deadline holds by the clock of the platform too', async () => {
    const started = performance.now();
    const tool = toolThat(() => never);
    await expect(
      invokeTool({ tool, timeoutMs: 20, graceMs: 10, zombieMs: 1, ...watch().options }),
    ).rejects.toMatchObject(late);
    expect(performance.now() - started).toBeGreaterThan(25);
  });

  test('a call that ends in time, or before it starts, leaves no timer behind', async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const registry = new ProviderRegistry();
    registry.getAllSingletons = () => {
      throw new Error('no views');
    };
    await expect(invokeTool({ tool: toolThat(settle), registry, timeoutMs: 10, clock })).rejects.toThrow('no views');
    const hook: ToolHook = { willAuthorize: settle, aroundExecute: (_ctx, next) => next(), willAudit: settle };
    await invokeTool({ tool: toolThat(settle), hooks: [hook], timeoutMs: 10, clock, signal: controller.signal });
    expect(clock.waiting).toBe(0);
  });
});

describe('a cancel', () => {
  test('C122 before the start it runs nothing, and between two stages the next one does not start', async () => {
    const { steps, options } = watch();
    const hook: ToolHook = {
      name: 'h',
      willCreateInvokeContext: () => undefined,
      willAcquireQuota: () => undefined,
      didReleaseQuota: () => undefined,
      willFinalizeInvoke: () => undefined,
    };
    const tool = toolThat(() => 'ran');
    await expect(invokeTool({ tool, hooks: [hook], signal: AbortSignal.abort(), ...options })).rejects.toMatchObject(
      cancelled,
    );
    expect(steps).toEqual([]);

    const controller = new AbortController();
    const cancels: ToolHook = { name: 'cancels', willAcquireSemaphore: () => controller.abort() };
    const next: ToolHook = { name: 'next', willParseInput: () => undefined, willExecute: () => undefined };
    const call = invokeTool({ tool, hooks: [hook, cancels, next], signal: controller.signal, ...options });
    await expect(call).rejects.toMatchObject(cancelled);
    expect(steps).toEqual([
      'willCreateInvokeContext h',
      'willAcquireQuota h',
      'willAcquireSemaphore cancels',
      'didReleaseQuota h',
      'willFinalizeInvoke h',
    ]);
  });

  test('no later hook of the stage starts either, whether hooks wait or not', async () => {
    for (const wait of [() => undefined, settle]) {
      const controller = new AbortController();
      let started = false;
      const first: ToolHook = {
        willValidateInput: () => {
          controller.abort();
          return wait();
        },
      };
      const second: ToolHook = { willValidateInput: () => void (started = true) };
      const call = invokeTool({ tool: toolThat(() => 1), hooks: [first, second], signal: controller.signal });
      await expect(call).rejects.toMatchObject(cancelled);
      expect(started).toBe(false);
    }
  });

  const cancellable = stageTable.map(({ stage }) => stage).slice(0, 25);

  test('C123 inside a hook or the body it fires the signal, waits graceMs, observers 50 ms at most, and runs the error line, uncut', async () => {
    for (const stage of [
      ...cancellable.filter((name) => !['onRetry', 'onGiveUp', 'didCacheHit'].includes(name)),
      'execute',
    ]) {
      for (const kind of ['signal', 'deadline'] as const) {
        const clock = manualClock();
        const controller = new AbortController();
        const reason = new Error('hung up');
        const { hook, outcomes, errors } = ending();
        let fired = false;
        const hangs = (ctx: ToolInvokeContext) => {
          ctx.signal.addEventListener('abort', () => (fired = true));
          return never;
        };
        const line: string[] = [];
        const slow = (name: string) => async () => {
          await settle();
          line.push(name);
        };
        const errorLine: ToolHook = {
          filter: () => Promise.resolve(true),
          onError: slow('onError'),
          willAudit: slow('willAudit'),
          willFinalizeInvoke: slow('finalize'),
        };
        const hooks = [errorLine, hook, ...(stage === 'execute' ? [] : [{ [stage]: hangs }])];
        const tool = toolThat((_input, ctx) => (stage === 'execute' ? hangs(ctx) : 1));
        const by = kind === 'signal' ? { signal: controller.signal } : { timeoutMs: 50 };
        const call = invokeTool({ tool, hooks, clock, graceMs: 100, ...by, ...watch().options });
        const answered = thrownBy(call);
        await clock.advance(50);
        if (kind === 'signal') controller.abort(reason);
        const graceMs = stageTable.find((row) => row.stage === stage)?.class === 'observer' ? 50 : 100;
        await clock.advance(graceMs - 1);
        expect([fired, line], stage).toEqual([true, []]);
        await clock.advance(1);
        expect(await answered).toMatchObject(kind === 'signal' ? cancelled : late);
        expect(line).toEqual(['onError', 'willAudit', 'finalize']);
        expect(outcomes, stage).toEqual([{ kind: kind === 'signal' ? 'cancelled' : 'failed' }]);
        if (kind === 'signal') expect((errors[0] as Error).cause).toBe(reason);
        else expect((errors[0] as Error).cause).toMatchObject({ name: 'AbortError' });
      }
    }
  });

  test('work that stops within the grace is not waited for longer, and cannot turn a cancel into something else', async () => {
    const ends: ((ctx: ToolInvokeContext) => unknown)[] = [
      (ctx) => ctx.respond(1),
      (ctx) => ctx.abort('mine'),
      () => Promise.reject(new Error('mine')),
      () => 1,
    ];
    const { hook, outcomes } = ending();
    for (const end of ends) {
      for (const waits of [true, false]) {
        for (const hooks of [[hook], []]) {
          const controller = new AbortController();
          const tool = toolThat((_input, ctx) => {
            controller.abort();
            return waits ? settle().then(() => end(ctx)) : end(ctx);
          });
          const response = await callTool({ tool, hooks, signal: controller.signal });
          expect(response).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
        }
        expect(outcomes.splice(0)).toEqual([{ kind: 'cancelled' }]);
      }
    }
  });

  test('from the audit on a cancel changes nothing', async () => {
    for (const stage of ['willAudit', 'didAudit', 'onMetrics', 'didReleaseQuota', 'willFinalizeInvoke']) {
      const controller = new AbortController();
      const hook: ToolHook = { [stage]: () => (controller.abort(), settle()) };
      expect(await invokeTool({ tool: toolThat(() => 'ran'), hooks: [hook], signal: controller.signal })).toBe('ran');
    }
  });

  test('a wrapper that waits between attempts starts no other after a cancel', async () => {
    const controller = new AbortController();
    let runs = 0;
    const waits: ToolHook = {
      async aroundExecute(ctx, next) {
        await next().catch(() => undefined);
        await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()));
        return next();
      },
      onRetry: () => void (runs += 100),
      willExecute: () => void (runs += 1),
    };
    const tool = toolThat(() => Promise.reject(new Error('again')));
    const call = invokeTool({ tool, hooks: [waits], signal: controller.signal });
    await settle();
    controller.abort();
    await expect(call).rejects.toMatchObject(cancelled);
    expect(runs).toBe(1);
  });
});

describe('a wrapper that turns away from its next', () => {
  /** Waits for the body so long and no longer. */
  const impatient: ToolHook = {
    name: 'impatient',
    aroundExecute: (_ctx, next) => Promise.race([next(), settle().then(() => Promise.reject(new Error('too slow')))]),
  };
  const fallsBack: ToolHook = { priority: () => 5, aroundExecute: (_ctx, next) => next().catch(() => 'fallback') };

  test('C124 does not own the body: it is tracked, its result dropped and its rejection observed', async () => {
    for (const ends of ['resolves', 'rejects'] as const) {
      const { reports, options } = watch();
      let end = (): void => {};
      const body = new Promise<string>((resolve, reject) => {
        end = () => (ends === 'resolves' ? resolve('late') : reject(new Error('late')));
      });
      const log: unknown[] = [];
      const keeps: ToolHook = {
        willAcquireQuota: () => undefined,
        didReleaseQuota: () => void log.push('released'),
        didExecute: () => void log.push('didExecute'),
        async willAudit(ctx) {
          end();
          await settle();
          log.push(ctx.output, ctx.outputHistory);
        },
      };
      const call = invokeTool({ tool: toolThat(() => body), hooks: [impatient, fallsBack, keeps], ...options });
      expect(await call).toBe('fallback');
      expect(log).toEqual(['fallback', ['fallback'], 'released']);
      expect(reports.map(({ thrown }) => (thrown as Error).message)).toEqual(ends === 'resolves' ? [] : ['late']);
    }
  });

  test('a body left behind changes nothing of a later attempt', async () => {
    const ends: ((value: string) => void)[] = [];
    const seen: unknown[] = [];
    const tool = toolThat(() => new Promise<string>((resolve) => ends.push(resolve)));
    const again: ToolHook = {
      priority: () => 5,
      aroundExecute: (_ctx, inner) =>
        inner().catch(() => {
          void settle().then(() => ends[0]?.('first'));
          return inner();
        }),
      didExecute: (ctx) => void seen.push(ctx.output, ctx.attempt),
    };
    const patient: ToolHook = {
      aroundExecute: (ctx, next) => {
        if (ctx.attempt === 1)
          void settle()
            .then(settle)
            .then(() => ends[1]?.('second'));
        return ctx.attempt === 0
          ? Promise.race([next(), settle().then(() => Promise.reject(new Error('slow')))])
          : next();
      },
    };
    expect(await invokeTool({ tool, hooks: [again, patient] })).toBe('second');
    expect(seen).toEqual(['second', 2]);
  });

  test('a retry between two attempts starts none for a wrapper further out that has gone', async () => {
    let runs = 0;
    let refused: unknown;
    const timeout: ToolHook = { ...impatient, priority: () => 5 };
    const retry: ToolHook = {
      async aroundExecute(_ctx, next) {
        await next().catch(() => undefined);
        for (let turn = 0; turn < 4; turn += 1) await settle();
        return next().catch((thrown: unknown) => (refused = thrown));
      },
    };
    const waits: ToolHook = { onError: () => settle().then(settle).then(settle).then(settle) };
    const tool = toolThat(() => ((runs += 1), Promise.reject(new Error('again'))));
    await expect(invokeTool({ tool, hooks: [timeout, retry, waits] })).rejects.toThrow('too slow');
    await settle();
    expect(runs).toBe(1);
    expect(refused).toMatchObject({ code: 'CALL_NEXT_AFTER_SETTLE' });
  });

  test('a body is not started for a wrapper that has gone', async () => {
    let started = false;
    const threeTurns = () => settle().then(settle).then(settle);
    const slow: ToolHook = { willExecute: threeTurns };
    const hooks = [impatient, fallsBack, slow, { willAudit: threeTurns }];
    expect(await invokeTool({ tool: toolThat(() => void (started = true)), hooks })).toBe('fallback');
    expect(started).toBe(false);
  });
});
