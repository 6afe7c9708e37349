import {
  callTool,
  defineTool,
  invokeTool,
  noteExecution,
  ToolError,
  ToolRegistry,
  type CallRecord,
  type InvokeOptions,
  type ToolHook,
  type ToolRecord,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import { audit, auditModeOf, authorize, fromCallRecord, rateLimit, redactedInput, retry } from '../index.js';
import type { AuditOptions } from './audit.js';

const add: ToolRecord = defineTool({
  id: 'add',
  description: 'Adds',
  version: '1.2.0',
  inputSchema: {
    type: 'object',
    properties: {
      a: { type: 'number' },
      b: { type: 'number', default: 1 },
      password: { type: 'string' },
      card: { type: 'string', 'x-sensitive': true },
      fail: { type: 'string' },
    },
    required: ['a'],
  },
  outputSchema: {
    type: 'object',
    properties: { sum: { type: 'number' }, receipt: { type: 'string', 'x-sensitive': true } },
  },
  policy: { sideEffects: 'none' },
  execute: ({ a, b = 0, fail }) => {
    if (fail === 'foreseen') throw new ToolError('CONFLICT', 'Cannot add: Bearer abcdefghijklmnop is in the way');
    if (fail === 'unforeseen') throw new TypeError('at 4111 1111 1111 1111');
    if (fail === 'text') throw 'just text' as unknown as Error;
    return { sum: a + b, receipt: 'r-1' };
  },
});

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const everyOrigin = {
  door: 'mcp',
  mode: 'chat',
  turnId: 't1',
  traceparent,
  provenance: { repaired: ['quotes'], token: 'x' },
};

function callerOf(options: Partial<AuditOptions> = {}, ...more: ToolHook[]) {
  const records: CallRecord[] = [];
  const clock = { ms: 1_700_000_000_000, now: () => (clock.ms += 1) };
  const sink = { append: async (record: CallRecord) => void records.push(record) };
  const hooks = [audit({ sink, ...options }), ...more];
  const call = (rawInput: unknown, rest: Partial<InvokeOptions> = {}) =>
    callTool({ tool: add, rawInput, user: { id: 'ada' }, clock, hooks, requestId: 'r1', ...rest });
  return { records, call };
}

describe('audit', () => {
  test.each([
    ['a call with all there is to know', { a: 2 }, { sessionId: 's1', call: everyOrigin }],
    ['a call that failed', { a: 1, fail: 'foreseen' }, {}],
  ])('writes the members of %s in their order, so that a trail need not sort them', async (_, rawInput, rest) => {
    const { records, call } = callerOf({}, authorize());
    await call(rawInput, rest);
    const names = Object.keys(records[0] ?? {});
    expect(names).toContain('userId');
    expect(names).toEqual(names.toSorted());
  });

  test('knows who, by which way, how often, how long and what each hook said', async () => {
    const { records, call } = callerOf({}, authorize());
    await call({ a: 2 }, { sessionId: 's1', call: everyOrigin });
    expect(records[0]).toMatchObject({
      requestId: 'r1',
      toolId: 'add',
      toolVersion: '1.2.0',
      registryVersion: expect.any(String),
      userId: 'ada',
      owner: '//ada',
      sessionId: 's1',
      door: 'mcp',
      mode: 'chat',
      turnId: 't1',
      traceparent,
      startedAt: '2023-11-14T22:13:20.001Z',
      attempts: 1,
      outcome: { kind: 'success' },
      rawInput: { a: 2 },
      input: { a: 2, b: 1 },
      output: { sum: 3 },
      provenance: { repaired: ['quotes'], token: '[redacted]' },
    });
    expect(records[0]?.durationMs).toBeGreaterThan(0);
    expect(records[0]?.error).toBeUndefined();
    expect(records[0]?.trace).toContainEqual(
      expect.objectContaining({ stage: 'willAuthorize', hook: 'authorize', result: 'ok' }),
    );
  });

  test('keeps what a schema marks as sensitive out of how the arguments came to be', async () => {
    const inputSchema = {
      type: 'object',
      properties: { pin: { type: 'string', 'x-sensitive': true }, who: { type: 'string' } },
    } as const;
    const tool = { ...add, inputSchema, outputSchema: undefined, execute: () => 'done' } as unknown as ToolRecord;
    const { records, call } = callerOf({});
    const args = { pin: 'canary-4711', who: 'ada' };
    const provenance = {
      callId: 'c1',
      originalRawArgs: JSON.stringify(args),
      parsed: args,
      validated: args,
      repair: { changes: [{ pointer: '/pin', from: 'canary-4711', to: 'canary-4711' }] },
    };
    await call(args, { tool, call: { provenance } });
    await call(args, { tool, call: { provenance: { callId: 'c2', originalRawArgs: args } } });
    await call({}, { tool, call: { provenance: { callId: 'c3', originalRawArgs: '{"pin": "canary-4711' } } });
    expect(JSON.stringify(records)).not.toContain('canary-4711');
    expect(records.map((record) => record.provenance)).toMatchObject([
      { callId: 'c1', parsed: { who: 'ada' }, originalRawArgs: '[redacted]' },
      { callId: 'c2', originalRawArgs: { who: 'ada' } },
      { callId: 'c3', originalRawArgs: '[redacted]' },
    ]);
    expect(records[0]?.redacted).toContain('/provenance/originalRawArgs');
  });

  test('says which gate refused', async () => {
    const { records, call } = callerOf({}, authorize({ roles: ['admin'] }));
    await call({ a: 1 });
    expect(records[0]).toMatchObject({ outcome: { kind: 'aborted' }, attempts: 0, error: { type: 'AUTH' } });
    expect(records[0]).not.toHaveProperty('output');
    expect(records[0]?.trace).toContainEqual(expect.objectContaining({ hook: 'authorize', result: 'aborted' }));

    const limited = callerOf({}, rateLimit({ limit: 1, windowMs: 1_000 }));
    await limited.call({ a: 1 });
    await limited.call({ a: 1 });
    expect(limited.records[1]).toMatchObject({ outcome: { kind: 'retryAfter' }, error: { type: 'RATE_LIMIT' } });
  });

  test('keeps the issues of bad input, and the redacted text of errors that callers do not see', async () => {
    const { records, call } = callerOf();
    await call({ a: 'x' });
    await call({ a: 1, fail: 'foreseen' });
    const response = await call({ a: 1, fail: 'unforeseen' });
    await call({ a: 1, fail: 'text' });
    expect(records.map(({ error }) => error)).toMatchObject([
      { type: 'VALIDATION', code: 'CALL_INPUT_INVALID', issues: [{ pointer: '/a' }] },
      { type: 'CONFLICT', message: 'Cannot add: [redacted] is in the way' },
      { type: 'INTERNAL', message: 'TypeError: at [redacted]' },
      { type: 'INTERNAL', message: 'just text' },
    ]);
    expect(JSON.stringify(response)).not.toContain('TypeError');
  });

  test('redacts by name, pattern, path and mark, and says where', async () => {
    const { records, call } = callerOf({ redact: { paths: ['/a'] } });
    await call({ a: 5, password: 'hunter2', card: '1234', fail: 'Bearer abcdefghijklmnop' });
    const [record] = records;
    expect(record?.rawInput).toEqual({
      a: '[redacted]',
      password: '[redacted]',
      card: '[redacted]',
      fail: '[redacted]',
    });
    expect(record?.output).toEqual({ sum: 6, receipt: '[redacted]' });
    expect(record?.redacted).toEqual(
      expect.arrayContaining(['/rawInput/card', '/rawInput/password', '/input/a', '/output/receipt']),
    );
    expect(redactedInput(record as CallRecord).toSorted()).toEqual(['/a', '/card', '/fail', '/password']);
  });

  test('takes names and patterns of one’s own in the place of its own', async () => {
    const { records, call } = callerOf({ redact: { keys: ['sum'], patterns: [/hunter\d/] } });
    await call({ a: 1, password: 'my hunter2' });
    expect(records[0]).toMatchObject({ rawInput: { password: 'my [redacted]' }, output: { sum: '[redacted]' } });
  });

  test('links a call within a call to the one that made it', async () => {
    const outer = defineTool({
      id: 'outer',
      description: 'Outer',
      inputSchema: { type: 'object' },
      policy: { sideEffects: 'none' },
      execute: (_, ctx) => ctx.invoke(add, { a: 1 }),
    });
    const { records, call } = callerOf();
    await call({}, { tool: outer });
    expect(records).toMatchObject([
      { toolId: 'add', parentRequestId: 'r1' },
      { toolId: 'outer', requestId: 'r1' },
    ]);
    expect(records[1]).not.toHaveProperty('parentRequestId');
  });

  test('hands on what was written, and only that', async () => {
    const forwarded: CallRecord[] = [];
    const { records, call } = callerOf({ forward: (record) => void forwarded.push(record) });
    await call({ a: 1 });
    expect(forwarded).toEqual(records);
    const down = { append: () => Promise.reject(new Error('disk full')) };
    const broken = callerOf({ sink: down, forward: (record) => void forwarded.push(record) });
    await broken.call({ a: 1 }, { report: () => undefined });
    expect(forwarded).toHaveLength(1);
  });

  const quiet = { append: () => Promise.resolve() };
  test.each([
    [{}, 'option "sink" is missing'],
    [{ sink: quiet, redact: { path: [] } }, 'option "redact"'],
    [{ sink: quiet, redact: { paths: ['x'] } }, 'Cannot use path "x"'],
    [{ sink: quiet, required: 'yes' }, 'option "required"'],
    [{ sink: quiet, forward: [] }, 'option "forward"'],
    [{ sink: quiet, store: 1 }, 'unknown option "store"'],
  ])('refuses %j', (options, problem) => {
    expect(() => audit(options as unknown as AuditOptions)).toThrow(problem);
  });
});

test('G17 audit leaves one redacted record of every call, answered, failed or refused; a failing sink matters only if it is required; and a record can be replayed', async () => {
  const { records, call } = callerOf({}, retry({ sleep: async () => undefined }));
  const refuse: ToolHook = { name: 'gate', willAuthorize: (ctx) => ctx.abort('no') };
  await call({ a: 2, password: 'hunter2' }, { sessionId: 's', call: { door: 'http' } });
  await call({ a: 2, fail: 'foreseen' });
  await call(
    { a: 2 },
    {
      hooks: [
        ...callerOf().records.map(() => refuse),
        refuse,
        audit({ sink: { append: async (one) => void records.push(one) } }),
      ],
    },
  );
  expect(records.map(({ outcome }) => outcome.kind)).toEqual(['success', 'failed', 'aborted']);
  for (const record of records) {
    expect(record).toMatchObject({ userId: 'ada', toolId: 'add', toolVersion: '1.2.0', rawInput: { a: 2 } });
    expect(record.trace.length).toBeGreaterThan(0);
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
  }
  expect(JSON.stringify(records)).not.toContain('hunter2');

  // A sink that is down: isolated, or the end of the call.
  const down = { append: () => Promise.reject(new Error('disk full')) };
  const heard: unknown[] = [];
  const isolated = [audit({ sink: down })];
  const required = [audit({ sink: down, required: true })];
  expect([auditModeOf(isolated), auditModeOf(required)]).toEqual(['isolated', 'required']);
  for (const hooks of [isolated, required]) {
    const auditMode = auditModeOf(hooks);
    const response = await callTool({
      tool: add,
      rawInput: { a: 1 },
      hooks,
      auditMode,
      report: (thrown) => heard.push(thrown),
    });
    expect(response.ok).toBe(auditMode === 'isolated');
  }
  expect(heard.length).toBeGreaterThan(0);

  // A replay with equal options gives an equal answer.
  const tools = new ToolRegistry();
  tools.addInline(add);
  const [record] = records;
  if (record === undefined) throw new Error('no record');
  expect(redactedInput(record)).toEqual(['/password']);
  const replayed = fromCallRecord(record);
  expect(replayed).toMatchObject({ tool: 'add', user: { id: 'ada' }, sessionId: 's', call: { door: 'http' } });
  expect(await invokeTool({ ...replayed, tools: tools.snapshot() })).toMatchObject({ sum: 3 });
});

test('audit records how the body of a call was run elsewhere, and nothing of that for one that ran here', async () => {
  const execution = { callId: 'c-1', attempts: 2, usage: { tokens: 7 } };
  const { records, call } = callerOf();
  const execute: ToolRecord['execute'] = (_input, ctx) => {
    noteExecution(ctx, execution);
    return { sum: 3 };
  };
  await call({ a: 1 }, { tool: { ...add, execute } });
  await call({ a: 1 });
  expect(records.map((record) => record.execution)).toEqual([execution, undefined]);
});
