import { callTool, defineTool, type ToolHook, type ToolRecord } from '@helve/core';
import { describe, expect, test, vi } from 'vitest';
import { createMemoryLeaseStore, semaphore, type LeaseStore } from '../index.js';
import type { SemaphoreOptions } from './semaphore.js';

const quiet = () => undefined;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Creates a tool that runs until the test ends it, and counts how many run. */
function createGate() {
  const state = { running: 0, most: 0, order: [] as (string | number)[], ends: [] as (() => void)[] };
  const tool = defineTool({
    id: 'work',
    description: 'Runs for a while',
    inputSchema: { type: 'object' },
    execute: async (_, ctx) => {
      state.order.push(ctx.requestId);
      state.running += 1;
      state.most = Math.max(state.most, state.running);
      await new Promise<void>((resolve) => state.ends.push(resolve));
      state.running -= 1;
      return ctx.requestId;
    },
  });
  /** Ends the oldest run, and lets the next begin. */
  const endOne = async () => {
    state.ends.shift()?.();
    await pause(1);
  };
  return { state, tool, endOne };
}

const busy = { ok: false, error: { type: 'RATE_LIMIT', retryable: true, retryAfterMs: 1_000 } };

/** Both kinds behave alike: in one process, and shared through a store. */
const kinds: { kind: string; shared: () => Partial<SemaphoreOptions> }[] = [
  { kind: 'in memory', shared: () => ({}) },
  { kind: 'with leases', shared: () => ({ store: createMemoryLeaseStore(), pollMs: 2 }) },
];

describe.each(kinds)('semaphore $kind', ({ shared }) => {
  test('lets so many run at a time, the others in the order they came', async () => {
    const { state, tool, endOne } = createGate();
    const hooks = [semaphore({ limit: 2, ...shared() })];
    const calls = [1, 2, 3, 4, 5, 6].map((requestId) => callTool({ tool, requestId, hooks }));
    await pause(20);
    expect(state.order).toEqual([1, 2]);
    for (let i = 0; i < 6; i += 1) {
      await endOne();
      await pause(10);
    }
    expect((await Promise.all(calls)).every(({ ok }) => ok)).toBe(true);
    expect(state.order).toEqual([1, 2, 3, 4, 5, 6]);
    expect(state.most).toBe(2);
  });

  test('lets owners take turns, and counts the queue of each for itself', async () => {
    const { state, tool, endOne } = createGate();
    const hooks = [semaphore({ limit: 1, queue: 3, ...shared() })];
    const call = (requestId: string) => callTool({ tool, requestId, hooks, user: { id: requestId.charAt(0) } });
    const greedy = ['a1', 'a2', 'a3', 'a4', 'a5'].map(call);
    await pause(20);
    const modest = ['b1', 'c1'].map(call);
    for (let i = 0; i < 6; i += 1) {
      await pause(10);
      await endOne();
    }
    expect(state.order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
    expect((await Promise.all(greedy)).map(({ ok }) => ok)).toEqual([true, true, true, true, false]);
    expect((await Promise.all(modest)).map(({ ok }) => ok)).toEqual([true, true]);
  });

  test('one owner from outside holds three quarters of the slots, waits for the rest, and leaves them to others', async () => {
    const { state, tool, endOne } = createGate();
    const hooks = [semaphore({ limit: 4, ...shared() })];
    const by = (id: string, door?: string) => (requestId: string) =>
      callTool({ tool, requestId, hooks, user: { id }, ...(door === undefined ? {} : { call: { door } }) });
    const calls = ['a1', 'a2', 'a3', 'a4', 'a5'].map(by('ada', 'http'));
    await pause(20);
    expect(state.order).toEqual(['a1', 'a2', 'a3']);
    calls.push(by('eve', 'mcp')('e1'));
    await pause(20);
    expect(state.order).toEqual(['a1', 'a2', 'a3', 'e1']);
    await endOne();
    await pause(20);
    expect(state.order).toEqual(['a1', 'a2', 'a3', 'e1', 'a4']);
    for (let i = 0; i < 5; i += 1) {
      await endOne();
      await pause(10);
    }
    expect((await Promise.all(calls)).every(({ ok }) => ok)).toBe(true);
    // An application that calls its own tools may hold all of them.
    const inside = ['i1', 'i2', 'i3', 'i4'].map(by('ada'));
    await pause(20);
    expect(state.running).toBe(4);
    for (let i = 0; i < 4; i += 1) await endOne();
    await Promise.all(inside);
  });

  test('an owner from outside who waits for nothing is turned away at their share', async () => {
    const { state, tool, endOne } = createGate();
    const hooks = [semaphore({ limit: 2, waitMs: 0, ...shared() })];
    const call = (id: string) => callTool({ tool, hooks, user: { id }, call: { door: 'http' } });
    const first = call('ada');
    await pause(5);
    expect(await call('ada')).toMatchObject(busy);
    const other = call('eve');
    await pause(5);
    expect(state.running).toBe(2);
    await endOne();
    await endOne();
    expect([(await first).ok, (await other).ok]).toEqual([true, true]);
  });

  test('turns calls away when the queue is full, and at once without a queue', async () => {
    for (const queue of [0, 1, 3]) {
      const { state, tool, endOne } = createGate();
      const hooks = [semaphore({ limit: 1, queue, ...shared() })];
      const calls = Array.from({ length: queue + 2 }, (_, requestId) => callTool({ tool, requestId, hooks }));
      expect(await calls[queue + 1]).toMatchObject(busy);
      while (state.order.length < queue + 1 || state.running > 0) {
        await endOne();
        await pause(5);
      }
      expect(state.order).toHaveLength(queue + 1);
    }
  });

  test('turns a call away when it has waited long enough', async () => {
    const { state, tool, endOne } = createGate();
    const hooks = [semaphore({ limit: 1, waitMs: 500, ...shared() })];
    const first = callTool({ tool, requestId: 'first', hooks });
    expect(await callTool({ tool, requestId: 'second', hooks })).toMatchObject(busy);
    const third = callTool({ tool, requestId: 'third', hooks });
    await pause(5);
    await endOne();
    await pause(10);
    await endOne();
    expect([(await first).ok, (await third).ok]).toEqual([true, true]);
    expect(state.order).toEqual(['first', 'third']);
  });

  test('with waitMs 0 does not wait at all', async () => {
    const { tool, endOne } = createGate();
    const hooks = [semaphore({ limit: 1, waitMs: 0, ...shared() })];
    const first = callTool({ tool, hooks });
    await pause(5);
    expect(await callTool({ tool, hooks })).toMatchObject(busy);
    await endOne();
    expect((await first).ok).toBe(true);
  });

  test('a waiter that is cancelled leaves at once and makes room in the queue', async () => {
    const { state, tool, endOne } = createGate();
    const hooks = [semaphore({ limit: 1, queue: 1, ...shared() })];
    const first = callTool({ tool, requestId: 'first', hooks });
    await pause(5);
    const caller = new AbortController();
    const second = callTool({ tool, requestId: 'second', hooks, signal: caller.signal, report: quiet });
    await pause(5);
    caller.abort(new Error('hung up'));
    expect(await second).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });

    const third = callTool({ tool, requestId: 'third', hooks });
    await pause(5);
    await endOne();
    await pause(10);
    await endOne();
    expect([(await first).ok, (await third).ok]).toEqual([true, true]);
    expect(state.order).toEqual(['first', 'third']);
  });

  test('gives the slot back however a call ends', async () => {
    const options = { limit: 1, waitMs: 0, ...shared() };
    const slots = semaphore(options);
    const fails = (name: string, hook: ToolHook): ToolHook => ({ name, ...hook });
    const endings = [
      fails('throws', { willParseInput: () => Promise.reject(new Error('broken')) }),
      fails('aborts', { willValidateInput: (ctx) => ctx.abort('no') }),
      fails('waits', { willExecute: (ctx) => ctx.retryAfter(5) }),
      fails('responds', { willReadCache: (ctx) => ctx.respond('kept') }),
      fails('shapes', { willRedactOutput: () => Promise.reject(new Error('broken')) }),
      fails('nothing', {}),
    ];
    const tool = defineTool({ id: 'quick', description: 'q', inputSchema: { type: 'object' }, execute: () => 1 });
    for (const ending of endings) {
      await callTool({ tool, hooks: [slots, ending], report: () => undefined });
      expect(await callTool({ tool, hooks: [slots] })).toMatchObject({ ok: true });
    }
  });

  test('keeps the slot of a call that ran out of time until its body stops', async () => {
    const { state, tool, endOne } = createGate();
    const hooks = [semaphore({ limit: 1, waitMs: 0, ...shared() })];
    const late = await callTool({ tool, hooks, timeoutMs: 10, graceMs: 5 });
    expect(late).toMatchObject({ error: { type: 'TIMEOUT' } });
    expect(state.running).toBe(1);
    expect(await callTool({ tool, hooks })).toMatchObject(busy);
    await endOne();
    await pause(5);
    const next = callTool({ tool, hooks });
    await pause(5);
    await endOne();
    expect((await next).ok).toBe(true);
    expect(state.most).toBe(1);
  });

  test('a call within a call uses the slot above it, several levels up too, so neither waits for the other', async () => {
    const recurse = defineTool({
      id: 'recurse',
      description: 'Calls itself',
      inputSchema: { type: 'object', properties: { left: { type: 'number' } } },
      execute: async ({ left = 0 }, ctx): Promise<number> =>
        left === 0 ? 0 : 1 + Number(await ctx.invoke(between, { left: left - 1 })),
    });
    const between = defineTool({
      id: 'between',
      description: 'Stands between',
      inputSchema: { type: 'object', properties: { left: { type: 'number' } } },
      execute: (input, ctx): Promise<unknown> => ctx.invoke(recurse, input),
    });
    const hooks = [semaphore({ limit: 1, waitMs: 15_000, ...shared() })];
    const answers = [1, 2, 3].map((requestId) => callTool({ tool: recurse, rawInput: { left: 2 }, requestId, hooks }));
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ ok: true, data: 2 });
  });

  test('counts by what it is told', async () => {
    const { tool, endOne } = createGate();
    const hooks = [semaphore({ limit: 1, waitMs: 0, by: 'user', ...shared() })];
    const by = (id: string) => ({ user: { id } });
    const ada = callTool({ tool, hooks, ...by('ada') });
    await pause(2);
    expect(await callTool({ tool, hooks, ...by('ada') })).toMatchObject(busy);
    const bob = callTool({ tool, hooks, ...by('bob') });
    await pause(5);
    await endOne();
    await endOne();
    expect([(await ada).ok, (await bob).ok]).toEqual([true, true]);
  });

  test('2,000 interleaved calls never exceed the limit, and every slot comes back', async () => {
    const running = new Map<string, number>();
    let most = 0;
    const tool = defineTool({
      id: 'busy',
      description: 'Runs a moment',
      inputSchema: { type: 'object' },
      execute: async (_, ctx) => {
        const now = (running.get(ctx.user.id) ?? 0) + 1;
        running.set(ctx.user.id, now);
        most = Math.max(most, now);
        await pause(Number(ctx.requestId) % 3 === 0 ? 1 : 0);
        running.set(ctx.user.id, (running.get(ctx.user.id) ?? 0) - 1);
        if (Number(ctx.requestId) % 7 === 0) throw new Error('broken');
        return 1;
      },
    });
    const options = { limit: 5, by: 'user', queue: 2_000, waitMs: 20_000, ...shared() } as const;
    const hooks = [semaphore(options)];
    const calls = Array.from({ length: 2_000 }, async (_, requestId) => {
      const caller = new AbortController();
      if (requestId % 11 === 0) setTimeout(() => caller.abort(), requestId % 20);
      const user = { id: `user ${requestId % 10}` };
      return callTool({ tool, hooks, requestId, user, signal: caller.signal, report: () => undefined });
    });
    await Promise.all(calls);
    await pause(20);
    expect(most).toBeLessThanOrEqual(5);
    // Everything is free again: all users together can run fifty at once.
    let arrived = 0;
    let open = () => undefined as void;
    const all = new Promise<void>((resolve) => (open = resolve));
    const meet = defineTool({
      id: 'busy',
      description: 'Runs when all are there',
      inputSchema: { type: 'object' },
      execute: async () => {
        arrived += 1;
        if (arrived === 50) open();
        await all;
      },
    });
    const after = Array.from({ length: 50 }, (_, i) => callTool({ tool: meet, hooks, user: { id: `user ${i % 10}` } }));
    expect((await Promise.all(after)).filter(({ ok }) => ok)).toHaveLength(50);
  });
});

test('G11 slots are served in order and leave with the cancelled; full queues and long waits are told to come back; the slot follows the body; leases outlive no process; nested calls share', async () => {
  const { state, tool, endOne } = createGate();
  const clock = { ms: 0, now: () => clock.ms };
  const store = createMemoryLeaseStore({}, () => clock.ms);
  const shared = { limit: 1, queue: 1, waitMs: 400, leaseMs: 1_000, pollMs: 2, store } as const;
  const here = [semaphore(shared)];
  const there = [semaphore(shared)];
  // A process that took the slot and died: nobody renews it.
  expect(await store.acquire('["slot","semaphore","tool","work"]', 'the dead', 1, 1_000)).toBe(true);
  expect(await callTool({ tool, hooks: here, clock })).toMatchObject(busy);
  clock.ms += 1_000;
  const first = callTool({ tool, requestId: 1, hooks: here, clock });
  await pause(5);
  const caller = new AbortController();
  const cancelled = callTool({ tool, requestId: 2, hooks: here, clock, signal: caller.signal, report: quiet });
  await pause(5);
  expect(await callTool({ tool, requestId: 3, hooks: here, clock })).toMatchObject(busy);
  caller.abort();
  expect(await cancelled).toMatchObject({ error: { type: 'CANCELLED' } });
  // The other process waits for the same slot.
  expect(await callTool({ tool, requestId: 4, hooks: there, clock })).toMatchObject(busy);
  const fifth = callTool({ tool, requestId: 5, hooks: there, clock, timeoutMs: 800, graceMs: 5 });
  await pause(5);
  await endOne();
  expect((await first).ok).toBe(true);
  expect(await fifth).toMatchObject({ error: { type: 'TIMEOUT' } });
  expect(await callTool({ tool, requestId: 6, hooks: here, clock })).toMatchObject(busy);
  await endOne();

  const nested: ToolRecord = defineTool({
    id: 'work',
    description: 'Calls itself once',
    inputSchema: { type: 'object' },
    execute: (_, ctx): unknown => (ctx.parent === undefined ? ctx.invoke(nested, {}) : 'inner'),
  });
  expect(await callTool({ tool: nested, hooks: here, clock })).toMatchObject({ ok: true, data: 'inner' });
  expect(state.most).toBe(1);
  expect(state.order).toEqual([1, 5]);
});

describe('a lease', () => {
  test('is renewed while its call runs', async () => {
    const { tool, endOne } = createGate();
    const store = createMemoryLeaseStore();
    const options = { limit: 1, waitMs: 0, leaseMs: 1_000, store } as const;
    const first = callTool({ tool, hooks: [semaphore(options)] });
    await pause(1_800);
    expect(await callTool({ tool, hooks: [semaphore(options)] })).toMatchObject(busy);
    await endOne();
    expect((await first).ok).toBe(true);
  });

  test('that was lost is reported, and the answer stands', async () => {
    const inner = createMemoryLeaseStore();
    for (const renew of [async () => false, () => Promise.reject(new Error('down'))]) {
      const { tool, endOne } = createGate();
      const reported: unknown[] = [];
      const hooks = [semaphore({ limit: 1, leaseMs: 15, store: { ...inner, renew } })];
      const call = callTool({ tool, hooks, report: (thrown) => reported.push(thrown) });
      await pause(60);
      await endOne();
      expect((await call).ok).toBe(true);
      expect(reported).toMatchObject([{ code: 'GOVERN_LEASE_LOST' }]);
    }
  });

  test('that was lost before the body begins keeps it from beginning', async () => {
    let runs = 0;
    const tool = defineTool({
      id: 'late',
      description: 'Comes late',
      inputSchema: { type: 'object' },
      execute: () => void (runs += 1),
    });
    const store = { ...createMemoryLeaseStore(), renew: async () => false };
    const hooks = [semaphore({ limit: 1, leaseMs: 15, store }), { willParseInput: () => pause(60) }];
    expect(await callTool({ tool, hooks, report: quiet })).toMatchObject({
      ok: false,
      error: { partialSideEffects: false, details: { code: 'GOVERN_LEASE_LOST' } },
    });
    expect(runs).toBe(0);
  });

  test('survives a store that is away for a moment', async () => {
    const inner = createMemoryLeaseStore();
    let failures = 1;
    const store: LeaseStore = {
      ...inner,
      renew: (...args) => (failures-- > 0 ? Promise.reject(new Error('away')) : inner.renew(...args)),
    };
    const { tool, endOne } = createGate();
    const reported: unknown[] = [];
    const call = callTool({
      tool,
      hooks: [semaphore({ limit: 1, leaseMs: 1_500, store })],
      report: (e) => reported.push(e),
    });
    await vi.waitUntil(() => failures < 0, 10_000);
    await endOne();
    expect((await call).ok).toBe(true);
    expect(reported).toEqual([]);
  });

  test('that ends here is passed on at once, and a full queue says so at once, however seldom the store is asked', async () => {
    const { state, tool, endOne } = createGate();
    const hooks = [semaphore({ limit: 1, queue: 1, waitMs: 60_000, pollMs: 60_000, store: createMemoryLeaseStore() })];
    const calls = [1, 2].map((requestId) => callTool({ tool, requestId, hooks }));
    await pause(5);
    expect(await callTool({ tool, hooks })).toMatchObject(busy);
    await endOne();
    await pause(5);
    await endOne();
    expect((await Promise.all(calls)).every(({ ok }) => ok)).toBe(true);
    expect(state.order).toEqual([1, 2]);
  });

  test('store that is down denies, or lets pass if told', async () => {
    const tool = defineTool({ id: 'quick', description: 'q', inputSchema: { type: 'object' }, execute: () => 1 });
    const fail = () => Promise.reject(new Error('down'));
    const store: LeaseStore = { acquire: fail, renew: fail, release: fail };
    const deny = await callTool({ tool, hooks: [semaphore({ limit: 1, store })] });
    expect(deny).toMatchObject({ ok: false, error: { type: 'TRANSIENT', details: { code: 'GOVERN_STORE_DOWN' } } });
    const allow = await callTool({ tool, hooks: [semaphore({ limit: 1, store, onStoreError: 'allow' })] });
    expect(allow).toMatchObject({ ok: true, meta: { warnings: [{ code: 'GOVERN_STORE_DOWN' }] } });
  });
});
