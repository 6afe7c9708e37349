import { defineHook, invokeTool } from '@helve/core';
import { describe, expect, test } from 'vitest';

describe('defineHook', () => {
  test('gives a frozen hook that takes part in its stages', async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: 'greeter',
      priority: () => 3,
      willNormalizeInput: (ctx) => void seen.push(ctx.input),
      aroundExecute: async (_ctx, next) => `${String(await next())}!`,
    });
    const inputSchema = { type: 'object', properties: { name: { type: 'string' } } } as const;
    const tool = {
      id: 'it',
      name: 'It',
      description: 'Does it',
      inputSchema,
      hooksByStage: {},
      execute: () => 'hello',
    };
    expect(await invokeTool({ tool, rawInput: { name: 'Ada' }, hooks: [hook] })).toBe('hello!');
    expect(seen).toEqual([{ name: 'Ada' }]);
    expect(Object.isFrozen(hook)).toBe(true);
  });

  test('refuses what is no stage, with the nearest one', () => {
    const misspelt = { willAutorize: () => undefined };
    expect(() => defineHook(misspelt as object)).toThrow('"willAutorize" is no stage; did you mean "willAuthorize"?');
  });
});
