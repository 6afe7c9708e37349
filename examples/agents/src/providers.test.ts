import { connect } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import {
  AnthropicTransport,
  GeminiTransport,
  OllamaTransport,
  OpenAIRealtimeTransport,
  OpenAITransport,
  type Transport,
} from '@helve/agent';
import {
  anthropicFixture,
  geminiFixture,
  ollamaFixture,
  openaiRealtimeFixture,
  openaiResponsesFixture,
  socketConversation,
  startWireServer,
  type WireFixture,
  type WireServer,
} from '@helve/agent/testing';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createCapabilities } from './capabilities.js';
import { loadFreshTools } from './testing/fresh-tools.js';
import { find, TextClient, textOf } from './testing/text-client.js';
import { resultsIn, VoiceClient } from './testing/voice-client.js';
import { startTextAgent } from './text-agent.js';
import { startVoiceAgent } from './voice-agent.js';

let fresh: Awaited<ReturnType<typeof loadFreshTools>>;
beforeAll(async () => {
  fresh = await loadFreshTools();
}, 60_000);
afterAll(() => fresh.remove());

const search = { id: 'call_1', name: 'kb_search', args: '{"query":"How long do refunds take?"}' };
const answer = 'Three to five working days.';

async function startWire(): Promise<WireServer> {
  const wire = await startWireServer();
  onTestFinished(() => wire.close());
  return wire;
}

/** The only thing that differs between providers: the line that makes the transport. */
const providers: readonly [string, WireFixture, 'sse' | 'ndjson', (url: string) => Transport][] = [
  [
    'OpenAI',
    openaiResponsesFixture,
    'sse',
    (url) => new OpenAITransport(new OpenAI({ apiKey: 'test', baseURL: `${url}/v1` }), undefined, { model: 'm' }),
  ],
  [
    'Anthropic',
    anthropicFixture,
    'sse',
    (url) => new AnthropicTransport(new Anthropic({ apiKey: 'test', baseURL: url }), { model: 'm' }),
  ],
  [
    'Gemini',
    geminiFixture,
    'sse',
    (url) => new GeminiTransport(new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: url } }), { model: 'm' }),
  ],
  ['Ollama', ollamaFixture, 'ndjson', (url) => new OllamaTransport(new Ollama({ host: url }), { model: 'm' })],
];

test.each(providers)('the text agent talks to %s through its own SDK', async (_, fixture, form, createTransport) => {
  const wire = await startWire();
  wire.respond({ [form]: fixture.calls([search], 'first') });
  wire.respond({ [form]: fixture.text(answer, 'second') });
  const { tools } = fresh;
  const agent = await startTextAgent({
    tools,
    capabilities: createCapabilities(),
    createTransport: () => createTransport(wire.url),
  });
  onTestFinished(() => agent.close());
  const { events } = await new TextClient(agent.url).chat('How long do refunds take?');
  expect(find(events, 'tool_result')?.response).toMatchObject({
    ok: true,
    data: { results: [{ id: 'refunds' }, {}, {}] },
  });
  expect(textOf(events)).toBe(answer);
  expect(wire.requests).toHaveLength(2);
  for (const { id } of tools.list())
    if (id !== 'end_voice_session') expect(JSON.stringify(wire.requests[0]?.body)).toContain(id);
});

test('the voice agent talks to OpenAI Realtime through its own SDK', async () => {
  const wire = await startWire();
  const createConnection = () => connect(Number(new URL(wire.url).port), '127.0.0.1');
  const createTransport = () => {
    const client = new OpenAI({ apiKey: 'test', baseURL: `${wire.url}/v1` });
    const transport = new OpenAIRealtimeTransport(
      new OpenAIRealtimeWS({ model: 'm', options: { createConnection } }, client),
    );
    const conversation = socketConversation(wire, transport, {
      isAsk: ({ type }) => type === 'response.create',
      errorEvents: () => [],
    });
    conversation.play(openaiRealtimeFixture.calls([search], 'first'));
    conversation.play(openaiRealtimeFixture.text(answer, 'second'));
    return transport;
  };
  const agent = await startVoiceAgent({
    tools: fresh.tools,
    capabilities: createCapabilities(),
    createTransport,
  });
  onTestFinished(() => agent.close());
  const client = await VoiceClient.call(agent.url);
  onTestFinished(() => client.socket.terminate());
  client.send({ type: 'text', text: 'How long do refunds take?' });
  const heard = await client.until('turn_end');
  expect(resultsIn(heard)[0]).toMatchObject({ tool: 'kb_search', response: { ok: true } });
  expect(heard.map((event) => (event.type === 'text' ? event.text : '')).join('')).toBe(answer);
});
