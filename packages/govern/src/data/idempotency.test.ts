import { setTimeout as delay } from 'node:timers/promises';
import {
  callTool,
  defineTool,
  ok,
  ToolError,
  type InvokeOptions,
  type Json,
  type ToolHook,
  type ToolRecord,
} from '@helve/core';
import { describe, expect, test, vi } from 'vitest';
import { createMemoryIdempotencyStore, idempotency, type IdempotencyStore } from '../index.js';
import type { IdempotencyOptions } from './idempotency.js';

/** Creates a promise that the test settles. */
function gateOf<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((keep) => (resolve = keep));
  return { promise, resolve };
}

interface Pay {
  readonly tool: ToolRecord;
  runs: number;
  readonly next: (() => unknown)[];
}

function payTool(policy: ToolRecord['policy'] = { sideEffects: 'writes' }): Pay {
  const pay: Pay = {
    runs: 0,
    next: [],
    tool: defineTool({
      id: 'pay',
      description: 'Pays',
      inputSchema: { type: 'object', properties: { amount: { type: 'integer' } } },
      outputSchema: { type: 'object', properties: { receipt: { type: 'integer' } }, required: ['receipt'] },
      policy,
      async execute() {
        pay.runs += 1;
        const run = pay.runs;
        await delay(5);
        return ((await pay.next.shift()?.()) ?? ok({ receipt: run }, { intents: [{ type: 'SUPPRESS_AUDIO' }] })) as {
          receipt: number;
        };
      },
    }),
  };
  return pay;
}

function callerOf(pay: Pay, options: Partial<IdempotencyOptions> = {}, ...more: ToolHook[]) {
  const clock = { ms: 1_000, now: () => clock.ms };
  const store = options.store ?? createMemoryIdempotencyStore();
  const hook = idempotency({ store, ...options });
  const call = (amount: number, rest: Partial<InvokeOptions> = {}) =>
    callTool({
      tool: pay.tool,
      rawInput: { amount },
      user: { id: 'ada' },
      idempotencyKey: 'k',
      clock,
      hooks: [hook, ...more],
      ...rest,
    });
  return { clock, store, hook, call };
}

const conflict = { ok: false, error: { type: 'CONFLICT' } };

describe('idempotency', () => {
  test('C125 one key, caller and arguments run once and share the result, in flight too; other arguments are CONFLICT', async () => {
    const pay = payTool();
    const { call } = callerOf(pay);
    const together = await Promise.all([call(1), call(1), call(1)]);
    expect(together.map((response) => response.ok && response.data)).toEqual(together.map(() => ({ receipt: 1 })));
    expect(await call(1)).toMatchObject({ ok: true, data: { receipt: 1 }, meta: { replayed: true } });
    expect(pay.runs).toBe(1);
    expect(await call(2)).toMatchObject(conflict);
    expect(await call(1, { user: { id: 'bob' } })).toMatchObject({ ok: true, data: { receipt: 2 } });
    expect(pay.runs).toBe(2);
  });

  test('leaves calls without a key alone', async () => {
    const pay = payTool();
    const { call } = callerOf(pay);
    await call(1, { idempotencyKey: undefined });
    await call(1, { idempotencyKey: undefined });
    expect(pay.runs).toBe(2);
  });

  test('keys belong to a user, a tenant and a tool', async () => {
    const pay = payTool();
    const { call } = callerOf(pay);
    await call(1);
    await call(1, { user: { id: 'bob' } });
    await call(1, { user: { id: 'ada', tenant: 't' } });
    await call(1, { tool: { ...pay.tool, id: 'pay2' } });
    expect(pay.runs).toBe(4);
  });

  test('refuses a key of nobody, and arguments without a canonical form', async () => {
    const pay = payTool();
    const { call } = callerOf(pay);
    const nobody = await call(1, { user: undefined });
    expect(nobody).toMatchObject({ ok: false, error: { type: 'VALIDATION', details: { code: 'GOVERN_KEY_UNBOUND' } } });
    expect(await call(1, { user: undefined, sessionId: 's' })).toMatchObject({ ok: true });
    const odd = await call(1, { rawInput: { amount: 1n }, schemaMode: 'hooks' });
    expect(odd).toMatchObject({ ok: false, error: { details: { code: 'GOVERN_KEY_ARGUMENTS' } } });
  });

  test('forgets an answer after its time', async () => {
    const pay = payTool();
    const { call, clock } = callerOf(pay, { ttlMs: 500 });
    await call(1);
    clock.ms += 499;
    expect(await call(1)).toMatchObject({ data: { receipt: 1 } });
    clock.ms += 1;
    expect(await call(1)).toMatchObject({ data: { receipt: 2 } });
  });

  test('waits for a run in another process by looking again, less and less often', async () => {
    const pay = payTool();
    const waits: number[] = [];
    const store = createMemoryIdempotencyStore();
    const elsewhere = callerOf(pay, { store });
    const gate = gateOf<Json>();
    pay.next.push(() => gate.promise);
    const first = elsewhere.call(1);
    await delay(2);
    const here = callerOf(pay, {
      store,
      sleep: async (ms) => {
        waits.push(ms);
        if (waits.length === 4) gate.resolve({ receipt: 77 });
        await delay(10);
      },
    });
    expect(await here.call(1)).toMatchObject({ ok: true, data: { receipt: 77 }, meta: { replayed: true } });
    expect(await first).toMatchObject({ ok: true });
    expect(waits.length).toBeGreaterThanOrEqual(4);
    expect(waits[3]).toBeGreaterThan(waits[0] ?? 0);
    expect(pay.runs).toBe(1);
  });

  test('a waiter can be cancelled', async () => {
    const pay = payTool();
    const { call } = callerOf(pay);
    const gate = gateOf<Json>();
    pay.next.push(() => gate.promise);
    const first = call(1);
    const controller = new AbortController();
    const second = call(1, { signal: controller.signal });
    await delay(10);
    controller.abort();
    expect(await second).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
    gate.resolve({ receipt: 1 });
    expect(await first).toMatchObject({ ok: true });
  });

  test('a run that outlives its lease in this very process is not lost', async () => {
    const pay = payTool();
    const { call, clock } = callerOf(pay, { leaseMs: 100 });
    const gate = gateOf<Json>();
    pay.next.push(() => gate.promise);
    const first = call(1);
    await delay(2);
    clock.ms += 200;
    const second = call(1);
    await delay(2);
    gate.resolve({ receipt: 5 });
    expect(await first).toMatchObject({ data: { receipt: 5 } });
    expect(await second).toMatchObject({ data: { receipt: 5 }, meta: { replayed: true } });
  });

  test('the lease is renewed while the call runs, and not after', async () => {
    const pay = payTool({ sideEffects: 'read_only' });
    const renewed: number[] = [];
    const memory = createMemoryIdempotencyStore();
    const store: IdempotencyStore = {
      ...memory,
      renew: (...args) => (renewed.push(args[3]), memory.renew(...args)),
    };
    const here = callerOf(pay, { store, leaseMs: 600 });
    const elsewhere = callerOf(pay, { store, leaseMs: 600 });
    const gate = gateOf<Json>();
    pay.next.push(() => gate.promise);
    const first = here.call(1, { clock: undefined });
    await vi.waitUntil(() => renewed.length >= 4, 10_000);
    const second = elsewhere.call(1, { clock: undefined });
    await delay(30);
    gate.resolve({ receipt: 9 });
    expect(await first).toMatchObject({ ok: true, data: { receipt: 9 } });
    expect(await second).toMatchObject({ ok: true, data: { receipt: 9 }, meta: { replayed: true } });
    expect(pay.runs).toBe(1);
    const count = renewed.length;
    pay.next.push(() => Promise.reject(new Error('bug')));
    await here.call(2, { idempotencyKey: 'fails', clock: undefined });
    await delay(400);
    expect(renewed).toHaveLength(count);
  });

  test('the answer of a late run does not replace that of the one who took over', async () => {
    const pay = payTool({ sideEffects: 'read_only' });
    const store: IdempotencyStore = {
      ...createMemoryIdempotencyStore(),
      renew: () => Promise.reject(new Error('cut off')),
    };
    const late = callerOf(pay, { store, leaseMs: 100 });
    const next = callerOf(pay, { store, leaseMs: 100 });
    const gate = gateOf<Json>();
    const heard: unknown[] = [];
    pay.next.push(() => gate.promise);
    const first = late.call(1, { report: (thrown) => heard.push(thrown) });
    await delay(10);
    next.clock.ms += 100;
    expect(await next.call(1)).toMatchObject({ ok: true, data: { receipt: 2 } });
    gate.resolve({ receipt: 77 });
    expect(await first).toMatchObject({ ok: true, data: { receipt: 77 } });
    expect(heard).toMatchObject([{ code: 'GOVERN_KEY_TAKEN' }]);
    expect(await next.call(1)).toMatchObject({ ok: true, data: { receipt: 2 }, meta: { replayed: true } });
  });

  test('keeps the key of a write that was left behind, until its outcome is known to be unknown', async () => {
    const pay = payTool();
    const { call, clock } = callerOf(pay, { leaseMs: 1_000 });
    pay.next.push(() => delay(300));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const cancelled = await call(1, { signal: controller.signal, graceMs: 0 });
    expect(cancelled).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
    clock.ms += 1_000;
    expect(await call(1)).toMatchObject({ ...conflict, error: { details: { outcomeUnknown: true } } });
    expect(pay.runs).toBe(1);
  });

  test('keeps the answer of a run when a later stage fails', async () => {
    const pay = payTool();
    const broken: ToolHook = { willTransformOutput: () => Promise.reject(new Error('broken')) };
    const { call, hook } = callerOf(pay, {}, broken);
    expect(await call(1)).toMatchObject({ ok: false });
    expect(await call(1, { hooks: [hook] })).toMatchObject({
      ok: true,
      data: { receipt: 1 },
      meta: { replayed: true },
    });
  });

  test('a call that is cancelled while the store thinks frees the key', async () => {
    const pay = payTool();
    const memory = createMemoryIdempotencyStore();
    const gate = gateOf<void>();
    let first = true;
    const store: IdempotencyStore = {
      ...memory,
      begin: async (...args) => {
        if (first) {
          first = false;
          await gate.promise;
        }
        return memory.begin(...args);
      },
    };
    const { call } = callerOf(pay, { store });
    const controller = new AbortController();
    const cancelled = call(1, { signal: controller.signal, graceMs: 5, clock: undefined, report: () => undefined });
    await delay(5);
    controller.abort();
    expect(await cancelled).toMatchObject({ ok: false });
    gate.resolve();
    await delay(5);
    expect(await call(1)).toMatchObject({ ok: true, data: { receipt: 1 } });
  });

  test('a store that is down refuses, or lets pass when told to', async () => {
    const pay = payTool();
    const down = () => Promise.reject(new Error('no route to host'));
    const store: IdempotencyStore = { begin: down, renew: down, complete: down, free: down };
    expect(await callerOf(pay, { store }).call(1)).toMatchObject({ ok: false, error: { type: 'TRANSIENT' } });
    expect(pay.runs).toBe(0);
    expect(await callerOf(pay, { store, onStoreError: 'allow' }).call(1)).toMatchObject({
      ok: true,
      meta: { warnings: [{ code: 'GOVERN_STORE_DOWN' }] },
    });
  });

  test('a store that fails at the end is reported and does not fail the call', async () => {
    const pay = payTool();
    const heard: unknown[] = [];
    const error = new Error('no route to host');
    const store: IdempotencyStore = { ...createMemoryIdempotencyStore(), complete: () => Promise.reject(error) };
    const report = (thrown: unknown) => heard.push(thrown);
    expect(await callerOf(pay, { store }).call(1, { report })).toMatchObject({ ok: true });
    expect(heard).toEqual([error]);
  });

  test('an answer that is not JSON is kept as what it leaves as', async () => {
    const pay = payTool();
    const tool = { ...pay.tool, outputSchema: undefined, execute: () => ({ at: new Date(0), gone: undefined }) };
    const { call } = callerOf(pay);
    await call(1, { tool });
    expect(await call(1, { tool })).toMatchObject({ data: { at: '1970-01-01T00:00:00.000Z' } });
    const nothing = { ...pay.tool, outputSchema: undefined, execute: () => undefined };
    await call(1, { tool: nothing, idempotencyKey: 'n' });
    expect(await call(1, { tool: nothing, idempotencyKey: 'n' })).toMatchObject({
      ok: true,
      data: null,
      meta: { replayed: true },
    });
  });

  test.each([
    [{}, 'option "store" is missing'],
    [{ store: createMemoryIdempotencyStore(), ttlMs: -1 }, 'option "ttlMs"'],
    [{ store: createMemoryIdempotencyStore(), leaseMs: 0 }, 'option "leaseMs"'],
    [{ store: createMemoryIdempotencyStore(), onStoreError: 'ignore' }, 'option "onStoreError"'],
    [{ store: createMemoryIdempotencyStore(), ttl: 1 }, 'unknown option "ttl"'],
    [{ store: createMemoryIdempotencyStore(), sleep: 5 }, 'option "sleep"'],
  ])('refuses %j', (options, problem) => {
    expect(() => idempotency(options as unknown as IdempotencyOptions)).toThrow(problem);
  });
});

test('G15 idempotency runs a key once: done is replayed with intents, running is joined, other arguments are CONFLICT, failures free the key, and a lost one runs again only if it is safe', async () => {
  const pay = payTool();
  const { call } = callerOf(pay);

  // Running: joined. Done: replayed.
  const together = await Promise.all([call(1), call(1), call(1)]);
  for (const response of [...together, await call(1)]) {
    expect(response).toMatchObject({ ok: true, data: { receipt: 1 }, intents: [{ type: 'SUPPRESS_AUDIO' }] });
  }
  expect(pay.runs).toBe(1);
  expect(together.filter(({ meta }) => meta['replayed'] === true)).toHaveLength(2);

  // Bound to its arguments.
  expect(await call(2)).toMatchObject({ ...conflict, error: { details: { code: 'GOVERN_KEY_CONFLICT' } } });
  expect(pay.runs).toBe(1);

  // A failure frees the key, also for other arguments.
  pay.next.push(() => {
    throw new ToolError('TRANSIENT', 'down');
  });
  expect(await call(3, { idempotencyKey: 'f' })).toMatchObject({ ok: false, error: { type: 'TRANSIENT' } });
  expect(await call(4, { idempotencyKey: 'f' })).toMatchObject({ ok: true, data: { receipt: 3 } });

  // The process that ran it vanished.
  for (const [policy, expected] of [
    [{ sideEffects: 'writes' }, { ...conflict, error: { details: { outcomeUnknown: true } } }],
    [
      { sideEffects: 'writes', idempotent: true },
      { ok: true, data: { receipt: 2 } },
    ],
    [{ sideEffects: 'read_only' }, { ok: true, data: { receipt: 2 } }],
  ] as const) {
    const lost = payTool(policy);
    const store = createMemoryIdempotencyStore();
    const dead = callerOf(lost, { store, leaseMs: 100 });
    lost.next.push(() => new Promise(() => undefined));
    void dead.call(1);
    await delay(10);
    const alive = callerOf(lost, { store, leaseMs: 100 });
    alive.clock.ms += 100;
    expect(await alive.call(1)).toMatchObject(expected);
  }
});
