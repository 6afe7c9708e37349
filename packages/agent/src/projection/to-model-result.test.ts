import { callTool, defineTool, fail, ok, ToolError, type Json, type ToolResponse } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { resultLimits, toModelResult } from './to-model-result.js';

function answerOf(execute: () => unknown): Promise<ToolResponse> {
  const inputSchema = { type: 'object', properties: { a: { type: 'number', maximum: 3 } } } as const;
  const tool = defineTool({ id: 'it', description: 'Does it', inputSchema, execute });
  return callTool({ tool, rawInput: { a: 1 } });
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('toModelResult', () => {
  test('a success is its data: no intents, no meta', async () => {
    const response = await answerOf(() => ok({ b: 1 }, { intents: [{ type: 'SUPPRESS_AUDIO' }], meta: { own: 1 } }));
    expect(toModelResult(response)).toEqual({ ok: true, data: { b: 1 } });
    expect(toModelResult(await answerOf(() => undefined))).toEqual({ ok: true, data: null });
  });

  test('a failure says what a model can act on, and nothing else', async () => {
    const details = { suggestion: 'Wait', reason: 'inner', own: 1 };
    const error = new ToolError('RATE_LIMIT', 'Slow down', { retryAfterMs: 5, partialSideEffects: true, details });
    expect(toModelResult(await answerOf(() => fail(error)))).toEqual({
      ok: false,
      error: { type: 'RATE_LIMIT', message: 'Slow down', retryable: true, retryAfterMs: 5, suggestion: 'Wait' },
    });
    const inputSchema = { type: 'object', properties: { a: { type: 'number' } } } as const;
    const tool = defineTool({ id: 'it', description: 'Does it', inputSchema, execute: () => 1 });
    const invalid = toModelResult(await callTool({ tool, rawInput: { a: 'x' } }));
    expect(invalid).toMatchObject({ error: { type: 'VALIDATION', issues: [{ pointer: '/a', keyword: 'type' }] } });
    expect(Object.keys(invalid)).toEqual(['ok', 'error']);
  });

  test('F62 neither projection holds the token of an approval', async () => {
    const confirmationRequest = { token: 'secret-token', expiresAt: 1, tool: 'it', preview: 'Do it?' };
    const error = new ToolError('CONFIRMATION_REQUIRED', 'Ask', {
      details: { confirmationRequest, approvalId: 'apr_1' },
    });
    const response = await answerOf(() => fail(error));
    const full = toModelResult(response, { projection: 'full' });
    expect(JSON.stringify([toModelResult(response), full])).not.toContain('secret-token');
    expect(full).toMatchObject({
      error: { details: { confirmationRequest: { preview: 'Do it?' }, approvalId: 'apr_1' } },
      intents: [],
      meta: { toolId: 'it' },
    });
    expect(response).toMatchObject({ error: { details: { confirmationRequest: { token: 'secret-token' } } } });
  });

  test('voice gets 8 KiB, text and other modes 64 KiB, and what fits is given as it is', async () => {
    expect(resultLimits).toEqual({ voice: 8192, text: 65_536 });
    const response = await answerOf(() => 'x'.repeat(20_000));
    expect(toModelResult(response, { mode: 'text' })).toEqual({ ok: true, data: 'x'.repeat(20_000) });
    expect(toModelResult(response, { mode: 'other' })).not.toHaveProperty('truncated');
    const cut = toModelResult(response, { mode: 'voice' });
    expect(cut).toMatchObject({
      truncated: true,
      data: expect.stringMatching(/^x+… \[cut: \d+ of 20000 characters\]$/),
    });
    expect(bytesOf(cut)).toBeLessThanOrEqual(8192);
    expect(bytesOf(cut)).toBeGreaterThan(7500);
  });

  test('the longest strings and lists are cut, short ones stay, and each cut says how much', async () => {
    const data = {
      title: 'Short',
      body: 'b'.repeat(5000),
      rows: Array.from({ length: 500 }, (_, n) => ({ n, name: `row ${n}` })),
      tags: ['a', 'b'],
    };
    const cut = toModelResult(await answerOf(() => data), { resultLimitBytes: 4000 });
    expect(cut).toMatchObject({
      ok: true,
      truncated: true,
      data: { title: 'Short', tags: ['a', 'b'], rows: expect.arrayContaining([{ n: 0, name: 'row 0' }]) },
    });
    const { body, rows } = (cut as unknown as { data: { body: string; rows: unknown[] } }).data;
    expect(body).toMatch(/ of 5000 characters\]$/);
    expect(rows.at(-1)).toBe(`[cut: ${rows.length - 1} of 500 items]`);
    expect(bytesOf(cut)).toBeLessThanOrEqual(4000);
  });

  test('what has only small members gives way as a whole, and says its size', async () => {
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`key ${n}`, n]));
    const cut = toModelResult(await answerOf(() => many), { resultLimitBytes: 2000 });
    expect(cut).toEqual({ ok: true, data: expect.stringMatching(/^\[cut: all of \d+ bytes/), truncated: true });
    const error = new ToolError('PERMANENT', 'm'.repeat(9000), { details: { suggestion: 's'.repeat(9000) } });
    const failed = toModelResult(await answerOf(() => fail(error)), { mode: 'voice' });
    expect(failed).toMatchObject({ ok: false, truncated: true, error: { type: 'PERMANENT', retryable: false } });
    expect(bytesOf(failed)).toBeLessThanOrEqual(8192);
  });

  test('a result that is not JSON becomes a failure, not a throw', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    for (const data of [cycle, { big: 1n }]) {
      expect(toModelResult(await answerOf(() => data))).toMatchObject({ ok: false, error: { type: 'INTERNAL' } });
    }
  });

  test('any JSON within any limit is given whole or cut to fit, and never changed otherwise', () => {
    const meta = {
      toolId: 'it',
      toolVersion: '1',
      registryVersion: '1',
      requestId: '1',
      duration: 0,
      responseSchemaVersion: '1.0.0',
    } as const;
    const property = fc.property(
      fc.jsonValue({ depthSize: 'medium', stringUnit: 'binary' }),
      fc.integer({ min: 200, max: 4000 }),
      (data, limit) => {
        const plain = JSON.parse(JSON.stringify(data)) as Json;
        const result = toModelResult({ ok: true, data: plain, intents: [], meta }, { resultLimitBytes: limit });
        expect(bytesOf(result)).toBeLessThanOrEqual(limit);
        if (result.truncated === undefined) expect(result).toEqual({ ok: true, data: plain });
        expect(JSON.stringify(result).isWellFormed()).toBe(true);
      },
    );
    fc.assert(property, { numRuns: 100 });
  });
});
