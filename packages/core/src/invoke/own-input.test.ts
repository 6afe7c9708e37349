import { callTool, compileInputAcceptor, createCaller, defineTool, ToolRegistry, type ToolHook } from '@helve/core';
import { type } from 'arktype';
import * as v from 'valibot';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const json = {
  type: 'object',
  properties: { list: { type: 'array', items: { type: 'number' } }, any: {} },
  required: ['list'],
} as const;

const schemas = {
  'JSON Schema': json,
  zod: z.object({ list: z.array(z.number()), any: z.unknown() }),
  valibot: toStandardJsonSchema(v.object({ list: v.array(v.number()), any: v.unknown() })),
  arktype: type({ list: 'number[]', any: 'unknown' }),
};

interface Greedy {
  list: number[];
  any?: { deep?: boolean };
}

const greedy = (inputSchema: (typeof schemas)[keyof typeof schemas]) =>
  defineTool({
    id: 'greedy',
    description: 'Changes what it gets',
    inputSchema,
    execute: (input) => {
      const own = input as unknown as Greedy;
      own.list.push(99);
      if (own.any !== undefined) own.any.deep = true;
      return own.list.length;
    },
  });

describe.each(Object.entries(schemas))('the input of a tool with a schema of %s', (_, schema) => {
  const tool = greedy(schema);
  const sent = () => ({ list: [1], any: {} });

  test('is its own to change, whoever calls', async () => {
    const registry = new ToolRegistry();
    registry.addInline(tool);
    const rawInput = sent();
    const accepted = await compileInputAcceptor(tool)(sent());
    const ways = [
      callTool({ tool, rawInput }),
      callTool({ tool, rawInput, hooks: [{ willAudit: () => undefined }] }),
      createCaller({ tools: registry }).executeTool('greedy', { rawInput }),
      callTool({ tool, rawInput: accepted.ok ? accepted.input : undefined }),
    ];
    for (const response of await Promise.all(ways)) expect(response).toMatchObject({ ok: true, data: 2 });
    expect(rawInput).toEqual(sent());
  });

  test('is recorded as it was before the tool had it', async () => {
    const seen: unknown[] = [];
    const watch: ToolHook = { willAudit: (ctx) => void seen.push(ctx.rawInput, ctx.safeInput) };
    await callTool({ tool, rawInput: sent(), hooks: [watch] });
    expect(seen).toEqual([sent(), sent()]);
  });

  test('is the same for every attempt', async () => {
    const lengths: unknown[] = [];
    const twice: ToolHook = {
      aroundExecute: async (_ctx, next) => {
        lengths.push(await next());
        return next();
      },
    };
    expect(await callTool({ tool, rawInput: sent(), hooks: [twice] })).toMatchObject({ ok: true, data: 2 });
    expect(lengths).toEqual([2]);
  });
});
