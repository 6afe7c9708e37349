import {
  callTool,
  createCaller,
  defineTool,
  invokeTool,
  ProviderRegistry,
  token,
  ToolHookStage,
  ToolRegistry,
} from '@helve/core';
import type {
  Outcome,
  ToolHook,
  ToolInvokeContext,
  ToolRecord,
  ToolResponse,
  ToolUser,
  TraceEvent,
  TraceResult,
} from '@helve/core';
import { describe, expectTypeOf, test } from 'vitest';
import * as z from 'zod';

const Input = z.object({ a: z.number(), b: z.number().default(1) });
const Output = z.object({ sum: z.number(), note: z.string().default('') });

declare module '@helve/core' {
  interface ToolUser {
    readonly department?: string;
  }
}

describe('invokeTool', () => {
  test('Y1 the input and the result follow from the schemas', async () => {
    const tool = defineTool({
      id: 'sum',
      description: 'Adds',
      inputSchema: Input,
      outputSchema: Output,
      execute: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ a: number; b: number }>();
        return { sum: input.a + input.b };
      },
    });
    expectTypeOf(tool).toEqualTypeOf<ToolRecord<typeof Input, typeof Output>>();
    expectTypeOf(await invokeTool({ tool })).toEqualTypeOf<{ sum: number; note: string }>();
    expectTypeOf(await callTool({ tool })).toEqualTypeOf<ToolResponse<{ sum: number; note: string }>>();
    const free = defineTool({ id: 'free', description: 'x', inputSchema: Input, execute: () => 1 });
    expectTypeOf(await invokeTool({ tool: free })).toEqualTypeOf<unknown>();
  });

  test('what is registered fits its token; what a session waits for is a promise', () => {
    const PORT = token<number>('port');
    const DATABASE = token<Promise<string>>('database');
    const registry = new ProviderRegistry().registerSingletons([[PORT, 80]]);
    registry.registerSingletons([['any', 'thing']]).registerSingletons(new Map([[PORT, 'unchecked']]));
    // @ts-expect-error -- a port is a number
    registry.registerSingletons([[PORT, 'text']]);
    registry.registerSessionProviders([[DATABASE, async () => 'opened']]);
    // @ts-expect-error -- an async factory makes a promise, which the token has to say
    registry.registerSessionProviders([[PORT, async () => 80]]);
    const look = (ctx: ToolInvokeContext) => expectTypeOf(ctx.get(DATABASE)).toEqualTypeOf<Promise<string>>();
    expectTypeOf(look).toBeFunction();
  });

  test('a caller and a context know the result of a tool they are handed', async () => {
    const length = defineTool({
      id: 'length',
      description: 'Counts',
      inputSchema: z.object({ text: z.string() }),
      outputSchema: z.object({ length: z.number() }),
      execute: ({ text }) => ({ length: text.length }),
    });
    const caller = createCaller({ tools: new ToolRegistry() });
    const rawInput = { text: 'abc' };
    expectTypeOf(caller.invokeTool({ tool: length, rawInput })).toEqualTypeOf<Promise<{ length: number }>>();
    expectTypeOf(caller.callTool({ tool: length, rawInput })).toEqualTypeOf<
      Promise<ToolResponse<{ length: number }>>
    >();
    expectTypeOf(caller.invokeTool({ tool: 'length', rawInput })).toEqualTypeOf<Promise<unknown>>();
    const look = (ctx: ToolInvokeContext) => {
      expectTypeOf(ctx.invoke(length, rawInput)).toEqualTypeOf<Promise<{ length: number }>>();
      expectTypeOf(ctx.invoke('length', rawInput)).toEqualTypeOf<Promise<unknown>>();
    };
    expectTypeOf(look).toBeFunction();
  });

  test('Y3 a token says what it gives', () => {
    class Mailer {
      send(): void {}
    }
    const PORT = token<number>('port');
    const look = (ctx: ToolInvokeContext) => {
      expectTypeOf(ctx.get(PORT)).toEqualTypeOf<number>();
      expectTypeOf(ctx.tryGet(PORT)).toEqualTypeOf<number | undefined>();
      expectTypeOf(ctx.get(Mailer)).toEqualTypeOf<Mailer>();
      ctx.bindProvider(Mailer, new Mailer());
      // @ts-expect-error -- a class is a token of its instances
      ctx.bindProvider(Mailer, 'text');
      // @ts-expect-error -- a port is a number
      ctx.bindProvider(PORT, 'text');
      ctx.bindProviders([
        [PORT, 80],
        [Mailer, new Mailer()],
      ]);
      // @ts-expect-error -- 80 is no mailer
      ctx.bindProviders([[Mailer, 80]]);
      expectTypeOf(ctx.get('mailer')).toEqualTypeOf<unknown>();
      expectTypeOf(ctx.get(Symbol('mailer'))).toEqualTypeOf<unknown>();
    };
    expectTypeOf(look).returns.toEqualTypeOf<void>();
  });

  test('Y5 the plain literal of the first design compiles, hooks can be listed later, and the user can be extended', () => {
    const SumTool: ToolRecord<typeof Input, typeof Output> = {
      id: 'sum',
      name: 'Sum Two Numbers',
      description: 'Adds a and b',
      inputSchema: Input,
      outputSchema: Output,
      hooksByStage: {},
      async execute(input, ctx) {
        expectTypeOf(ctx.user.department).toEqualTypeOf<string | undefined>();
        return Output.parse({ sum: input.a + input.b });
      },
    };
    class RateLimitHook {
      async willAcquireQuota(_ctx: ToolInvokeContext) {}
    }
    SumTool.hooksByStage[ToolHookStage.willAcquireQuota] = [RateLimitHook];
    SumTool.hooksByStage.willAcquireQuota = [new RateLimitHook()];
    expectTypeOf<ToolUser['department']>().toEqualTypeOf<string | undefined>();
  });

  test('Y6 outcome, response and trace are discriminated, and a hook has no index signature', () => {
    const kinds = (outcome: Outcome) => {
      if (outcome.kind === 'responded') expectTypeOf(outcome.cacheHit).toEqualTypeOf<boolean>();
      // @ts-expect-error -- only an answer has a stage
      else void outcome.stage;
    };
    const answers = (response: ToolResponse<number>) => {
      if (response.ok) expectTypeOf(response.data).toEqualTypeOf<number | null>();
      else expectTypeOf(response.error.retryable).toEqualTypeOf<boolean>();
      // @ts-expect-error -- not before it is known to have failed
      void response.error;
    };
    expectTypeOf<TraceEvent['result']>().toEqualTypeOf<TraceResult>();
    expectTypeOf<TraceResult>().toEqualTypeOf<
      'ok' | 'skipped' | 'responded' | 'aborted' | 'retryAfter' | 'threw' | 'ignored'
    >();
    expectTypeOf<string extends keyof ToolHook ? true : false>().toEqualTypeOf<false>();
    // @ts-expect-error -- no such stage
    const hook: ToolHook = { willDance: () => undefined };
    for (const key of ['input', 'output', 'error', 'rawInput', 'safeInput', 'lastError'] as const) {
      expectTypeOf<ToolInvokeContext[typeof key]>().toEqualTypeOf<unknown>();
    }
    expectTypeOf([kinds, answers, hook]).not.toBeAny();
  });
});
