import { callTool, defineTool, ownerOf, type CallRecord, type InvokeOptions } from '@helve/core';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  confirm,
  consent,
  createConsents,
  createMemoryApprovalStore,
  createMemoryConsentStore,
  type ConsentStore,
} from '../index.js';
import type { ConsentOptions } from './consent.js';

let runs = 0;
const share = defineTool({
  id: 'share',
  title: 'Share files',
  description: 'Shares',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'string' },
  execute: () => {
    runs += 1;
    return 'shared';
  },
});

beforeEach(() => {
  runs = 0;
});

function setUp(options: Partial<ConsentOptions> = {}) {
  const store = createMemoryConsentStore();
  const approvals = createMemoryApprovalStore();
  const records: CallRecord[] = [];
  const trail = { append: async (record: CallRecord) => void records.push(record) };
  const desk = createConsents({ store, trail, approvals, now: () => 1_000 });
  const call = (more: Partial<InvokeOptions> = {}) => {
    const hooks = [consent({ store, ...options })];
    const base: InvokeOptions = {
      tool: share,
      user: { id: 'ada' },
      sessionId: 's',
      hooks,
      clock: { now: () => 1_000 },
    };
    return callTool({ ...base, ...more });
  };
  return { store, approvals, records, desk, call };
}

const ada = ownerOf({ id: 'ada' });
const missing = { ok: false, error: { type: 'AUTH', details: { code: 'GOVERN_CONSENT_MISSING' } } };

test('G19 a tool runs for a person from their agreement until they take it back; else it is refused or answers with a challenge; both acts are in the trail', async () => {
  const { call, desk, records } = setUp();
  expect(await call()).toMatchObject(missing);
  expect(runs).toBe(0);
  await desk.grant(ada, 'share', 'ada');
  expect(await call()).toMatchObject({ ok: true, data: 'shared' });
  expect(await call({ sessionId: 'another' })).toMatchObject({ ok: true });
  expect(await call({ user: { id: 'bob' } })).toMatchObject(missing);
  expect(await call({ tool: { ...share, id: 'other' } })).toMatchObject(missing);
  expect(await desk.revoke(ada, 'share', 'grace')).toBe(true);
  expect(await desk.revoke(ada, 'share', 'grace')).toBe(false);
  expect(await call()).toMatchObject(missing);
  expect(runs).toBe(2);
  const input = { subject: ada, toolId: 'share' };
  expect(records).toMatchObject([
    { toolId: 'consent.grant', userId: 'ada', input, outcome: { kind: 'success' } },
    { toolId: 'consent.revoke', userId: 'grace', input, startedAt: new Date(1_000).toISOString() },
  ]);

  const challenging = setUp({ otherwise: 'challenge' });
  expect(await challenging.call()).toMatchObject({
    ok: true,
    data: { consentRequired: { tool: 'share', title: 'Share files' } },
    meta: { respondedAt: 'willCheckConsent' },
  });
  expect(runs).toBe(2);
});

describe('consent', () => {
  test('asks a person once, and their yes is a grant', async () => {
    const { store, approvals, records, desk } = setUp();
    const hooks = [consent({ store, approvals, otherwise: 'challenge' })];
    const ask = async () => {
      const answer = await callTool({
        tool: share,
        user: { id: 'ada' },
        sessionId: 's',
        hooks,
        clock: { now: () => 1_000 },
      });
      return answer.ok ? (answer.data as unknown) : undefined;
    };
    const first = (await ask()) as { consentRequired: { approvalId: string } };
    const { approvalId } = first.consentRequired;
    expect(await ask()).toEqual(first);
    expect(await approvals.list()).toMatchObject([{ id: approvalId, kind: 'consent', toolId: 'share', userId: 'ada' }]);
    await desk.decide(approvalId, 'yes', { id: 'ada' });
    expect(await ask()).toBe('shared');
    expect(records).toMatchObject([{ toolId: 'consent.grant' }]);
    await expect(desk.decide(approvalId, 'no', { id: 'ada' })).rejects.toMatchObject({ code: 'GOVERN_APPROVAL_OVER' });
  });

  test('a no is no grant, and only questions of consent are decided at the desk', async () => {
    const { store, approvals, desk, records } = setUp();
    const options = { tool: share, user: { id: 'ada' }, sessionId: 's', clock: { now: () => 1_000 } };
    const refused = await callTool({ ...options, hooks: [consent({ store, approvals })] });
    const id = refused.ok ? '' : String(refused.error.details?.['approvalId']);
    await desk.decide(id, 'no', { id: 'ada' });
    expect(await store.isGranted(ada, 'share')).toBe(false);
    expect(records).toEqual([]);
    await callTool({ ...options, hooks: [confirm({ store: approvals, when: () => true })] });
    const other = (await approvals.list({ state: 'pending' })).map((record) => record.id);
    expect(other).toHaveLength(1);
    await expect(desk.decide(other[0] ?? '', 'yes', { id: 'ada' })).rejects.toMatchObject({
      code: 'GOVERN_APPROVAL_UNKNOWN',
    });
  });

  test('of a tenant, or of whom a function names', async () => {
    const tenant = setUp({ by: 'tenant' });
    await tenant.store.grant('acme', 'share', 'boss', 0);
    expect((await tenant.call({ user: { id: 'ada', tenant: 'acme' } })).ok).toBe(true);
    expect(await tenant.call({ user: { id: 'acme', tenant: 'globex' } })).toMatchObject(missing);
    expect(await tenant.call()).toMatchObject({ error: { type: 'AUTH' } });
    const named = setUp({ by: (ctx) => `family of ${ctx.user.id}` });
    await named.store.grant('family of ada', 'share', 'ada', 0);
    expect((await named.call()).ok).toBe(true);
  });

  test('nobody agrees for a caller who is not known', async () => {
    const { store, call } = setUp();
    await store.grant('anonymous', 'share', 'eve', 0);
    const answer = await call({ user: undefined });
    expect(answer).toMatchObject({ error: { type: 'AUTH', details: { code: 'GOVERN_UNAUTHENTICATED' } } });
  });

  test('is asked only when told so', async () => {
    const { call } = setUp({ when: (ctx) => ctx.policy.sideEffects === 'writes' });
    expect(await call()).toMatchObject(missing);
    expect((await call({ tool: { ...share, policy: { sideEffects: 'none' } } })).ok).toBe(true);
  });

  test('store that is down denies, or lets pass if told', async () => {
    const down: ConsentStore = {
      isGranted: () => Promise.reject(new Error('down')),
      grant: () => Promise.reject(new Error('down')),
      revoke: () => Promise.reject(new Error('down')),
    };
    expect(await setUp({ store: down }).call()).toMatchObject({ error: { type: 'TRANSIENT' } });
    expect(runs).toBe(0);
    const allow = await setUp({ store: down, onStoreError: 'allow' }).call();
    expect(allow).toMatchObject({ ok: true, meta: { warnings: [{ code: 'GOVERN_STORE_DOWN' }] } });
  });

  test('comes before confirmation', async () => {
    const { store, approvals } = setUp();
    const hooks = [confirm({ store: approvals, when: () => true }), consent({ store })];
    expect(await callTool({ tool: share, user: { id: 'ada' }, hooks })).toMatchObject(missing);
    expect(await approvals.list()).toEqual([]);
  });
});

describe('the consent desk', () => {
  test('makes no grant it cannot record, and revokes all the same', async () => {
    const store = createMemoryConsentStore();
    const trail = { append: () => Promise.reject(new Error('disk full')) };
    const desk = createConsents({ store, trail });
    await expect(desk.grant(ada, 'share', 'ada')).rejects.toThrow('disk full');
    expect(await store.isGranted(ada, 'share')).toBe(false);
    await store.grant(ada, 'share', 'ada', 0);
    await expect(desk.revoke(ada, 'share', 'ada')).rejects.toThrow('disk full');
    expect(await store.isGranted(ada, 'share')).toBe(false);
  });

  test('without approvals knows no questions', async () => {
    const desk = createConsents({ store: createMemoryConsentStore(), trail: { append: async () => undefined } });
    await expect(desk.decide('apr_1', 'yes', { id: 'ada' })).rejects.toMatchObject({ code: 'GOVERN_APPROVAL_UNKNOWN' });
  });
});
