import {
  CascadeTransport,
  createDemoTransport,
  createSession,
  scriptedSpeechToText,
  scriptedTextToSpeech,
  type CascadeOptions,
  type SessionOptions,
} from '@helve/agent';
import { callsFor, says, ScriptedTransport, type Scene } from '@helve/agent/testing';
import { ok } from '@helve/core';
import { expect, onTestFinished, test } from 'vitest';
import {
  aTool,
  gate,
  of,
  outcomes,
  record,
  retrieval,
  until,
  utility,
  write,
} from '../../../../../test/session-kit.js';

const mimeType = 'audio/pcm;rate=16000';
/** 100 ms of a loud tone, and of silence. */
const loud = piece((at) => Math.round(Math.sin(at / 5) * 12_000));
const quiet = piece(() => 0);

function piece(sampleAt: (at: number) => number): string {
  const bytes = Buffer.alloc(3_200);
  for (let at = 0; at < 1_600; at += 1) bytes.writeInt16LE(sampleAt(at), at * 2);
  return bytes.toString('base64');
}

type Options = Partial<CascadeOptions> & {
  readonly lines?: readonly string[];
  readonly session?: Partial<SessionOptions>;
};

function begin(scenes: readonly Scene[], { lines = ['hello'], session: own, ...options }: Options = {}) {
  const model = new ScriptedTransport(scenes, { silent: true });
  const transport = new CascadeTransport({
    model,
    speechToText: scriptedSpeechToText(lines),
    textToSpeech: scriptedTextToSpeech(),
    ...options,
  });
  const session = createSession({
    mode: 'voice',
    policy: 'none',
    tools: [],
    transport,
    report: () => undefined,
    ...own,
  });
  onTestFinished(() => session.close());
  const hear = async (...sounds: readonly string[]) => {
    for (const audio of sounds) await session.send({ audio, mimeType });
  };
  /** Says something that takes 300 ms, and waits until it is understood. */
  const utter = () => hear(loud, loud, loud, ...Array.from({ length: 8 }, () => quiet));
  return { model, session, hear, utter, ...record(session.attach()) };
}

const types = (seen: readonly { readonly type: string }[]) => [...new Set(seen.map(({ type }) => type))];

test('what a person says is written down, answered by a text model, and said', async () => {
  const { model, utter, seen } = begin([says('Good day. How are you?')]);
  await utter();
  await until(() => of(seen, 'turn_end').length === 1, 'the answer');
  expect(model.userTexts).toEqual(['hello']);
  expect(types(seen)).toEqual(['transcript', 'audio', 'turn_end']);
  const said = of(seen, 'transcript').filter(({ role }) => role === 'model');
  expect(said.map(({ text, final }) => [text, final])).toEqual([
    ['Good day. ', false],
    ['How are you?', false],
    ['Good day. How are you?', true],
  ]);
  expect(of(seen, 'audio')[0]).toMatchObject({ mimeType, itemId: 'said_1' });
});

test('silence and noise are no speech, and what nobody understood is not sent', async () => {
  const hum = piece((at) => Math.round(Math.sin(at / 3) * 300));
  const { model, hear, seen } = begin([], { lines: [''] });
  await hear(quiet, hum, hum, hum, hum, hum, quiet, loud, loud, loud, ...Array.from({ length: 9 }, () => hum));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([seen, model.userTexts]).toEqual([[], []]);
});

test('whoever speaks while they hear the answer stops it, and the model learns what they heard', async () => {
  const { session, model, utter, hear, seen } = begin([says('One two three. Four five six.'), says('Yes?')], {
    lines: ['count', 'stop'],
  });
  await utter();
  await until(() => of(seen, 'turn_end').length === 1, 'the answer');
  session.reportPlayback({ playedMs: 200, itemId: 'said_1' });
  await hear(loud);
  await until(() => of(seen, 'interrupted').length === 1, 'the silence');
  await utter();
  await until(() => of(seen, 'turn_end').length === 2, 'the next answer');
  expect(model.userTexts).toEqual(['count', '[Note: The person interrupted you. They heard only: "One t"]\n\nstop']);
});

test('words that come while the model thinks replace its answer, and noise does not', async () => {
  const { model, utter, seen } = begin([[], says('Both.')], { lines: ['first', '', 'second'] });
  await utter();
  await until(() => model.userTexts.length === 1);
  await utter();
  expect(model.sent.filter(({ kind }) => kind === 'cancel')).toHaveLength(1);
  await utter();
  await until(() => of(seen, 'turn_end').length === 1, 'the answer');
  expect(model.userTexts).toEqual(['first', 'second']);
});

test('tools run while the answer is spoken, and an interrupted write is told in words', async () => {
  const door = gate();
  const pay = aTool('pay', write, () => door.opened.then(() => ({ paid: 1 })));
  const { model, utter, seen } = begin([callsFor(['pay', {}, 'c1']), says('Fine.'), says('Oh.')], {
    lines: ['pay', 'wait', 'and?'],
    session: { tools: [pay] },
  });
  await utter();
  await until(() => of(seen, 'tool_call_started').length === 1);
  await utter();
  await until(() => model.userTexts.length === 2, 'the second question');
  // The model got a first answer: it would not have taken the question otherwise.
  expect(model.results).toMatchObject([{ id: 'c1', result: { ok: true, data: { status: 'running' } } }]);
  door.open();
  await until(() => of(seen, 'tool_result').length === 1);
  await until(() => of(seen, 'turn_end').length === 2);
  await utter();
  await until(() => model.userTexts.length === 3);
  expect(model.userTexts[2]).toMatch(/"pay" was given up, but has finished[^]*and\?$/);
});

test('a background call does not keep the conversation waiting, and its result is told in a pause', async () => {
  const door = gate();
  const report = aTool('report', { ...retrieval, behavior: 'background' }, async (_, ctx) => {
    ctx.say('I am looking. ');
    return door.opened.then(() => ({ rain: true }));
  });
  const scenes = [callsFor(['report', {}, 'c1']), says('It takes a moment.'), says('It rains.')];
  const { model, utter, seen } = begin(scenes, { session: { tools: [report] } });
  await utter();
  await until(() => of(seen, 'turn_end').length === 1, 'the first answer');
  const said = () =>
    of(seen, 'transcript').flatMap(({ role, text, final }) => (role === 'model' && !final ? [text] : []));
  expect(said()).toEqual(expect.arrayContaining(['I am looking. ', 'It takes a moment.']));
  door.open();
  await until(() => of(seen, 'turn_end').length === 2, 'the second answer');
  expect(model.userTexts[1]).toMatch(/^\[Note: The result of your earlier call of report: .*"rain":true/);
  expect(said()).toContain('It rains.');
  expect(outcomes(seen)).toEqual(['ok']);
});

test('what a background result costs is told with the turn that tells it, and a budget that is used up ends the session', async () => {
  const door = gate();
  const report = aTool('report', { ...retrieval, behavior: 'background' }, () => door.opened);
  const uses = { type: 'usage', inputTokens: 10, outputTokens: 0, model: 'm' } as const;
  const scenes = [callsFor(['report', {}, 'c1']), [uses, ...says('Wait.')], [uses, ...says('It rains.')], says('No.')];
  const { session, utter, seen, ended } = begin(scenes, {
    session: { tools: [report], budget: { session: { tokens: 20 } } },
  });
  await utter();
  await until(() => of(seen, 'turn_end').length === 1, 'the first answer');
  door.open();
  await until(() => of(seen, 'turn_end').length === 2, 'the second answer');
  expect(of(seen, 'turn_end').map(({ totals }) => [totals.inputTokens, totals.calls])).toEqual([
    [10, 0],
    [10, 1],
  ]);
  expect(session.totals).toMatchObject({ inputTokens: 20, calls: 1, turns: 2 });
  await ended;
  expect(of(seen, 'turn_end').map(({ reason }) => reason)).toEqual(['done', 'budget-used']);
});

test('what a tool says is set apart from the answer around it', async () => {
  const look = aTool('look', utility, (_, ctx) => {
    ctx.say('I am looking.');
    return {};
  });
  const scenes: Scene[] = [[{ type: 'text', text: 'One moment.' }, ...callsFor(['look', {}, 'c1'])], says('Found it.')];
  const { utter, seen } = begin(scenes, { session: { tools: [look] } });
  await utter();
  await until(() => of(seen, 'turn_end').length === 1, 'the answer');
  const whole = of(seen, 'transcript').find(({ role, final }) => role === 'model' && final)?.text;
  expect(whole).toBe('One moment. I am looking. Found it.');
});

test('a background result that stays silent waits for the next words', async () => {
  const note = aTool('note', { ...write, behavior: 'background' }, () => ok({ noted: 7 }, { scheduling: 'silent' }));
  const { model, utter, seen } = begin([callsFor(['note', {}, 'c1']), says('Noted.'), says('Yes.')], {
    session: { tools: [note] },
  });
  await utter();
  await until(() => of(seen, 'turn_end').length === 1);
  expect(model.userTexts).toHaveLength(1);
  await utter();
  await until(() => of(seen, 'turn_end').length === 2);
  expect(model.userTexts[1]).toContain('"noted":7');
});

test('with a button the client says when somebody speaks, and may take it back', async () => {
  const { session, model, hear, seen } = begin([says('Yes.')], { lines: ['never mind', 'go on'], pushToTalk: true });
  await hear(loud, quiet, quiet, quiet, quiet, quiet, quiet, quiet, quiet);
  await session.send({ activity: 'start' });
  await hear(loud);
  await session.send({ activity: 'cancel' });
  await session.send({ activity: 'start' });
  await hear(quiet);
  await session.send({ activity: 'end' });
  await until(() => of(seen, 'turn_end').length === 1, 'the answer');
  expect(model.userTexts).toEqual(['go on']);
});

test('a client that does not read keeps nothing growing, and hears everything when it reads', async () => {
  const transport = new CascadeTransport({
    model: new ScriptedTransport([says('x'.repeat(300))]),
    speechToText: scriptedSpeechToText(['hello']),
    textToSpeech: scriptedTextToSpeech(),
  });
  const session = createSession({ mode: 'voice', policy: 'none', tools: [], transport });
  onTestFinished(() => session.close());
  const events = session.attach();
  transport.pause();
  await session.send({ text: 'talk' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  transport.resume();
  const heard: string[] = [];
  for await (const event of events) {
    if (event.type === 'audio') heard.push(event.data);
    if (event.type === 'turn_end') break;
  }
  expect(heard).toHaveLength(300);
});

test('ports that fail are told: what was said is lost, and what is to be said is shown', async () => {
  const failing = { name: 'broken', sampleRate: 16_000 };
  const { utter, session, seen } = begin([says('Good day.')], {
    speechToText: { ...failing, transcribe: () => Promise.reject(new Error('no ears')) },
    textToSpeech: {
      ...failing,
      // oxlint-disable-next-line require-yield -- it fails before it has said anything
      async *speak() {
        throw new Error('no voice');
      },
    },
  });
  await utter();
  await until(() => of(seen, 'error').length === 1);
  expect(of(seen, 'error')[0]?.error.message).toContain('no ears');
  await session.send({ text: 'hello' });
  await until(() => of(seen, 'turn_end').length === 1);
  expect(of(seen, 'warning')).toMatchObject([
    { details: { what: 'speech' }, message: expect.stringContaining('no voice') },
  ]);
  expect(of(seen, 'transcript').map(({ text }) => text)).toContain('Good day.');
});

test('the demo model has a voice by it, with tools', async () => {
  const bell = { ...aTool('ring_bell', utility, () => 'Ding dong'), description: 'Rings the bell at the door' };
  const transport = new CascadeTransport({
    model: createDemoTransport(),
    speechToText: scriptedSpeechToText(['ring the bell']),
    textToSpeech: scriptedTextToSpeech(),
  });
  const session = createSession({ mode: 'voice', policy: 'none', tools: [bell], transport });
  onTestFinished(() => session.close());
  const { seen } = record(session.attach());
  for (const audio of [loud, loud, ...Array.from({ length: 8 }, () => quiet)]) await session.send({ audio, mimeType });
  await until(() => of(seen, 'turn_end').length === 1);
  expect(outcomes(seen)).toEqual(['ok']);
  expect(session.transcript.map(({ text }) => text.trim())).toEqual(['ring the bell', 'Ding dong']);
});

test('sound that is not PCM is told as a loss, and a live model is refused', async () => {
  const { session, seen } = begin([]);
  await session.send({ audio: 'AAAA', mimeType: 'audio/ogg' });
  await until(() => of(seen, 'warning').length === 1);
  expect(of(seen, 'warning')).toMatchObject([{ details: { what: 'audio' } }]);
  const model = createDemoTransport({ live: true });
  const ports = { speechToText: scriptedSpeechToText([]), textToSpeech: scriptedTextToSpeech() };
  expect(() => new CascadeTransport({ model, ...ports })).toThrow('needs no cascade');
});
