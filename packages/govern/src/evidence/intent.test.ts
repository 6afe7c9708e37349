import {
  callTool,
  defineTool,
  ToolError,
  type CallRecord,
  type InvokeOptions,
  type StoredCallRecord,
  type ToolHook,
  type ToolInvokeContext,
  type ToolRecord,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import { audit, createMemoryIdempotencyStore, idempotency, repairTrail, retry, timeout } from '../index.js';

type Body = (input: unknown, ctx: ToolInvokeContext) => unknown;

function toolWith(sideEffects: 'writes' | 'read_only' | undefined, execute: Body = () => ({ done: true })): ToolRecord {
  return defineTool({
    id: 'book',
    description: 'Books',
    inputSchema: { type: 'object', properties: { password: { type: 'string' }, to: { type: 'string' } } },
    ...(sideEffects === undefined ? {} : { policy: { sideEffects, idempotent: true } }),
    execute,
  });
}

interface Setup {
  readonly more?: readonly ToolHook[];
  /** Runs when a record is appended, with its number from 1 on. */
  readonly append?: (at: number) => Promise<void>;
}

function callerOf({ more = [], append = async () => undefined }: Setup = {}) {
  const records: CallRecord[] = [];
  const events: string[] = [];
  let at = 0;
  const sink = {
    async append(record: CallRecord) {
      at += 1;
      await append(at);
      records.push(record);
      events.push(`record ${record.outcome.kind}`);
    },
  };
  const hooks = [audit({ sink }), ...more];
  const call = (options: Partial<InvokeOptions>) =>
    callTool({
      tool: toolWith('writes'),
      user: { id: 'ada' },
      hooks,
      requestId: 'r1',
      report: () => undefined,
      ...options,
    });
  return { records, events, call };
}

describe('a tool that writes', () => {
  test.each(['writes', undefined] as const)('leaves an intent before it runs and a result after (%s)', async (kind) => {
    const { records, events, call } = callerOf();
    const tool = toolWith(kind, () => void events.push('body'));
    await call({ tool, rawInput: { to: 'bob', password: 'hunter2' } });
    expect(events).toEqual(['record unknown', 'body', 'record success']);
    const [intent, result] = records;
    expect(intent).toMatchObject({
      requestId: 'r1',
      owner: '//ada',
      outcome: { kind: 'unknown' },
      rawInput: { to: 'bob' },
      trace: [],
      redacted: expect.arrayContaining(['/rawInput/password']),
    });
    expect(intent?.intentId).toEqual(expect.any(String));
    expect(result?.intentId).toBe(intent?.intentId);
    expect(JSON.stringify(records)).not.toContain('hunter2');
    for (const record of records) expect(Object.keys(record)).toEqual(Object.keys(record).toSorted());
  });

  test('that only reads leaves one record, and its calls have no step for it', async () => {
    const { records, call } = callerOf();
    await call({ tool: toolWith('read_only') });
    expect(records.map(({ outcome, intentId }) => [outcome.kind, intentId])).toEqual([['success', undefined]]);
    expect(records[0]?.trace.map(({ stage }) => stage)).not.toContain('willExecute');
  });

  test('is refused before it runs leaves no intent', async () => {
    const { records, call } = callerOf({ more: [{ willAuthorize: (ctx) => ctx.abort('no') }] });
    await call({});
    expect(records.map(({ outcome }) => outcome.kind)).toEqual(['aborted']);
  });

  test('has one intent, however many attempts it takes', async () => {
    let runs = 0;
    const tool = toolWith('writes', () => {
      runs += 1;
      if (runs < 3) throw new ToolError('TRANSIENT', 'not yet');
      return {};
    });
    const { records, call } = callerOf({ more: [retry({ sleep: async () => undefined })] });
    await call({ tool });
    expect([runs, records.map(({ outcome }) => outcome.kind)]).toEqual([3, ['unknown', 'success']]);
  });

  test('does not run where its intent cannot be stored, and says that nothing was done', async () => {
    let runs = 0;
    const tool = toolWith('writes', () => void (runs += 1));
    const { records, call } = callerOf({ append: () => Promise.reject(new Error('disk full')) });
    const answer = await call({ tool });
    expect(answer).toMatchObject({
      ok: false,
      error: {
        type: 'TRANSIENT',
        retryable: true,
        partialSideEffects: false,
        details: { code: 'GOVERN_INTENT_NOT_STORED' },
      },
    });
    expect([runs, records]).toEqual([0, []]);
  });

  test('whose intent takes too long does not run after all', async () => {
    let runs = 0;
    let store: (() => void) | undefined;
    const tool = toolWith('writes', () => void (runs += 1));
    const { call } = callerOf({
      more: [timeout({ attemptMs: 20 })],
      append: (at) => (at === 1 ? new Promise<void>((resolve) => (store = resolve)) : Promise.resolve()),
    });
    expect(await call({ tool })).toMatchObject({ ok: false, error: { type: 'TIMEOUT' } });
    store?.();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(runs).toBe(0);
  });

  test('whose result cannot be stored answers with what it did, and that it was not recorded', async () => {
    const { records, call } = callerOf({
      append: (at) => (at === 2 ? Promise.reject(new Error('disk full')) : Promise.resolve()),
    });
    expect(await call({})).toMatchObject({ ok: true, data: { done: true }, meta: { recorded: false } });
    expect(records.map(({ outcome }) => outcome.kind)).toEqual(['unknown']);
  });

  test('whose result cannot be stored where that is required fails, and says that it may have written', async () => {
    const { call } = callerOf({
      append: (at) => (at === 2 ? Promise.reject(new Error('disk full')) : Promise.resolve()),
    });
    expect(await call({ auditMode: 'required' })).toMatchObject({
      ok: false,
      error: { partialSideEffects: true, details: { code: 'CALL_NOT_RECORDED' } },
    });
  });
});

describe('repairTrail', () => {
  const startedAtMs = Date.parse('2026-01-01T00:00:00Z');

  /** Runs a call whose result the trail rejects. */
  async function crash(options: Partial<InvokeOptions>) {
    const answers = createMemoryIdempotencyStore();
    const { records, call } = callerOf({
      more: [idempotency({ store: answers })],
      append: (at) => (at === 2 ? Promise.reject(new Error('disk full')) : Promise.resolve()),
    });
    await call({ clock: { now: () => startedAtMs }, ...options });
    const stored = (): StoredCallRecord[] =>
      records.map((record, at) => ({ ...record, seq: at + 1, hash: 'h', previousHash: 'p' }));
    const trail = {
      append: async (record: CallRecord) => void records.push(record),
      list: async () =>
        stored().filter(
          ({ outcome, intentId }) =>
            outcome.kind === 'unknown' &&
            !records.some((other) => other.intentId === intentId && other.outcome.kind !== 'unknown'),
        ),
    };
    return { records, repair: (afterMs: number) => repairTrail({ trail, answers, now: () => startedAtMs + afterMs }) };
  }

  test('closes a call whose answer was kept under its key, without the answer itself', async () => {
    const { records, repair } = await crash({ idempotencyKey: 'k' });
    expect(await repair(120_000)).toMatchObject({ repaired: [{ requestId: 'r1' }], unknown: [] });
    expect(records).toMatchObject([
      { outcome: { kind: 'unknown' } },
      { outcome: { kind: 'success' }, repaired: true, redacted: ['/output'] },
    ]);
    expect(records[1]?.intentId).toBe(records[0]?.intentId);
    expect(records[1]).not.toHaveProperty('output');
    expect(await repair(120_000)).toEqual({ repaired: [], unknown: [] });
  });

  test('leaves alone what has no key, and what may still run', async () => {
    const keyless = await crash({});
    expect(await keyless.repair(120_000)).toMatchObject({ repaired: [], unknown: [{ requestId: 'r1' }] });
    const young = await crash({ idempotencyKey: 'k' });
    expect(await young.repair(30_000)).toMatchObject({ repaired: [], unknown: [{ requestId: 'r1' }] });
  });
});
