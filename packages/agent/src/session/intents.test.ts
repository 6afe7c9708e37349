import { fail, ok, ToolError, type Intent } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { createMemorySessionStore, createStateController } from '@helve/agent';
import { callsFor, over, says, type Scene } from '@helve/agent/testing';
import { all, aTool, gate, of, record, scripted, until, utility } from '../../../../test/session-kit.js';

const audio = { type: 'audio', data: 'AAAA', mimeType: 'audio/pcm' } as const;
const words = { type: 'transcript', role: 'model', text: 'words', final: true } as const;

const asks = (id: string, ...intents: readonly unknown[]) =>
  aTool(id, utility, () => ok(id, { intents: intents as Intent[] }));

/** Opens a live voice session that plays the scenes when somebody speaks. */
function live(scenes: readonly Scene[], options: Parameters<typeof scripted>[1] = {}) {
  const made = scripted(scenes, { mode: 'voice', ...options, script: { live: true, ...options.script } });
  return { ...made, ...record(made.session.attach()) };
}

test('F64: only what a tool returns changes the state, on failures too', async () => {
  const meddling = aTool('meddle', utility, (_, ctx) => {
    const session = Reflect.get(ctx, 'session') as Record<string, unknown> | undefined;
    expect(() => Object.assign(session ?? Object.freeze({ a: 1 }), { isActive: false })).toThrow('not extensible');
    return fail(new ToolError('PERMANENT', 'Cannot do it'), {
      intents: [{ type: 'SET_PENDING_MESSAGE', message: 'later' }],
    });
  });
  const { session } = scripted([callsFor(['meddle']), says('no')], { tools: [meddling] });
  await all(session.run('go'));
  expect(session.state.get('isActive')).toBe(true);
  expect(session.state.get('pendingMessage')).toBe('later');
});

test.each([undefined, 'current_turn', 'farewell_spoken'])(
  'F65: a voice session that a tool ends (%s) ends after the turn, when all sound is out',
  async (after) => {
    const end = asks('hang_up', { type: 'END_VOICE_SESSION', ...(after === undefined ? {} : { after }) });
    const { session, transport, seen, ended } = live([callsFor(['hang_up']), [audio, audio, ...over]], {
      tools: [end],
    });
    await session.send({ text: 'bye' });
    await ended;
    const types = seen.map(({ type }) => type);
    expect(of(seen, 'audio')).toHaveLength(2);
    expect(types.slice(-2)).toEqual(['session_ending', 'turn_end']);
    expect(types.indexOf('session_ending')).toBeGreaterThan(types.lastIndexOf('audio'));
    expect(transport.sent.at(-1)).toEqual({ kind: 'close' });
    expect(session.state.get('isActive')).toBe(false);
    expect(() => session.attach()).toThrow('the session is closed');
  },
);

test('F65: a session that ends at once does so as soon as the result is sent', async () => {
  const end = asks('hang_up', { type: 'END_VOICE_SESSION', after: 'immediate' });
  const { session, transport, seen, ended } = live([callsFor(['hang_up'])], { tools: [end] });
  await session.send({ text: 'bye' });
  await ended;
  expect(transport.sent.slice(-2)).toMatchObject([{ kind: 'results', ask: false }, { kind: 'close' }]);
  expect(of(seen, 'session_ending')).toMatchObject([{ after: 'immediate' }]);
  expect(of(seen, 'turn_end')).toMatchObject([{ reason: 'session-ended' }]);
});

test('F66: what is suppressed does not leave the session, and results are handed over in silence', async () => {
  const hush = asks('hush', { type: 'SUPPRESS_AUDIO', value: true }, { type: 'SUPPRESS_TRANSCRIPT', value: true });
  const scenes = [callsFor(['hush']), [audio, words, ...over], [audio, words, ...over]];
  const { session, transport, seen } = live(scenes, { tools: [hush] });
  await session.send({ text: 'hush' });
  await until(() => of(seen, 'turn_end').length === 1);
  expect([...of(seen, 'audio'), ...of(seen, 'transcript')]).toEqual([]);
  expect(transport.results).toMatchObject([{ scheduling: 'silent' }]);
  expect(session.transcript).toEqual([]);
  await session.send({ text: 'speak' });
  await until(() => of(seen, 'turn_end').length === 2);
  expect([of(seen, 'audio').length, of(seen, 'transcript').length]).toEqual([1, 1]);
  expect(session.transcript).toMatchObject([
    { role: 'user', text: 'speak' },
    { role: 'model', text: 'words' },
  ]);
  await session.close();
});

test('what comes while a tool runs is heard at once, and suppression holds from its result on', async () => {
  const hush = aTool('hush', utility, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return ok(1, { intents: [{ type: 'SUPPRESS_AUDIO' }] });
  });
  const { session, seen } = live(
    [
      [...callsFor(['hush']), audio, audio],
      [audio, ...over],
    ],
    { tools: [hush] },
  );
  await session.send({ text: 'go' });
  await until(() => of(seen, 'turn_end').length === 1);
  const types = seen.map(({ type }) => type).filter((type) => type === 'audio' || type === 'tool_result');
  expect(types).toEqual(['audio', 'audio', 'tool_result']);
  await session.close();
});

test('F66: a tool that lifts the suppression lets the rest of the turn be heard', async () => {
  const tools = [asks('hush', { type: 'SUPPRESS_AUDIO' }), asks('speak', { type: 'SUPPRESS_AUDIO', value: false })];
  const scenes = [callsFor(['hush']), [audio, ...callsFor(['speak'])], [audio, ...over]];
  const { session, seen } = live(scenes, { tools });
  await session.send({ text: 'go' });
  await until(() => of(seen, 'turn_end').length === 1);
  const types = seen.map(({ type }) => type).filter((type) => type === 'audio' || type === 'tool_result');
  expect(types).toEqual(['tool_result', 'tool_result', 'audio']);
  await session.close();
});

test('F67: intents apply in call order once all calls are done, with their call on record, before results are sent', async () => {
  const order: string[] = [];
  const quickIsDone = gate();
  const says2 = (id: string, wait?: Promise<void>) =>
    aTool(id, utility, async () => {
      await wait;
      order.push(`${id} done`);
      if (wait === undefined) quickIsDone.open();
      return ok(id, { intents: [{ type: 'SET_PENDING_MESSAGE', message: id }, { type: 'SUPPRESS_AUDIO' }] });
    });
  const scenes: Scene[] = [
    callsFor(['slow', {}, 'c1'], ['quick', {}, 'c2']),
    () => {
      order.push('results sent');
      return says('done');
    },
  ];
  const { session } = scripted(scenes, { tools: [says2('slow', quickIsDone.opened), says2('quick')] });
  session.state.subscribe((snapshot) => {
    if (snapshot.pendingMessage !== undefined) order.push(`applied ${snapshot.pendingMessage}`);
  });
  await all(session.run('go'));
  const unique = order.filter((entry, index) => entry !== order[index - 1]);
  expect(unique.slice(0, 5)).toEqual(['quick done', 'slow done', 'applied slow', 'applied quick', 'results sent']);
  expect(session.state.history.map(({ call, turn, effect }) => [call, turn, effect])).toEqual([
    ['c1', 1, 'opens the next turn'],
    ['c1', 1, 'no audio in this turn'],
    ['c2', 1, 'opens the next turn, in place of another'],
    ['c2', 1, 'no audio in this turn'],
  ]);
});

describe('F68: what is unknown, malformed or out of place is reported and ignored', () => {
  const bad: readonly unknown[] = [
    { type: 'REBOOT' },
    { type: 'END_VOICE_SESSION' },
    { type: 'SET_PENDING_MESSAGE', message: '  ' },
    { type: 'SUPPRESS_AUDIO', value: 'yes' },
    { type: 'SUPPRESS_TRANSCRIPT', value: false },
  ];
  test('F68: in a text session', async () => {
    const { session } = scripted([callsFor(['odd']), says('done')], { tools: [asks('odd', ...bad)] });
    const before = session.state.getSnapshot();
    const events = await all(session.run('go'));
    const codes = of(events, 'warning').map(({ code }) => code);
    expect(codes.toSorted()).toEqual([...bad.slice(1).map(() => 'AGENT_INTENT_IGNORED'), 'CALL_INTENT_UNKNOWN']);
    expect(session.state.getSnapshot()).toEqual({ ...before, turn: 1 });
    expect(session.state.history.every(({ applied }) => !applied)).toBe(true);
  });

  test.each([
    null,
    'x',
    7,
    [],
    { type: 'toString' },
    { type: '__proto__' },
    { type: 'END_VOICE_SESSION', after: 'soon' },
  ])('F68: %j changes nothing', (intent) => {
    const controller = createStateController({ mode: 'voice' });
    const before = controller.getSnapshot();
    expect(controller.applyIntent(intent)).toMatchObject({ applied: false });
    expect(controller.getSnapshot()).toBe(before);
  });

  test('F68: suppression ends with the turn', async () => {
    const { session } = scripted([callsFor(['hush']), says('done')], {
      tools: [asks('hush', { type: 'SUPPRESS_AUDIO' })],
    });
    await all(session.run('go'));
    expect(session.state.history).toMatchObject([{ applied: true }]);
    expect(session.state.get('suppressAudio')).toBe(false);
  });
});

test('F69: the pending message opens the next turn exactly once, the later one wins, and it survives a reconnect', async () => {
  const store = createMemorySessionStore();
  const tools = [
    asks('first', { type: 'SET_PENDING_MESSAGE', message: 'one' }),
    asks('then', { type: 'SET_PENDING_MESSAGE', message: 'two' }),
  ];
  const options = { tools, store, id: 's', user: { id: 'ada' } };
  const before = scripted([callsFor(['first'], ['then']), says('done')], options);
  await all(before.session.run('hello'));
  expect(before.transport.userTexts).toEqual(['hello']);
  const after = scripted([], options);
  await all(after.session.run('back'));
  await all(after.session.run('again'));
  expect(after.transport.userTexts).toEqual(['two\n\nback', 'again']);
});

test('F69: on a live transport the pending message comes before the sound of the person', async () => {
  const later = asks('later', { type: 'SET_PENDING_MESSAGE', message: 'remind me' });
  const { session, transport, seen } = live([callsFor(['later']), over, over], { tools: [later] });
  await session.send({ text: 'hi' });
  await until(() => of(seen, 'turn_end').length === 1);
  await session.send({ audio: 'BBBB' });
  await session.send({ audio: 'CCCC' });
  await until(() => of(seen, 'turn_end').length === 2);
  const inputs = transport.sent.flatMap((one) => (one.kind === 'user' ? [one.input] : []));
  expect(inputs.filter(({ text }) => text !== undefined)).toEqual([{ text: 'hi' }, { text: 'remind me' }]);
  expect(inputs.filter((input) => input.audio !== undefined)).toEqual([{ audio: 'BBBB' }, { audio: 'CCCC' }]);
  await session.close();
});
