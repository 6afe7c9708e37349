import { connect } from 'node:net';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  nextStep,
  openaiRealtimeFixture,
  socketConversation,
  startWireServer,
  success,
  textIn,
  transportSuite,
  type WirePeer,
  type WireServer,
} from '../../testing.js';
import { until } from '../../../../../test/session-kit.js';
import { OpenAIRealtimeTransport } from './openai-realtime-transport.js';

const tool = {
  type: 'function',
  name: 'get_weather',
  description: 'Tells the weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

/** Connects the SDK without TLS, which it insists on. */
function connectSdk({ url }: WireServer): OpenAIRealtimeWS {
  const createConnection = () => connect(Number(new URL(url).port), '127.0.0.1');
  const client = new OpenAI({ apiKey: 'test', baseURL: `${url}/v1` });
  return new OpenAIRealtimeWS({ model: 'm', options: { createConnection } }, client);
}

const clear = '{"ok":true,"data":{"sky":"clear"}}';
const output = (callId: string) => ({
  type: 'conversation.item.create',
  item: { type: 'function_call_output', call_id: callId, output: clear },
});

transportSuite({
  name: 'OpenAI Realtime',
  fixture: openaiRealtimeFixture,
  exceptions: { 'interleaved fragments': 'arguments are taken from the finished response, never from fragments' },
  tool,
  takesImages: false,
  isResult: ({ type }) => type === 'function_call_output',
  golden: [
    {
      type: 'session.update',
      session: {
        type: 'realtime',
        audio: { input: { transcription: { model: 'gpt-4o-mini-transcribe' } } },
        instructions: 'Be brief.',
        tools: [tool],
        tool_choice: 'auto',
      },
    },
    {
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'What is the weather?' }] },
    },
    { type: 'response.create' },
    output('call_a1'),
    output('call_b2'),
    { type: 'response.create' },
  ],
  connect: async (wire) => {
    return socketConversation(wire, new OpenAIRealtimeTransport(connectSdk(wire)), {
      isAsk: ({ type }) => type === 'response.create',
      react: ({ type }) => (type === 'response.cancel' ? cancelled : []),
      errorEvents: (message) => [
        { type: 'error', error: { type: 'invalid_request_error', code: 'invalid_api_key', message } },
      ],
    });
  },
});

const cancelled = [
  {
    type: 'response.done',
    response: {
      id: 'resp_cut',
      object: 'realtime.response',
      status: 'cancelled',
      status_details: { type: 'cancelled', reason: 'client_cancelled' },
      output: [{ type: 'function_call', status: 'completed', call_id: 'late', name: 'get_weather', arguments: '{}' }],
    },
  },
];

describe('OpenAI Realtime', () => {
  let wire: WireServer;
  let transport: OpenAIRealtimeTransport;
  let peer: WirePeer;

  beforeEach(async () => {
    wire = await startWireServer();
    transport = new OpenAIRealtimeTransport(connectSdk(wire));
    await transport.open({ instructions: '', tools: [], toolChoice: 'auto' });
    peer = await wire.nextPeer();
  });
  afterEach(async () => {
    await transport.close();
    await wire.close();
  });

  const calls = openaiRealtimeFixture.calls(
    [
      { id: 'call_1', name: 'add', args: '{}' },
      { id: 'call_2', name: 'add', args: '{}' },
    ],
    'calls',
  );
  const answer = (id: string) => ({ id, name: 'add', result: success(1) });
  const types = () => peer.received.map(({ type }) => type);
  const created = () => types().filter((type) => type === 'response.create').length;
  const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

  test('runs nothing before a response is done, and nothing of one that was cancelled', async () => {
    peer.send(...calls.slice(0, -1));
    peer.send({
      type: 'response.done',
      response: {
        status: 'cancelled',
        status_details: { reason: 'turn_detected' },
        output: [{ type: 'function_call', status: 'incomplete', call_id: 'call_1', name: 'add', arguments: '{}' }],
      },
    });
    expect(await nextStep(transport)).toEqual([{ type: 'step_end', reason: 'cancelled', detail: 'turn_detected' }]);
  });

  test('asks exactly once for all answers, however they are handed over', async () => {
    peer.send(...calls);
    await nextStep(transport);
    await transport.sendToolResult(answer('call_2'));
    await transport.sendToolResult(answer('call_1'));
    await until(() => created() > 0);
    await settle();
    expect(types().slice(1)).toEqual(['conversation.item.create', 'conversation.item.create', 'response.create']);
    expect(peer.received.slice(1, 3).map(({ item }) => (item as { call_id: string }).call_id)).toEqual([
      'call_1',
      'call_2',
    ]);
  });

  test('waits with its wish while another response is being made, and does not fail', async () => {
    peer.send(...calls);
    await nextStep(transport);
    await transport.sendToolResults([answer('call_1'), answer('call_2')]);
    await until(() => created() === 1);
    peer.send({ type: 'error', error: { code: 'conversation_already_has_active_response', message: 'busy' } });
    peer.send(openaiRealtimeFixture.text('Mine', 'other').at(-1));
    const events = await nextStep(transport);
    await until(() => created() > 1);
    await settle();
    expect(events.some(({ type }) => type === 'error')).toBe(false);
    expect(created()).toBe(2);
  });

  test('leaves answers there without asking', async () => {
    peer.send(...calls);
    await nextStep(transport);
    await transport.sendToolResults([answer('call_1'), answer('call_2')], { ask: false });
    const items = () => types().filter((type) => type === 'conversation.item.create').length;
    await until(() => items() === 2);
    await settle();
    expect([created(), items()]).toEqual([0, 2]);
  });

  test('passes audio on, both ways, with transcripts and barge-in', async () => {
    await transport.sendUser({ audio: 'AAAA' });
    peer.send(
      { type: 'input_audio_buffer.speech_started', item_id: 'i1' },
      { type: 'response.created', response: {} },
      { type: 'response.output_audio.delta', item_id: 'o0', content_index: 0, delta: 'A'.repeat(64_000) },
      { type: 'input_audio_buffer.speech_started', item_id: 'i2' },
      { type: 'response.output_audio.delta', item_id: 'o0', content_index: 0, delta: 'late' },
      { type: 'response.done', response: { status: 'cancelled', output: [] } },
      { type: 'response.created', response: {} },
      { type: 'conversation.item.input_audio_transcription.completed', item_id: 'i1', transcript: 'Hello' },
      { type: 'response.output_audio.delta', delta: 'BBBB' },
      { type: 'response.output_audio_transcript.delta', delta: 'Hi' },
      { type: 'response.output_audio_transcript.done', transcript: 'Hi' },
      openaiRealtimeFixture.text('Hi', 'hi').at(-1),
    );
    const cut = await nextStep(transport);
    expect(cut.map(({ type }) => type)).toEqual(['audio', 'interrupted', 'step_end']);
    expect((await nextStep(transport)).slice(0, 5)).toEqual([
      { type: 'turn_end' },
      { type: 'transcript', role: 'user', text: 'Hello', final: true },
      { type: 'audio', data: 'BBBB', mimeType: 'audio/pcm;rate=24000' },
      { type: 'transcript', role: 'model', text: 'Hi', final: false },
      { type: 'transcript', role: 'model', text: 'Hi', final: true },
    ]);
    await until(() => types().includes('conversation.item.truncate'));
    expect(types()).toContain('input_audio_buffer.append');
    expect(transport.history()).toMatchObject([{ role: 'user' }, { role: 'assistant' }]);
  });

  test('keeps what a person said aloud before the answer to it, although its transcript comes later', async () => {
    peer.send(
      { type: 'input_audio_buffer.committed', item_id: 'i1' },
      { type: 'response.created', response: {} },
      openaiRealtimeFixture.text('Hi', 'hi').at(-1),
    );
    await nextStep(transport);
    expect(transport.history()).toMatchObject([{ role: 'assistant' }]);
    peer.send(
      { type: 'conversation.item.input_audio_transcription.completed', item_id: 'i1', transcript: 'Hello' },
      openaiRealtimeFixture.text('Bye', 'bye').at(-1),
    );
    await nextStep(transport);
    expect(transport.history()).toMatchObject([
      { role: 'user', content: [{ text: 'Hello' }] },
      { role: 'assistant' },
      { role: 'assistant' },
    ]);
  });

  test('transcribes what the person says as the application wants it, or not at all', async () => {
    const voice = { audio: { input: { transcription: null }, output: { voice: 'marin' } } };
    const silent = new OpenAIRealtimeTransport(connectSdk(wire), { session: voice });
    await silent.open({ instructions: '', tools: [], toolChoice: 'auto' });
    const end = await wire.nextPeer();
    await until(() => end.received.length > 0);
    expect(end.received).toMatchObject([{ session: voice }]);
    await silent.close();
  });

  test('says that the connection was closed, ends the step, and takes nothing more', async () => {
    peer.send({ type: 'response.created', response: {} });
    peer.close();
    expect(await nextStep(transport)).toMatchObject([
      { type: 'error', error: { name: 'ProviderError', retryable: true } },
      { type: 'step_end', reason: 'failed' },
    ]);
    await expect(transport.sendUser({ text: 'Go' })).rejects.toMatchObject({ code: 'AGENT_TRANSPORT_CLOSED' });
  });

  test('speaks over a plain WebSocket too', async () => {
    const other = new OpenAIRealtimeTransport(new WebSocket(wire.url.replace('http', 'ws')));
    await other.open({ instructions: 'Be brief.', tools: [], toolChoice: 'auto' });
    const end = await wire.nextPeer();
    end.send(...openaiRealtimeFixture.text('Hello', 'one'));
    expect(textIn(await nextStep(other))).toBe('Hello');
    await until(() => end.received.length > 0);
    await settle();
    expect(end.received).toMatchObject([{ type: 'session.update' }]);
    await other.close();
  });
});
