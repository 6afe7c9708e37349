import { defineHook, defineTool, token } from '@helve/core';
import type { HookContext, HooksByStage, InvokeOptions, ToolHook, ToolInvokeContext } from '@helve/core';
import { describe, expectTypeOf, test } from 'vitest';
import * as z from 'zod';

const Input = z.object({ a: z.number(), b: z.number().default(1) });
const Output = z.object({ sum: z.number() });
type In = typeof Input;
type Out = typeof Output;

describe('defineHook', () => {
  test('Y2 types the context of each stage by what a call has come to', () => {
    const hook = defineHook<In, Out>({
      willParseInput: (ctx) => expectTypeOf(ctx.input).toEqualTypeOf<unknown>(),
      willAuthorize(ctx) {
        // @ts-expect-error -- there is no output yet
        void ctx.output;
        expectTypeOf(ctx.user.id).toEqualTypeOf<string>();
        expectTypeOf(ctx.abort).returns.toEqualTypeOf<never>();
        expectTypeOf(ctx.respond).returns.toEqualTypeOf<never>();
        expectTypeOf(ctx.retryAfter).returns.toEqualTypeOf<never>();
      },
      willExecute(ctx) {
        expectTypeOf(ctx.input).toEqualTypeOf<{ a: number; b: number }>();
        ctx.input = { a: 1, b: 2 };
        // @ts-expect-error -- b is missing
        ctx.input = { a: 1 };
        // @ts-expect-error -- there is no output yet
        void ctx.output;
      },
      didExecute: (ctx) => expectTypeOf(ctx.output).toEqualTypeOf<{ sum: number }>(),
      onError: (ctx) => expectTypeOf(ctx.output).toEqualTypeOf<{ sum: number } | undefined>(),
      aroundExecute(ctx, next) {
        expectTypeOf(ctx.input).toEqualTypeOf<{ a: number; b: number }>();
        expectTypeOf(next).toEqualTypeOf<() => Promise<unknown>>();
        return next();
      },
    });
    expectTypeOf(hook).toEqualTypeOf<ToolHook>();
    // @ts-expect-error -- only around has next
    defineHook({ willExecute: (_ctx, _next) => undefined });
    expectTypeOf<HookContext<'willParseInput', In, Out>['input']>().toEqualTypeOf<unknown>();
    expectTypeOf<HookContext<'willValidateInput', In, Out>['input']>().toEqualTypeOf<{ a: number; b: number }>();
    expectTypeOf<'output' extends keyof HookContext<'willReadCache', In, Out> ? true : false>().toEqualTypeOf<false>();
    expectTypeOf<HookContext<'willRedactOutput', In, Out>['output']>().toEqualTypeOf<{ sum: number }>();
    expectTypeOf<ToolInvokeContext>().toExtend<HookContext<'willAuthorize', In, Out>>();
  });

  test('Y4 a misspelt stage, a wrong output type and the global scope do not compile', () => {
    const base = { id: 'it', description: 'Does it', inputSchema: Input, outputSchema: Output } as const;
    const execute = () => ({ sum: 1 });
    // @ts-expect-error -- "willAutorize"
    defineTool({ ...base, execute, hooksByStage: { willAutorize: [] } });
    // @ts-expect-error -- "willAutorize"
    const listed: HooksByStage = { willAutorize: [] };
    // @ts-expect-error -- "willAutorize"
    const options: InvokeOptions = { tool: 'it', globalHooksByStage: { willAutorize: [] } };
    // @ts-expect-error -- "willAutorize"
    defineHook({ willAutorize: () => undefined });
    // @ts-expect-error -- the sum is a number
    defineTool({ ...base, execute: () => ({ sum: 'three' }) });
    const SIZE = token<number>('size');
    defineHook({
      willBindProviders(ctx) {
        ctx.bindProvider(SIZE, 1, 'session');
        // @ts-expect-error -- a running call cannot bind for the process
        ctx.bindProvider(SIZE, 1, 'global');
        // @ts-expect-error -- the token is one of a number
        ctx.bindProvider(SIZE, 'one');
      },
    });
    expectTypeOf([listed, options]).not.toBeAny();
  });
});
