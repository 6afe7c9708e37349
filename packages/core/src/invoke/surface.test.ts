import {
  callInfo,
  collectHooksForStage,
  ControlAbort,
  ControlRespond,
  ControlRetryAfter,
  createCaller,
  createInvokeContext,
  defineTool,
  invokeTool,
  isControl,
  isToolError,
  ownerOf,
  ProviderRegistry,
  sortForStage,
  stageTable,
  token,
  ToolError,
  toolErrorStages,
  toolFromMcp,
  ToolHookStage,
  toolPostStages,
  toolPreStages,
  ToolRegistry,
  willBindProvidersStage,
  wrapWithAround,
} from '@helve/core';
import type { InvokeOptions, McpTool, ToolHook, ToolInvokeContext } from '@helve/core';
import DefaultRegistry, { ProviderRegistry as NamedRegistry } from '@helve/core/provider';
import { describe, expect, test } from 'vitest';
import { toolThat } from '../testing/invoke-kit.js';

const stages = stageTable.map(({ stage }) => stage);
/** Stages by the numbers they have in the lifecycle table. */
const numbered = (...numbers: number[]) => numbers.map((number) => stages[number - 1]);

describe('ToolHookStage', () => {
  test('C1 has 32 members, each equal to its name, and cannot be changed', () => {
    expect(Object.entries(ToolHookStage)).toHaveLength(32);
    for (const [name, value] of Object.entries(ToolHookStage)) expect(value).toBe(name);
    expect(() => Object.assign(ToolHookStage, { willDance: 'willDance' })).toThrow(TypeError);
  });

  test('C3 the lists of stages are those of the lifecycle table', () => {
    expect(toolPreStages).toEqual(numbered(1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14));
    expect(toolPostStages).toEqual(numbered(22, 23, 24, 25, 26, 27, 28, 29, 30));
    expect(toolErrorStages).toEqual(numbered(31, 26, 27, 28, 29, 30));
  });

  test('C4 the lists of stages are frozen, and a call runs through them in their order', async () => {
    for (const list of [toolPreStages, toolPostStages, toolErrorStages, stageTable]) {
      expect(() => (list as string[]).push('willDance')).toThrow(TypeError);
      expect(() => (list as string[]).reverse()).toThrow(TypeError);
    }
    const seen: string[] = [];
    const hook = Object.fromEntries(
      stages.filter((stage) => stage !== 'aroundExecute').map((stage) => [stage, () => void seen.push(stage)]),
    ) as ToolHook;
    await invokeTool({ tool: toolThat(), hooks: [hook] });
    expect(seen.filter((stage) => (toolPreStages as readonly string[]).includes(stage))).toEqual(toolPreStages);
    expect(seen.slice(seen.indexOf('willWriteCache'), -1)).toEqual(toolPostStages);
    seen.length = 0;
    const failing = toolThat({ execute: () => Promise.reject(new Error('x')) });
    await expect(invokeTool({ tool: failing, hooks: [hook] })).rejects.toThrow('x');
    expect(seen.slice(seen.indexOf('onError'), -1)).toEqual(toolErrorStages);
  });
});

describe('ToolHook', () => {
  test('C2 every member is optional: an empty hook changes nothing, and each stage is a method', async () => {
    expect(await invokeTool({ tool: toolThat(), hooks: [{}] })).toBe('done');
    const named: ToolHook = {
      name: 'all',
      priority: () => 1,
      filter: () => true,
      aroundExecute: (_ctx, next) => next(),
    };
    for (const stage of stages) if (stage !== 'aroundExecute') named[stage] = () => undefined;
    expect(await invokeTool({ tool: toolThat(), hooks: [named] })).toBe('done');
  });
});

describe('sortForStage and collectHooksForStage', () => {
  test('C5 sorting gives a new list, collecting gives instances that implement the stage, global first', () => {
    class Low {
      name = 'low';
      willAuthorize() {}
    }
    class High {
      name = 'high';
      priority = () => 9;
      willAuthorize() {}
    }
    const other: ToolHook = { name: 'other', willExecute: () => undefined };
    const tool = toolThat({ hooksByStage: { willAuthorize: [High, other] } });
    const collected = collectHooksForStage('willAuthorize', tool, (cls) => new cls(), { willAuthorize: [Low] });
    expect(collected.map(({ name }) => name)).toEqual(['low', 'high']);
    const frozen = Object.freeze(collected);
    expect(sortForStage('willAuthorize', frozen).map(({ name }) => name)).toEqual(['high', 'low']);
    expect(collected.map(({ name }) => name)).toEqual(['low', 'high']);
  });
});

describe('invokeTool', () => {
  test('C6 resolves to the final output of a call with the options of the first design', async () => {
    const seen: unknown[] = [];
    class Who {
      willAuthorize(ctx: ToolInvokeContext) {
        seen.push(ctx.user.id, ctx.sessionId, ctx.requestId);
      }
    }
    const output = await invokeTool({
      tool: toolThat(),
      rawInput: {},
      sessionId: 's',
      requestId: 7,
      registry: new ProviderRegistry(),
      resolve: (cls) => new cls(),
      globalHooksByStage: { [ToolHookStage.willAuthorize]: [Who] },
      user: { id: 'u' },
    });
    expect(output).toBe('done');
    expect(seen).toEqual(['u', 's', 7]);
  });

  test('C7 takes every further option, and refuses one that it does not know or that is of the wrong kind', async () => {
    const options: InvokeOptions = {
      tool: toolThat(),
      hooks: [],
      signal: new AbortController().signal,
      timeoutMs: 1000,
      idempotencyKey: 'k',
      confirmationToken: 't',
      call: { door: 'test', mode: 'chat', turnId: '1', traceparent: '00-0-0-0' },
      onProgress: () => undefined,
      onChunk: () => undefined,
      trace: () => undefined,
      report: () => undefined,
      clock: { now: Date.now },
      schemaMode: 'engine',
      auditMode: 'isolated',
      restoreInput: true,
      graceMs: 1,
      zombieMs: 1,
      maxDepth: 1,
      execute: { execute: () => 'done elsewhere' },
    };
    expect(await invokeTool(options)).toBe('done elsewhere');
    for (const key of Object.keys(options)) {
      const wrong = { ...options, [key]: Symbol('wrong') };
      await expect(invokeTool(wrong), key).rejects.toMatchObject({ code: 'CALL_CONFIG_INVALID' });
    }
    const misspelt = { ...options, timoutMs: 1 };
    await expect(invokeTool(misspelt)).rejects.toMatchObject({ details: { suggestion: 'Did you mean "timeoutMs"?' } });
  });

  test('C8 makes hooks with new, has an empty registry, a random request id and a session of its own by default', async () => {
    const ids = new Set<unknown>();
    const KEPT = token<number>('kept');
    class Binds {
      made = true;
      willBindProviders(ctx: ToolInvokeContext) {
        ids.add(ctx.requestId).add(this.made);
        expect(ctx.tryGet(KEPT)).toBeUndefined();
        ctx.bindProvider(KEPT, 1, 'session');
        expect(ctx.get(KEPT)).toBe(1);
      }
    }
    const options = { tool: toolThat(), hooks: [Binds] };
    await invokeTool(options);
    await invokeTool(options);
    expect([...ids].filter((id) => typeof id === 'string' && id.length > 16)).toHaveLength(2);
  });
});

describe('wrapWithAround and willBindProvidersStage', () => {
  test('C9 work alone, on a context without a call', async () => {
    const SIZE = token<number>('size');
    const inside: ToolHook = {
      willBindProviders: () => [[SIZE, 3]],
      aroundExecute: async (ctx, next) => `<${String(await next())} ${ctx.get(SIZE)}>`,
    };
    const tool = toolThat({ hooks: [inside] });
    const ctx = createInvokeContext({ tool });
    await willBindProvidersStage(tool, ctx);
    const outer = {
      aroundExecute: [{ aroundExecute: async (_: unknown, next: () => Promise<unknown>) => [await next()] }],
    };
    const run = wrapWithAround(tool, ctx, () => 'core', undefined, outer);
    expect(await run()).toEqual(['<core 3>']);
    await expect(willBindProvidersStage(tool, {} as ToolInvokeContext)).rejects.toThrow('no context of a call');
  });
});

describe('toolFromMcp', () => {
  test('C12 preHook and postHook of a wire-shaped tool run before and after its body', async () => {
    const seen: unknown[] = [];
    const wire: McpTool = {
      id: 'remote.echo',
      name: 'echo',
      description: 'Echoes',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      providedBy: 'remote',
      preHook: (ctx) => void seen.push(['pre', ctx.input]),
      postHook: (ctx) => void seen.push(['post', ctx.output]),
    };
    const tool = toolFromMcp(wire, (input) => `echo ${String(Reflect.get(Object(input), 'text'))}`);
    expect(await invokeTool({ tool, rawInput: { text: 'hi' } })).toBe('echo hi');
    expect(seen).toEqual([
      ['pre', { text: 'hi' }],
      ['post', 'echo hi'],
    ]);
    expect(tool.annotations).toMatchObject({ providedBy: 'remote' });
  });
});

describe('ProviderRegistry', () => {
  test('C14 is the named and the default export of the provider entry', () => {
    expect(NamedRegistry).toBe(ProviderRegistry);
    expect(DefaultRegistry).toBe(ProviderRegistry);
    const registry = new DefaultRegistry().registerSingletons([['a', 1]]).registerSessionProviders([['b', () => 2]]);
    expect(registry.getAllSingletons().get('a')).toBe(1);
    expect(registry.sessionMap('s', ownerOf({ id: 'u' })).get('b')).toBe(2);
    expect(registry.endSession('s')).toBeInstanceOf(Promise);
  });
});

describe('createCaller', () => {
  test('C16 compiles every plan at once, seals what it was given, and calls under its own rules', async () => {
    const seen: string[] = [];
    const note = (name: string): ToolHook => ({ willAuthorize: () => void seen.push(name) });
    const tools = new ToolRegistry();
    tools.addInline(toolThat());
    const hooks = [note('first')];
    const globalHooksByStage = { willAuthorize: [note('listed')] };
    const caller = createCaller({ tools, hooks, globalHooksByStage });
    hooks.push(note('late'));
    globalHooksByStage.willAuthorize.push(note('late'));
    tools.remove('it');
    expect(await caller.invokeTool({ tool: 'it', ...({ hooks: undefined } as object) })).toBe('done');
    expect(await caller.callTool({ tool: 'it' })).toMatchObject({ ok: true, data: 'done' });
    expect(await caller.executeTool('it')).toMatchObject({ ok: true, data: 'done' });
    expect(seen).toEqual(['listed', 'first', 'listed', 'first', 'listed', 'first']);
    const broken = new ToolRegistry();
    broken.addInline(toolThat({ hooks: [{ priority: () => Number.NaN, willAudit: () => undefined }] }));
    expect(() => createCaller({ tools: broken })).toThrow('priority');
  });

  test.each(['hooks', 'tools', 'registry', 'resolve', 'globalHooksByStage', 'schemaMode', 'auditMode'])(
    'refuses %s of one call, which it could not honour',
    async (option) => {
      const tools = new ToolRegistry();
      tools.addInline(toolThat());
      const caller = createCaller({ tools });
      const odd = { tool: 'it', [option]: {} };
      expect(await caller.callTool(odd)).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining(`option "${option}" holds for all calls`) as unknown },
      });
      await expect(caller.invokeTool(odd)).rejects.toThrow(option);
      expect(await caller.executeTool('it', { [option]: undefined })).toMatchObject({ ok: true });
    },
  );

  test('makes hook classes at the call, and asks each container for its own', async () => {
    const seen: string[] = [];
    class Greets {
      greeting = 'nobody';
      willAuthorize() {
        seen.push(this.greeting);
      }
    }
    const containerOf =
      (greeting: string) =>
      <T>(cls: new () => T) =>
        Object.assign(new cls() as object, { greeting }) as T;
    const tools = new ToolRegistry();
    tools.addInline(toolThat({ hooks: [Greets] }));
    let ready = false;
    const late = <T>(cls: new () => T) => {
      if (!ready) throw new Error('the container is not ready');
      return containerOf('late')(cls);
    };
    const caller = createCaller({ tools, resolve: late });
    ready = true;
    expect(await caller.executeTool('it')).toMatchObject({ ok: true });
    const tool = toolThat({ hooks: [Greets] });
    for (const greeting of ['one', 'two', 'one']) await invokeTool({ tool, resolve: containerOf(greeting) });
    expect(seen).toEqual(['late', 'one', 'two', 'one']);
  });

  test('makes a plan for each container that makes other hooks of a class', async () => {
    const seen: string[] = [];
    class Hook {}
    const tool = toolThat({ hooks: [Hook] });
    const silent = <T>(cls: new () => T) => new cls();
    const loud = <T>(cls: new () => T) =>
      Object.assign(new cls() as object, { willAudit: () => seen.push('heard') }) as T;
    for (const resolve of [silent, loud, silent, loud]) await invokeTool({ tool, resolve });
    expect(seen).toEqual(['heard', 'heard']);
  });

  test('makes each hook class once per call, and the look at it serves the first call', async () => {
    let made = 0;
    class Counted {
      willAuthorize() {}
    }
    const tools = new ToolRegistry();
    tools.addInline(toolThat());
    const resolve = <T>(cls: new () => T) => {
      made += 1;
      return new cls();
    };
    const caller = createCaller({ tools, hooks: [Counted], resolve });
    await caller.executeTool('it');
    await caller.executeTool('it');
    expect(made).toBe(2);
  });
});

describe('isControl, isToolError and callInfo', () => {
  test('C17 know what was thrown by markers that duplicate packages share', async () => {
    for (const signal of [new ControlRespond(1), new ControlAbort('no'), new ControlRetryAfter(1)]) {
      expect(isControl(signal)).toBe(true);
    }
    expect(isControl({ [Symbol.for('helve.control')]: true, kind: 'abort' })).toBe(true);
    expect(isControl(new Error('x'))).toBe(false);
    const error = new ToolError('AUTH', 'no', { code: 'CALL_X' });
    expect([isToolError(error), isToolError(error, 'CALL_X'), isToolError(error, 'CALL_Y')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isToolError({ [Symbol.for('helve.tool-error')]: true })).toBe(true);
    const thrown = new Error('x');
    const tool = defineTool({
      id: 'bad',
      description: 'Fails',
      inputSchema: { type: 'object' },
      execute: () => Promise.reject(thrown),
    });
    await expect(invokeTool({ tool, requestId: 'r' })).rejects.toBe(thrown);
    expect(callInfo(thrown)).toEqual({ toolId: 'bad', requestId: 'r', stage: 'execute', hook: '' });
    expect(callInfo(new Error('never thrown'))).toBeUndefined();
  });
});
