import { createSession, type TurnEvent } from '@helve/agent';
import { ok } from '@helve/core';
import { turnPolicy } from '@helve/govern';
import { describe, expect, test, type TestContext } from 'vitest';
import { aTool, of, outcomes, retrieval, until, utility, write } from '../../../../../test/session-kit.js';
import { liveConversations, type LiveConversation } from '../../testing/live/conversations.js';
import { geminiDialect } from '../../testing/live/gemini-dialect.js';
import { LiveServer, type LiveDialect } from '../../testing/live/live-server.js';
import { realtimeDialect } from '../../testing/live/realtime-dialect.js';

const dialects: readonly (() => LiveDialect)[] = [geminiDialect, realtimeDialect];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits, and stops when it is called off. */
function sleep(ms: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('done'), ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), reject(new Error('stopped'))));
  });
}

/** Tools of every behaviour; each write is on record once its effect is done. */
function suiteTools(written: string[], running: Set<string>) {
  const writing = (id: string, ms: number) => async () => {
    running.add(id);
    await pause(ms);
    running.delete(id);
    written.push(id);
    return { paid: id };
  };
  return [
    aTool('look', retrieval, () => ({ seen: true })),
    aTool('slow', retrieval, (_, ctx) => sleep(40, ctx.signal)),
    aTool('pay', write, writing('pay', 30)),
    aTool('stubborn', write, writing('stubborn', 400)),
    aTool('book', { ...write, onInterrupt: 'finish' }, writing('book', 60)),
    aTool('report', { ...utility, behavior: 'background' }, async (_, ctx) => {
      ctx.say('I am looking it up');
      await pause(40);
      return { report: 1 };
    }),
    aTool('note', { ...write, behavior: 'background' }, async () => {
      await pause(20);
      written.push('note');
      return ok({ noted: true }, { scheduling: 'silent' });
    }),
  ];
}

async function begin(dialect: LiveDialect, { onTestFinished }: TestContext, readPauseMs = 0) {
  const server = await LiveServer.start(dialect);
  const written: string[] = [];
  const running = new Set<string>();
  const policy = turnPolicy({ rules: { voice: { calls: 20, retrievalCalls: 20 } } });
  const session = createSession({
    mode: 'voice',
    instructions: 'Be brief.',
    policy,
    tools: suiteTools(written, running),
    transport: dialect.connect(server.wire),
    limits: { callsAtOnce: 4 },
    report: () => undefined,
  });
  const seen: TurnEvent[] = [];
  const reading = (async () => {
    for await (const event of session.attach()) {
      if (readPauseMs > 0) await pause(readPauseMs);
      seen.push(event);
    }
  })();
  onTestFinished(async () => {
    await session.close();
    await reading;
    await server.wire.close();
  });
  return { server, session, seen, written, running };
}

type Begun = Awaited<ReturnType<typeof begin>>;

/** Says something, and waits for the end of the turn. */
async function say({ session, seen }: Pick<Begun, 'session' | 'seen'>, text: string): Promise<void> {
  const ends = of(seen, 'turn_end').length;
  await session.send({ text });
  await until(() => of(seen, 'turn_end').length > ends, `the turn of ${text}`, 5_000);
}

/** Holds one scripted conversation, and says goodbye at its end. */
async function hold({ server, session, seen, running }: Begun, { moment, answers }: LiveConversation): Promise<void> {
  server.plan(...answers);
  await session.send({ text: 'hello' });
  const count = (type: TurnEvent['type']) => seen.filter((event) => event.type === type).length;
  if (moment === 'before') {
    await until(() => count('audio') >= 3, 'the audio before');
    server.interrupt();
    await session.send({ text: 'again' });
  }
  if (moment === 'during' || moment === 'twice') {
    await until(() => count('tool_call_started') > 0, 'a call');
    server.interrupt();
  }
  if (moment === 'twice') {
    await session.send({ text: 'again' });
    server.interrupt();
  }
  await until(() => count('tool_call_started') > 0, 'a call', 5_000);
  if (moment === 'after') {
    await until(() => count('tools_complete') > 0, 'a result');
    server.interrupt();
  }
  if (moment === 'playback') {
    await until(() => count('turn_end') > 0, 'the end of the turn');
    server.interrupt();
  }
  const isQuiet = () => count('tool_call_started') === count('tool_result') && running.size === 0;
  if (moment === 'never') await until(() => count('turn_end') > 0, 'the end of the turn', 5_000);
  await until(isQuiet, 'all results', 5_000);
  // On a busy machine an interruption may come late: the last words are those that nothing follows.
  for (let before = -1; before < count('tool_call_started') + count('interrupted');) {
    before = count('tool_call_started') + count('interrupted');
    for (const word of ['bye', 'see you']) {
      await pause(20);
      await say({ session, seen }, word);
      await until(isQuiet, 'the last results', 5_000);
    }
  }
  await until(() => server.words.some((words) => words.includes('see you')), 'the goodbye', 5_000);
}

/** Checks that nothing was lost: every call has its answer, and every write was told. */
async function checkPromises({ server, seen, written }: Begun): Promise<void> {
  const begun = of(seen, 'tool_call_started').map(({ callId }) => callId);
  const results = of(seen, 'tool_result').map(({ callId }) => callId);
  expect(results.toSorted()).toEqual(begun.toSorted());
  const isTold = (tool: string) => {
    const told = server.words.join('\n');
    return told.includes(`"${tool}"`) || told.includes(`call of ${tool}`);
  };
  const isCalledOff = () => outcomes(seen).includes('CANCELLED') && server.connections > 1;
  for (const id of begun) {
    const isAnswered = () => server.answers.some((answers) => answers.has(id)) || server.takenBack.has(id);
    // What was sent last may still be on its way.
    await until(() => isAnswered() || isTold(id.split('_')[0] ?? '') || isCalledOff(), `the answer of ${id}`, 2_000);
    for (const answers of server.answers) expect(answers.get(id)?.length ?? 0, `${id} twice`).toBeLessThanOrEqual(1);
  }
  for (const tool of written) {
    const wire = () => server.answers.flatMap((answers) => [...answers]);
    const isAnswered = () => wire().some(([id, [text = '']]) => id.startsWith(tool) && /paid|noted/.test(text));
    await until(() => isAnswered() || isTold(tool), `word of ${tool}`, 2_000);
  }
  const seqs = seen.map(({ seq }) => seq);
  expect(new Set(seqs).size).toBe(seqs.length);
  expect(seqs.toSorted((a, b) => a - b)).toEqual(seqs);
}

const heard = ({ seen }: Begun) => of(seen, 'audio').map(({ data }) => data);

/** Checks that all audio came, once and in order. */
async function checkWholeAudio(begun: Begun): Promise<void> {
  const { audioSent } = begun.server;
  await until(() => heard(begun).length >= audioSent.length, 'the last audio', 5_000);
  expect(heard(begun)).toEqual(audioSent);
}

/** Checks that audio came once and in order, and all that was sent before a connection was closed in order. */
async function checkAudio(begun: Begun, isWhole: boolean): Promise<void> {
  const { audioSent } = begun.server;
  if (isWhole && of(begun.seen, 'interrupted').length === 0) return checkWholeAudio(begun);
  const data = heard(begun);
  const places = data.map((piece) => audioSent.indexOf(piece));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
}

describe.each(dialects.map((make) => [make().name, make] as const))('live protocol: %s', (_name, make) => {
  test.concurrent.for(liveConversations())('$name', async (conversation, context) => {
    const begun = await begin(make(), context);
    await hold(begun, conversation);
    await checkPromises(begun);
    const isCut = of(begun.seen, 'interrupted').length > 0;
    if (!isCut) await checkWholeAudio(begun);
    expect(of(begun.seen, 'error')).toEqual([]);
  });

  test.concurrent.for(liveConversations().filter(({ moment }) => moment === 'never' || moment === 'after'))(
    'a client that reads slowly loses nothing: $name',
    async (conversation, context) => {
      const begun = await begin(make(), context, 2);
      await hold(begun, conversation);
      await checkPromises(begun);
      if (conversation.moment === 'never') await checkWholeAudio(begun);
    },
  );

  // Each holds dozens of conversations at once.
  test.for(
    liveConversations()
      .filter(({ moment }) => moment === 'never')
      .flatMap((conversation) => [
        { ...conversation, cut: 'closed', cutsHard: false },
        { ...conversation, cut: 'reset', cutsHard: true },
      ]),
  )(
    'the connection is $cut at every message: $name',
    { timeout: 60_000 },
    async ({ cutsHard, ...conversation }, context) => {
      const whole = await begin(make(), context);
      await hold(whole, conversation);
      const cutAt = async (message: number) => {
        const begun = await begin(make(), context);
        begun.server.cutAfter = message;
        begun.server.cutsHard = cutsHard;
        await hold(begun, conversation);
        const count = (type: TurnEvent['type']) => begun.seen.filter((event) => event.type === type).length;
        // The conversation may need fewer messages than the one before it.
        while (begun.server.messages <= message) await say(begun, 'one more');
        await until(() => begun.server.connections > 1, 'the next connection', 5_000);
        await until(() => count('reconnected') === begun.server.connections - 1, 'the reconnection', 5_000);
        expect([count('reconnecting'), begun.server.connections], `cut after ${message}`).toEqual([1, 2]);
        await checkPromises(begun);
        await checkAudio(begun, !cutsHard);
      };
      const cuts = Array.from({ length: whole.server.messages - 1 }, (_, at) => at + 1);
      await Promise.all(cuts.map(cutAt));
    },
  );
});
