import { connect } from 'node:net';
import { createSession, OpenAIRealtimeTransport } from '@helve/agent';
import { ok } from '@helve/core';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aTool, of, until, utility } from '../../../../../test/session-kit.js';
import { geminiDialect } from '../../testing/live/gemini-dialect.js';
import { LiveServer } from '../../testing/live/live-server.js';
import { openLive, type LiveOptions } from '../../testing/live/open-live.js';
import { realtimeDialect } from '../../testing/live/realtime-dialect.js';

const dialects = [geminiDialect, realtimeDialect].map((make) => [make().name, make] as const);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function begin(dialect = realtimeDialect(), options: LiveOptions = {}) {
  const opened = await openLive(dialect, options);
  onTestFinished(() => opened.close());
  const cuts = () => opened.server.received.filter(({ type }) => type === 'conversation.item.truncate');
  return { ...opened, cuts };
}

/** A transport of the Realtime API whose sockets a test can look at. */
function overSockets(session = {}) {
  const sockets: OpenAIRealtimeWS[] = [];
  const toTransport = ({ wire: { url } }: LiveServer) =>
    new OpenAIRealtimeTransport(
      () => {
        const createConnection = () => connect(Number(new URL(url).port), '127.0.0.1');
        const client = new OpenAI({ apiKey: 'test', baseURL: `${url}/v1` });
        const socket = new OpenAIRealtimeWS({ model: 'm', options: { createConnection } }, client);
        sockets.push(socket);
        return socket;
      },
      { session },
    );
  return { sockets, toTransport };
}

test('an interruption cuts what the client has not played, by its own report', async () => {
  const { server, session, seen, cuts } = await begin();
  server.plan({ speech: 10 });
  await session.send({ text: 'go' });
  await until(() => of(seen, 'audio').length === 10 && of(seen, 'turn_end').length === 1);
  const { itemId = '' } = of(seen, 'audio')[0] ?? {};
  session.reportPlayback({ playedMs: 320, itemId });
  server.interrupt();
  await until(() => cuts().length === 1);
  expect(cuts()).toMatchObject([{ item_id: itemId, audio_end_ms: 320 }]);
  expect(of(seen, 'interrupted')).toHaveLength(1);
});

test('nothing is cut of what the client has played to its end', async () => {
  const { server, session, seen, cuts } = await begin();
  server.plan({ speech: 3 });
  await session.send({ text: 'go' });
  await until(() => of(seen, 'turn_end').length === 1);
  session.reportPlayback({ playedMs: 300 });
  server.interrupt();
  await pause(30);
  expect([cuts(), of(seen, 'interrupted')]).toEqual([[], []]);
});

test('telephone audio goes out in its own format and is measured by it', async () => {
  const format = { type: 'audio/pcmu' };
  const dialect = {
    ...realtimeDialect(),
    ready: () => [{ type: 'session.updated', session: { audio: { output: { format } } } }],
  };
  const { toTransport } = overSockets({ audio: { input: { format }, output: { format } } });
  const { server, session, seen, cuts } = await begin(dialect, { connect: toTransport });
  // 4,800 bytes are 600 ms of it, and 100 ms of PCM.
  server.plan({ speech: 1 });
  await session.send({ text: 'go' });
  await until(() => of(seen, 'turn_end').length === 1);
  await pause(150);
  server.interrupt();
  await until(() => cuts().length === 1);
  expect(of(seen, 'audio')).toMatchObject([{ mimeType: 'audio/pcmu;rate=8000' }]);
  const { audio_end_ms: playedMs } = cuts()[0] ?? {};
  expect(playedMs).toBeGreaterThan(100);
  expect(playedMs).toBeLessThan(600);
  expect(server.received).toContainEqual(
    expect.objectContaining({
      session: expect.objectContaining({ audio: expect.objectContaining({ output: { format } }) }),
    }),
  );
});

test('audio of another format goes in as the application says, and comes out as Gemini says', async () => {
  const { server, session, seen } = await begin(geminiDialect());
  await session.send({ audio: 'AAAA', mimeType: 'audio/pcm;rate=48000' });
  server.send({
    serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/ogg;codecs=opus', data: 'BBBB' } }] } },
  });
  await until(() => of(seen, 'audio').length === 1);
  expect(of(seen, 'audio')).toMatchObject([{ data: 'BBBB', mimeType: 'audio/ogg;codecs=opus' }]);
  expect(server.received).toContainEqual({
    realtimeInput: { audio: { data: 'AAAA', mimeType: 'audio/pcm;rate=48000' } },
  });
});

describe.each(dialects)('live sound: %s', (name, make) => {
  const isRealtime = name === 'OpenAI Realtime';

  test('a background result that is to interrupt stops what is being said', async () => {
    const alarm = aTool('alarm', { ...utility, behavior: 'background' }, async () => {
      await pause(40);
      return ok({ fire: true }, { scheduling: 'interrupt' });
    });
    const { server, session, seen } = await begin(make(), { tools: [alarm] });
    server.plan({ calls: [{ id: 'alarm_0', name: 'alarm', args: '{}' }] }, { speech: 5, open: true });
    await session.send({ text: 'watch' });
    await until(() => of(seen, 'tool_call_started').length === 1);
    await session.send({ text: 'and tell me a story' });
    await until(() => of(seen, 'tool_result').length === 1);
    await until(() => server.answers.some((answers) => answers.has('alarm_0')), 'the answer');
    const sent = JSON.stringify(server.received);
    if (!isRealtime) return expect(sent).toContain('"scheduling":"INTERRUPT"');
    await until(() => server.received.filter(({ type }) => type === 'response.create').length === 3, 'the question');
    const types = server.received.map(({ type }) => type);
    expect(types.lastIndexOf('response.cancel')).toBeLessThan(types.lastIndexOf('response.create'));
    expect(types).toContain('response.cancel');
  });
});

test('a client that does not read stops the socket, and loses nothing when it reads again', async () => {
  const server = await LiveServer.start(realtimeDialect());
  const { sockets, toTransport } = overSockets();
  const session = createSession({ mode: 'voice', policy: 'none', tools: [], transport: toTransport(server) });
  const events = session.attach();
  onTestFinished(async () => {
    await session.close();
    await server.wire.close();
  });
  server.plan({ speech: 3_000 });
  await session.send({ text: 'go' });
  const isPaused = () => sockets[0]?.socket.isPaused === true;
  await until(isPaused, 'the pause');
  const heard: string[] = [];
  for await (const event of events) {
    if (event.type === 'audio') heard.push(event.data);
    if (event.type === 'turn_end') break;
  }
  expect(heard).toEqual(server.audioSent);
  expect(isPaused()).toBe(false);
});
