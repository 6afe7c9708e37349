import { describe, expect, test, vi } from 'vitest';
import {
  createMemoryApiKeyStore,
  createMemoryApprovalStore,
  createMemoryCacheStore,
  createMemoryConsentStore,
  createMemoryCounterStore,
  createMemoryIdempotencyStore,
  createMemoryLeaseStore,
  createMemoryQuotaStore,
  createMemoryResultStore,
  createMemoryStores,
} from '../index.js';
import {
  apiKeyStoreSuite,
  approvalStoreSuite,
  cacheStoreSuite,
  consentStoreSuite,
  counterStoreSuite,
  idempotencyStoreSuite,
  leaseStoreSuite,
  quotaStoreSuite,
  resultStoreSuite,
} from '../testing.js';

const opening =
  <Store>(create: () => Store) =>
  async () => ({ store: create(), close: async () => undefined });

apiKeyStoreSuite('memory', opening(createMemoryApiKeyStore));
approvalStoreSuite('memory', opening(createMemoryApprovalStore));
cacheStoreSuite('memory', opening(createMemoryCacheStore));
consentStoreSuite('memory', opening(createMemoryConsentStore));
counterStoreSuite('memory', opening(createMemoryCounterStore));
idempotencyStoreSuite('memory', opening(createMemoryIdempotencyStore));
leaseStoreSuite('memory', opening(createMemoryLeaseStore));
quotaStoreSuite('memory', opening(createMemoryQuotaStore));
resultStoreSuite('memory', opening(createMemoryResultStore));

const two = { maxEntries: 2 };

describe('a memory store that is full', () => {
  const charge = (key: string) => ({ key, limit: 1, windowMs: 100, algorithm: 'sliding-window', cost: 1 }) as const;
  const request = (id: string) => ({
    id,
    kind: 'confirmation' as const,
    tokenHash: `hash of ${id}`,
    toolId: 't',
    toolVersion: '1',
    owner: '//ada',
    userId: 'ada',
    arguments: {},
    argumentsDigest: 'd',
    preview: '',
    createdAtMs: 0,
    expiresAtMs: 10,
  });

  /** Stores that must not forget refuse further entries; the gate then denies. */
  const refusing: [string, () => { fill(key: string): Promise<unknown> }][] = [
    ['quota', () => storeOf(createMemoryQuotaStore(two), (store, key) => store.charge([charge(key)], 0))],
    ['counter', () => storeOf(createMemoryCounterStore(two), (store, key) => store.reserve(key, 1, 100, 0))],
    ['lease', () => storeOf(createMemoryLeaseStore(two), (store, key) => store.acquire(key, 'h', 1, 100))],
    [
      'idempotency',
      () =>
        storeOf(createMemoryIdempotencyStore(two), (store, key) =>
          store.begin({ key, holder: 'h', argumentsDigest: 'd', leaseMs: 100, nowMs: 0, takeOver: false }),
        ),
    ],
    ['consent', () => storeOf(createMemoryConsentStore(two), (store, key) => store.grant('ada', key, 'ada', 0))],
    ['approval', () => storeOf(createMemoryApprovalStore(two), (store, key) => store.put(request(key), 100))],
  ];

  test.each(refusing)('refuses to forget: %s', async (_, open) => {
    const { fill } = open();
    await fill('a');
    await fill('b');
    await expect(fill('c')).rejects.toMatchObject({ code: 'GOVERN_STORE_FULL', type: 'TRANSIENT' });
  });

  test('charges none of several limits if there is no room for all', async () => {
    const store = createMemoryQuotaStore(two);
    await store.charge([charge('a')], 0);
    const both = async () => store.charge([charge('b'), charge('c')], 0);
    await expect(both()).rejects.toMatchObject({ code: 'GOVERN_STORE_FULL' });
    expect(await store.charge([charge('b')], 0)).toEqual({ ok: true });
  });

  test('drops what was not read for longest: cache', async () => {
    const store = createMemoryCacheStore(two);
    await store.set('a', 1, 100, 0);
    await store.set('b', 2, 100, 0);
    await store.get('a', 1);
    await store.set('c', 3, 100, 1);
    expect([await store.get('a', 2), await store.get('b', 2), await store.get('c', 2)]).toEqual([
      { value: 1 },
      undefined,
      { value: 3 },
    ]);
  });

  test('drops the oldest when there is too much text, and does not keep what is larger than all', async () => {
    const cache = createMemoryCacheStore({ maxChars: 10 });
    await cache.set('a', '12345', 100, 0);
    await cache.set('b', '12345', 100, 0);
    expect([await cache.get('a', 1), await cache.get('b', 1)]).toEqual([undefined, { value: '12345' }]);
    await cache.set('c', 'x'.repeat(50), 100, 0);
    expect(await cache.get('c', 1)).toBeUndefined();
    const results = createMemoryResultStore({ maxEntries: 1 });
    await results.put('h1', 'ada', 'one', 100, 0);
    await results.put('h2', 'ada', 'two', 100, 0);
    expect([await results.read('h1', 'ada', 0, 9, 1), (await results.read('h2', 'ada', 0, 9, 1))?.text]).toEqual([
      undefined,
      'two',
    ]);
  });
});

test('memory stores refuse options they do not know', () => {
  for (const create of [createMemoryQuotaStore, createMemoryCacheStore, createMemoryApprovalStore]) {
    expect(() => create({ maxEntrys: 1 } as never)).toThrow('unknown option "maxEntrys"');
    expect(() => create({ maxEntries: 0 })).toThrow('option "maxEntries"');
  }
});

test('createMemoryStores gives a store for every port, new ones each time', async () => {
  const stores = createMemoryStores();
  expect(Object.keys(stores).toSorted()).toEqual(
    ['approvals', 'cache', 'consent', 'counter', 'idempotency', 'lease', 'quota', 'result'].toSorted(),
  );
  await stores.consent.grant('ada', 't', 'ada', 0);
  expect(await createMemoryStores().consent.isGranted('ada', 't')).toBe(false);
});

test('G2 stores know no time but the one they are told', async () => {
  const clocks = [vi.spyOn(Date, 'now'), vi.spyOn(performance, 'now')];
  for (const clock of clocks) {
    clock.mockImplementation(() => {
      throw new Error('somebody looked at the clock');
    });
  }
  try {
    const { cache, consent, counter, idempotency, quota, result } = createMemoryStores();
    let leaseMs = 0;
    const lease = createMemoryLeaseStore({}, () => leaseMs);
    const charge = { key: 'k', limit: 1, windowMs: 100, algorithm: 'sliding-window', cost: 1 } as const;
    const claim = { key: 'k', holder: 'h', argumentsDigest: 'd', leaseMs: 100, takeOver: true };
    for (const nowMs of [0, 100]) {
      expect(await quota.charge([charge], nowMs)).toEqual({ ok: true });
      expect(await quota.charge([charge], nowMs + 99)).toMatchObject({ ok: false, waitMs: 1 });
      expect(await counter.reserve('k', 1, 100, nowMs)).toBe(true);
      expect(await counter.reserve('k', 1, 100, nowMs + 99)).toBe(false);
      leaseMs = nowMs;
      expect(await lease.acquire('k', `h${nowMs}`, 1, 100)).toBe(true);
      leaseMs = nowMs + 99;
      expect(await lease.acquire('k', 'other', 1, 100)).toBe(false);
      expect(await idempotency.begin({ ...claim, nowMs })).toEqual({ state: 'started' });
      expect(await idempotency.begin({ ...claim, nowMs: nowMs + 99 })).toEqual({ state: 'running' });
      expect(await cache.get('k', nowMs)).toBeUndefined();
      await cache.set('k', 1, 100, nowMs);
      await result.put('h', 'ada', 'text', 100, nowMs);
      expect(await cache.get('k', nowMs + 99)).toEqual({ value: 1 });
      expect(await result.read('h', 'ada', 0, 9, nowMs + 99)).toBeDefined();
      expect(await result.read('h', 'ada', 0, 9, nowMs + 100)).toBeUndefined();
      await consent.grant('ada', 't', 'ada', nowMs);
    }
  } finally {
    for (const clock of clocks) clock.mockRestore();
  }
});

test('an approval is forgotten a day after its end', async () => {
  const store = createMemoryApprovalStore();
  const day = 24 * 60 * 60 * 1_000;
  const base = {
    kind: 'consent',
    toolId: 't',
    toolVersion: '1',
    owner: '//ada',
    userId: 'ada',
    arguments: {},
    argumentsDigest: 'd',
  } as const;
  const at = (id: string, createdAtMs: number) =>
    store.put({ ...base, id, tokenHash: id, preview: '', createdAtMs, expiresAtMs: createdAtMs + 10 }, 100);
  await at('old', 0);
  await at('new', day + 9);
  expect(await store.get('old')).toBeDefined();
  await at('newer', day + 10);
  expect(await store.get('old')).toBeUndefined();
});

function storeOf<Store>(store: Store, fill: (store: Store, key: string) => unknown) {
  return { fill: async (key: string) => fill(store, key) };
}
