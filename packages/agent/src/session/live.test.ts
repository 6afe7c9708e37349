import { expect, test } from 'vitest';
import { aCall, callsFor, ends, over, ScriptedTransport, type Scene } from '@helve/agent/testing';
import {
  aTool,
  counted,
  gate,
  of,
  outcomes,
  record,
  scripted,
  until,
  utility,
  write,
  retrieval,
} from '../../../../test/session-kit.js';

const audio = { type: 'audio', data: 'AAAA', mimeType: 'audio/pcm' } as const;
const user = { type: 'transcript', role: 'user', text: 'hello', final: true } as const;

function live(scenes: readonly Scene[], options: Parameters<typeof scripted>[1] = {}) {
  const made = scripted(scenes, { mode: 'voice', ...options, script: { live: true, ...options.script } });
  return { ...made, ...record(made.session.attach()) };
}

test('what a person says aloud opens a turn, which the provider ends', async () => {
  const { tool, ran } = counted('find', retrieval);
  const { session, transport, seen } = live([[audio, ...over]], { tools: [tool] });
  await session.send({ audio: 'PCM' });
  transport.say(user, aCall('find', {}, 'c1'), ends('calls'));
  await until(() => of(seen, 'turn_end').length === 1);
  expect(seen.map(({ type }) => type)).toEqual([
    'transcript',
    'tool_call_started',
    'tool_result',
    'tools_complete',
    'audio',
    'turn_end',
  ]);
  expect(ran).toHaveLength(1);
  transport.say(audio, ...over);
  await until(() => of(seen, 'turn_end').length === 2);
  expect(of(seen, 'turn_end').map(({ turn }) => turn)).toEqual([1, 2]);
  await session.close();
});

test.each([
  ['remembers', true],
  ['forgets', false],
] as const)('barge-in where the provider %s calls off what runs, and nothing is asked for', async (_name, answers) => {
  const door = gate();
  const aborted: unknown[] = [];
  const running: unknown[] = [];
  const slow = aTool('slow', utility, (_, ctx) => {
    running.push(1);
    ctx.signal.addEventListener('abort', () => aborted.push(1));
    return door.opened;
  });
  const { session, transport, seen } = live([callsFor(['slow', {}, 'c1'])], {
    tools: [slow],
    script: { forgetsInterrupted: !answers },
  });
  await session.send({ text: 'go' });
  await until(() => running.length === 1);
  transport.say({ type: 'interrupted' });
  await until(() => outcomes(seen).length === 1);
  expect(aborted).toEqual([1]);
  expect(of(seen, 'turn_end')).toMatchObject([{ reason: 'interrupted' }]);
  expect(outcomes(seen)).toEqual(['CANCELLED']);
  const sent = transport.sent.filter(({ kind }) => kind === 'results');
  expect(sent).toMatchObject(answers ? [{ ask: false, results: [{ id: 'c1' }] }] : []);
  door.open();
  await session.close();
});

test('a write that finished although it was called off is told to the model in the next turn', async () => {
  const door = gate();
  const running: unknown[] = [];
  const stubborn = aTool('pay', write, () => {
    running.push(1);
    return door.opened.then(() => 'paid');
  });
  const { session, transport, seen } = live([callsFor(['pay']), over], { tools: [stubborn] });
  await session.send({ text: 'pay' });
  await until(() => running.length === 1);
  transport.say({ type: 'interrupted' });
  await until(() => outcomes(seen).length === 1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const before = transport.sent.length;
  door.open();
  await until(() => of(seen, 'warning').length === 1);
  expect(of(seen, 'warning')).toMatchObject([{ code: 'AGENT_LATE_RESULT', tool: 'pay' }]);
  expect(transport.sent).toHaveLength(before);
  await session.send({ text: 'what?' });
  await until(() => transport.userTexts.length === 2);
  expect(transport.userTexts.at(-1)).toMatch(/"pay" was given up, but has finished nevertheless[^]*what\?/);
  await session.close();
});

test('calls that the provider takes back are called off alone and not answered', async () => {
  const door = gate();
  const slow = aTool('slow', utility, ({ n }, ctx) => {
    return n === 1
      ? new Promise((_, reject) => ctx.signal.addEventListener('abort', reject))
      : door.opened.then(() => n);
  });
  const scenes = [callsFor(['slow', { n: 1 }, 'c1'], ['slow', { n: 2 }, 'c2']), over];
  const { session, transport, seen } = live(scenes, { tools: [slow] });
  await session.send({ text: 'go' });
  await until(() => of(seen, 'tool_call_started').length === 2);
  transport.say({ type: 'call_cancelled', ids: ['c1'] });
  door.open();
  await until(() => of(seen, 'turn_end').length === 1);
  expect(transport.results.map(({ id }) => id)).toEqual(['c2']);
  expect(outcomes(seen)).toEqual(['CANCELLED', 'ok']);
  await session.close();
});

test('speaking again interrupts, and the end of the old answer does not end the new turn', async () => {
  const { session, transport, seen } = live([[audio], [audio, ...over]]);
  await session.send({ text: 'one' });
  await until(() => of(seen, 'audio').length === 1);
  await session.send({ text: 'two' });
  await until(() => of(seen, 'turn_end').length === 2);
  expect(of(seen, 'turn_end')).toMatchObject([
    { reason: 'interrupted', turn: 1 },
    { reason: 'done', turn: 2 },
  ]);
  transport.play([]);
  await session.send({ text: 'three' });
  transport.say({ type: 'turn_end' }, { type: 'step_end', reason: 'cancelled' }, audio, ...over);
  await until(() => of(seen, 'turn_end').length === 3);
  expect(of(seen, 'turn_end').at(-1)).toMatchObject({ reason: 'done', turn: 3 });
  expect(of(seen, 'audio').at(-1)).toMatchObject({ turn: 3 });
  await session.close();
});

test('when the provider goes away, session, tools and counters go on with another transport', async () => {
  const { tool, ran } = counted('find', retrieval);
  const { session, transport, seen, ended } = live([callsFor(['find', { n: 1 }], ['find', { n: 2 }]), over], {
    tools: [tool],
  });
  await session.send({ text: 'one' });
  await until(() => of(seen, 'turn_end').length === 1);
  transport.say({ type: 'going_away', timeLeftMs: 5_000, resumeHandle: 'h1' });
  await until(() => of(seen, 'warning').length === 1);
  expect(of(seen, 'warning')).toMatchObject([{ code: 'AGENT_GOING_AWAY', details: { timeLeftMs: 5_000 } }]);
  const next = new ScriptedTransport([callsFor(['find', { n: 3 }]), over], { live: true });
  const later = record(session.attach(next));
  await ended;
  await session.send({ text: 'two' });
  await until(() => of(later.seen, 'turn_end').length === 1);
  expect(next.setup).toMatchObject({ resumeHandle: 'h1', history: transport.history() });
  expect(ran).toHaveLength(3);
  expect(session.totals).toMatchObject({ turns: 2, calls: 3 });
  expect(later.seen[0]?.seq).toBeGreaterThan(seen.at(-1)?.seq ?? 0);
  await session.close();
});

test('a connection that breaks calls off what runs and ends the stream', async () => {
  const slow = aTool(
    'slow',
    utility,
    (_, ctx) => new Promise((_resolve, reject) => ctx.signal.addEventListener('abort', reject)),
  );
  const { session, transport, seen, ended } = live([callsFor(['slow'])], { tools: [slow] });
  await session.send({ text: 'go' });
  await until(() => of(seen, 'tool_call_started').length === 1);
  transport.hangUp();
  await ended;
  expect(of(seen, 'turn_end')).toMatchObject([{ reason: 'interrupted' }]);
  expect(outcomes(seen)).toEqual(['CANCELLED']);
});

test('a person confirms while the model is live: the call runs and the model is told', async () => {
  const { tool, ran } = counted('send', { ...write, requiresConfirmation: true });
  const { session, transport, seen } = live([callsFor(['send', { n: 1 }]), over, over], { tools: [tool] });
  await session.send({ text: 'send' });
  await until(() => of(seen, 'turn_end').length === 1);
  const token = of(seen, 'confirmation_required')[0]?.request.token ?? '';
  expect(await session.confirm(token).done).toBe('done');
  await until(() => of(seen, 'turn_end').length === 2);
  expect(ran).toEqual([{ n: 1 }]);
  expect(transport.userTexts.at(-1)).toContain('approved the call of "send"');
  await session.close();
});
