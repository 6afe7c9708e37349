import type { ToolHook, ToolHookStage } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { noting, run, toolThat } from '../testing/invoke-kit.js';

describe('filter', () => {
  test('C22 a falsy answer skips the hook, promises are awaited, a throw fails a gate and is isolated in an observer', async () => {
    const seen: string[] = [];
    const thenable = { then: (resolve: (value: boolean) => void) => resolve(false) } as unknown as Promise<boolean>;
    const answers = [() => false, () => 0 as never, async () => false, () => thenable, async () => true];
    const hooks = answers.map((filter, index) => ({ ...noting(seen, String(index), ['willAuthorize']), filter }));
    await run({ hooks });
    expect(seen).toEqual(['4']);

    const reported: unknown[] = [];
    const error = new Error('filter broke');
    const broken = (stage: ToolHookStage): ToolHook => ({
      ...noting(seen, 'broken', [stage]),
      filter: () => Promise.reject(error),
    });
    await expect(run({ hooks: [broken('willAuthorize')] })).rejects.toBe(error);
    const others = noting(seen, 'other', ['onMetrics']);
    const options = { hooks: [broken('onMetrics'), others], report: (thrown: unknown) => reported.push(thrown) };
    expect(await run(options)).toBe('done');
    expect(seen).toEqual(['4', 'other']);
    expect(reported).toEqual([error]);
  });

  test('a throwing filter fails the call where the audit is required', async () => {
    const hook: ToolHook = {
      willAudit: () => undefined,
      filter() {
        throw new Error('filter broke');
      },
    };
    expect(await run({ hooks: [hook] })).toBe('done');
    await expect(run({ hooks: [hook], auditMode: 'required' })).rejects.toThrow('filter broke');
  });

  test('a filter that waits is still asked on the error line of a cancelled call', async () => {
    const seen: string[] = [];
    const controller = new AbortController();
    const watched = ['onError', 'willAudit', 'onMetrics', 'willFinalizeInvoke'] as const;
    const watcher: ToolHook = {};
    for (const stage of watched) watcher[stage] = () => void seen.push(stage);
    watcher.filter = () => Promise.resolve(true);
    const tool = toolThat({ execute: () => controller.abort() });
    const call = run({ tool, hooks: [watcher], signal: controller.signal });
    await expect(call).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    expect(seen).toEqual(watched);
  });

  test('C23 filters of a stage all run before its first hook, and per attempt around the body', async () => {
    for (const stage of ['willAuthorize', 'willFinalizeInvoke', 'onError', 'willBindProviders'] as const) {
      const seen: string[] = [];
      let open = true;
      const make = (name: string): ToolHook => ({
        name,
        filter: () => (seen.push(`filter ${name}`), open),
        [stage]: () => {
          seen.push(name);
          open = false;
        },
      });
      const tool = toolThat(stage === 'onError' ? { execute: () => Promise.reject(new Error('x')) } : {});
      await run({ tool, hooks: [make('a'), make('b')] }).catch(() => undefined);
      expect(seen, stage).toEqual(['filter a', 'filter b', 'a', 'b']);
    }
    let asked = 0;
    let attempts = 0;
    const tool = toolThat({ execute: () => (++attempts === 1 ? Promise.reject(new Error('once')) : 'done') });
    const perAttempt: ToolHook = { filter: () => (asked += 1) > 0, willExecute: () => undefined };
    const retry: ToolHook = {
      async aroundExecute(_ctx, next) {
        try {
          return await next();
        } catch {
          return next();
        }
      },
    };
    await run({ tool, hooks: [perAttempt, retry] });
    expect(asked).toBe(2);
  });

  test('C24 is honoured when binding and around, once and outermost first, and not asked on release', async () => {
    const seen: string[] = [];
    const skipped: ToolHook = {
      ...noting(seen, 'skipped', ['willBindProviders', 'aroundExecute']),
      filter: () => false,
    };
    const asked: string[] = [];
    const wrap = (name: string, priority: number): ToolHook => ({
      ...noting(seen, name, ['aroundExecute'], priority),
      filter: () => (asked.push(name), true),
    });
    let calls = 0;
    const capacity: ToolHook = {
      ...noting(seen, 'capacity', ['willAcquireQuota', 'didReleaseQuota']),
      filter: () => (calls += 1) === 1,
    };
    await run({ hooks: [skipped, wrap('inner', 1), wrap('outer', 2), capacity] });
    expect(asked).toEqual(['outer', 'inner']);
    expect(seen).toEqual(['capacity', 'outer', 'inner', 'capacity']);
    expect(calls).toBe(1);
  });
});
