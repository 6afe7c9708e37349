import { openSqliteStore } from '@helve/store';
import { expect, test } from 'vitest';
import { createMemorySessionStore, type SessionStore } from '@helve/agent';
import { sessionStoreSuite } from '@helve/agent/testing';
import { callsFor, says } from '@helve/agent/testing';
import {
  all,
  aTool,
  counted,
  of,
  outcomes,
  retrieval,
  scripted,
  utility,
  write,
} from '../../../../test/session-kit.js';

sessionStoreSuite('memory', async () => ({ store: createMemorySessionStore(), close: async () => undefined }));

test('the store in memory forgets the one idle longest when it is full', async () => {
  const store = createMemorySessionStore({ maxSessions: 2 });
  for (const id of ['a', 'b', 'c']) {
    const { session } = scripted([says('hi')], { store, id });
    await all(session.run('go'));
  }
  expect([await store.load('a', 0), await store.load('c', 0)]).toEqual([undefined, expect.anything()]);
});

test.each([
  ['memory', () => ({ sessions: createMemorySessionStore(), close: async (): Promise<void> => undefined })],
  ['SQLite', () => openSqliteStore({ path: ':memory:' })],
])('a session goes on where it was: history, totals, replays and numbers, in %s', async (_, open) => {
  const { sessions: store, close } = open();
  const { tool, ran } = counted('send', write, 'sent');
  const options = { tools: [tool], store, id: 's', user: { id: 'ada' } };
  const before = scripted([callsFor(['send', { n: 1 }, 'c1']), says('sent')], options);
  const first = await all(before.session.run('send it'));
  const after = scripted([callsFor(['send', { n: 1 }, 'c1']), says('was sent')], options);
  const second = await all(after.session.run('again'));
  expect(ran).toHaveLength(1);
  expect(of(second, 'tool_result')[0]?.response).toMatchObject({
    ok: true,
    data: 'sent',
    meta: { replayed: true, originalTurn: 1 },
  });
  expect(after.transport.setup.history).toEqual(before.transport.history());
  expect(after.session.totals).toMatchObject({ turns: 2, calls: 1 });
  expect(after.session.transcript.map(({ role, text }) => `${role}: ${text}`)).toEqual([
    'user: send it',
    'model: sent',
    'user: again',
    'model: was sent',
  ]);
  expect(second[0]?.seq).toBe((first.at(-1)?.seq ?? 0) + 1);
  await close();
});

test('sessions of others and of another mode are none of ours, and anonymous ones share nothing', async () => {
  const store = createMemorySessionStore();
  await all(scripted([says('hi')], { store, id: 's', user: { id: 'ada' } }).session.run('secret'));
  for (const other of [{ user: { id: 'eve' } }, { user: { id: 'ada' }, mode: 'voice' }]) {
    const { session, transport } = scripted([], { store, id: 's', ...other });
    const events = await all(session.run('what did I say?'));
    expect(of(events, 'error')).toMatchObject([{ error: { code: 'AGENT_SESSION_FOREIGN' } }]);
    expect(transport.sent).toEqual([]);
  }
  const [one, two] = [scripted([], { store }).session, scripted([], { store }).session];
  expect(one.id).not.toBe(two.id);
});

test('an idle session begins anew', async () => {
  const clock = { ms: 1_000_000, now: () => clock.ms };
  const store = createMemorySessionStore();
  const options = { store, id: 's', clock, idleMs: 1_000 };
  const { session, transport } = scripted([says('one'), says('two'), says('three')], options);
  await all(session.run('a'));
  clock.ms += 900;
  await all(session.run('b'));
  expect(transport.history()).toHaveLength(2);
  clock.ms += 1_001;
  const events = await all(session.run('c'));
  expect(of(events, 'warning')).toMatchObject([{ code: 'AGENT_SESSION_EXPIRED' }]);
  expect(transport.history()).toHaveLength(1);
  expect(session.totals.turns).toBe(1);
  clock.ms += 1_001;
  expect(await store.load('s', clock.ms)).toBeUndefined();
});

test('whoever goes on with a session that another process has changed is told', async () => {
  const store = createMemorySessionStore();
  const options = { store, id: 's' };
  const one = scripted([says('a'), says('b')], options);
  await all(one.session.run('a'));
  await all(scripted([says('x')], options).session.run('x'));
  expect(of(await all(one.session.run('b')), 'error')).toMatchObject([{ error: { code: 'AGENT_SESSION_CONFLICT' } }]);
});

test('a store that fails is an error event, and nothing runs that needs what it holds', async () => {
  const down = () => Promise.reject(new Error('down'));
  const store: SessionStore = { load: down, save: down, delete: down, list: down };
  const closed = scripted([], { store, id: 's' });
  expect(of(await all(closed.session.run('go')), 'turn_end')).toMatchObject([{ reason: 'failed' }]);
  expect(closed.transport.sent).toEqual([]);
  const fresh = scripted([callsFor(['add']), says('done')], { store, tools: [aTool('add', utility)] });
  const events = await all(fresh.session.run('go'));
  expect(outcomes(events)).toEqual(['ok']);
  expect(events.slice(-2)).toMatchObject([{ type: 'error' }, { type: 'turn_end', reason: 'done' }]);
});

test('a history in the form of another provider is not replayed, and that is told', async () => {
  const store = createMemorySessionStore();
  await all(scripted([says('a')], { store, id: 's' }).session.run('a'));
  const { session, transport } = scripted([says('b')], { store, id: 's', script: { schemaKey: 'anthropic' } });
  expect(of(await all(session.run('b')), 'warning')).toMatchObject([{ code: 'AGENT_HISTORY_FOREIGN' }]);
  expect(transport.setup.history).toBeUndefined();
});

test('100 results are kept for repeats, the oldest go first', async () => {
  const { tool, ran } = counted('find', retrieval);
  const { session, transport } = scripted([], { tools: [tool], store: createMemorySessionStore(), id: 's' });
  for (let n = 0; n < 101; n += 1) {
    transport.play(callsFor(['find', { n }, `c${n}`]), says('ok'));
    await all(session.run('go'));
  }
  transport.play(callsFor(['find', { n: 0 }, 'c0'], ['find', { n: 100 }, 'c100']), says('ok'));
  await all(session.run('again'));
  expect(ran).toHaveLength(102);
});
