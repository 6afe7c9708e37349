import { setTimeout as delay } from 'node:timers/promises';
import {
  callTool,
  defineTool,
  ToolError,
  type InvokeOptions,
  type Json,
  type ToolHook,
  type ToolRecord,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { cache, createMemoryCacheStore, redactInput, redactOutput, secrets, type CacheStore } from '../index.js';
import type { CacheOptions } from './cache.js';

/** Creates a promise that the test settles. */
function gateOf<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((keep) => (resolve = keep));
  return { promise, resolve };
}

interface Search {
  readonly tool: ToolRecord;
  runs: number;
  /** Bodies of the next runs, one after another; later runs answer. */
  readonly next: (() => unknown)[];
}

function searchTool(policy: ToolRecord['policy'] = { sideEffects: 'read_only' }): Search {
  const search: Search = {
    runs: 0,
    next: [],
    tool: defineTool({
      id: 'search',
      description: 'Searches',
      inputSchema: { type: 'object', properties: { q: { type: 'string' } }, additionalProperties: true },
      outputSchema: { type: 'object', properties: { found: { type: 'integer' }, mail: { type: 'string' } } },
      policy,
      async execute() {
        search.runs += 1;
        const run = search.runs;
        await delay(5);
        return (await search.next.shift()?.()) ?? { found: run };
      },
    }),
  };
  return search;
}

function callerOf(search: Search, options: Partial<CacheOptions> = {}, ...more: ToolHook[]) {
  const clock = { ms: 1_000, now: () => clock.ms };
  const store = createMemoryCacheStore();
  const hook = cache({ store, ttlMs: 1_000, tools: ['search'], ...options });
  const call = (q: string, rest: Partial<InvokeOptions> = {}) =>
    callTool({ tool: search.tool, rawInput: { q }, user: { id: 'ada' }, clock, hooks: [hook, ...more], ...rest });
  return { clock, store, hook, call };
}

const hit = { ok: true, meta: { cacheHit: true } };

describe('cache', () => {
  test('answers equal calls from the store until the time is over', async () => {
    const search = searchTool();
    const { call, clock } = callerOf(search);
    expect(await call('a')).toMatchObject({ ok: true, data: { found: 1 } });
    expect(await call('a')).toMatchObject({ ...hit, data: { found: 1 } });
    expect(await call('b')).toMatchObject({ data: { found: 2 } });
    clock.ms += 1_000;
    expect(await call('a')).toMatchObject({ data: { found: 3 } });
  });

  test('sliding starts the time of an entry anew on a hit, without writing it', async () => {
    const search = searchTool();
    const written: string[] = [];
    const memory = createMemoryCacheStore();
    const store: CacheStore = { ...memory, set: (...entry) => (written.push(entry[0]), memory.set(...entry)) };
    const { call, clock } = callerOf(search, { sliding: true, store });
    await call('a');
    for (const _ of [1, 2, 3]) {
      clock.ms += 900;
      expect(await call('a')).toMatchObject(hit);
    }
    expect(written).toHaveLength(1);
  });

  test('keeps users, tenants and anonymous callers apart, and shares in public', async () => {
    const search = searchTool();
    const { call } = callerOf(search);
    await call('a');
    expect(await call('a', { user: { id: 'bob' } })).toMatchObject({ data: { found: 2 } });
    expect(await call('a', { user: { id: 'ada', tenant: 't' } })).toMatchObject({ data: { found: 3 } });
    expect(await call('a', { user: undefined })).toMatchObject({ data: { found: 4 } });
    expect(await call('a', { user: undefined })).toMatchObject({ data: { found: 5 } });
    expect(await call('a', { user: undefined, sessionId: 's' })).toMatchObject({ data: { found: 6 } });
    expect(await call('a', { user: undefined, sessionId: 's' })).toMatchObject({ ...hit, data: { found: 6 } });
    // An id made to look like another partition.
    expect(await call('a', { user: { id: '["user","ada",null]' } })).toMatchObject({ data: { found: 7 } });

    const open = callerOf(search, { scope: 'public' });
    await open.call('a');
    expect(await open.call('a', { user: undefined })).toMatchObject(hit);
  });

  test('scope session shares within a session only', async () => {
    const search = searchTool();
    const { call } = callerOf(search, { scope: 'session' });
    await call('a', { sessionId: 's' });
    expect(await call('a', { sessionId: 's' })).toMatchObject(hit);
    expect(await call('a', { sessionId: 't' })).toMatchObject({ data: { found: 2 } });
    expect(await call('a', { sessionId: 's', user: { id: 'bob' } })).toMatchObject({ data: { found: 3 } });
    expect(await call('a')).toMatchObject({ data: { found: 4 } });
  });

  test('a new version of the tool finds nothing of the old one', async () => {
    const search = searchTool();
    const { call } = callerOf(search);
    await call('a');
    expect(await call('a', { tool: { ...search.tool, version: '2.0.0' } })).toMatchObject({ data: { found: 2 } });
  });

  test('an entry that no longer fits the output schema is a miss', async () => {
    const search = searchTool();
    const { call } = callerOf(search);
    await call('a');
    const tool = { ...search.tool, outputSchema: z.object({ found: z.number().min(2) }) };
    expect(await call('a', { tool })).toMatchObject({ ok: true, data: { found: 2 } });
    expect(await call('a', { tool })).toMatchObject({ ...hit, data: { found: 2 } });
  });

  test('holds the unredacted answer, and every caller gets it redacted for them', async () => {
    const search = searchTool();
    search.next.push(() => ({ found: 1, mail: 'ada@example.org' }));
    const { call } = callerOf(search, { scope: 'public' }, redactOutput({ keys: ['mail'], roles: ['admin'] }));
    expect(await call('a')).toMatchObject({ data: { mail: '[redacted]' } });
    expect(await call('a', { user: { id: 'eve', roles: ['admin'] } })).toMatchObject({
      ...hit,
      data: { mail: 'ada@example.org' },
    });
    expect(await call('a', { user: { id: 'bob' } })).toMatchObject({ ...hit, data: { mail: '[redacted]' } });
  });

  test('keys know neither what is redacted nor what is injected', async () => {
    const search = searchTool();
    const keys: string[] = [];
    const memory = createMemoryCacheStore();
    const store: CacheStore = { ...memory, get: (key, now) => (keys.push(key), memory.get(key, now)) };
    const source = { read: () => `secret ${keys.length}` };
    const map = { search: [{ name: 'k', path: '/key' }] };
    const { call } = callerOf(search, { store }, redactInput({ paths: ['/note'] }), secrets({ source, map }));
    await call('a', { rawInput: { q: 'a', note: 'one' } });
    expect(await call('a', { rawInput: { q: 'a', note: 'two' } })).toMatchObject(hit);
    expect(new Set(keys).size).toBe(1);
  });

  test('does not keep failures, answers with intents, or answers of other hooks', async () => {
    const search = searchTool();
    const { call } = callerOf(search);
    search.next.push(() => {
      throw new ToolError('TRANSIENT', 'down');
    });
    expect(await call('a')).toMatchObject({ ok: false });
    expect(await call('a')).toMatchObject({ ok: true, data: { found: 2 } });

    const intents: ToolHook = { didExecute: (ctx) => ctx.addIntent({ type: 'SUPPRESS_AUDIO' }) };
    const withIntents = callerOf(search, {}, intents);
    await withIntents.call('b');
    expect(await withIntents.call('b')).toMatchObject({ data: { found: 4 } });

    const answers: ToolHook = { didCacheMiss: (ctx) => ctx.respond({ found: 99 }) };
    const answered = callerOf(search, {}, answers);
    await answered.call('c');
    expect(
      await callTool({ tool: search.tool, rawInput: { q: 'c' }, user: { id: 'ada' }, hooks: [answered.hook] }),
    ).toMatchObject({
      data: { found: 5 },
    });
  });

  test('a store that is down is a miss, and reported', async () => {
    const search = searchTool();
    const heard: unknown[] = [];
    const error = new Error('no route to host');
    const memory = createMemoryCacheStore();
    const report = (thrown: unknown) => heard.push(thrown);
    const deaf: CacheStore = { ...memory, get: () => Promise.reject(error) };
    expect(await callerOf(search, { store: deaf, report }).call('a')).toMatchObject({
      ok: true,
      meta: { warnings: [{ code: 'GOVERN_CACHE_DOWN' }] },
    });
    const full: CacheStore = { ...memory, set: () => Promise.reject(error) };
    const { call } = callerOf(search, { store: full, report });
    expect(await call('b')).toMatchObject({ ok: true });
    expect(await call('b')).toMatchObject({ ok: true, data: { found: 3 } });
    expect(heard).toEqual([error, error, error]);
  });

  test('arguments and answers that are not JSON are not kept, and reported', async () => {
    const search = searchTool();
    const heard: unknown[] = [];
    const tool = { ...search.tool, outputSchema: undefined, execute: () => new Date(0) };
    const { call } = callerOf(search, { report: (thrown) => heard.push(thrown) });
    expect(await call('a', { tool })).toMatchObject({ ok: true });
    expect(await call('a', { rawInput: { q: 'a', big: 1n }, schemaMode: 'hooks' })).toMatchObject({ ok: true });
    expect(heard).toHaveLength(2);
  });

  test('a waiter leaves as soon as it is cancelled, and the others stay', async () => {
    const search = searchTool();
    const { call } = callerOf(search);
    const gate = gateOf<Json>();
    search.next.push(() => gate.promise);
    const leader = call('a');
    const controller = new AbortController();
    const waiter = call('a', { signal: controller.signal });
    const other = call('a');
    await delay(20);
    controller.abort();
    expect(await waiter).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
    gate.resolve({ found: 42 });
    expect(await leader).toMatchObject({ data: { found: 42 } });
    expect(await other).toMatchObject({ ...hit, data: { found: 42 } });
    expect(search.runs).toBe(1);
  });

  test('waiters get a value of their own', async () => {
    const search = searchTool();
    const spoil: ToolHook = { willTransformOutput: (ctx) => void Object.assign(ctx.output as object, { found: 0 }) };
    const { hook, call } = callerOf(search);
    const spoiled = call('a', { hooks: [hook, spoil] });
    const others = [call('a'), call('a')];
    expect(await spoiled).toMatchObject({ data: { found: 0 } });
    for (const other of await Promise.all(others)) expect(other).toMatchObject({ data: { found: 1 } });
  });

  test('waiters of an answer that cannot be shared run on their own', async () => {
    const search = searchTool();
    const intents: ToolHook = { didExecute: (ctx) => ctx.addIntent({ type: 'SUPPRESS_AUDIO' }) };
    const { call } = callerOf(search, {}, intents);
    const responses = await Promise.all(Array.from({ length: 5 }, () => call('a')));
    expect(responses.every(({ ok }) => ok)).toBe(true);
    expect(search.runs).toBe(5);
  });

  test('a tool that calls itself with the same arguments does not wait for itself', async () => {
    const search = searchTool();
    const tool: ToolRecord = {
      ...search.tool,
      execute: (input, ctx) => (ctx.depth === 0 ? ctx.invoke(tool, input) : { found: 7 }),
    };
    const { call } = callerOf(search);
    expect(await call('a', { tool, timeoutMs: 2_000 })).toMatchObject({ ok: true, data: { found: 7 } });
  });

  test('a call cancelled while the store thinks leads nobody', async () => {
    const search = searchTool();
    const gate = gateOf<undefined>();
    let first = true;
    const store: CacheStore = {
      ...createMemoryCacheStore(),
      get: () => (first ? ((first = false), gate.promise) : Promise.resolve(undefined)),
    };
    const { call } = callerOf(search, { store });
    const controller = new AbortController();
    const cancelled = call('a', { signal: controller.signal, graceMs: 5, clock: undefined, report: () => undefined });
    await delay(5);
    controller.abort();
    expect(await cancelled).toMatchObject({ ok: false });
    gate.resolve(undefined);
    await delay(5);
    expect(await call('a', { timeoutMs: 2_000 })).toMatchObject({ ok: true });
  });

  test.each([
    [{ tools: [] }, 'option "store" is missing'],
    [{ store: createMemoryCacheStore(), ttlMs: 1 }, 'option "tools" is missing'],
    [{ store: createMemoryCacheStore(), ttlMs: 0, tools: [] }, 'option "ttlMs" is 0'],
    [{ store: createMemoryCacheStore(), ttlMs: 1, tools: [], scope: 'all' }, 'option "scope"'],
    [{ store: createMemoryCacheStore(), ttlMs: 1, tools: [7] }, 'option "tools"'],
    [{ store: createMemoryCacheStore(), ttlMs: 1, tools: [], tool: 'x' }, 'unknown option "tool"'],
    [{ store: createMemoryCacheStore(), ttlMs: 1, tools: [], sliding: 'yes' }, 'option "sliding"'],
    [{ store: createMemoryCacheStore(), ttlMs: 1, tools: [], report: 'log' }, 'option "report"'],
  ])('refuses %j', (options, problem) => {
    expect(() => cache(options as unknown as CacheOptions)).toThrow(problem);
  });
});

test('G14 cache shares one run among equal calls of one caller, hands over when it fails, keeps only what it may, and takes safe tools only', async () => {
  // Single flight: 20 equal misses run once.
  const search = searchTool();
  const { call, store } = callerOf(search);
  const twenty = await Promise.all(Array.from({ length: 20 }, () => call('a')));
  expect(search.runs).toBe(1);
  expect(twenty.filter(({ meta }) => meta['cacheHit'] === true)).toHaveLength(19);
  for (const response of twenty) expect(response).toMatchObject({ ok: true, data: { found: 1 } });

  // The leader fails, then one is cancelled: each time one waiter takes over.
  const controller = new AbortController();
  search.next.push(
    () => {
      throw new ToolError('TRANSIENT', 'down');
    },
    () => {
      controller.abort();
      return delay(50);
    },
  );
  const before = search.runs;
  const [failed, cancelled, ...others] = await Promise.all([
    call('b'),
    call('b', { signal: controller.signal, graceMs: 0, clock: undefined }),
    call('b'),
    call('b'),
    call('b'),
  ]);
  expect(failed).toMatchObject({ ok: false, error: { type: 'TRANSIENT' } });
  expect(cancelled).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
  for (const other of others) expect(other).toMatchObject({ ok: true, data: { found: before + 3 } });
  expect(search.runs).toBe(before + 3);

  // By user unless told; never rewritten on a hit; with intents not at all.
  expect(await call('a', { user: { id: 'bob' } })).not.toMatchObject(hit);
  const set = store.set;
  const writes: unknown[] = [];
  Object.assign(store, { set: (...entry: Parameters<typeof set>) => (writes.push(entry), set(...entry)) });
  expect(await call('a')).toMatchObject(hit);
  const intents: ToolHook = { didExecute: (ctx) => ctx.addIntent({ type: 'SUPPRESS_AUDIO' }) };
  await callTool({
    tool: search.tool,
    rawInput: { q: 'i' },
    user: { id: 'ada' },
    hooks: [cache({ store, ttlMs: 9, tools: ['search'] }), intents],
  });
  expect(writes).toEqual([]);

  // Only safe tools, whether listed by record or by id.
  const unsafe = searchTool({ sideEffects: 'writes' });
  expect(() => callerOf(unsafe, { tools: [unsafe.tool] })).toThrow('"search" is listed, but it writes');
  expect(await callerOf(unsafe).call('a')).toMatchObject({
    ok: false,
    error: { details: { code: 'GOVERN_OPTION_INVALID' } },
  });
  expect(unsafe.runs).toBe(0);
  const idempotent = searchTool({ sideEffects: 'writes', idempotent: true });
  expect(await callerOf(idempotent, { tools: [idempotent.tool] }).call('a')).toMatchObject({ ok: true });

  // An entry that does not fit and a store that fails are misses.
  const broken: CacheStore = { ...store, get: () => Promise.reject(new Error('down')) };
  expect(await callerOf(search, { store: broken }).call('a')).toMatchObject({ ok: true });
  const stale: CacheStore = { ...store, get: async () => ({ value: { found: 'many' } }) };
  expect(await callerOf(search, { store: stale }).call('a')).toMatchObject({ ok: true, data: { found: search.runs } });
});

test('a call whose look into the store is slower than a whole run does not run again', async () => {
  const search = searchTool();
  const memory = createMemoryCacheStore();
  const slow = gateOf<void>();
  let looks = 0;
  const store: CacheStore = {
    ...memory,
    get: async (key, nowMs) => {
      looks += 1;
      const isSecond = looks === 2;
      const entry = await memory.get(key, nowMs);
      // Reports its result only after the other call has stored its answer.
      if (isSecond) await slow.promise;
      return entry;
    },
  };
  const hooks = [cache({ store, ttlMs: 1_000, tools: ['search'] })];
  const call = () => callTool({ tool: search.tool, rawInput: { q: 'x' }, user: { id: 'ada' }, hooks });
  const [first, second] = [call(), call()];
  await first;
  slow.resolve();
  expect(await second).toMatchObject({ ok: true, data: { found: 1 } });
  expect(search.runs).toBe(1);
});
