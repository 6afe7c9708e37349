import { invokeTool, suppressedBy, token } from '@helve/core';
import type { InvokeOptions, ToolHook, ToolInvokeContext, ToolRecord } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { manualClock, settle, thrownBy, toolThat, watch } from '../../../../test/engine-kit.js';

/** A hook that takes and gives back a slot and a unit of quota, and writes it down. */
function holder(name: string, log: string[], more: ToolHook = {}): ToolHook {
  return {
    name,
    willAcquireQuota: () => void log.push(`+quota ${name}`),
    didReleaseQuota: () => void log.push(`-quota ${name}`),
    willAcquireSemaphore: () => void log.push(`+slot ${name}`),
    didReleaseSemaphore: () => void log.push(`-slot ${name}`),
    ...more,
  };
}

const never = new Promise<never>(() => undefined);
const ends = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    () => 'failed',
  );

describe('capacity', () => {
  test('C104 what was acquired is released on every path, the slot before the quota', async () => {
    const throwing = (stage: string, how: (ctx: ToolInvokeContext) => unknown): ToolHook => ({ [stage]: how });
    const cancel = new AbortController();
    const trap = (): never => {
      throw new Error('trap');
    };
    const hostile: unknown = new Proxy({}, { has: trap, get: trap });
    const paths: { hooks?: ToolHook[]; tool?: ToolRecord; options?: Partial<InvokeOptions> }[] = [
      {},
      { hooks: [throwing('willParseInput', (ctx) => ctx.respond(1))] },
      { hooks: [throwing('willReadCache', (ctx) => ctx.respond(1))] },
      { hooks: [throwing('willExecute', (ctx) => ctx.abort('no'))] },
      { hooks: [throwing('willExecute', (ctx) => ctx.retryAfter(1))] },
      { tool: toolThat(() => Promise.reject(new Error('body'))) },
      { tool: toolThat(() => Promise.reject(hostile)) },
      { hooks: [throwing('willTransformOutput', () => Promise.reject(new Error('post')))] },
      {
        tool: toolThat((_input, ctx) => new Promise((done) => ctx.signal.addEventListener('abort', done))),
        options: { timeoutMs: 1 },
      },
      { tool: toolThat(() => (cancel.abort(), settle())), options: { signal: cancel.signal } },
    ];
    for (const { hooks = [], tool = toolThat(() => 1), options = {} } of paths) {
      const log: string[] = [];
      await ends(invokeTool({ tool, hooks: [holder('h', log), ...hooks], ...watch().options, ...options }));
      expect(log).toEqual(['+quota h', '+slot h', '-slot h', '-quota h']);
    }
  });

  test('C105 a release runs exactly once, and only if its acquire completed in this call', async () => {
    const log: string[] = [];
    let skips = true;
    const skipped = holder('skipped', log, { filter: () => !skips });
    const switchesOff: ToolHook = { willParseInput: () => void (skips = true) };
    await invokeTool({ tool: toolThat(() => 1), hooks: [skipped] });
    expect(log).toEqual([]);
    // Released although its filter says no by now.
    skips = false;
    await invokeTool({ tool: toolThat(() => 1), hooks: [skipped, switchesOff] });
    expect(log).toEqual(['+quota skipped', '+slot skipped', '-slot skipped', '-quota skipped']);

    for (const how of ['respond', 'abort', 'retryAfter', 'throw'] as const) {
      log.length = 0;
      const fails = holder('fails', log, {
        willAcquireQuota(ctx) {
          if (how === 'respond') ctx.respond(1);
          if (how === 'abort') ctx.abort('no');
          if (how === 'retryAfter') ctx.retryAfter(1);
          throw new Error('down');
        },
      });
      await ends(invokeTool({ tool: toolThat(() => 1), hooks: [fails] }));
      expect(log, how).toEqual([]);
    }
  });

  test('C106 the first hook is released and the one that threw is not; a later failure releases both stages once', async () => {
    const log: string[] = [];
    const second = holder('h2', log, { willAcquireQuota: () => Promise.reject(new Error('full')) });
    await ends(invokeTool({ tool: toolThat(() => 1), hooks: [holder('h1', log), second] }));
    expect(log).toEqual(['+quota h1', '-quota h1']);
    log.length = 0;
    const parse: ToolHook = { willParseInput: () => Promise.reject(new Error('no')) };
    await ends(invokeTool({ tool: toolThat(() => 1), hooks: [holder('h', log), parse] }));
    expect(log).toEqual(['+quota h', '+slot h', '-slot h', '-quota h']);
  });

  test('C107 releases come in the reverse order of acquisition', async () => {
    const log: string[] = [];
    const hooks = [holder('a', log), holder('b', log, { priority: () => 5 }), holder('c', log)];
    await invokeTool({ tool: toolThat(() => 1), hooks });
    const taken = log.filter((line) => line.startsWith('+'));
    expect(taken.slice(0, 3)).toEqual(['+quota b', '+quota a', '+quota c']);
    expect(log.slice(6)).toEqual(taken.toReversed().map((line) => line.replace('+', '-')));

    // Also where the releases are listed in another order than the acquires.
    log.length = 0;
    const [a, b] = [holder('a', log), holder('b', log)];
    const hooksByStage = { didReleaseQuota: [b, a], willAcquireQuota: [a, b] };
    await invokeTool({ tool: toolThat(() => 1, { hooksByStage }) });
    expect(log).toEqual(['+quota a', '+quota b', '-quota b', '-quota a']);
  });

  test('C108 a release that throws or hangs stops neither the others, nor finalize, nor the result', async () => {
    const clock = manualClock();
    const { reports, options } = watch();
    const log: string[] = [];
    const throws = holder('throws', log, {
      priority: () => -1,
      didReleaseSemaphore: () => {
        throw new Error('broken');
      },
    });
    const hangs = holder('hangs', log, { didReleaseSemaphore: () => never, didReleaseQuota: () => never });
    const last: ToolHook = { willFinalizeInvoke: () => void log.push('finalize') };
    const call = invokeTool({
      tool: toolThat(() => 'done'),
      hooks: [holder('h', log), throws, hangs, last],
      clock,
      ...options,
    });
    await clock.advance(4_999);
    expect(log.filter((line) => line.startsWith('-'))).toEqual([]);
    await clock.advance(5_001);
    expect(await call).toBe('done');
    expect(log.filter((line) => !line.startsWith('+'))).toEqual(['-slot h', '-quota throws', '-quota h', 'finalize']);
    expect(reports.map(({ where }) => `${where.stage} ${where.hook}`)).toEqual([
      'didReleaseSemaphore throws',
      'didReleaseSemaphore hangs',
      'didReleaseQuota hangs',
    ]);
  });

  test('C109 a hook that only releases runs whenever the acquire stage was started', async () => {
    const log: string[] = [];
    const only: ToolHook = {
      didReleaseQuota: () => void log.push('-quota'),
      didReleaseSemaphore: () => void log.push('-slot'),
    };
    await invokeTool({ tool: toolThat(() => 1), hooks: [only] });
    expect(log.splice(0)).toEqual(['-slot', '-quota']);
    await invokeTool({ tool: toolThat(() => 1), hooks: [only, { willAuthorize: (ctx) => ctx.respond(1) }] });
    expect(log.splice(0)).toEqual([]);
    await ends(invokeTool({ tool: toolThat(() => 1), hooks: [only, { willAcquireQuota: (ctx) => ctx.abort('no') }] }));
    expect(log.splice(0)).toEqual(['-quota']);
  });

  test('C110 the slot is held until the body stops or counts as a zombie; finalize and the answer do not wait', async () => {
    for (const stops of [true, false]) {
      const clock = manualClock();
      const { reports, events, options } = watch();
      const log: string[] = [];
      let stop = () => {};
      const tool = toolThat(() => new Promise<void>((resolve) => (stop = resolve)));
      const Thing = token<object>('thing');
      const hook = holder('h', log, {
        willBindProviders: (ctx) => ctx.bindProvider(Thing, { [Symbol.dispose]: () => void log.push('disposed') }),
        didReleaseQuota: (ctx) => void log.push('-quota h', ctx.get(Thing) === undefined ? 'nothing' : 'a thing'),
        willFinalizeInvoke: () => void log.push('finalize'),
      });
      const call = invokeTool({ tool, hooks: [hook], timeoutMs: 100, clock, ...options });
      const answered = thrownBy(call);
      await clock.advance(100 + 250);
      expect(await answered).toMatchObject({ code: 'CALL_DEADLINE_EXCEEDED' });
      expect(log).toEqual(['+quota h', '+slot h', 'finalize']);
      await clock.advance(29_999);
      expect(log).toHaveLength(3);
      if (stops) stop();
      else await clock.advance(1);
      await settle();
      expect(log.slice(3)).toEqual(['-slot h', '-quota h', 'a thing', 'disposed']);
      expect(events.filter(({ late }) => late === true).map(({ stage }) => stage)).toEqual([
        'didReleaseSemaphore',
        'didReleaseQuota',
      ]);
      expect(reports).toHaveLength(stops ? 0 : 1);
      expect(clock.waiting).toBe(0);
    }
  });

  test('a slot outlives a fallback: with a limit of one, no second body runs beside the first', async () => {
    let free = 1;
    let running = 0;
    let most = 0;
    const stops: (() => void)[] = [];
    const limit: ToolHook = {
      willAcquireSemaphore: (ctx) => void (free === 0 ? ctx.retryAfter(1) : (free -= 1)),
      didReleaseSemaphore: () => void (free += 1),
      aroundExecute: (_ctx, next) => Promise.race([next(), settle().then(() => 'fallback')]),
    };
    const tool = toolThat(async () => {
      most = Math.max(most, (running += 1));
      await new Promise<void>((resolve) => stops.push(resolve));
      running -= 1;
    });
    const call = () => invokeTool({ tool, hooks: [limit] });
    expect(await call()).toBe('fallback');
    await expect(call()).rejects.toMatchObject({ kind: 'retryAfter' });
    stops[0]?.();
    await settle();
    expect(await call()).toBe('fallback');
    expect(most).toBe(1);
  });

  test('C111 an acquire that completes after its call was cancelled is released at once', async () => {
    const { reports, options } = watch();
    const log: string[] = [];
    const cancel = new AbortController();
    let acquire = () => {};
    const slow = holder('slow', log, {
      willAcquireQuota: () => new Promise<void>((resolve) => (acquire = resolve)),
      didReleaseQuota: (ctx) => void log.push(`-quota slow for ${ctx.requestId}: ${String(ctx.tryGet('nothing'))}`),
      willFinalizeInvoke: () => void log.push('finalize'),
    });
    const call = invokeTool({
      tool: toolThat(() => 1),
      requestId: 7,
      hooks: [slow],
      signal: cancel.signal,
      graceMs: 0,
      ...options,
    });
    await settle();
    cancel.abort();
    await expect(call).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    expect(log).toEqual(['finalize']);
    acquire();
    await settle();
    expect(log).toEqual(['finalize', '-quota slow for 7: undefined']);
    expect(reports).toEqual([]);
  });
});

describe('the end of a call', () => {
  const ignored = [
    'willWriteCache',
    'willAudit',
    'didAudit',
    'onMetrics',
    'didReleaseSemaphore',
    'didReleaseQuota',
    'willFinalizeInvoke',
  ];

  test('C96 willFinalizeInvoke runs once on every path, all hooks of it, none changes the result, and one that hangs is left', async () => {
    const bodies: ToolRecord['execute'][] = [
      () => 'done',
      () => Promise.reject(new Error('body')),
      (_input, ctx) => ctx.abort('no'),
    ];
    for (const body of bodies) {
      const clock = manualClock();
      const { reports, options } = watch();
      const log: string[] = [];
      const meddles: ToolHook = {
        name: 'meddles',
        willFinalizeInvoke(ctx) {
          log.push('meddles');
          ctx.output = 'mine';
          ctx.error = new Error('mine');
          throw new Error('mine');
        },
      };
      const hangs: ToolHook = { name: 'hangs', willFinalizeInvoke: () => (log.push('hangs'), never) };
      const last: ToolHook = { willFinalizeInvoke: () => void log.push('last') };
      const plain = await invokeTool({ tool: toolThat(body) }).catch((error: unknown) => String(error));
      const call = invokeTool({ tool: toolThat(body), hooks: [meddles, hangs, last], clock, ...options });
      const answer = call.catch((error: unknown) => String(error));
      await clock.advance(4_999);
      expect(log).toEqual(['meddles', 'hangs']);
      await clock.advance(1);
      expect(await answer).toEqual(plain);
      expect(log).toEqual(['meddles', 'hangs', 'last']);
      expect(reports.map(({ where }) => where.hook)).toEqual(['meddles', 'hangs']);
    }
  });

  test('C99 failures of cache writes, audit, metrics, releases and finalize after a success are reported only', async () => {
    for (const stage of ignored) {
      const { reports, options } = watch();
      const error = new Error(stage);
      const hook: ToolHook = {
        name: 'h',
        willAcquireQuota: () => undefined,
        willAcquireSemaphore: () => undefined,
        [stage]: () => Promise.reject(error),
      };
      expect(await invokeTool({ tool: toolThat(() => 'done'), hooks: [hook], ...options })).toBe('done');
      expect(reports).toMatchObject([{ thrown: error, where: { stage, hook: 'h' } }]);
    }
  });

  test('C100 a required audit that fails fails a success; on the error line the first error stays and holds it', async () => {
    const lost = new Error('trail is down');
    const log: string[] = [];
    const say = (name: string) => () => void log.push(name);
    const hook = holder('h', log, {
      willAudit: () => Promise.reject(lost),
      didAudit: say('didAudit'),
      onMetrics: say('onMetrics'),
      onError: say('onError'),
      willFinalizeInvoke: say('finalize'),
    });
    const call = (execute: ToolRecord['execute'], hooks = [hook]) =>
      invokeTool({ tool: toolThat(execute), hooks, auditMode: 'required', ...watch().options });
    await expect(call(() => 'done')).rejects.toBe(lost);
    expect(log.slice(2)).toEqual(['onError', 'onMetrics', '-slot h', '-quota h', 'finalize']);

    const first = new Error('first');
    log.length = 0;
    await expect(call(() => Promise.reject(first))).rejects.toBe(first);
    expect(suppressedBy(first)).toEqual([lost]);
    expect(log.slice(2)).toEqual(['onError', 'didAudit', 'onMetrics', '-slot h', '-quota h', 'finalize']);

    // A recovered call is a success, so it fails too, and onError has had its turn.
    log.length = 0;
    const recovers: ToolHook = { onError: (ctx) => ctx.respond('recovered') };
    await expect(call(() => Promise.reject(new Error('x')), [hook, recovers])).rejects.toBe(lost);
    expect(log.slice(2)).toEqual(['onError', 'onMetrics', '-slot h', '-quota h', 'finalize']);
  });
});
