import { callTool, defineTool, ok } from '@helve/core';
import type { ToolArgs, ToolInvokeContext, ToolLike, ToolRecord, ToolResponse } from '@helve/core';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import * as z from 'zod';

const base = { id: 'it', description: 'Does it' } as const;
const Input = z.object({ a: z.number(), b: z.number().default(1) });
const Output = z.object({ sum: z.number() });

describe('defineTool', () => {
  test('infers input, context and result from zod', async () => {
    const tool = defineTool({
      ...base,
      inputSchema: Input,
      outputSchema: Output,
      execute: (input, ctx) => {
        expectTypeOf(input).toEqualTypeOf<{ a: number; b: number }>();
        expectTypeOf(ctx).toEqualTypeOf<ToolInvokeContext>();
        return { sum: input.a + input.b };
      },
    });
    expectTypeOf(tool).toEqualTypeOf<ToolRecord<typeof Input, typeof Output>>();
    expectTypeOf(await callTool({ tool })).toEqualTypeOf<ToolResponse<{ sum: number }>>();
  });

  test('infers from arktype and valibot', () => {
    defineTool({
      ...base,
      inputSchema: type({ city: 'string', 'zip?': 'number' }),
      execute: (input) => expectTypeOf(input).toEqualTypeOf<{ city: string; zip?: number }>(),
    });
    defineTool({
      ...base,
      inputSchema: toStandardJsonSchema(v.object({ city: v.string() })),
      execute: (input) => expectTypeOf(input).toEqualTypeOf<{ city: string }>(),
    });
  });

  test('infers from a plain JSON Schema literal', async () => {
    const tool = defineTool({
      ...base,
      inputSchema: {
        type: 'object',
        properties: {
          unit: { enum: ['c', 'f'] },
          days: { type: 'integer' },
          tags: { type: 'array', items: { type: 'string' } },
          at: { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] },
          note: { type: ['string', 'null'] },
          kind: { const: 'x' },
          either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        },
        required: ['unit', 'days'],
      },
      outputSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
      execute: (input) => {
        expectTypeOf(input.unit).toEqualTypeOf<'c' | 'f'>();
        expectTypeOf(input.days).toEqualTypeOf<number>();
        expectTypeOf(input.tags).toEqualTypeOf<string[] | undefined>();
        expectTypeOf(input.at?.lat).toEqualTypeOf<number | undefined>();
        expectTypeOf(input.note).toEqualTypeOf<string | null | undefined>();
        expectTypeOf(input.kind).toEqualTypeOf<'x' | undefined>();
        expectTypeOf(input.either).toEqualTypeOf<string | number | undefined>();
        return { ok: true };
      },
    });
    const response = await callTool({ tool });
    if (response.ok) expectTypeOf(response.data?.ok).toEqualTypeOf<boolean | undefined>();
  });

  test('takes data, a promise of it, or ok() with intents', () => {
    const shared = { ...base, inputSchema: Input, outputSchema: Output };
    defineTool({ ...shared, execute: async () => ({ sum: 1 }) });
    defineTool({ ...shared, execute: () => ok({ sum: 1 }, { intents: [{ type: 'SUPPRESS_AUDIO' }] }) });
  });

  test('refuses a wrong output', () => {
    const shared = { ...base, inputSchema: Input, outputSchema: Output };
    // @ts-expect-error -- the schema says number
    defineTool({ ...shared, execute: () => ({ sum: 'three' }) });
    // @ts-expect-error -- the sum is missing
    defineTool({ ...shared, execute: async () => ({}) });
  });

  test('refuses a wrong use of the input', () => {
    // @ts-expect-error -- there is no c
    defineTool({ ...base, inputSchema: Input, execute: (input) => input.c });
    // @ts-expect-error -- a is a number
    defineTool({ ...base, inputSchema: Input, execute: (input) => input.a.toUpperCase() });
  });

  test('refuses a misspelt option, stage or policy', () => {
    const shared = { ...base, inputSchema: Input, execute: () => 1 };
    // @ts-expect-error -- "outputShema"
    defineTool({ id: 'it', description: 'x', inputSchema: Input, outputShema: Output, execute: () => 1 });
    // @ts-expect-error -- "willAutorize"
    defineTool({ ...shared, hooksByStage: { willAutorize: [] } });
    // @ts-expect-error -- "banana"
    defineTool({ ...shared, policy: { sideEffects: 'banana' } });
    // @ts-expect-error -- no schema at all
    defineTool({ ...base, inputSchema: 'text', execute: () => 1 });
  });

  test('every tool is a ToolRecord, and callTool refuses misspelt options', () => {
    const tool = defineTool({ ...base, inputSchema: Input, outputSchema: Output, execute: () => ({ sum: 1 }) });
    const records: ToolRecord[] = [tool];
    const likes: ToolLike[] = [tool, class {}];
    expectTypeOf(records).toExtend<ToolLike[]>();
    expectTypeOf(likes).not.toBeAny();
    // @ts-expect-error -- "rawinput"
    void callTool({ tool, rawinput: {} });
  });
});

describe('ToolRecord', () => {
  test('the object literal of the first design compiles, and hooks can be listed later', () => {
    const SumTool: ToolRecord<typeof Input, typeof Output> = {
      id: 'sum',
      name: 'Sum Two Numbers',
      description: 'Adds a and b',
      inputSchema: Input,
      outputSchema: Output,
      hooksByStage: {},
      async execute(input) {
        return Output.parse({ sum: input.a + input.b });
      },
    };
    class Hook {
      willAcquireQuota() {}
    }
    SumTool.hooksByStage.willAcquireQuota = [Hook];
    // @ts-expect-error -- no such stage
    SumTool.hooksByStage.willAcquireQuotas = [Hook];
  });
});

describe('ToolArgs', () => {
  test('gives the argument of run from both forms of a definition', () => {
    const short = {
      type: 'function',
      name: 'x',
      parameters: { city: { type: 'string' }, unit: { enum: ['c', 'f'] }, required: ['city'] },
    } as const;
    expectTypeOf<ToolArgs<typeof short>['city']>().toEqualTypeOf<string>();
    expectTypeOf<ToolArgs<typeof short>['unit']>().toEqualTypeOf<'c' | 'f' | undefined>();
    const long = {
      type: 'function',
      name: 'x',
      parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    } as const;
    expectTypeOf<ToolArgs<typeof long>['n']>().toEqualTypeOf<number>();
    expectTypeOf<ToolArgs<{ type: 'function'; name: 'x' }>>().toEqualTypeOf<unknown>();
  });
});
