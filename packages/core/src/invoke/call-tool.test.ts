import {
  callTool,
  defineTool,
  fail,
  ok,
  replyFromEnvelope,
  ToolError,
  ToolRegistry,
  validateToolResponse,
} from '@helve/core';
import type { InvokeOptions, ToolRecord } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';

const Input = z.object({ a: z.number(), b: z.number() });
const Output = z.object({ sum: z.number() });

const add = defineTool({
  id: 'add',
  description: 'Adds a and b',
  version: '1.2.3',
  inputSchema: Input,
  outputSchema: Output,
  execute: ({ a, b }) => ({ sum: a + b }),
});

/** A tool whose body is all that matters. */
function toolThat(execute: ToolRecord['execute'], more: Partial<ToolRecord> = {}): ToolRecord {
  const inputSchema = { type: 'object' } as const;
  return { id: 'it', name: 'It', description: 'Does it', inputSchema, hooksByStage: {}, execute, ...more };
}

describe('callTool', () => {
  test('C10 a plain literal of seven fields is a tool', async () => {
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
    const response = await callTool({ tool: SumTool, rawInput: { a: 1, b: 2 } });
    expect(response).toMatchObject({ ok: true, data: { sum: 3 } });
  });

  test('the tool may be an id in a registry, and a refusal is an envelope too', async () => {
    const tools = new ToolRegistry();
    tools.addInline(add);
    expect(await callTool({ tool: 'add', tools, rawInput: { a: 1, b: 2 } })).toMatchObject({
      ok: true,
      data: { sum: 3 },
    });
    expect(await callTool({ tool: 'none', tools })).toMatchObject({ ok: false, error: { type: 'NOT_FOUND' } });
    expect(await callTool({ tool: 'add' })).toMatchObject({ ok: false, error: { type: 'NOT_FOUND' } });
  });

  test('meta names tool, versions, request, duration and envelope version on both outcomes', async () => {
    const tools = new ToolRegistry();
    tools.addInline(add);
    tools.seal();
    const meta = {
      toolId: 'add',
      toolVersion: '1.2.3',
      registryVersion: tools.version,
      requestId: 'r-1',
      duration: expect.any(Number),
      responseSchemaVersion: '1.0.0',
    };
    const options = { tool: 'add', tools, requestId: 'r-1' };
    expect((await callTool({ ...options, rawInput: { a: 1, b: 2 } })).meta).toEqual(meta);
    expect((await callTool({ ...options, rawInput: {} })).meta).toEqual(meta);
    expect((await callTool({ tool: 'none', tools })).meta).toMatchObject({ toolId: 'none', toolVersion: null });
  });

  test('F40 an unknown tool is NOT_FOUND with up to three close names', async () => {
    const tools = new ToolRegistry();
    for (const id of ['word_count', 'word_counts', 'word_mount', 'wort_count', 'slugify']) {
      tools.addInline(toolThat(() => 1, { id }));
    }
    const response = await callTool({ tool: 'word_coumt', tools });
    expect(response).toMatchObject({
      ok: false,
      error: { type: 'NOT_FOUND', retryable: false, partialSideEffects: false },
    });
    const suggestion = response.ok ? '' : String(response.error.details?.suggestion);
    expect(suggestion).toContain('"word_count"');
    expect(suggestion.match(/"/g)).toHaveLength(6);
    expect(suggestion).not.toContain('slugify');
  });

  test('F41 a schema violation lists every problem, and the handler is not called', async () => {
    const execute = vi.fn();
    const tool = toolThat(execute, {
      inputSchema: {
        type: 'object',
        properties: { n: { type: 'integer', minimum: 3 }, color: { enum: ['red', 'green'] } },
        required: ['n', 'color', 'name'],
      },
    });
    const response = await callTool({ tool, rawInput: { n: 1, color: 'blue' } });
    expect(response).toMatchObject({ ok: false, error: { type: 'VALIDATION', partialSideEffects: false } });
    const issues = response.ok ? [] : response.error.details?.issues;
    expect(issues).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ pointer: '/n', keyword: 'minimum', expected: 3 }),
        expect.objectContaining({ pointer: '/color', keyword: 'enum', allowed: ['red', 'green'] }),
        expect.objectContaining({ pointer: '/name', keyword: 'required' }),
      ]),
    );
    expect(execute).not.toHaveBeenCalled();
  });

  test.each([
    ['JSON Schema', { type: 'object', properties: { city: { type: 'string' } } } as const],
    ['zod', z.object({ city: z.string().optional() })],
  ])('F42 unknown arguments are refused, or dropped and listed: %s', async (_, inputSchema) => {
    const seen: unknown[] = [];
    const tool = toolThat((input) => seen.push(input), { inputSchema });
    const rawInput = { city: 'Oslo', citty: 'Rome' };
    const refused = await callTool({ tool, rawInput });
    expect(refused).toMatchObject({
      ok: false,
      error: { type: 'VALIDATION', details: { issues: [{ pointer: '/citty', suggestion: 'Did you mean "city"?' }] } },
    });
    const stripped = await callTool({ tool, rawInput, unknownArgs: 'strip' });
    expect(stripped).toMatchObject({ ok: true, meta: { strippedArgs: ['/citty'] } });
    expect(seen).toEqual([{ city: 'Oslo' }]);
    expect(rawInput).toEqual({ city: 'Oslo', citty: 'Rome' });
  });

  test('F43 defaults go into a copy, and the object of the caller is untouched', async () => {
    const inputSchema = {
      type: 'object',
      properties: { size: { type: 'integer', default: 3 }, style: { type: 'object', default: { bold: true } } },
    } as const;
    const seen: unknown[] = [];
    const rawInput = Object.freeze({});
    await callTool({ tool: toolThat((input) => seen.push(input), { inputSchema }), rawInput });
    expect(seen).toEqual([{ size: 3, style: { bold: true } }]);
    expect(rawInput).toEqual({});
  });

  test.each([
    ['email', 'a@example.org', 'a@@example'],
    ['date-time', '2026-01-02T03:04:05Z', '2026-01-02 03:04'],
    ['date', '2024-02-29', '2023-02-29'],
    ['time', '03:04:05Z', '25:00:00Z'],
    ['uri', 'https://example.org/a?b#c', 'not a uri'],
    ['uuid', '123e4567-e89b-12d3-a456-426614174000', '123e4567'],
    ['ipv4', '127.0.0.1', '127.0.0.256'],
    ['ipv6', '::1', '::1::'],
    ['hostname', 'example.org', '-example.org'],
  ])('F44 the format %s is enforced', async (format, good, bad) => {
    const inputSchema = { type: 'object', properties: { value: { type: 'string', format } } } as const;
    const tool = toolThat(() => 'ran', { inputSchema });
    expect(await callTool({ tool, rawInput: { value: good } })).toMatchObject({ ok: true });
    expect(await callTool({ tool, rawInput: { value: bad } })).toMatchObject({
      ok: false,
      error: { type: 'VALIDATION', details: { issues: [{ pointer: '/value', keyword: 'format' }] } },
    });
  });

  test('F45 there is no type coercion', async () => {
    for (const [type, value] of [
      ['number', '4'],
      ['boolean', 'true'],
      ['string', 4],
      ['integer', 1.5],
      ['array', 'a'],
    ] as const) {
      const inputSchema = { type: 'object', properties: { value: { type } } } as const;
      const response = await callTool({ tool: toolThat(() => 'ran', { inputSchema }), rawInput: { value } });
      expect(response).toMatchObject({ ok: false, error: { type: 'VALIDATION' } });
    }
  });

  test.each(['thrown', 'returned'] as const)('F46 a ToolError, %s, keeps all it says', async (way) => {
    const error = new ToolError('TRANSIENT', 'The archive is closed', {
      retryAfterMs: 1500.2,
      partialSideEffects: true,
      details: { opensAt: '09:00' },
    });
    const tool = toolThat(() => {
      if (way === 'thrown') throw error;
      return fail(error);
    });
    expect(await callTool({ tool })).toMatchObject({
      ok: false,
      error: {
        type: 'TRANSIENT',
        message: 'The archive is closed',
        retryable: true,
        retryAfterMs: 1501,
        partialSideEffects: true,
        details: { opensAt: '09:00' },
      },
    });
  });

  test('F47 any other exception is INTERNAL, and its text stays inside unless it may leave', async () => {
    const report = vi.fn();
    const failure = new Error('password is hunter2');
    const tool = toolThat(() => {
      throw failure;
    });
    const response = await callTool({ tool, requestId: 'r-9', report });
    expect(response).toMatchObject({
      ok: false,
      error: { type: 'INTERNAL', retryable: false, partialSideEffects: true },
    });
    expect(JSON.stringify(response)).not.toContain('hunter2');
    expect(response.ok ? '' : response.error.message).toContain('r-9');
    expect(report).toHaveBeenCalledWith(failure, { toolId: 'it', requestId: 'r-9' });

    const local = await callTool({ tool, exposeMessages: true });
    expect(local).toMatchObject({ error: { details: { reason: 'Error: password is hunter2' } } });

    const before = toolThat(() => 1, { inputSchema: { type: 'object', $ref: 'https://example.org/remote' } });
    expect(await callTool({ tool: before })).toMatchObject({ error: { type: 'INTERNAL', partialSideEffects: false } });
  });

  test('F50 the duration is measured on every path; handler keys survive in meta, and reserved ones win', async () => {
    const slow = toolThat(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect((await callTool({ tool: slow })).meta.duration).toBeGreaterThan(15);
    expect((await callTool({ tool: 'none' })).meta.duration).toBeGreaterThanOrEqual(0);
    const tool = toolThat(() => ok(1, { meta: { rows: 3, toolId: 'forged', responseSchemaVersion: '9' } }));
    expect((await callTool({ tool })).meta).toMatchObject({ rows: 3, toolId: 'it', responseSchemaVersion: '1.0.0' });
  });

  test('bad input is an input error with pointers, and nothing runs', async () => {
    const response = await callTool({ tool: add, rawInput: { a: '1' } });
    expect(response).toMatchObject({
      ok: false,
      error: {
        type: 'VALIDATION',
        details: {
          code: 'CALL_INPUT_INVALID',
          issues: expect.arrayContaining([
            expect.objectContaining({ pointer: '/a' }),
            expect.objectContaining({ pointer: '/b' }),
          ]),
        },
      },
    });
  });

  test.each([
    ['JSON Schema', { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] } as const],
    ['zod', Output],
  ])('the output check keeps the parsed value and refuses what does not fit: %s', async (_, outputSchema) => {
    const good = toolThat(() => ({ sum: 1, secret: 'x' }), { outputSchema });
    expect(await callTool({ tool: good })).toMatchObject({ ok: true, data: { sum: 1 } });
    expect(JSON.stringify(await callTool({ tool: good }))).not.toContain('secret');
    const bad = await callTool({ tool: toolThat(() => ({ sum: 'x' }), { outputSchema }) });
    expect(bad).toMatchObject({
      ok: false,
      error: { type: 'INTERNAL', partialSideEffects: true, details: { code: 'CALL_OUTPUT_INVALID' } },
    });
  });

  test('intents come from the context and from ok(), on failures too', async () => {
    const intent = { type: 'SUPPRESS_AUDIO' } as const;
    const both = toolThat((_, ctx) => {
      ctx.addIntent(intent);
      return ok('done', { intents: [{ type: 'SET_PENDING_MESSAGE', message: 'next' }] });
    });
    const response = await callTool({ tool: both });
    expect(response).toMatchObject({ ok: true, data: 'done', intents: [intent, { message: 'next' }] });
    const failing = toolThat(() => fail(new ToolError('CONFLICT', 'Taken'), { intents: [intent] }));
    expect(await callTool({ tool: failing })).toMatchObject({ ok: false, intents: [intent] });
  });

  test('an unknown intent is dropped with a warning, and the result stays; a declared one is kept', async () => {
    const dance = { type: 'DANCE' };
    const intent = { type: 'SUPPRESS_AUDIO' };
    const tool = toolThat(() => replyFromEnvelope({ ok: true, data: 1, intents: [dance, intent] }));
    const response = await callTool({ tool });
    expect(response).toMatchObject({ ok: true, data: 1, intents: [intent] });
    expect(response.meta['warnings']).toMatchObject([{ code: 'CALL_INTENT_UNKNOWN' }]);
    expect(await callTool({ tool, intents: ['DANCE'] })).toMatchObject({ ok: true, intents: [dance, intent] });
    const failing = toolThat(() =>
      replyFromEnvelope({ ok: false, error: { type: 'AUTH', message: 'x' }, intents: [dance] }),
    );
    expect(await callTool({ tool: failing })).toMatchObject({ error: { type: 'AUTH' }, intents: [] });
  });

  test('a failure envelope needs a type and a message; the rest is what its type says', async () => {
    const answer = (error: object) => callTool({ tool: toolThat(() => replyFromEnvelope({ ok: false, error })) });
    expect(await answer({ type: 'TRANSIENT', message: 'Busy', retryable: false })).toMatchObject({
      error: { type: 'TRANSIENT', message: 'Busy', retryable: false, partialSideEffects: false },
    });
    expect(await answer({ type: 'TRANSIENT', message: 'Busy' })).toMatchObject({ error: { retryable: true } });
    expect(await answer({ type: 'CONFLICT', message: 'Taken' })).toMatchObject({ error: { retryable: false } });
  });

  test('F48 a folder handler with a malformed envelope or data that is not JSON is INTERNAL', async () => {
    const answers = [
      undefined,
      'text',
      { ok: 'yes' },
      { ok: true, error: { type: 'AUTH', message: 'x', retryable: false, partialSideEffects: false } },
      { ok: false },
      { ok: false, error: { type: 'OOPS', message: 'x', retryable: false, partialSideEffects: false } },
      { ok: true, data: { at: new Date() } },
      { ok: true, data: Number.NaN },
      { ok: true, data: 1, intents: [{ value: true }] },
    ];
    for (const answer of answers) {
      const response = await callTool({ tool: toolThat(() => replyFromEnvelope(answer)) });
      expect(response).toMatchObject({
        ok: false,
        error: { type: 'INTERNAL', partialSideEffects: true, details: { code: 'CALL_REPLY_MALFORMED' } },
      });
    }
    const shared = { n: 1 };
    const good = await callTool({ tool: toolThat(() => replyFromEnvelope({ ok: true, data: [shared, shared] })) });
    expect(good).toMatchObject({ ok: true, data: [{ n: 1 }, { n: 1 }], intents: [] });
    expect(await callTool({ tool: toolThat(() => ({ ok: 'plain data' })) })).toMatchObject({ ok: true });
  });

  test('C132 the envelope of a handler is taken apart: data, intents, error, and INTERNAL for what is malformed', async () => {
    const intents = [{ type: 'SUPPRESS_AUDIO' }] as const;
    const error = { type: 'CONFLICT', message: 'Taken', retryable: false, partialSideEffects: true };
    const answer = (envelope: unknown) => callTool({ tool: toolThat(() => replyFromEnvelope(envelope)) });
    expect(await answer({ ok: true, data: { n: 1 }, intents })).toMatchObject({ ok: true, data: { n: 1 }, intents });
    expect(await answer({ ok: false, error, intents })).toMatchObject({ ok: false, error, intents });
    expect(await answer({ ok: 1 })).toMatchObject({ ok: false, error: { type: 'INTERNAL', partialSideEffects: true } });
  });

  test('a folder handler cannot speak for the call line or a gate', async () => {
    const said = async (type: string) => {
      const error = { type, message: 'So', retryable: false, partialSideEffects: false };
      const response = await callTool({ tool: toolThat(() => replyFromEnvelope({ ok: false, error })) });
      return response.ok ? undefined : [response.error.type, response.error.details?.['originalType']];
    };
    expect(await said('CONFLICT')).toEqual(['CONFLICT', undefined]);
    expect(await said('NOT_FOUND')).toEqual(['PERMANENT', 'NOT_FOUND']);
    expect(await said('BUDGET_EXCEEDED')).toEqual(['INTERNAL', 'BUDGET_EXCEEDED']);
  });

  test('an object that only looks like a reply is plain data', async () => {
    const lookalike = { ok: false, error: { type: 'AUTH' }, intents: [] };
    expect(await callTool({ tool: toolThat(() => lookalike) })).toMatchObject({ ok: true, data: lookalike });
  });

  test('a signal that fired before the call stops it before the tool begins', async () => {
    const execute = vi.fn();
    const response = await callTool({ tool: toolThat(execute), signal: AbortSignal.abort() });
    expect(response).toMatchObject({ ok: false, error: { type: 'CANCELLED', partialSideEffects: false } });
    expect(execute).not.toHaveBeenCalled();
  });

  test('a signal that fires during the call reaches the tool and answers at once', async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const tool = toolThat((_, ctx) => {
      ctx.signal.addEventListener('abort', () => seen.push('aborted'));
      setTimeout(() => controller.abort(), 5);
      return new Promise((_resolve, reject) => setTimeout(() => reject(new Error('late')), 50));
    });
    const response = await callTool({ tool, signal: controller.signal });
    expect(response).toMatchObject({ ok: false, error: { type: 'CANCELLED', partialSideEffects: true } });
    expect(seen).toEqual(['aborted']);
    const reads = await callTool({
      tool: { ...tool, policy: { sideEffects: 'read_only' } },
      signal: AbortSignal.timeout(5),
    });
    expect(reads).toMatchObject({ error: { type: 'CANCELLED', partialSideEffects: false } });
    await new Promise((resolve) => setTimeout(resolve, 60));
  });

  test('an asynchronous schema is waited for', async () => {
    const inputSchema = z.object({ name: z.string().refine(async (name) => name !== 'taken', 'Already taken') });
    const tool = toolThat(() => 'ran', { inputSchema });
    expect(await callTool({ tool, rawInput: { name: 'free' } })).toMatchObject({ ok: true });
    expect(await callTool({ tool, rawInput: { name: 'taken' } })).toMatchObject({
      error: { details: { issues: [{ pointer: '/name', message: 'Already taken' }] } },
    });
  });

  test('a misspelt option is refused with the right one', async () => {
    const response = await callTool({ tool: add, rawinput: {} } as unknown as InvokeOptions);
    expect(response).toMatchObject({
      ok: false,
      error: { type: 'INTERNAL', details: { suggestion: 'Did you mean "rawInput"?' } },
    });
  });

  test('a reporter that throws does not cost the caller the answer', async () => {
    const tool = toolThat(() => {
      throw new Error('x');
    });
    const report = () => {
      throw new Error('reporter');
    };
    expect(await callTool({ tool, report })).toMatchObject({ ok: false, error: { type: 'INTERNAL' } });
  });

  test('options that cannot be read get an answer too', async () => {
    const hostile = new Proxy({} as InvokeOptions, {
      get: () => {
        throw new Error('no entry');
      },
    });
    expect(await callTool(hostile)).toMatchObject({ ok: false, error: { type: 'INTERNAL' } });
  });

  test('F37 every call gets exactly one envelope, whatever the options are', async () => {
    const nonsense = fc.oneof(
      fc.anything(),
      fc.record(
        {
          tool: fc.oneof(fc.anything(), fc.constant(add)),
          tools: fc.oneof(fc.anything(), fc.record({ get: fc.func(fc.anything()), version: fc.anything() })),
          rawInput: fc.anything(),
          requestId: fc.oneof(fc.anything(), fc.double()),
          user: fc.anything(),
          signal: fc.anything(),
        },
        { requiredKeys: [] },
      ),
    );
    await fc.assert(
      fc.asyncProperty(nonsense, async (options) => {
        const response = await callTool(options as InvokeOptions);
        expect(validateToolResponse(response)).toEqual({ ok: true, issues: [] });
      }),
      { numRuns: 1000 },
    );
  });
});
