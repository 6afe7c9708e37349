import { inspect } from 'node:util';

import type { ToolHook, ToolInvokeContext } from '@helve/core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { run, toolThat } from '../testing/invoke-kit.js';

describe('ctx.input', () => {
  const inputSchema = z.object({ n: z.coerce.number(), list: z.array(z.string()).default([]) });

  test('C34 is raw before the input check and parsed after, and the object of the caller is never changed', async () => {
    const seen: unknown[] = [];
    const rawInput = { n: '4', deep: { list: ['a'] } };
    const open = { type: 'object', properties: { n: {}, deep: {} } } as const;
    const mutating: ToolHook = {
      willParseInput(ctx) {
        expect(ctx.input).toEqual(rawInput);
        Object.assign(ctx.input as object, { n: '5' });
        (ctx.input as typeof rawInput).deep.list.push('hook');
        expect(ctx.rawInput).toBe(rawInput);
      },
      willValidateInput: (ctx) => void seen.push(ctx.input),
    };
    const execute = (input: unknown) => void (input as typeof rawInput).deep.list.push('body');
    await run({ tool: toolThat({ inputSchema: open, execute }), rawInput, hooks: [mutating] });
    await run({ tool: toolThat({ inputSchema: open, execute }), rawInput });
    await run({ tool: toolThat({ inputSchema: open, execute }), rawInput, schemaMode: 'hooks' });
    expect(rawInput).toEqual({ n: '4', deep: { list: ['a'] } });
    expect(seen).toEqual([{ n: '5', deep: { list: ['a', 'hook', 'body'] } }]);
    seen.length = 0;
    await run({
      tool: toolThat({ inputSchema }),
      rawInput: { n: '4' },
      hooks: [{ willValidateInput: (ctx) => void seen.push(ctx.input) }],
    });
    expect(seen).toEqual([{ n: 4, list: [] }]);
  });

  test('C38 ctx.safeInput is the input when willRedactInput ended, and undefined before', async () => {
    const seen: unknown[] = [];
    const see = (ctx: ToolInvokeContext) => void seen.push(ctx.safeInput);
    const hook: ToolHook = {
      willRedactInput(ctx) {
        see(ctx);
        ctx.input = { n: 1 };
      },
      willInjectSecrets: (ctx) => void Object.assign(ctx.input as object, { key: 'secret' }),
      willReadCache: see,
      willAudit: see,
    };
    await run({ rawInput: { n: 2 }, hooks: [hook] });
    expect(seen).toEqual([undefined, { n: 1 }, { n: 1 }]);
    const tool = toolThat({ execute: (_input, ctx) => expect(ctx.safeInput).toEqual({ n: 2 }) });
    await run({ tool, rawInput: { n: 2 } });
  });
});

describe('the histories of a call', () => {
  test('C35 hold the assignments in order: one for the input check, one for a plain success, one for a respond', async () => {
    const seen: unknown[] = [];
    const see = (ctx: ToolInvokeContext) => void seen.push(ctx.inputHistory, ctx.outputHistory);
    const outputSchema = { type: 'object', properties: { ok: {} }, required: ['ok'] } as const;
    const tool = toolThat({ outputSchema, execute: () => ({ ok: 1, extra: 2 }) });
    await run({ tool, rawInput: { a: 1 }, hooks: [{ willFinalizeInvoke: see }] });
    expect(seen).toEqual([[{ a: 1 }], [{ ok: 1 }]]);
    seen.length = 0;
    await run({ tool, hooks: [{ willReadCache: (ctx) => ctx.respond({ ok: 3 }), willFinalizeInvoke: see }] });
    expect(seen).toEqual([[{}], [{ ok: 3 }]]);
    seen.length = 0;
    const changing: ToolHook = {
      willNormalizeInput: (ctx) => void (ctx.input = { a: 2 }),
      didExecute: (ctx) => void (ctx.output = { ok: 4 }),
      aroundExecute: (_ctx, next) => next(),
      willFinalizeInvoke: see,
    };
    await run({ tool, rawInput: { a: 1 }, hooks: [changing] });
    expect(seen).toEqual([
      [{ a: 1 }, { a: 2 }],
      [{ ok: 1, extra: 2 }, { ok: 4 }],
    ]);
    const plain = toolThat({ execute: (_input, ctx) => expect(ctx.inputHistory).toEqual([{ a: 1 }]) });
    await run({ tool: plain, rawInput: { a: 1 } });
  });

  test('C36 are frozen copies, and record assignments, not mutations', async () => {
    const tool = toolThat({
      execute(_input, ctx) {
        const value = { n: 1 };
        ctx.output = value;
        ctx.output = value;
        value.n = 2;
        expect(ctx.outputHistory).toEqual([{ n: 2 }, { n: 2 }]);
        expect(() => (ctx.outputHistory as unknown[]).push(1)).toThrow(TypeError);
        expect(ctx.outputHistory).not.toBe(ctx.outputHistory);
        const at = expect.any(Number);
        expect(ctx.outputEntries[1]).toEqual({ value, stage: 'execute', hook: '', at });
        expect(Object.isFrozen(ctx.outputEntries) && Object.isFrozen(ctx.outputEntries[0])).toBe(true);
        return value;
      },
    });
    const hook: ToolHook = {
      name: 'normal',
      willNormalizeInput: (ctx) => void (ctx.input = { a: 2 }),
      willFinalizeInvoke: (ctx) =>
        expect(ctx.inputEntries.map(({ stage, hook: name }) => [stage, name])).toEqual([
          ['inputCheck', ''],
          ['willNormalizeInput', 'normal'],
        ]),
    };
    await run({ tool, hooks: [hook] });
  });

  test('C37 serialised, they leave out what redaction has not passed and what carries secrets', async () => {
    const canary = 'CANARY';
    const texts: string[] = [];
    const print = (ctx: ToolInvokeContext) => {
      const parts = [ctx, ctx.inputHistory, ctx.inputEntries, ctx.outputHistory, ctx.outputEntries];
      texts.push(JSON.stringify(parts), inspect(ctx, { depth: 9, getters: false, showHidden: true }));
    };
    const hook: ToolHook = {
      willValidateInput: print,
      willRedactInput: (ctx) => void (ctx.input = { card: 'hidden in' }),
      willInjectSecrets: (ctx) => void (ctx.input = { card: 'hidden in', key: canary }),
      willExecute: print,
      didExecute: print,
      willRedactOutput: (ctx) => void (ctx.output = { card: 'hidden out' }),
      willFinalizeInvoke: print,
    };
    const tool = toolThat({ execute: () => ({ card: canary }) });
    await run({ tool, rawInput: { card: canary }, hooks: [hook] });
    expect(texts).toHaveLength(8);
    expect(texts.join()).not.toContain(canary);
    expect(texts.at(-2)).toContain('hidden in');
    expect(texts.at(-2)).toContain('hidden out');
  });
});
