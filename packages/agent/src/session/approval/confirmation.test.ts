import { sha256, type CallRecord, type TrailSink } from '@helve/core';
import { audit, createMemoryApprovalStore, turnPolicy } from '@helve/govern';
import { approvalStoreSuite } from '@helve/govern/testing';
import { expect, test } from 'vitest';
import { createMemorySessionStore } from '@helve/agent';
import { SessionApprovals } from './session-approvals.js';
import { callsFor, says } from '@helve/agent/testing';
import {
  all,
  aTool,
  counted,
  of,
  outcomes,
  scripted,
  until,
  utility,
  write,
  record,
  resultsOf,
} from '../../../../../test/session-kit.js';

approvalStoreSuite('of a session', async () => ({ store: new SessionApprovals(), close: async () => undefined }));

const asking = () => counted('send', { ...write, requiresConfirmation: true }, { sent: true });

/** Runs a first turn that asks for approval. */
async function asked(options: Parameters<typeof scripted>[1] = {}) {
  const { tool, ran } = asking();
  const scenes = [callsFor(['send', { n: 7 }]), says('please confirm')];
  const { session, transport } = scripted(scenes, { tools: [tool], ...options });
  const events = await all(session.run('send it'));
  const [request] = of(events, 'confirmation_required');
  if (request === undefined) throw new Error('nobody was asked');
  return { session, transport, events, ran, request, token: request.request.token };
}

test.each(['voice', 'text'])('F59: in %s, a tool that needs approval asks for it and does not run', async (mode) => {
  const { events, ran, request, transport } = await asked({ mode });
  expect(outcomes(events)).toEqual(['CONFIRMATION_REQUIRED']);
  expect(ran).toEqual([]);
  expect(request).toMatchObject({ tool: 'send', request: { tool: 'send', preview: expect.stringContaining('send') } });
  expect(Buffer.from(request.request.token, 'base64url')).toHaveLength(32);
  const left = Date.parse(request.request.expiresAt) - Date.now();
  expect(left).toBeGreaterThan(295_000);
  expect(left).toBeLessThanOrEqual(300_000);
  expect(transport.results[0]?.result).toMatchObject({ ok: false, error: { type: 'CONFIRMATION_REQUIRED' } });
});

test('invalid arguments fail as such before anybody is asked', async () => {
  const { tool, ran } = asking();
  const scenes = [callsFor(['send', { n: 'x' }], ['send', '{"n":1']), says('hm')];
  const { session } = scripted(scenes, { tools: [tool] });
  const events = await all(session.run('go'));
  expect(outcomes(events)).toEqual(['VALIDATION', 'VALIDATION']);
  expect(of(events, 'confirmation_required')).toEqual([]);
  expect(resultsOf(events)[1]?.response).toMatchObject({
    error: { message: expect.stringContaining('truncated') },
  });
  expect(ran).toEqual([]);
});

test('F60: confirm runs the stored arguments once, and the outcome reaches the model in a turn of its own', async () => {
  const { session, transport, ran, token } = await asked();
  transport.play(says('it is sent'));
  const events = await all(session.confirm(token));
  expect(ran).toEqual([{ n: 7 }]);
  expect(of(events, 'tool_call_started')).toMatchObject([{ tool: 'send', input: { n: 7 } }]);
  expect(outcomes(events)).toEqual(['ok']);
  expect(transport.userTexts.at(-1)).toMatch(/approved the call of "send".*"sent":true/);
  expect(of(events, 'text')).toMatchObject([{ text: 'it is sent' }]);
  expect(of(events, 'turn_end')).toMatchObject([{ reason: 'done', turn: 2 }]);
  const both = await Promise.all([session.confirm(token).done, session.confirm(token).done]);
  expect(both).toEqual(['not-approved', 'not-approved']);
  expect(ran).toHaveLength(1);
});

test('two who confirm at once run it once', async () => {
  const { session, ran, token } = await asked();
  await Promise.all([session.confirm(token).done, session.confirm(token).done]);
  expect(ran).toHaveLength(1);
});

test('deny ends it, the model hears of it in the next turn, and the token is worth nothing', async () => {
  const { session, transport, ran, token } = await asked();
  expect(await session.deny(token)).toBe(true);
  expect(await session.deny(token)).toBe(false);
  const refused = await all(session.confirm(token));
  expect(outcomes(refused)).toEqual(['CONFIRMATION_REQUIRED']);
  await all(session.run('and now?'));
  expect(transport.userTexts.at(-1)).toMatch(/denied the call of "send"[^]*and now\?/);
  expect(ran).toEqual([]);
});

test.each([
  ['expired', 'expired'],
  ['used', 'used'],
  ['unknown', 'unknown'],
  ['foreign', 'unknown'],
] as const)('F61: a token that is %s is refused, says why, and nothing runs', async (kind, reason) => {
  const clock = { ms: 1_000_000, now: () => clock.ms };
  const { session, ran, token } = await asked({ clock });
  let presented = token;
  if (kind === 'expired') clock.ms += 300_001;
  if (kind === 'used') await session.confirm(token).done;
  if (kind === 'unknown') presented = 'made-up';
  if (kind === 'foreign') presented = (await asked()).token;
  const before = ran.length;
  const events = await all(session.confirm(presented));
  expect(resultsOf(events)[0]?.response).toMatchObject({
    ok: false,
    error: { type: 'CONFIRMATION_REQUIRED', retryable: false, partialSideEffects: false, details: { reason } },
  });
  expect(of(events, 'turn_end')).toMatchObject([{ reason: 'not-approved' }]);
  expect(ran).toHaveLength(before);
});

test('F62: the token is in the envelope for the application and its event, and nowhere else', async () => {
  const records: CallRecord[] = [];
  const sink: TrailSink = { append: async (one) => void records.push(one) };
  const reports: unknown[] = [];
  const seen: unknown[] = [];
  const store = createMemorySessionStore();
  const spying = aTool('send', { ...write, requiresConfirmation: true }, (input, ctx) => {
    seen.push(input, ctx.confirmationToken, ctx.call, ctx.rawInput);
    return 'sent';
  });
  const { session, transport, token, events } = await asked({
    tools: [spying],
    hooks: [audit({ sink })],
    report: (thrown) => reports.push(thrown),
    projection: 'full',
    store,
    id: 'kept',
  });
  await all(session.confirm(token));
  const stored = await store.load('kept', Date.now());
  expect(JSON.stringify(events).split(token)).toHaveLength(3);
  for (const place of [
    records,
    reports,
    seen,
    transport.userTexts,
    transport.history(),
    stored,
    session.state.history,
  ]) {
    expect(JSON.stringify(place)).not.toContain(token);
  }
  expect(JSON.stringify(stored)).toContain(sha256(token));
  expect(seen).toHaveLength(4);
});

test('a tool that another tool calls is not confirmed behind the back of the person, and no handler sees a token', async () => {
  const { tool, ran } = asking();
  const thrown: unknown[] = [];
  const outer = aTool('outer', utility, (_, ctx) =>
    ctx.invoke('send', { n: 1 }).catch((error: unknown) => thrown.push(error)),
  );
  const { session } = scripted([callsFor(['outer']), says('done')], { tools: [tool, outer] });
  const events = await all(session.run('go'));
  expect(of(events, 'confirmation_required')).toEqual([]);
  expect(thrown).toHaveLength(1);
  expect(JSON.stringify(thrown)).not.toContain('token');
  expect(ran).toEqual([]);
});

test.each([
  ['confirmed', 'ok', undefined],
  ['denied', 'AUTH', 'denied'],
  ['expired', 'CONFIRMATION_REQUIRED', 'expired'],
] as const)('with hold the call stays open, and is answered once it is %s', async (decision, outcome, reason) => {
  const { tool, ran } = asking();
  const add = counted('add', utility);
  const policy = turnPolicy({ approvalTtlMs: decision === 'expired' ? 30 : 60_000 });
  const scenes = [callsFor(['send', { n: 1 }], ['add']), says('done')];
  const options = { tools: [tool, add.tool], confirmation: 'hold', policy } as const;
  const { session, transport } = scripted(scenes, options);
  const { seen, ended } = record(session.run('go'));
  await until(() => of(seen, 'confirmation_required').length === 1);
  expect(transport.results).toEqual([]);
  expect(add.ran).toHaveLength(1);
  const token = of(seen, 'confirmation_required')[0]?.request.token ?? '';
  if (decision === 'confirmed') await session.confirm(token).done;
  if (decision === 'denied') expect(await session.deny(token)).toBe(true);
  await ended;
  expect(outcomes(seen)).toEqual([outcome, 'ok']);
  expect(transport.results).toHaveLength(2);
  if (reason !== undefined) expect(resultsOf(seen)[0]?.response).toMatchObject({ error: { details: { reason } } });
  expect(ran).toHaveLength(decision === 'confirmed' ? 1 : 0);
});

test('a question outlives the process that asked it', async () => {
  const store = createMemorySessionStore();
  const { tool, ran } = asking();
  const before = await asked({ tools: [tool], store, id: 's1', user: { id: 'ada' } });
  const after = scripted([says('sent')], { tools: [tool], store, id: 's1', user: { id: 'ada' } });
  expect(outcomes(await all(after.session.confirm(before.token)))).toEqual(['ok']);
  expect(ran).toEqual([{ n: 7 }]);
});

test('approvals may wait in a store of the application, where others see them', async () => {
  const approvals = createMemoryApprovalStore();
  const { session, ran, token } = await asked({ approvals });
  expect(await approvals.list({ state: 'pending' })).toMatchObject([{ toolId: 'send', sessionId: session.id }]);
  await all(session.confirm(token));
  expect(ran).toHaveLength(1);
  expect(await approvals.list({ state: 'spent' })).toHaveLength(1);
});
