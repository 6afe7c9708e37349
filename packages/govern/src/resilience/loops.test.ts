import { callTool, defineTool, ToolError, type InvokeOptions, type ToolRecord } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { loops } from '../index.js';
import type { LoopsOptions } from './loops.js';

function searchTool(execute: (q: string) => unknown = () => ['found']): ToolRecord {
  return defineTool({
    id: 'search',
    description: 'Searches',
    inputSchema: { type: 'object', properties: { q: { type: 'string' }, n: { type: 'number' } } },
    execute: ({ q = '' }) => execute(q),
  });
}

function callerOf(tool: ToolRecord, options: LoopsOptions = {}) {
  const hooks = [loops(options)];
  return (rawInput: object, more: Partial<InvokeOptions> = {}) =>
    callTool({ tool, rawInput, hooks, sessionId: 's', user: { id: 'ada' }, call: { turnId: 't1' }, ...more });
}

const loop = {
  ok: false,
  error: { type: 'LOOP_DETECTED', retryable: false, details: { suggestion: expect.any(String) } },
};

describe('loops', () => {
  test('refuses the third equal call of a turn, however its arguments are spelt', async () => {
    const call = callerOf(searchTool());
    expect(await call({ q: 'a', n: 1 })).toMatchObject({ ok: true });
    expect(await call({ n: 1.0, q: 'a' })).toMatchObject({ ok: true });
    expect(await call({ q: 'b', n: 1 })).toMatchObject({ ok: true });
    expect(await call({ q: 'a', n: 1 })).toMatchObject({
      ...loop,
      error: { details: { code: 'GOVERN_LOOP_IDENTICAL' } },
    });
    expect(await call({ q: 'a', n: 1 })).toMatchObject(loop);
    expect(await call({ q: 'c', n: 1 })).toMatchObject({ ok: true });
  });

  test('counts per tool, turn, session and user', async () => {
    const tool = searchTool();
    const call = callerOf(tool, { identical: 2 });
    await call({ q: 'a' });
    expect(await call({ q: 'a' }, { tool: { ...tool, id: 'other' } })).toMatchObject({ ok: true });
    expect(await call({ q: 'a' }, { call: { turnId: 't2' } })).toMatchObject({ ok: true });
    expect(await call({ q: 'a' }, { sessionId: 'other' })).toMatchObject({ ok: true });
    expect(await call({ q: 'a' }, { user: { id: 'bob' } })).toMatchObject({ ok: true });
    expect(await call({ q: 'a' })).toMatchObject(loop);
  });

  test('leaves calls without a turn alone, and those that a tool makes', async () => {
    const tool = searchTool();
    const call = callerOf(tool, { identical: 2 });
    for (const _ of [1, 2, 3]) expect(await call({ q: 'a' }, { call: {} })).toMatchObject({ ok: true });
    const poller = defineTool({
      id: 'poller',
      description: 'Polls',
      inputSchema: { type: 'object' },
      async execute(_, ctx) {
        for (const q of ['a', 'a', 'a']) await ctx.invoke(tool, { q });
        return 'polled';
      },
    });
    expect(await call({}, { tool: poller })).toMatchObject({ ok: true, data: 'polled' });
  });

  test.each([[null], [undefined], ['  \n'], [[]], [{}], [{ results: [], took: 3 }]])(
    'two results like %j are enough',
    async (output) => {
      const call = callerOf(searchTool(() => output));
      await call({ q: '1' });
      await call({ q: '2' });
      expect(await call({ q: '3' })).toMatchObject({ ...loop, error: { details: { code: 'GOVERN_LOOP_EMPTY' } } });
    },
  );

  test.each([[0], [false], [['x']], [{ a: 1 }], [{ results: ['x'] }]])('a result like %j is none', async (output) => {
    const call = callerOf(searchTool(() => output));
    for (const q of ['1', '2', '3']) expect(await call({ q })).toMatchObject({ ok: true });
  });

  test('something found in between starts anew; failures say nothing', async () => {
    const call = callerOf(
      searchTool((q) => {
        if (q === 'fail') throw new ToolError('TRANSIENT', 'down');
        return q.startsWith('hit') ? ['x'] : [];
      }),
    );
    for (const q of ['1', 'hit', '2', 'fail']) await call({ q });
    expect(await call({ q: '3' })).toMatchObject({ ok: true });
    expect(await call({ q: 'hit2' })).toMatchObject(loop);
    const other = { ...searchTool(), id: 'other' };
    expect(await call({ q: 'hit2' }, { tool: other })).toMatchObject({ ok: true });
    expect(await call({ q: 'hit2' }, { call: { turnId: 't2' } })).toMatchObject({ ok: true });
  });

  test('empty can be set, and arguments without a canonical form are not compared', async () => {
    const call = callerOf(
      searchTool(() => []),
      { empty: 1, identical: 2 },
    );
    await call({ q: '1' });
    expect(await call({ q: '2' })).toMatchObject(loop);
    const odd = callerOf(searchTool(), { identical: 1 });
    expect(await odd({ q: 1n }, { schemaMode: 'hooks' })).toMatchObject({ ok: true });
  });

  test.each([{ identical: 0 }, { empty: 0.5 }, { identicals: 3 }])('refuses %j', (options) => {
    expect(() => loops(options as unknown as LoopsOptions)).toThrow('Cannot create loops');
  });
});
