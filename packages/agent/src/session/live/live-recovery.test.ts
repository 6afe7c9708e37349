import { createMemorySessionStore } from '@helve/agent';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aTool, gate, of, outcomes, retrieval, until, write } from '../../../../../test/session-kit.js';
import { geminiDialect } from '../../testing/live/gemini-dialect.js';
import { LiveServer, type LiveDialect } from '../../testing/live/live-server.js';
import { openLive, type LiveOptions, type OpenedLive } from '../../testing/live/open-live.js';
import { realtimeDialect } from '../../testing/live/realtime-dialect.js';

const dialects = [geminiDialect, realtimeDialect].map((make) => [make().name, make] as const);

async function begin(dialect: LiveDialect, options: LiveOptions, given?: LiveServer): Promise<OpenedLive> {
  const opened = await openLive(dialect, options, given);
  onTestFinished(() => opened.close());
  return opened;
}

/** Number of answers that a call got on the wire or in words. */
function answersOf({ server }: OpenedLive, id: string, tool: string): number {
  const onWire = server.answers.reduce((sum, answers) => sum + (answers.get(id)?.length ?? 0), 0);
  return onWire + server.words.filter((words) => words.includes(`call of ${tool}`)).length;
}

describe.each(dialects)('live recovery: %s', (_name, make) => {
  test('a server that starts anew under load loses no call of any conversation, and no write runs twice', async () => {
    const own = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const door = gate();
        const paid: unknown[] = [];
        const pay = aTool('pay', { ...write, onInterrupt: 'finish' }, async () => {
          await door.opened;
          paid.push(1);
          return { paid: true };
        });
        const opened = await begin(make(), { tools: [pay, aTool('look', retrieval, () => ({ seen: true }))] });
        opened.server.plan({
          calls: [
            { id: 'pay_0', name: 'pay', args: '{}' },
            { id: 'look_0', name: 'look', args: '{}' },
          ],
        });
        await opened.session.send({ text: 'go' });
        return { ...opened, door, paid };
      }),
    );
    await Promise.all(own.map(({ seen }) => until(() => of(seen, 'tool_call_started').length === 2, 'the calls')));
    const restarts = own.map(({ server: { wire } }) => wire.restart(150));
    await Promise.all(own.map(({ seen }) => until(() => of(seen, 'reconnecting').length > 0, 'the break')));
    for (const { door } of own) door.open();
    await Promise.all(restarts);
    for (const opened of own) {
      const { seen, paid } = opened;
      await until(() => of(seen, 'turn_end').length > 0, 'the end of the turn');
      await until(() => answersOf(opened, 'pay_0', 'pay') > 0, 'the answer');
      expect(of(seen, 'reconnected')).toHaveLength(1);
      expect(outcomes(seen)).toEqual(['ok', 'ok']);
      expect(paid).toHaveLength(1);
      expect(of(seen, 'error')).toEqual([]);
      await opened.session.send({ text: 'still there?' });
      await until(() => of(seen, 'turn_end').length > 1, 'another turn');
    }
  });

  test('a conversation goes on in another process, with what was said before', async () => {
    const server = await LiveServer.start(make());
    onTestFinished(() => server.wire.close());
    const options = { id: 'voice', store: createMemorySessionStore() };
    const first = await begin(make(), options, server);
    await first.session.send({ text: 'my name is Ada' });
    await until(() => of(first.seen, 'turn_end').length === 1);
    await first.session.close();
    const before = server.received.length;
    const second = await begin(make(), options, server);
    await second.session.send({ text: 'who am I?' });
    await until(() => of(second.seen, 'turn_end').length === 1);
    const again = JSON.stringify(server.received.slice(before));
    expect(again).toMatch(/"handle":"handle_\d+"|my name is Ada/);
    expect(second.session.totals.turns).toBe(2);
    expect(second.seen[0]?.seq).toBeGreaterThan(first.seen.at(-1)?.seq ?? 0);
  });
});

test('the end of a connection that is announced loses no call in flight, which is answered once', async () => {
  const door = gate();
  const slow = aTool('slow', retrieval, () => door.opened.then(() => ({ found: 1 })));
  const opened = await begin(geminiDialect(), { tools: [slow] });
  const { server, session, seen } = opened;
  server.plan({ calls: [{ id: 'slow_0', name: 'slow', args: '{}' }] });
  await session.send({ text: 'go' });
  await until(() => of(seen, 'tool_call_started').length === 1);
  server.goAway();
  await until(() => of(seen, 'reconnected').length === 1, 'the next connection');
  expect(of(seen, 'warning').map(({ code }) => code)).toContain('AGENT_GOING_AWAY');
  expect(of(seen, 'reconnected')).toMatchObject([{ by: 'handle' }]);
  door.open();
  await until(() => answersOf(opened, 'slow_0', 'slow') > 0, 'the answer');
  await until(() => of(seen, 'turn_end').length === 1);
  expect([answersOf(opened, 'slow_0', 'slow'), outcomes(seen)]).toEqual([1, ['ok']]);
});

test('an hour is over: the Realtime API ends the connection with a call in flight, which is answered on the next one', async () => {
  const door = gate();
  const slow = aTool('slow', retrieval, () => door.opened.then(() => ({ found: 1 })));
  const opened = await begin(realtimeDialect(), { tools: [slow] });
  const { server, session, seen } = opened;
  server.plan({ calls: [{ id: 'slow_0', name: 'slow', args: '{}' }] });
  await session.send({ text: 'go' });
  await until(() => of(seen, 'tool_call_started').length === 1);
  server.send({ type: 'error', error: { type: 'invalid_request_error', code: 'session_expired', message: 'over' } });
  server.cut();
  await until(() => of(seen, 'reconnected').length === 1, 'the next connection');
  door.open();
  await until(() => of(seen, 'turn_end').length === 1);
  expect([answersOf(opened, 'slow_0', 'slow'), outcomes(seen)]).toEqual([1, ['ok']]);
});

test('a Gemini session whose handle is of no use any more goes on from its transcript in another process', async () => {
  const store = createMemorySessionStore();
  const first = await begin(geminiDialect(), { id: 'voice', store });
  await first.session.send({ text: 'my name is Ada' });
  await until(() => of(first.seen, 'turn_end').length === 1);
  await first.session.close();
  const stored = await store.load('voice', Date.now());
  if (stored === undefined) throw new Error('nothing was stored');
  const { resumeHandle: _, ...record } = stored.record;
  expect(await store.save(record, stored.revision, 60_000, Date.now())).toBe(true);
  const second = await begin(geminiDialect(), { id: 'voice', store });
  await second.session.send({ text: 'who am I?' });
  await until(() => of(second.seen, 'turn_end').length === 1);
  expect(second.server.words[0]).toMatch(/Conversation so far[^]*user: my name is Ada/);
});
