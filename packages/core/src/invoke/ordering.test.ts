import { createCaller, toolPreStages, ToolRegistry } from '@helve/core';
import type { InvokeOptions, ToolError, ToolHook, ToolHookStage } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { noting, run, toolThat } from '../testing/invoke-kit.js';

describe('priority', () => {
  test('C19 higher runs earlier in will, around and on, and later in did', async () => {
    for (const stage of ['willAuthorize', 'aroundExecute', 'onMetrics', 'didExecute'] as const) {
      const seen: string[] = [];
      const make = (name: string, priority?: number) => noting(seen, name, [stage], priority);
      await run({ hooks: [make('minus', -1), make('none'), make('half', 0.5), make('ten', 10)] });
      const order = ['ten', 'half', 'none', 'minus'];
      expect(seen, stage).toEqual(stage === 'didExecute' ? order.toReversed() : order);
    }
  });

  test('C20 ties keep the order of registration, global first, and did mirrors it', async () => {
    const seen: string[] = [];
    const both = ['willExecute', 'didExecute'] as const;
    const tool = toolThat({ hooks: [noting(seen, 'tool', both)] });
    const globalHooksByStage = { willExecute: [noting(seen, 'listed', ['willExecute'])] };
    await run({ tool, globalHooksByStage, hooks: [noting(seen, 'one', both), noting(seen, 'two', both)] });
    expect(seen).toEqual(['listed', 'one', 'two', 'tool', 'tool', 'two', 'one']);
  });

  test('C21 is read once per plan, and one that throws or is no number is refused before any stage', async () => {
    let asked = 0;
    const counting: ToolHook = {
      priority() {
        asked += 1;
        return 1;
      },
      willAuthorize: () => undefined,
      didExecute: () => undefined,
    };
    const options: Partial<InvokeOptions> = { tool: toolThat(), hooks: [counting] };
    await run(options);
    await run(options);
    expect(asked).toBe(1);
    for (const priority of [() => Number.NaN, () => 'high' as never, () => Promise.resolve(1) as never]) {
      const seen: string[] = [];
      const bad: ToolHook = { name: 'bad', priority, willFinalizeInvoke: () => undefined };
      const call = run({ hooks: [noting(seen, 'early', ['willCreateInvokeContext']), bad] });
      await expect(call).rejects.toMatchObject({
        code: 'CALL_CONFIG_INVALID',
        message: expect.stringContaining('"bad"'),
      });
      expect(seen).toEqual([]);
    }
    const throwing: ToolHook = {
      priority() {
        throw new Error('x');
      },
      onError: () => undefined,
    };
    await expect(run({ hooks: [throwing] })).rejects.toMatchObject({ code: 'CALL_CONFIG_INVALID' });
  });
});

describe('the list of hooks', () => {
  test('C25 a class that resolves to nothing is refused with its name and stage, also on a later call', async () => {
    class Lost {
      willAuthorize() {}
    }
    let gone = false;
    const resolve = <T>(cls: new () => T): T => (gone ? (undefined as T) : new cls());
    const options: Partial<InvokeOptions> = {
      tool: toolThat(),
      globalHooksByStage: { willAuthorize: [Lost] },
      resolve,
    };
    expect(await run(options)).toBe('done');
    gone = true;
    for (const call of [run(options), run({ ...options, tool: toolThat() })]) {
      const error: unknown = await call.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'CALL_CONFIG_INVALID' });
      expect((error as ToolError).message).toMatch(/"Lost".*willAuthorize/);
    }
    await expect(run({ hooks: [undefined as never] })).rejects.toMatchObject({ code: 'CALL_CONFIG_INVALID' });
    await expect(run({ hooks: ['audit' as never] })).rejects.toMatchObject({ code: 'CALL_CONFIG_INVALID' });
  });

  test('C26 each class has one instance per call, resolved once, and overlapping calls have their own', async () => {
    let resolved = 0;
    const sums: number[] = [];
    class Stateful {
      count = 0;
      async willAuthorize() {
        this.count += 1;
        await Promise.resolve();
      }
      willExecute() {
        this.count += 1;
      }
      willFinalizeInvoke() {
        sums.push(this.count);
      }
    }
    const resolve = <T>(cls: new () => T): T => ((resolved += 1), new cls());
    const options: Partial<InvokeOptions> = { tool: toolThat(), hooks: [Stateful], resolve };
    await Promise.all([run(options), run(options), run(options)]);
    expect(resolved).toBe(3);
    expect(sums).toEqual([2, 2, 2]);
  });

  test('C27 a class listed globally and on the tool runs once, in the global place, and the reporter is told', async () => {
    const seen: string[] = [];
    const twice = noting(seen, 'twice', ['willAuthorize']);
    const other = noting(seen, 'other', ['willAuthorize']);
    for (const tool of [
      toolThat({ hooksByStage: { willAuthorize: [other, twice] } }),
      toolThat({ hooks: [other, twice] }),
    ]) {
      seen.length = 0;
      const told: string[] = [];
      const report = (thrown: unknown) => told.push(String(thrown));
      await run({ tool, globalHooksByStage: { willAuthorize: [twice] }, report });
      expect(seen).toEqual(['twice', 'other']);
      expect(told).toEqual([expect.stringContaining('"twice" is listed twice for willAuthorize')]);
    }
    const told: string[] = [];
    const pair = noting([], 'pair', ['willAcquireQuota', 'didReleaseQuota']);
    const globalHooksByStage = { didReleaseQuota: [pair], willAcquireQuota: [pair] };
    await run({ globalHooksByStage, report: (thrown) => told.push(String(thrown)) });
    expect(told).toEqual([]);
  });

  test('C28 a change of a list is not seen by the running call, but by the next, unless sealed', async () => {
    const seen: string[] = [];
    const late = noting(seen, 'late', ['willExecute']);
    const tool = toolThat({ hooksByStage: { willAuthorize: [{ willAuthorize: () => add() }] } });
    const add = () => void (tool.hooksByStage.willExecute = [late]);
    await run({ tool });
    expect(seen).toEqual([]);
    await run({ tool });
    expect(seen).toEqual(['late']);
    const swapped = toolThat({ hooksByStage: Object.freeze({}) });
    await run({ tool: swapped });
    swapped.hooksByStage = { willExecute: [noting(seen, 'swapped', ['willExecute'])] };
    await run({ tool: swapped });
    expect(seen).toEqual(['late', 'swapped']);
    const tools = new ToolRegistry();
    const held = toolThat();
    tools.addInline(held);
    const caller = createCaller({ tools });
    held.hooksByStage.willExecute = [noting(seen, 'too late', ['willExecute'])];
    await caller.executeTool('it');
    expect(seen).toEqual(['late', 'swapped']);
  });

  test('C29 takes classes and instances, and hooks registers every stage of its members', async () => {
    const seen: string[] = [];
    class Both {
      willExecute() {
        seen.push('class will');
      }
      didExecute() {
        seen.push('class did');
      }
    }
    const tool = toolThat({ hooks: [noting(seen, 'instance', ['willExecute', 'didExecute'])] });
    await run({ tool, hooks: [Both] });
    expect(seen).toEqual(['class will', 'instance', 'instance', 'class did']);
    seen.length = 0;
    await run({ globalHooksByStage: { willExecute: [Both] } });
    expect(seen).toEqual(['class will']);
  });

  test('C30 a hook listed under an acquire stage only has its release called', async () => {
    for (const [acquire, release] of [
      ['willAcquireQuota', 'didReleaseQuota'],
      ['willAcquireSemaphore', 'didReleaseSemaphore'],
    ] as const) {
      const seen: string[] = [];
      const hook: ToolHook = { [acquire]: () => void seen.push(acquire), [release]: () => void seen.push(release) };
      await run({ tool: toolThat({ hooksByStage: { [acquire]: [hook] } }) });
      expect(seen).toEqual([acquire, release]);
    }
  });
});

describe('the hooks of a stage', () => {
  test('C31 run one after another, and synchronous ones add no microtask', async () => {
    const seen: string[] = [];
    const slow: ToolHook = {
      async willAuthorize() {
        seen.push('slow begins');
        await new Promise((resolve) => setTimeout(resolve, 5));
        seen.push('slow ends');
      },
    };
    await run({ hooks: [slow, noting(seen, 'next', ['willAuthorize'])] });
    expect(seen).toEqual(['slow begins', 'slow ends', 'next']);

    /** Counts the microtasks that pass between the first stage and the body. */
    const ticksOf = async (stages: readonly ToolHookStage[]): Promise<number> => {
      let ticks = 0;
      let counting = true;
      const count = () => {
        ticks += 1;
        if (counting) queueMicrotask(count);
      };
      const hook: ToolHook = { willCreateInvokeContext: () => queueMicrotask(count), filter: () => true };
      for (const stage of stages) if (stage !== 'aroundExecute') hook[stage] = () => undefined;
      const execute = () => ((counting = false), ticks);
      return Number(
        await run({
          hooks: [hook, { ...hook, willCreateInvokeContext: () => undefined }],
          tool: toolThat({ execute }),
        }),
      );
    };
    const many = [...toolPreStages.slice(1), 'willBindProviders', 'didCacheMiss', 'willExecute'] as const;
    expect(await ticksOf(many)).toBe(await ticksOf([]));
    const wrapped: ToolHook = { willAuthorize: () => ({ ignored: true }), didExecute: () => 'ignored' };
    expect(await run({ hooks: [wrapped] })).toBe('done');
  });

  test('C32 a method that looks like a misspelt stage is reported with the nearest name', async () => {
    for (const [misspelt, stage] of [
      ['willAutorize', 'willAuthorize'],
      ['wilAuthorize', 'willAuthorize'],
      ['willauthorize', 'willAuthorize'],
      ['onEror', 'onError'],
    ] as const) {
      const told: string[] = [];
      class Misspelt {
        willAudit() {}
        helper() {}
      }
      Reflect.set(Misspelt.prototype, misspelt, () => undefined);
      await run({ hooks: [Misspelt], report: (thrown) => told.push(String(thrown)) });
      expect(told).toEqual([expect.stringContaining(`"${misspelt}" is no stage; did you mean "${stage}"?`)]);
    }
  });
});
