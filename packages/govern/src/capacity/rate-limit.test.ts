import {
  callTool,
  defineTool,
  ToolError,
  type InvokeOptions,
  type ToolHook,
  type ToolInvokeContext,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import { createMemoryQuotaStore, rateLimit, type QuotaStore } from '../index.js';

let runs = 0;
const ping = defineTool({
  id: 'ping',
  description: 'Counts',
  inputSchema: { type: 'object', properties: { fail: { type: 'boolean' }, units: { type: 'number' } } },
  execute: ({ fail }) => {
    runs += 1;
    if (fail === true) throw new ToolError('PERMANENT', 'no');
    return 'pong';
  },
});
const pong = { ...ping, id: 'pong' };

/** Creates a caller with its own clock. */
function callerOf(...hooks: ToolHook[]) {
  const clock = { ms: 1_000, now: () => clock.ms };
  const base: InvokeOptions = { tool: ping, user: { id: 'ada' }, sessionId: 's', hooks, clock };
  const call = (options: Partial<InvokeOptions> = {}) => callTool({ ...base, ...options });
  const passes = async (options: Partial<InvokeOptions> = {}) => (await call(options)).ok;
  return { clock, call, passes };
}

const down: QuotaStore = {
  charge: () => Promise.reject(new Error('no route to host')),
  refund: () => Promise.reject(new Error('no route to host')),
};

test('G9 limit 5 and 50 calls at once let exactly 5 pass; the others get the true wait, and all limits are charged or none', async () => {
  for (const algorithm of ['sliding-window', 'token-bucket'] as const) {
    const store = createMemoryQuotaStore();
    const { clock, call } = callerOf(
      rateLimit({ limit: 5, windowMs: 1_000, algorithm, by: ['user', 'global'], store }),
    );
    const answers = await Promise.all(Array.from({ length: 50 }, () => call()));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5);

    const waitMs = algorithm === 'sliding-window' ? 1_000 : 200;
    for (const answer of answers.slice(5)) {
      expect(answer).toMatchObject({ ok: false, error: { type: 'RATE_LIMIT', retryable: true, retryAfterMs: waitMs } });
    }
    // The global limit is used up; bob's own must not have been charged by its refusals.
    const bob = { user: { id: 'bob' } };
    for (let i = 0; i < 10; i += 1) expect((await call(bob)).ok).toBe(false);
    clock.ms += waitMs - 1;
    expect((await call(bob)).ok).toBe(false);
    clock.ms += 1;
    expect((await call(bob)).ok).toBe(true);
  }
});

describe('by', () => {
  const ada = { id: 'ada', tenant: 'acme' };
  const eve = { id: 'eve', tenant: 'acme' };
  const bob = { id: 'bob', tenant: 'globex' };
  const first = { user: ada, sessionId: 's1' };

  test.each([
    ['user', { user: ada, tool: pong, sessionId: 's2' }, { user: eve, sessionId: 's1' }],
    ['tool', { user: bob, sessionId: 's2' }, { user: ada, sessionId: 's1', tool: pong }],
    ['session', { user: ada, sessionId: 's1', tool: pong }, { user: ada, sessionId: 's2' }],
    ['tenant', { user: eve, sessionId: 's2', tool: pong }, { user: bob, sessionId: 's1' }],
    ['user+tool', { user: ada, sessionId: 's2' }, { user: ada, tool: pong }],
    [(ctx: ToolInvokeContext) => ctx.user.id.slice(0, 1), { user: { id: 'alan' } }, { user: eve }],
  ] as const)('%s counts the same together and others apart', async (by, same, other) => {
    const { passes } = callerOf(rateLimit({ limit: 1, windowMs: 1_000, by }));
    expect(await passes(first)).toBe(true);
    expect(await passes(same)).toBe(false);
    expect(await passes(other)).toBe(true);
  });

  test('global counts everything together', async () => {
    const { passes } = callerOf(rateLimit({ limit: 1, windowMs: 1_000, by: 'global' }));
    expect(await passes(first)).toBe(true);
    expect(await passes({ user: bob, sessionId: 's9', tool: pong })).toBe(false);
  });

  test('callers without session, tenant or name share one limit instead of having none', async () => {
    for (const by of ['user', 'session', 'tenant'] as const) {
      const { passes } = callerOf(rateLimit({ limit: 1, windowMs: 1_000, by }));
      const nobody = { user: undefined, sessionId: undefined };
      expect(await passes(nobody)).toBe(true);
      expect(await passes(nobody)).toBe(false);
    }
  });
});

test('the sliding window moves with the calls, not with the clock', async () => {
  const { clock, passes } = callerOf(rateLimit({ limit: 2, windowMs: 100 }));
  expect(await passes()).toBe(true);
  clock.ms += 60;
  expect(await passes()).toBe(true);
  clock.ms += 39;
  expect(await passes()).toBe(false);
  clock.ms += 1;
  expect(await passes()).toBe(true);
  expect(await passes()).toBe(false);
});

test('the token bucket lets a burst pass and fills up evenly', async () => {
  const { clock, call, passes } = callerOf(rateLimit({ limit: 4, windowMs: 1_000, algorithm: 'token-bucket' }));
  for (let i = 0; i < 4; i += 1) expect(await passes()).toBe(true);
  for (let i = 0; i < 20; i += 1) {
    const answer = await call();
    expect(answer).toMatchObject({ ok: false, error: { retryAfterMs: 250 } });
    clock.ms += 250;
    expect(await passes()).toBe(true);
  }
  clock.ms += 10_000;
  const burst = await Promise.all(Array.from({ length: 9 }, () => passes()));
  expect(burst.filter(Boolean)).toHaveLength(4);
});

describe('cost', () => {
  const cost = (ctx: ToolInvokeContext) => Number(Reflect.get(ctx.input as object, 'units') ?? 1);
  const of = (units: number) => ({ rawInput: { units } });

  test('several units count as several calls, and free calls are free', async () => {
    const { clock, call, passes } = callerOf(rateLimit({ limit: 10, windowMs: 1_000, cost }));
    expect(await passes(of(7))).toBe(true);
    expect(await call(of(4))).toMatchObject({ error: { retryAfterMs: 1_000 } });
    expect(await passes(of(3))).toBe(true);
    expect(await passes(of(0))).toBe(true);
    clock.ms += 1_000;
    expect(await passes(of(10))).toBe(true);
  });

  test('a call that can never fit is refused for good, not told to wait', async () => {
    const { call } = callerOf(rateLimit({ limit: 10, windowMs: 1_000, cost }));
    expect(await call(of(11))).toMatchObject({ error: { type: 'PERMANENT', retryable: false } });
  });

  test('a cost that is no cost refuses the call', async () => {
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const { call } = callerOf(rateLimit({ limit: 10, windowMs: 1_000, cost: () => wrong }));
      expect(await call()).toMatchObject({ error: { type: 'INTERNAL', details: { code: 'GOVERN_COST_INVALID' } } });
    }
  });
});

describe('refund', () => {
  const hit: ToolHook = { name: 'hit', willReadCache: (ctx) => ctx.respond('kept') };
  const refuse: ToolHook = { name: 'refuse', willValidateInput: (ctx) => ctx.abort('no') };

  test.each([
    ['never', { fail: false, failing: false, cacheHit: false, refused: false }],
    ['failure', { fail: true, failing: true, cacheHit: false, refused: true }],
    ['cache-hit', { fail: false, failing: false, cacheHit: true, refused: false }],
    [['failure', 'cache-hit'], { fail: true, failing: true, cacheHit: true, refused: true }],
  ] as const)('%s gives back what it says', async (refund, expected) => {
    const twice = async (options: Partial<InvokeOptions>, ...others: ToolHook[]) => {
      const { call } = callerOf(rateLimit({ limit: 1, windowMs: 1_000, refund }), ...others);
      await call(options);
      const again = await call(options);
      return again.ok || again.error.type !== 'RATE_LIMIT';
    };
    expect(await twice({ rawInput: { fail: true } })).toBe(expected.fail);
    expect(await twice({ rawInput: { unknown: 1 } })).toBe(expected.failing);
    expect(await twice({}, hit)).toBe(expected.cacheHit);
    expect(await twice({}, refuse)).toBe(expected.refused);
    expect(await twice({})).toBe(false);
  });

  test('a refusal by the limit gives nothing back', async () => {
    const { passes } = callerOf(rateLimit({ limit: 1, windowMs: 1_000, refund: 'failure' }));
    expect(await passes()).toBe(true);
    for (let i = 0; i < 5; i += 1) expect(await passes()).toBe(false);
  });

  test('a unit that has left the window is not given back at the expense of another', async () => {
    const slow: ToolHook = {
      name: 'slow',
      async willValidateInput(ctx) {
        if (ctx.requestId !== 'late') return;
        clock.ms += 1_500;
        expect(await passes()).toBe(true);
        ctx.abort('too late');
      },
    };
    const { clock, passes } = callerOf(rateLimit({ limit: 1, windowMs: 1_000, refund: 'failure' }), slow);
    expect(await passes({ requestId: 'late' })).toBe(false);
    expect(await passes()).toBe(false);
  });
});

test('a store that is down denies, unless told to let calls pass, and then the answer says so', async () => {
  const before = runs;
  const deny = callerOf(rateLimit({ limit: 1, windowMs: 1_000, store: down }));
  expect(await deny.call()).toMatchObject({
    error: { type: 'TRANSIENT', retryable: true, partialSideEffects: false, details: { code: 'GOVERN_STORE_DOWN' } },
  });
  expect(runs).toBe(before);

  const allow = callerOf(
    rateLimit({ limit: 1, windowMs: 1_000, store: down, onStoreError: 'allow', refund: 'failure' }),
  );
  const answer = await allow.call();
  expect(answer.ok).toBe(true);
  expect(answer.meta['warnings']).toEqual([
    { code: 'GOVERN_STORE_DOWN', message: 'rateLimit got no answer from its store and let the call pass' },
  ]);
});

test('two limits in one store do not count each other, nor do two of different names', async () => {
  const store = createMemoryQuotaStore();
  const options = { limit: 1, windowMs: 1_000, store } as const;
  expect(await callerOf(rateLimit(options)).passes()).toBe(true);
  expect(await callerOf(rateLimit({ ...options, windowMs: 2_000 })).passes()).toBe(true);
  expect(await callerOf(rateLimit({ ...options, name: 'exports' })).passes()).toBe(true);
  expect(await callerOf(rateLimit(options)).passes()).toBe(false);
});

test('2,000 interleaved calls of 20 users over time never pass more than the limit in any window', async () => {
  const { clock, passes } = callerOf(rateLimit({ limit: 7, windowMs: 50 }));
  const passed = new Map<string, number[]>();
  const calls: Promise<void>[] = [];
  for (let i = 0; i < 2_000; i += 1) {
    const id = `user ${(i * 7) % 20}`;
    const atMs = clock.ms;
    const note = (ok: boolean) => void (ok && passed.set(id, [...(passed.get(id) ?? []), atMs]));
    calls.push(passes({ user: { id } }).then(note));
    if (i % 5 === 0) {
      await Promise.all(calls.splice(0));
      clock.ms += i % 3;
    }
  }
  await Promise.all(calls);
  expect(passed.size).toBe(20);
  for (const times of passed.values()) {
    for (const from of times) expect(times.filter((at) => at >= from && at < from + 50).length).toBeLessThanOrEqual(7);
  }
});
