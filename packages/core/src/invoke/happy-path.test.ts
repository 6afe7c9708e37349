import { callTool, checkAnswer, invokeTool, stageTable } from '@helve/core';
import type { ToolHook, ToolInvokeContext } from '@helve/core';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { run, toolThat } from '../testing/invoke-kit.js';

/** Takes part in every stage and does nothing. */
function bystander(): ToolHook {
  const hook: ToolHook = { name: 'all', aroundExecute: (_ctx, next) => next() };
  for (const { stage } of stageTable) if (stage !== 'aroundExecute') hook[stage] = () => undefined;
  return hook;
}

describe('a call that goes well', () => {
  const outputSchema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] } as const;

  test('C58 passes its stages in the order of the lifecycle, and needs no hooks and no wait to do so', async () => {
    const traced: string[] = [];
    const tool = toolThat({ outputSchema, execute: () => ({ sum: 1 }) });
    const output = await run({ tool, hooks: [bystander()], trace: ({ stage }) => traced.push(stage) });
    expect(traced.join(' ')).toBe(
      [
        'willCreateInvokeContext didCreateInvokeContext willBindProviders',
        'willAuthorize willCheckConsent willCheckFeatureFlags',
        'willAcquireQuota willAcquireSemaphore',
        'willParseInput inputCheck willValidateInput willNormalizeInput willRedactInput willInjectSecrets',
        // A wrapper is written down when it ends, around what it holds.
        'willReadCache didCacheMiss willExecute execute didExecute aroundExecute',
        'willWriteCache willRedactOutput willValidateOutput outputCheck willTransformOutput',
        'willAudit didAudit onMetrics didReleaseSemaphore didReleaseQuota willFinalizeInvoke',
      ].join(' '),
    );
    expect(await run({ tool })).toEqual(output);
    let ticks = 0;
    const counting = toolThat({ execute: () => expect(ticks).toBe(0) });
    void Promise.resolve().then(() => (ticks += 1));
    await run({ tool: counting });
  });

  test('C59 the body gets the input as willExecute left it, and may answer at once, later or with nothing', async () => {
    const seen: unknown[] = [];
    const chain: ToolHook = {
      willNormalizeInput: (ctx) => void (ctx.input = { n: 2 }),
      willExecute: (ctx) => void (ctx.input = { n: Number(Reflect.get(Object(ctx.input), 'n')) + 1 }),
    };
    const execute = (input: unknown, ctx: ToolInvokeContext) => void seen.push(input, ctx.input);
    expect(await run({ tool: toolThat({ execute }), rawInput: { n: 1 }, hooks: [chain] })).toBeUndefined();
    expect(seen).toEqual([{ n: 3 }, { n: 3 }]);
    expect(await run({ tool: toolThat({ execute: async () => 'later' }) })).toBe('later');
    expect(
      await run({ tool: toolThat({ execute: () => undefined, outputSchema: z.looseObject({}).optional() }) }),
    ).toBeUndefined();
    const picky = toolThat({ execute: () => undefined, outputSchema });
    await expect(run({ tool: picky })).rejects.toMatchObject({ code: 'CALL_OUTPUT_INVALID' });
  });

  test('C60 didExecute sees the output and may replace it, for next() and for the caller', async () => {
    const seen: unknown[] = [];
    const hook: ToolHook = {
      async aroundExecute(_ctx, next) {
        seen.push(await next());
      },
      didExecute(ctx) {
        seen.push(ctx.output);
        ctx.output = 'replaced';
      },
      willTransformOutput: (ctx) => void (ctx.output = `${String(ctx.output)} and shown`),
      willFinalizeInvoke: (ctx) => void (ctx.output = 'too late'),
    };
    expect(await run({ hooks: [hook] })).toBe('replaced and shown');
    expect(seen).toEqual(['done', 'replaced']);
  });

  test('C61 the input check stands between willParseInput and willValidateInput', async () => {
    const inputSchema = z.object({ n: z.coerce.number(), unit: z.string().default('c') });
    const seen: unknown[] = [];
    const hook: ToolHook = {
      willParseInput(ctx) {
        seen.push(ctx.input);
        ctx.input = { n: '8' };
      },
      willValidateInput: (ctx) => void seen.push(ctx.input),
    };
    await run({ tool: toolThat({ inputSchema }), rawInput: { n: '7' }, hooks: [hook] });
    expect(seen).toEqual([{ n: '7' }, { n: 8, unit: 'c' }]);
  });

  test('C62 bad input is refused with every issue, before the body, and capacity is given back', async () => {
    const seen: string[] = [];
    const note = (name: string) => () => void seen.push(name);
    const hook: ToolHook = {
      willAcquireQuota: note('quota'),
      willAcquireSemaphore: note('slot'),
      didReleaseSemaphore: note('slot back'),
      didReleaseQuota: note('quota back'),
      onError: note('onError'),
      willValidateInput: note('never'),
    };
    const inputSchema = z.object({ a: z.number(), at: z.object({ lat: z.number() }) });
    const tool = toolThat({ inputSchema, execute: note('never') });
    const error = await run({ tool, rawInput: { a: 'x', at: { lat: 'y' } }, hooks: [hook] }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'CALL_INPUT_INVALID', type: 'VALIDATION' });
    const { issues } = Reflect.get(Object(error), 'details') as { issues: { pointer: string }[] };
    expect(issues.map(({ pointer }) => pointer).toSorted()).toEqual(['/a', '/at/lat']);
    expect(seen).toEqual(['quota', 'slot', 'onError', 'slot back', 'quota back']);
  });

  test('C63 the output check follows willValidateOutput and keeps the parsed value', async () => {
    const tool = toolThat({ outputSchema, execute: () => ({ sum: 'three' }) });
    const mend: ToolHook = { willValidateOutput: (ctx) => void (ctx.output = { sum: 3, note: 'undeclared' }) };
    const seen: unknown[] = [];
    const see: ToolHook = { willTransformOutput: (ctx) => void seen.push(ctx.output) };
    expect(await run({ tool, hooks: [mend, see] })).toEqual({ sum: 3 });
    expect(seen).toEqual([{ sum: 3 }]);
    await expect(run({ tool })).rejects.toMatchObject({ code: 'CALL_OUTPUT_INVALID', type: 'INTERNAL' });
  });

  test('C64 a value responded before willReadCache passes the post stages but not the output check', async () => {
    const tool = toolThat({ outputSchema, execute: () => ({ sum: 3 }) });
    const challenge = { confirm: 'please' };
    for (const stage of ['willBindProviders', 'willCheckConsent', 'willInjectSecrets'] as const) {
      const seen: unknown[] = [];
      const hook: ToolHook = {
        [stage]: (ctx: ToolInvokeContext) => ctx.respond(challenge),
        willRedactOutput: () => void seen.push(stage),
      };
      expect(await run({ tool, hooks: [hook] })).toEqual(challenge);
      expect(seen).toEqual([stage]);
    }
    for (const stage of ['willReadCache', 'didCacheMiss', 'willExecute', 'didExecute'] as const) {
      const hook: ToolHook = { [stage]: (ctx: ToolInvokeContext) => ctx.respond(challenge) };
      await expect(run({ tool, hooks: [hook] }), stage).rejects.toMatchObject({ code: 'CALL_OUTPUT_INVALID' });
    }
  });

  test('P1 a plan is compiled once per tool and configuration, and nothing is waited for that is there already', async () => {
    let reads = 0;
    const inputSchema = new Proxy({ type: 'object', properties: { a: { type: 'number' } } } as const, {
      get: (schema, key) => ((reads += key === 'properties' ? 1 : 0), Reflect.get(schema, key) as unknown),
    });
    const tool = toolThat({ inputSchema, execute: () => 'done' });
    const priority = vi.fn(() => 1);
    const hooks = Object.freeze(
      stageTable
        .filter(({ stage }) => stage !== 'aroundExecute')
        .map(({ stage }) => ({ priority, [stage]: () => undefined })),
    );
    await invokeTool({ tool, hooks });
    const [readsOnce, askedOnce] = [reads, priority.mock.calls.length];
    let isDone = false;
    for (let call = 0; call < 3; call += 1) {
      isDone = false;
      void invokeTool({ tool, hooks }).then(() => (isDone = true));
      await Promise.resolve();
      expect(isDone).toBe(true);
    }
    expect([reads, priority.mock.calls.length]).toEqual([readsOnce, askedOnce]);
    // Plans are found by content: a list of its own for each call changes nothing, nor does one without hooks.
    await invokeTool({ tool, hooks: [...hooks], globalHooksByStage: {} });
    expect(priority.mock.calls.length).toBe(askedOnce);
    const lists = Array.from({ length: 20 }, () => Object.freeze([...hooks, { priority }]));
    for (const list of lists) await invokeTool({ tool, hooks: list });
    expect(priority.mock.calls.length).toBeGreaterThan(askedOnce);
    const asked = priority.mock.calls.length;
    for (const list of lists) await invokeTool({ tool, hooks: list });
    expect(priority.mock.calls.length).toBe(asked);
  });

  test('C65 a door checks again what was let through: a result that does not fit is INTERNAL, an early answer plain', async () => {
    const tool = toolThat({ outputSchema, execute: () => ({ sum: 3 }) });
    const answer = async (hook: ToolHook) => checkAnswer(tool, await callTool({ tool, hooks: [hook] }));
    expect(await answer({})).toMatchObject({ structured: true, response: { ok: true, data: { sum: 3 } } });
    const shown: ToolHook = { willTransformOutput: (ctx) => void (ctx.output = 'three') };
    expect(await answer(shown)).toMatchObject({
      structured: false,
      response: {
        ok: false,
        error: { type: 'INTERNAL', partialSideEffects: true, details: { code: 'CALL_OUTPUT_INVALID' } },
      },
    });
    const early: ToolHook = { willCheckConsent: (ctx) => ctx.respond({ confirm: 'please' }) };
    expect(await answer(early)).toMatchObject({
      structured: false,
      response: { ok: true, data: { confirm: 'please' } },
    });
    const fitting: ToolHook = { willCheckConsent: (ctx) => ctx.respond({ sum: 0 }) };
    expect(await answer(fitting)).toMatchObject({ structured: true, response: { ok: true, data: { sum: 0 } } });
    const free = toolThat();
    expect(await checkAnswer(free, await callTool({ tool: free }))).toMatchObject({
      structured: false,
      response: { data: 'done' },
    });
  });

  test('C66 schemaMode hooks leaves both checks to hooks that parse', async () => {
    const traced: string[] = [];
    const inputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } as const;
    const tool = toolThat({ inputSchema, outputSchema, execute: (input) => ({ got: input }) });
    const output = await run({
      tool,
      rawInput: { n: 'x' },
      schemaMode: 'hooks',
      trace: ({ stage }) => traced.push(stage),
    });
    expect(output).toEqual({ got: { n: 'x' } });
    expect(traced).toEqual(['execute']);
  });
});
