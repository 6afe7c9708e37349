import { callTool, defineTool, ToolRegistry, type CallRecord, type InvokeOptions, type ToolRecord } from '@helve/core';
import { describe, expect, test } from 'vitest';
import {
  audit,
  createMemoryResultStore,
  createResultRead,
  redactOutput,
  resultCap,
  type ResultStore,
} from '../index.js';
import type { CappedResult, ResultCapOptions } from './result-cap.js';

function dumpTool(output: unknown): ToolRecord {
  return defineTool({
    id: 'dump',
    description: 'Gives much',
    inputSchema: { type: 'object' },
    policy: { sideEffects: 'read_only' },
    execute: () => output,
  });
}

function callerOf(options: Partial<ResultCapOptions> = {}) {
  const clock = { ms: 1_000, now: () => clock.ms };
  const store = options.store ?? createMemoryResultStore();
  const hooks = [resultCap({ store, ...options })];
  const user = { id: 'ada' };
  const dump = (output: unknown, more: Partial<InvokeOptions> = {}) =>
    callTool({ tool: dumpTool(output), user, clock, hooks, ...more });
  const reader = createResultRead({ store });
  const read = (rawInput: object, more: Partial<InvokeOptions> = {}) =>
    callTool({ tool: reader, rawInput, user, clock, hooks, ...more });
  return { clock, dump, read, hooks };
}

const dataOf = (response: { ok: boolean; data?: unknown }) => response.data as CappedResult;

describe('resultCap', () => {
  test('leaves small outputs alone, whatever they are', async () => {
    const { dump } = callerOf({ maxBytes: 100 });
    for (const output of ['x'.repeat(100), { a: 'x'.repeat(92) }, null, undefined, 7]) {
      const response = await dump(output);
      expect(response).toMatchObject({ ok: true, data: output ?? null });
      expect(response.meta['truncated']).toBeUndefined();
    }
  });

  test('counts bytes, not characters, and never cuts a character in two', async () => {
    const { dump } = callerOf({ maxBytes: 100, headChars: 5 });
    expect(await dump('ä'.repeat(50))).toMatchObject({ data: 'ä'.repeat(50) });
    expect(dataOf(await dump('ä'.repeat(51)))).toMatchObject({ truncated: true, bytes: 102, head: 'äääää' });
    expect(dataOf(await dump('😀'.repeat(26))).head).toBe('😀😀');
  });

  test('keeps nothing for a caller who is nobody, and says so', async () => {
    const { dump } = callerOf({ maxBytes: 10 });
    const capped = dataOf(await dump('x'.repeat(20), { user: undefined }));
    expect(capped).toMatchObject({ truncated: true, handle: null, bytes: 20 });
    expect(capped.hint).toContain('not kept');
    expect(dataOf(await dump('x'.repeat(20), { user: undefined, sessionId: 's' })).handle).not.toBeNull();
  });

  test('a store that is down costs the rest, not the call', async () => {
    const heard: unknown[] = [];
    const error = new Error('no route to host');
    const store: ResultStore = { ...createMemoryResultStore(), put: () => Promise.reject(error) };
    const { dump } = callerOf({ maxBytes: 10, store, report: (thrown) => heard.push(thrown) });
    expect(await dump('x'.repeat(20))).toMatchObject({
      ok: true,
      data: { truncated: true, handle: null },
      meta: { warnings: [{ code: 'GOVERN_RESULT_STORE_DOWN' }] },
    });
    expect(heard).toEqual([error]);
  });

  test('keeps what was redacted out of the rest as well', async () => {
    const { dump, read, hooks } = callerOf({ maxBytes: 50 });
    const { handle } = dataOf(
      await dump(
        { mail: 'ada@example.org', text: 'x'.repeat(100) },
        { hooks: [...hooks, redactOutput({ keys: ['mail'] })] },
      ),
    );
    expect(JSON.stringify(await read({ handle }))).not.toContain('ada@example.org');
  });

  test('the trail keeps the head only', async () => {
    const records: CallRecord[] = [];
    const { dump, hooks } = callerOf({ maxBytes: 50, headChars: 10 });
    const sink = { append: async (record: CallRecord) => void records.push(record) };
    await dump('x'.repeat(1_000), { hooks: [...hooks, audit({ sink })] });
    expect(records[0]?.output).toMatchObject({ truncated: true, head: 'x'.repeat(10) });
  });

  test.each([
    [{}, 'option "store" is missing'],
    [{ store: createMemoryResultStore(), maxBytes: 0 }, 'option "maxBytes"'],
    [{ store: createMemoryResultStore(), headChars: 1.5 }, 'option "headChars"'],
    [{ store: createMemoryResultStore(), ttlMs: -1 }, 'option "ttlMs"'],
    [{ store: createMemoryResultStore(), maxSize: 1 }, 'unknown option "maxSize"'],
  ])('refuses %j', (options, problem) => {
    expect(() => resultCap(options as unknown as ResultCapOptions)).toThrow(problem);
  });
});

describe('result_read', () => {
  test('is a tool like any other, and refuses what its schema does not allow', async () => {
    const tools = new ToolRegistry();
    expect(() => tools.addValidated(createResultRead({ store: createMemoryResultStore() }))).not.toThrow();
    const { read } = callerOf();
    for (const input of [
      {},
      { handle: 'h', offset: -1 },
      { handle: 'h', length: 70_000 },
      { handle: 'h', length: 0 },
    ]) {
      expect(await read(input)).toMatchObject({ ok: false, error: { type: 'VALIDATION' } });
    }
    expect(() => createResultRead({} as never)).toThrow('option "store" is missing');
  });

  test('never gives half a character, and reads past the end as nothing', async () => {
    const { dump, read } = callerOf({ maxBytes: 10 });
    const { handle } = dataOf(await dump('😀'.repeat(10)));
    expect(await read({ handle, offset: 2, length: 3 })).toMatchObject({
      data: { text: '😀', total: 20, nextOffset: 4 },
    });
    expect(await read({ handle, offset: 99 })).toMatchObject({ data: { text: '', nextOffset: null } });
  });

  test('is never capped itself', async () => {
    const { dump, read } = callerOf({ maxBytes: 1_000, headChars: 10 });
    const { handle } = dataOf(await dump('x'.repeat(5_000)));
    expect(await read({ handle, length: 5_000 })).toMatchObject({
      data: { text: 'x'.repeat(5_000), nextOffset: null },
    });
  });
});

test('G21 an output over 256 KiB becomes head, size and handle, and result_read gives the rest to its caller alone, for a while', async () => {
  const { dump, read, clock } = callerOf();
  const output = { rows: Array.from({ length: 30_000 }, (_, row) => `row ${row}`) };
  const text = JSON.stringify(output);
  expect(await dump('x'.repeat(262_144))).toMatchObject({ data: 'x'.repeat(262_144) });

  const response = await dump(output);
  const { head, handle, bytes } = dataOf(response);
  expect(response).toMatchObject({ ok: true, data: { truncated: true }, meta: { truncated: true } });
  expect(bytes).toBe(text.length);
  expect(text.startsWith(head)).toBe(true);
  expect(JSON.stringify(response).length).toBeLessThan(262_144);

  let rest = head;
  for (let offset: number | null = head.length; offset !== null;) {
    const piece = (await read({ handle, offset, length: 65_536 })) as {
      data: { text: string; nextOffset: number | null };
    };
    rest += piece.data.text;
    offset = piece.data.nextOffset;
  }
  expect(JSON.parse(rest)).toEqual(output);

  const unknown = { ok: false, error: { type: 'NOT_FOUND', details: { code: 'GOVERN_RESULT_UNKNOWN' } } };
  expect(await read({ handle }, { user: { id: 'eve' } })).toMatchObject(unknown);
  expect(await read({ handle }, { user: undefined })).toMatchObject(unknown);
  expect(await read({ handle: 'guess' })).toMatchObject(unknown);
  clock.ms += 3_600_000;
  expect(await read({ handle })).toMatchObject(unknown);
});
