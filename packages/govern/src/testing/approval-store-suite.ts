import {
  digest,
  type ApprovalClaim,
  type ApprovalDecision,
  type ApprovalRequest,
  type ApprovalStore,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import { atOnce, NOW, onFresh, trickyTexts, type OpenStore } from './open-store.js';

function aRequest(change: Partial<ApprovalRequest> = {}): ApprovalRequest {
  const { id = 'r1' } = change;
  return {
    id,
    kind: 'confirmation',
    tokenHash: `hash of ${id}`,
    toolId: 'mail.send',
    toolVersion: '1.0.0',
    owner: 'keys/t1/ada',
    userId: 'ada',
    user: { id: 'ada', roles: ['admin', 'é😀'], scopes: [], tenant: 't1', issuer: 'keys' },
    door: 'http',
    sessionId: 's1',
    arguments: { to: 'bob', text: 'é😀\0' },
    argumentsDigest: 'd1',
    shown: { arguments: { to: '[redacted]', text: 'é😀\0' }, masked: ['/to'] },
    preview: 'Send a mail to bob',
    createdAtMs: NOW,
    expiresAtMs: NOW + 300_000,
    ...change,
  };
}

const claim: ApprovalClaim = {
  tokenHash: 'hash of r1',
  toolId: 'mail.send',
  toolVersion: '1.0.0',
  owner: 'keys/t1/ada',
  sessionId: 's1',
  decidedBy: 'keys/t1/ada',
  nowMs: NOW + 1,
};

/** The decision that the claim above leaves. */
const bySecret = { decidedBy: 'keys/t1/ada', decidedAtMs: NOW + 1 };

/** The arguments that stay of the request above once it is over. */
const cleared = { arguments: { to: '[redacted]', text: 'é😀\0' }, cleared: true };

const yes: ApprovalDecision = { decision: 'yes', by: '//bob', nowMs: NOW };
const no: ApprovalDecision = { ...yes, decision: 'no' };

const { sessionId: _request, ...requestWithoutSession } = aRequest();
const { sessionId: _claim, ...claimWithoutSession } = claim;
const { decidedBy: _decider, ...claimOfAnother } = claim;

/** Tests that every approval store must pass. */
export function approvalStoreSuite(name: string, open: OpenStore<ApprovalStore>): void {
  describe(`G2 approval store: ${name}`, () => {
    test(
      'a request is kept as it was, and waits',
      onFresh(open, async (store) => {
        expect(await store.get('r1')).toBeUndefined();
        expect(await store.put(aRequest(), 100)).toBe(true);
        expect(await store.get('r1')).toEqual({ ...aRequest(), state: 'pending' });
        await store.put({ ...requestWithoutSession, id: 'r2', tokenHash: 't2' }, 100);
        expect(await store.get('r2')).toEqual({
          ...requestWithoutSession,
          id: 'r2',
          tokenHash: 't2',
          state: 'pending',
        });
      }),
    );

    test(
      'masked arguments are gone once a request is spent, rejected or expired, and its digests stay',
      onFresh(open, async (store) => {
        const sent = { to: 'bob', text: 'x' };
        for (const id of ['r1', 'r2', 'r3']) await store.put(aRequest({ id, sent }), 100);
        const taken = await store.take(claim);
        expect(taken.ok && taken.record.arguments).toEqual(aRequest().arguments);
        expect((await store.decide('r2', no))?.arguments).toEqual(aRequest().shown?.arguments);
        const later = NOW + 400_000;
        await store.put(aRequest({ id: 'r4', createdAtMs: later, expiresAtMs: later + 1 }), 100);
        for (const id of ['r1', 'r2', 'r3']) {
          const record = await store.get(id);
          expect(JSON.stringify(record)).not.toContain('"bob"');
          expect(record).toMatchObject({ id, argumentsDigest: 'd1', sentDigest: digest(sent), cleared: true });
        }
        expect(await store.take({ ...claim, tokenHash: 'hash of r3', nowMs: later })).toMatchObject({
          reason: 'expired',
        });
        expect((await store.get('r4'))?.arguments).toEqual(aRequest().arguments);
      }),
    );

    test(
      'a list with a limit of bytes has at least one request',
      onFresh(open, async (store) => {
        await store.put(aRequest({ arguments: 'x'.repeat(50_000) }), 100);
        await store.put(aRequest({ id: 'r2', createdAtMs: NOW + 1 }), 100);
        expect((await store.list({ maxBytes: 1, limit: 5 })).map(({ id }) => id).at(0)).toBe('r1');
        expect(await store.list({ maxBytes: 1_000_000, limit: 5 })).toHaveLength(2);
        expect(await store.list({ maxBytes: 1_000_000 })).toHaveLength(2);
      }),
    );

    test(
      'an owner may have only so many waiting, whatever sessions they name and also when they come at once',
      onFresh(open, async (store) => {
        const put = await atOnce(20, (index) => store.put(aRequest({ id: `r${index}`, sessionId: `s${index}` }), 5));
        expect(put.filter(Boolean)).toHaveLength(5);
        expect(await store.put({ ...requestWithoutSession, id: 'none', tokenHash: 'none' }, 5)).toBe(false);
        expect(await store.put(aRequest({ id: 'other', owner: 'keys/t2/ada' }), 5)).toBe(true);
      }),
    );

    test(
      'what was decided, spent or has expired does not wait any more',
      onFresh(open, async (store) => {
        await store.put(aRequest({ expiresAtMs: NOW + 10 }), 1);
        expect(await store.put(aRequest({ id: 'r2', createdAtMs: NOW + 9 }), 1)).toBe(false);
        expect(await store.put(aRequest({ id: 'r2', createdAtMs: NOW + 10 }), 1)).toBe(true);
        await store.decide('r2', { ...no, nowMs: NOW + 11 });
        expect(await store.put(aRequest({ id: 'r3', createdAtMs: NOW + 12 }), 1)).toBe(true);
        await store.take({ ...claim, tokenHash: 'hash of r3', nowMs: NOW + 13 });
        expect(await store.put(aRequest({ id: 'r4', createdAtMs: NOW + 14 }), 1)).toBe(true);
      }),
    );

    test(
      '20 callers at once take an approval exactly once',
      onFresh(open, async (store) => {
        await store.put(aRequest(), 100);
        const taken = await atOnce(20, (index) => store.take({ ...claim, idempotencyKey: `call ${index}` }));
        const [winner, ...more] = taken.filter(({ ok }) => ok);
        expect(more).toEqual([]);
        const spentBy = winner?.ok === true ? winner.record.spentBy : undefined;
        expect(winner).toEqual({ ok: true, record: { ...aRequest(), ...bySecret, state: 'spent', spentBy } });
        expect(await store.get('r1')).toEqual({ ...aRequest(), ...bySecret, ...cleared, state: 'spent', spentBy });
        expect(taken.filter(({ ok }) => !ok)).toEqual(
          Array.from({ length: 19 }, () => ({ ok: false, reason: 'used', id: 'r1', spentBy })),
        );
      }),
    );

    test(
      'an approval is taken by who decides with its secret, or after a decision, and with the right arguments',
      onFresh(open, async (store) => {
        await store.put(aRequest(), 100);
        await store.put(aRequest({ id: 'r2' }), 100);
        await store.decide('r2', yes);
        expect(await store.take({ ...claim, argumentsDigest: 'd1' })).toMatchObject({ ok: true });
        expect(await store.take({ ...claim, tokenHash: 'hash of r2' })).toEqual({
          ok: true,
          record: { ...aRequest({ id: 'r2' }), state: 'spent', decidedBy: '//bob', decidedAtMs: NOW },
        });
        expect(await store.take(claim)).toEqual({ ok: false, reason: 'used', id: 'r1' });
      }),
    );

    test(
      'the secret of who does not decide is good for nothing before the decision',
      onFresh(open, async (store) => {
        await store.put(aRequest(), 100);
        expect(await store.take(claimOfAnother)).toEqual({ ok: false, reason: 'pending', id: 'r1' });
        await store.decide('r1', yes);
        expect(await store.take(claimOfAnother)).toMatchObject({ ok: true });
      }),
    );

    test(
      'a decision keeps its reason and what it changed, and an approval the answer of its call',
      onFresh(open, async (store) => {
        await store.put(aRequest(), 100);
        const shown = { arguments: { to: '[redacted]', text: 'hi' }, masked: ['/to'] };
        const edit = { arguments: { to: 'bob', text: 'hi' }, argumentsDigest: 'd2', shown, pointers: ['/text'] };
        await store.decide('r1', { ...yes, reason: 'shorter\0', edit });
        const { pointers: edited, ...changed } = edit;
        const decided = {
          ...aRequest(),
          ...changed,
          edited,
          reason: 'shorter\0',
          decidedBy: '//bob',
          decidedAtMs: NOW,
        };
        expect(await store.get('r1')).toEqual({ ...decided, state: 'approved' });
        expect(await store.take({ ...claim, argumentsDigest: 'd1' })).toEqual({ ok: false, reason: 'mismatch' });
        await store.take({ ...claim, argumentsDigest: 'd2' });
        await store.settle('r1', { ok: true, data: 'sent' });
        expect(await store.get('r1')).toEqual({
          ...decided,
          arguments: shown.arguments,
          cleared: true,
          state: 'spent',
          answer: { ok: true, data: 'sent' },
        });
        await store.settle('unknown', null);
        expect(await store.get('unknown')).toBeUndefined();
      }),
    );

    test.each<[string, Partial<ApprovalClaim>]>([
      ['tool', { toolId: 'mail.delete' }],
      ['version', { toolVersion: '2.0.0' }],
      ['owner', { owner: 'keys/t2/ada' }],
      ['session', { sessionId: 's2' }],
      ['arguments', { argumentsDigest: 'd2' }],
    ])('a claim with another %s is a mismatch and spends nothing', (_, change) =>
      onFresh(open, async (store) => {
        await store.put(aRequest(), 100);
        expect(await store.take({ ...claim, ...change })).toEqual({ ok: false, reason: 'mismatch' });
        expect(await store.take(claim)).toMatchObject({ ok: true });
        expect(await store.take({ ...claim, ...change })).toEqual({ ok: false, reason: 'mismatch' });
      })(),
    );

    test(
      'a claim without a session matches a request without one, and no other',
      onFresh(open, async (store) => {
        await store.put(aRequest(), 100);
        expect(await store.take(claimWithoutSession)).toEqual({ ok: false, reason: 'mismatch' });
        await store.put({ ...requestWithoutSession, id: 'r2', tokenHash: 't2' }, 100);
        expect(await store.take({ ...claim, tokenHash: 't2' })).toEqual({ ok: false, reason: 'mismatch' });
        expect(await store.take({ ...claimWithoutSession, tokenHash: 't2' })).toMatchObject({ ok: true });
      }),
    );

    test(
      'a claim that cannot be met is told why',
      onFresh(open, async (store) => {
        await store.put(aRequest(), 100);
        await store.put(aRequest({ id: 'r2' }), 100);
        await store.decide('r2', no);
        expect(await store.take({ ...claim, tokenHash: 'hash of nothing' })).toEqual({ ok: false, reason: 'unknown' });
        expect(await store.take({ ...claim, tokenHash: 'hash of r2' })).toEqual({
          ok: false,
          reason: 'rejected',
          id: 'r2',
        });
        const late = await store.take({ ...claim, nowMs: NOW + 300_000 });
        expect(late).toEqual({ ok: false, reason: 'expired', id: 'r1' });
        expect(await store.take({ ...claim, nowMs: NOW + 299_999 })).toMatchObject({ ok: true });
      }),
    );

    test(
      'a decision is made once, while the request waits',
      onFresh(open, async (store) => {
        await store.put(aRequest(), 100);
        const decided = await atOnce(20, (index) =>
          store.decide('r1', { decision: index % 2 ? 'yes' : 'no', by: `p${index}`, nowMs: NOW + 5 }),
        );
        const [winner, ...more] = decided.filter((record) => record !== undefined);
        expect(more).toEqual([]);
        expect(winner).toMatchObject({ id: 'r1', decidedAtMs: NOW + 5 });
        expect(await store.get('r1')).toEqual(winner);
      }),
    );

    test(
      'nothing is decided that is unknown, spent or expired',
      onFresh(open, async (store) => {
        expect(await store.decide('r1', yes)).toBeUndefined();
        await store.put(aRequest(), 100);
        expect(await store.decide('r1', { ...yes, nowMs: NOW + 300_000 })).toBeUndefined();
        await store.take(claim);
        expect(await store.decide('r1', { ...no, nowMs: NOW + 2 })).toBeUndefined();
        expect(await store.get('r1')).toEqual({ ...aRequest(), ...bySecret, ...cleared, state: 'spent' });
      }),
    );

    test(
      'a list has the oldest first, by state and session',
      onFresh(open, async (store) => {
        await store.put(aRequest({ id: 'r1' }), 100);
        await store.put(aRequest({ id: 'r2', createdAtMs: NOW + 1, sessionId: 's2' }), 100);
        await store.put(aRequest({ id: 'r3', createdAtMs: NOW + 2 }), 100);
        await store.decide('r1', { ...yes, nowMs: NOW + 3 });
        const ids = async (filter?: Parameters<ApprovalStore['list']>[0]) =>
          (await store.list(filter)).map(({ id }) => id);
        expect(await ids()).toEqual(['r1', 'r2', 'r3']);
        expect(await ids({ state: 'pending' })).toEqual(['r2', 'r3']);
        expect(await ids({ state: 'approved', sessionId: 's1' })).toEqual(['r1']);
        expect(await ids({ sessionId: 's2' })).toEqual(['r2']);
        expect(await ids({ sessionId: 's3' })).toEqual([]);
      }),
    );

    test(
      'a list has no more than wanted, of one owner or of one tenant, and what is not over',
      onFresh(open, async (store) => {
        const owners = ['keys/t1/ada', 'keys/t2/ada', '//ada', 'keys//t1', 't1//ada', 'keys/t1/bob'];
        for (const [index, owner] of owners.entries())
          await store.put(
            aRequest({ id: `r${index}`, owner, createdAtMs: NOW + index, expiresAtMs: NOW + 100 + index }),
            9,
          );
        const ids = async (filter: Parameters<ApprovalStore['list']>[0]) =>
          (await store.list(filter)).map(({ id }) => id).join(' ');
        expect(await ids({ tenant: 't1' })).toBe('r0 r5');
        expect(await ids({ tenant: 't' })).toBe('');
        expect(await ids({ tenant: '%' })).toBe('');
        expect(await ids({ owner: '//ada' })).toBe('r2');
        expect(await ids({ limit: 2 })).toBe('r0 r1');
        expect(await ids({ endsAfterMs: NOW + 104 })).toBe('r5');
      }),
    );

    test(
      'sessions are told apart',
      onFresh(open, async (store) => {
        for (const [index, sessionId] of trickyTexts.entries()) {
          expect(await store.put(aRequest({ id: `r${index}`, sessionId }), 100)).toBe(true);
          expect(await store.list({ sessionId })).toMatchObject([{ id: `r${index}`, sessionId }]);
        }
      }),
    );
  });
}
