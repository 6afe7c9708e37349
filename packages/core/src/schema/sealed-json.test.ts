import { callTool, compileInputAcceptor, defineTool, invokeTool, parseSealed } from '@helve/core';
import type { InputVerdict, ToolHook, ToolRecord, ToolSchema, TraceEvent } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const object = {
  type: 'object',
  properties: { n: { type: 'number' }, list: { type: 'array', items: { type: 'number' } } },
  required: ['n'],
} as const;
const withDefault = { type: 'object', properties: { n: { type: 'number', default: 7 } } } as const;
const limits = { maxDepth: 8, maxMembers: 100 };

function echo(inputSchema: ToolSchema, id = 'echo'): ToolRecord {
  return defineTool({ id, description: 'Gives its input', inputSchema, execute: (input) => input });
}

async function accept(tool: ToolRecord, input: unknown, unknownArgs?: 'reject' | 'strip') {
  const verdict: InputVerdict = await compileInputAcceptor(tool, unknownArgs)(input);
  if (!verdict.ok) throw new Error(`Expected to be accepted: ${JSON.stringify(verdict.issues)}`);
  return verdict;
}

function counting() {
  const seen: unknown[] = [];
  const schema = z.strictObject({ n: z.number() }).refine((value) => seen.push(value) > 0);
  return { tool: echo(schema), seen };
}

describe('an input that was accepted', () => {
  test('is not checked again, and the tool gets a copy of it', async () => {
    const { tool, seen } = counting();
    const sent = { n: 1 };
    const { input, value } = await accept(tool, sent);
    expect(Object.isFrozen(sent)).toBe(false);
    expect(await invokeTool({ tool, rawInput: input })).toEqual(value);
    expect(await invokeTool({ tool, rawInput: input })).toEqual({ n: 1 });
    expect(seen).toHaveLength(1);
    expect(await invokeTool({ tool, rawInput: sent })).toEqual({ n: 1 });
    expect(seen).toHaveLength(2);
  });

  test('is frozen all the way down, and the tool may change what it gets', async () => {
    const tool = echo(object);
    const { input, value } = await accept(tool, { n: 1, list: [1] });
    expect(value).toBe(input);
    expect(Object.isFrozen(input) && Object.isFrozen((input as { list: unknown }).list)).toBe(true);
    const got = await invokeTool({ tool, rawInput: input });
    expect(got).toEqual(input);
    expect(Object.isFrozen(got)).toBe(false);
  });

  test('keeps what was sent apart from the defaults that the tool gets', async () => {
    const tool = echo(withDefault);
    const { input, value } = await accept(tool, {});
    expect(input).toEqual({});
    expect(value).toEqual({ n: 7 });
    expect(await invokeTool({ tool, rawInput: input })).toEqual(value);
  });

  test('is checked as usual for another tool, and for another way with unknown arguments', async () => {
    const { input } = await accept(echo(object), { n: 1, list: [] });
    expect(await callTool({ tool: echo(withDefault, 'other'), rawInput: input })).toMatchObject({
      ok: false,
      error: { type: 'VALIDATION', details: { issues: [{ pointer: '/list' }] } },
    });
    const stray = await accept(echo(withDefault), { n: 1, z: 2 }, 'strip');
    expect(await callTool({ tool: echo(withDefault), rawInput: stray.input })).toMatchObject({ ok: false });
  });

  test('has the same dropped names in its answer as one that was not', async () => {
    const tool = echo(object);
    const rawInput = { n: 1, z: { y: 1 } };
    const { input } = await accept(tool, rawInput, 'strip');
    const [plain, marked] = await Promise.all(
      [rawInput, input].map((sent) => callTool({ tool, rawInput: sent, unknownArgs: 'strip', requestId: 'r' })),
    );
    expect(marked?.meta['strippedArgs']).toEqual(['/z']);
    expect({ ...marked, meta: { ...marked?.meta, duration: 0 } }).toEqual({
      ...plain,
      meta: { ...plain?.meta, duration: 0 },
    });
  });

  test('leaves its event in the trace', async () => {
    const tool = echo(object);
    const events: TraceEvent[] = [];
    const { input } = await accept(tool, { n: 1 });
    await invokeTool({ tool, rawInput: input, trace: (event) => events.push(event) });
    expect(events.map(({ stage, result }) => [stage, result])).toEqual([
      ['inputCheck', 'ok'],
      ['execute', 'ok'],
    ]);
  });

  test('is a copy to hooks, which may change it, and what they put in its place is checked', async () => {
    const tool = echo(object);
    const { input } = await accept(tool, { n: 1 });
    const change: ToolHook = { willNormalizeInput: (ctx) => void Object.assign(Object(ctx.input), { n: 2 }) };
    const replace: ToolHook = { willParseInput: (ctx) => void (ctx.input = { n: 'x' }) };
    const look: ToolHook = { willAuthorize: (ctx) => void Object.assign(Object(ctx.input), { n: 'x' }) };
    expect(await callTool({ tool, rawInput: input, hooks: [change] })).toMatchObject({ ok: true, data: { n: 2 } });
    expect(await callTool({ tool, rawInput: input, hooks: [replace] })).toMatchObject({ ok: false });
    expect(await callTool({ tool, rawInput: input, hooks: [look] })).toMatchObject({ ok: false });
    expect(input).toEqual({ n: 1 });
  });

  test('is accepted through a library that takes its time', async () => {
    let asked = 0;
    const schema = z.object({ n: z.number() }).refine(async () => (asked += 1) > 0);
    const tool = echo(schema);
    const { input } = await accept(tool, { n: 1 });
    const askedBefore = asked;
    expect(askedBefore).toBeGreaterThan(0);
    expect(await invokeTool({ tool, rawInput: input })).toEqual({ n: 1 });
    expect(asked).toBe(askedBefore);
  });
});

describe('the mark of an accepted input', () => {
  const copies: Record<string, (input: object) => unknown> = {
    'a spread': (input) => ({ ...input }),
    'an assigned object': (input) => Object.assign({}, input),
    'a structured clone': (input) => structuredClone(input),
    'its own property descriptors': (input) => Object.create(Object.prototype, Object.getOwnPropertyDescriptors(input)),
    'a proxy': (input) => new Proxy(input, {}),
  };
  test.each(Object.entries(copies))('is not on %s of it', async (_name, copy) => {
    const { tool, seen } = counting();
    const { input } = await accept(tool, { n: 1 });
    await callTool({ tool, rawInput: copy(input as object) });
    expect(seen).toHaveLength(2);
  });

  test('stays on what cannot change: a getter is read once', async () => {
    const tool = echo(object);
    let reads = 0;
    const { input } = await accept(tool, {
      get n() {
        reads += 1;
        return reads === 1 ? 1 : 'evil';
      },
    });
    expect(await invokeTool({ tool, rawInput: input })).toEqual({ n: 1 });
    expect(reads).toBe(1);
  });

  test('is not on what could change: an instance inside is checked each time', async () => {
    let asked = 0;
    const tool = echo(z.object({ n: z.string().transform((text) => new Date(text)) }).refine(() => (asked += 1) > 0));
    const { input, value } = await accept(tool, { n: '2024-01-01' });
    expect(value).toEqual({ n: new Date('2024-01-01') });
    expect(await invokeTool({ tool, rawInput: input })).toEqual(value);
    expect(asked).toBe(2);
    const sent = { n: 1, extra: new Date(0) };
    const loose = echo({ type: 'object', properties: { n: { type: 'number' } }, additionalProperties: true });
    expect((await accept(loose, sent)).input).toBe(sent);
    expect(Object.isFrozen(sent)).toBe(false);
  });

  test('is for the latest check only', async () => {
    const [first, second] = [counting(), counting()];
    const { input } = await accept(first.tool, { n: 1 });
    expect((await accept(second.tool, input)).input).toBe(input);
    await invokeTool({ tool: second.tool, rawInput: input });
    await invokeTool({ tool: first.tool, rawInput: input });
    expect([first.seen.length, second.seen.length]).toEqual([2, 1]);
  });

  test('is not on what was refused', async () => {
    const tool = echo(object);
    const { value } = parseSealed('{"n":"x"}', limits);
    expect(await compileInputAcceptor(tool)(value)).toMatchObject({ ok: false });
    expect(await callTool({ tool, rawInput: value })).toMatchObject({ ok: false });
  });
});

describe('parseSealed', () => {
  test('gives what JSON.parse gives, frozen all the way down, and counts it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value);
        const reading = parseSealed(text, { maxDepth: 64, maxMembers: 10_000 });
        expect(reading.value).toEqual(JSON.parse(text));
        expect(isFrozen(reading.value)).toBe(true);
      }),
    );
    expect(parseSealed('{"a":["b",9007199254740993,{"__proto__":1}]}', limits)).toMatchObject({
      strings: 3,
      members: 5,
      hasLargeNumbers: true,
      hasProto: true,
      isBeyond: false,
    });
  });

  test.each([
    '[[[[[[[[[1]]]]]]]]]',
    `[${'1,'.repeat(100)}1]`,
    `{${Array.from({ length: 101 }, (_, n) => `"${n}":1`).join(',')}}`,
  ])('shows nothing of what is beyond the limits, since not all of it was frozen: %s', (text) => {
    expect(parseSealed(text, limits)).toMatchObject({ isBeyond: true, value: undefined });
  });

  test('throws what JSON.parse throws', () => {
    expect(() => parseSealed('{', limits)).toThrow(SyntaxError);
  });
});

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}
