import { defineTool, invokeTool, isControl, isToolError, type ToolHook } from '@helve/core';
import { describe, expect, test } from 'vitest';
import {
  allowedHosts,
  audit,
  authorize,
  breaker,
  budget,
  cache,
  confirm,
  consent,
  createConsents,
  createMemoryStores,
  flags,
  governErrors,
  idempotency,
  latency,
  loops,
  modes,
  rateLimit,
  redactInput,
  redactOutput,
  resultCap,
  retry,
  secrets,
  semaphore,
  telemetry,
  timeout,
} from './index.js';

const stores = createMemoryStores();
const trail = { append: async () => undefined };
const source = { read: async () => ({}) };

/** Every factory with options that it accepts, and some that it does not. */
const factories: { create: (options: never) => unknown; good: object; bad: Record<string, unknown> }[] = [
  { create: authorize, good: {}, bad: { roles: [], scopes: 'admin', rule: true } },
  { create: modes, good: {}, bad: {} },
  {
    create: flags,
    good: { source, flag: () => 'x' },
    bad: { source: undefined, flag: 'x', defaults: { x: 1 } },
  },
  {
    create: consent,
    good: { store: stores.consent },
    bad: { store: {}, by: 'role', when: true, otherwise: 'ask', approvals: {}, onStoreError: 'ignore' },
  },
  {
    create: confirm,
    good: { store: stores.approvals },
    bad: { store: undefined, preview: 'text', when: 1, ttlMs: 0, checkArguments: 'yes' },
  },
  {
    create: rateLimit,
    good: { limit: 1, windowMs: 1 },
    bad: {
      limit: 0,
      windowMs: Number.NaN,
      algorithm: 'leaky',
      by: ['user', 'user'],
      cost: 0,
      refund: 'always',
      store: stores.consent,
      onStoreError: true,
      name: '',
    },
  },
  {
    create: budget,
    good: { perTurn: { total: 1 } },
    bad: { perTurn: { retrievals: 2 }, turnTtlMs: -1, store: {}, onStoreError: 'x', name: 1 },
  },
  { create: latency, good: {}, bad: { warn: 'loud', budgetMs: 800 } },
  {
    create: semaphore,
    good: { limit: 1 },
    bad: {
      limit: 1.5,
      by: 'everybody',
      queue: -1,
      waitMs: Number.POSITIVE_INFINITY,
      store: {},
      leaseMs: 0,
      pollMs: 0,
      onStoreError: 'x',
      name: '',
    },
  },
  {
    create: createConsents,
    good: { store: stores.consent, trail },
    bad: { store: undefined, trail: {}, approvals: {}, now: 1 },
  },
  { create: allowedHosts, good: { hosts: [] }, bad: { hosts: 'example.org' } },
  { create: audit, good: { sink: trail }, bad: { sink: {}, required: 'yes' } },
  { create: breaker, good: {}, bad: { by: 'x', failureRate: 2, minCalls: 0, openMs: -1 } },
  { create: cache, good: { store: stores.cache, ttlMs: 1, tools: [] }, bad: { store: {}, ttlMs: 0, scope: 'x' } },
  { create: idempotency, good: { store: stores.idempotency }, bad: { store: {}, ttlMs: 0, leaseMs: 0 } },
  { create: loops, good: {}, bad: { identical: 0, empty: 1.5 } },
  { create: redactInput, good: { paths: ['/a'] }, bad: { paths: '/a', mode: 'hide' } },
  { create: redactOutput, good: {}, bad: { paths: '/a', mode: 'hide' } },
  { create: resultCap, good: { store: stores.result }, bad: { store: {}, maxBytes: 0 } },
  { create: retry, good: {}, bad: { maxAttempts: 0, jitter: 2 } },
  { create: secrets, good: { source, map: {} }, bad: { source: {}, map: 1 } },
  { create: telemetry, good: {}, bad: { tracer: {}, meter: {} } },
  { create: timeout, good: { attemptMs: 1 }, bad: { attemptMs: 0, idleMs: 0 } },
];

const refusal = (make: () => unknown) => {
  try {
    make();
  } catch (error) {
    if (isToolError(error, 'GOVERN_OPTION_INVALID')) return error;
    throw error;
  }
  throw new Error('it was accepted');
};

describe.each(factories)('$create.name', ({ create, good, bad }) => {
  const make = (options: unknown) => create(options as never) as ToolHook;

  test('accepts its options', () => {
    expect(make(good)).toBeTypeOf('object');
  });

  test('refuses an option it does not know', () => {
    expect(refusal(() => make({ ...good, frobnicate: 1 })).message).toContain('unknown option "frobnicate"');
  });

  test('refuses options that are no object', () => {
    expect(refusal(() => make(null)).type).toBe('INTERNAL');
    expect(refusal(() => make('fast')).message).toContain('its options are not an object');
  });

  test.each(Object.entries(bad))('refuses a wrong "%s"', (key, value) => {
    expect(refusal(() => make({ ...good, [key]: value })).message).toContain(`option "${key}"`);
  });
});

test('a misspelt option is refused with the name that was meant', () => {
  const error = refusal(() => rateLimit({ limit: 1, windowMs: 1, algoritm: 'token-bucket' } as never));
  expect(error.details?.suggestion).toBe('Did you mean "algorithm"?');
});

test('consent refuses to ask users where tenants agree', () => {
  const options = { store: stores.consent, approvals: stores.approvals, by: 'tenant' } as const;
  expect(refusal(() => consent(options)).message).toContain('only users can be asked');
});

test('G1 every hook checks its options when it is made, a limit needs no second switch, and refusals are signals and errors of a table', async () => {
  for (const { create, good, bad } of factories) {
    const wrong = [
      { ...good, frobnicate: 1 },
      ...Object.entries(bad).map(([key, value]) => ({ ...good, [key]: value })),
    ];
    for (const options of wrong) expect(refusal(() => create(options as never)).type, create.name).toBe('INTERNAL');
  }
  const tool = defineTool({ id: 'once', description: 'o', inputSchema: { type: 'object' }, execute: () => 1 });
  const hooks = [rateLimit({ limit: 1, windowMs: 60_000 })];
  expect(await invokeTool({ tool, hooks })).toBe(1);
  expect(isControl(await invokeTool({ tool, hooks }).catch((thrown: unknown) => thrown))).toBe(true);
  for (const { code, room } of governErrors.rows) expect([code.slice(0, 7), room]).toEqual(['GOVERN_', 'govern']);
});
