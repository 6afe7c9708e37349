import { GeminiLiveTransport, media, OpenAIRealtimeTransport } from '@helve/agent';
import { connect } from 'node:net';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { expect, onTestFinished, test } from 'vitest';
import { of, until } from '../../../../../test/session-kit.js';
import { geminiDialect } from '../../testing/live/gemini-dialect.js';
import type { LiveServer } from '../../testing/live/live-server.js';
import { openLive, type LiveOptions } from '../../testing/live/open-live.js';
import { realtimeDialect } from '../../testing/live/realtime-dialect.js';

async function begin(dialect: ReturnType<typeof realtimeDialect>, options: LiveOptions = {}) {
  const opened = await openLive(dialect, options);
  onTestFinished(() => opened.close());
  return opened;
}

const realtime = ({ wire: { url } }: LiveServer) =>
  new OpenAIRealtimeTransport(
    () => {
      const createConnection = () => connect(Number(new URL(url).port), '127.0.0.1');
      const client = new OpenAI({ apiKey: 'test', baseURL: `${url}/v1` });
      return new OpenAIRealtimeWS({ model: 'm', options: { createConnection } }, client);
    },
    { pushToTalk: true },
  );

const gemini = ({ wire: { url } }: LiveServer) => {
  const ai = new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: url } });
  return new GeminiLiveTransport(({ config, callbacks }) => ai.live.connect({ model: 'm', config, callbacks }), {
    pushToTalk: true,
  });
};

test('the Realtime API answers what was said while a button was held, and stops when it is pressed again', async () => {
  const { server, session, seen } = await begin(realtimeDialect(), { connect: realtime });
  server.plan({ speech: 3, open: true });
  await session.send({ activity: 'start' });
  await session.send({ audio: 'AAAA' });
  await session.send({ audio: 'BBBB' });
  await session.send({ activity: 'end' });
  await until(() => of(seen, 'audio').length === 3, 'the answer');
  await session.send({ activity: 'start' });
  await until(() => of(seen, 'interrupted').length === 1, 'the silence');
  await until(() => server.received.at(-1)?.type === 'response.cancel', 'the cancellation');
  const types = server.received.map(({ type }) => type);
  expect(types.filter((type) => type !== 'session.update')).toEqual([
    'input_audio_buffer.clear',
    'input_audio_buffer.append',
    'input_audio_buffer.append',
    'input_audio_buffer.commit',
    'response.create',
    'input_audio_buffer.clear',
    'conversation.item.truncate',
    'response.cancel',
  ]);
  const [first] = server.received;
  expect(first).toMatchObject({ session: { audio: { input: { turn_detection: null } } } });
  expect(of(seen, 'turn_end')).toMatchObject([{ reason: 'interrupted' }]);
});

test('a button that was held without a sound, or let go to take it back, asks for nothing', async () => {
  const { server, session } = await begin(realtimeDialect(), { connect: realtime });
  await session.send({ activity: 'start' });
  await session.send({ activity: 'end' });
  await session.send({ activity: 'start' });
  await session.send({ audio: 'AAAA' });
  await session.send({ activity: 'cancel' });
  await session.send({ text: 'hello' });
  await until(() => server.words.length === 1);
  const types = server.received.map(({ type }) => type);
  expect(types).not.toContain('input_audio_buffer.commit');
  expect(types.filter((type) => type === 'response.create')).toHaveLength(1);
});

test('Gemini Live is told when a button is held, and answers when it is let go', async () => {
  const { server, session, seen } = await begin(geminiDialect(), { connect: gemini });
  await session.send({ activity: 'start', audio: 'AAAA' });
  await session.send({ activity: 'end' });
  await until(() => of(seen, 'turn_end').length === 1, 'the answer');
  const [{ setup } = {}, ...inputs] = server.received;
  expect(setup).toMatchObject({ realtimeInputConfig: { automaticActivityDetection: { disabled: true } } });
  expect(inputs).toEqual([
    { realtimeInput: { activityStart: {} } },
    { realtimeInput: { audio: { data: 'AAAA', mimeType: 'audio/pcm;rate=16000' } } },
    { realtimeInput: { activityEnd: {} } },
  ]);
});

test('a button that Gemini Live does not know of is told as a loss, and its sound is sent', async () => {
  const { server, session, seen } = await begin(geminiDialect());
  await session.send({ activity: 'start', audio: 'AAAA' });
  await until(() => of(seen, 'warning').length === 1);
  expect(of(seen, 'warning')).toMatchObject([{ code: 'AGENT_LOSS', details: { what: 'activity' } }]);
  await until(() => server.received.length === 2);
  expect(server.received[1]).toMatchObject({ realtimeInput: { audio: { data: 'AAAA' } } });
});

const png = media('image/png', new Uint8Array([1, 2, 3]));

test('pictures go to Gemini Live as frames, and to the Realtime API as items', async () => {
  const google = await begin(geminiDialect());
  await google.session.send({ media: [png] });
  await google.session.send({ text: 'What is this?', media: [png] });
  await until(() => of(google.seen, 'turn_end').length === 1);
  const frame = { realtimeInput: { video: { data: 'AQID', mimeType: 'image/png' } } };
  expect(google.server.received.slice(1)).toEqual([frame, frame, { realtimeInput: { text: 'What is this?' } }]);

  const openai = await begin(realtimeDialect());
  await openai.session.send({ media: [png] });
  await openai.session.send({ text: 'What is this?', media: [png] });
  await until(() => of(openai.seen, 'turn_end').length === 1);
  const image = { type: 'input_image', image_url: 'data:image/png;base64,AQID' };
  const items = openai.server.received.flatMap(({ item }) => (item === undefined ? [] : [item]));
  expect(items).toMatchObject([
    { content: [image] },
    { content: [image, { type: 'input_text', text: 'What is this?' }] },
  ]);
  expect(openai.server.received.filter(({ type }) => type === 'response.create')).toHaveLength(1);
});

test('what a live model cannot see is told as a loss', async () => {
  const { session, seen } = await begin(realtimeDialect());
  await session.send({ text: 'read', media: [media('application/pdf', new Uint8Array([1]))] });
  await until(() => of(seen, 'warning').length === 1);
  expect(of(seen, 'warning')).toMatchObject([{ details: { what: 'media' } }]);
});

test('sound of another rate than OpenAI hears is converted, and compressed sound is left alone', async () => {
  const { server, session } = await begin(realtimeDialect());
  const second = Buffer.alloc(32_000, 1).toString('base64');
  await session.send({ audio: second, mimeType: 'audio/pcm;rate=16000' });
  await session.send({ audio: second, mimeType: 'audio/pcm;rate=24000' });
  await until(() => server.received.filter(({ type }) => type === 'input_audio_buffer.append').length === 2, 'both');
  const [slow, right] = server.received
    .filter(({ type }) => type === 'input_audio_buffer.append')
    .map(({ audio }) => Buffer.from(String(audio), 'base64').length / 48_000);
  expect(slow).toBeCloseTo(1, 2);
  expect(right).toBeCloseTo(2 / 3, 2);
});
