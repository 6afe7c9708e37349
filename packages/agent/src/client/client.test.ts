import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { Tool } from '@helve/core';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HydrationResult } from '../contract/hydration.js';
import { callHydrated } from '../hydrate/call-hydrated.js';
import {
  anthropicFixture,
  geminiFixture,
  ollamaFixture,
  openaiChatFixture,
  openaiResponsesFixture,
  startWireServer,
  success,
  type WireFixture,
  type WireServer,
} from '../testing.js';
import { AnthropicClient } from './anthropic-client.js';
import type { ClientEvent, ClientOptions } from './client-options.js';
import { GeminiClient } from './gemini-client.js';
import { OllamaClient } from './ollama-client.js';
import { OpenAIClient } from './openai-client.js';
import type { ProviderClient } from './provider-client.js';

@Tool({
  type: 'function',
  name: 'get_weather',
  description: 'Tells the weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
})
class WeatherTool {
  readonly city: string;

  constructor({ city }: { city: string }) {
    this.city = city;
  }

  async run() {
    return `sunny in ${this.city}`;
  }
}

interface Row {
  readonly name: string;
  readonly fixture: WireFixture;
  readonly form: 'sse' | 'ndjson';
  make(url: string, options: ClientOptions): ProviderClient;
  /** An answer in one piece that calls `get_weather`. */
  whole(args: string): unknown;
  /** A request as its SDK takes it. */
  readonly request: object;
}

const args = (text: string) => (text.startsWith('{"') && text.endsWith('}') ? (JSON.parse(text) as unknown) : {});
const rows: readonly Row[] = [
  {
    name: 'OpenAI chat',
    fixture: openaiChatFixture,
    form: 'sse',
    make: (url, options) => new OpenAIClient(openai(url), { ...options, api: 'chat' }),
    whole: (text) => ({
      id: 'chatcmpl-1',
      choices: [
        {
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_weather', arguments: text } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 11, completion_tokens: 7 },
    }),
    request: { messages: [{ role: 'user', content: 'Weather?' }] },
  },
  {
    name: 'OpenAI Responses',
    fixture: openaiResponsesFixture,
    form: 'sse',
    make: (url, options) => new OpenAIClient(openai(url), options),
    whole: (text) => ({
      id: 'resp_1',
      status: 'completed',
      output: [{ type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'get_weather', arguments: text }],
      usage: { input_tokens: 11, output_tokens: 7 },
    }),
    request: { input: [{ role: 'user', content: 'Weather?' }] },
  },
  {
    name: 'Anthropic',
    fixture: anthropicFixture,
    form: 'sse',
    make: (url, options) =>
      new AnthropicClient(new Anthropic({ apiKey: 'test', baseURL: url, logLevel: 'off' }), options),
    whole: (text) => ({
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'c1', name: 'get_weather', input: args(text) }],
      stop_reason: 'tool_use',
      usage: { input_tokens: 11, output_tokens: 7 },
    }),
    request: { messages: [{ role: 'user', content: 'Weather?' }], max_tokens: 100 },
  },
  {
    name: 'Gemini',
    fixture: geminiFixture,
    form: 'sse',
    make: (url, options) =>
      new GeminiClient(new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: url } }), options),
    whole: (text) => ({
      candidates: [
        {
          content: { role: 'model', parts: [{ functionCall: { name: 'get_weather', args: args(text) } }] },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7 },
    }),
    request: { contents: [{ role: 'user', parts: [{ text: 'Weather?' }] }], config: { temperature: 0 } },
  },
  {
    name: 'Ollama',
    fixture: ollamaFixture,
    form: 'ndjson',
    make: (url, options) => new OllamaClient(new Ollama({ host: url }), options),
    whole: (text) => ({
      message: {
        role: 'assistant',
        content: '',
        tool_calls: [{ function: { name: 'get_weather', arguments: args(text) } }],
      },
      done: true,
      prompt_eval_count: 11,
      eval_count: 7,
    }),
    request: { messages: [{ role: 'user', content: 'Weather?' }], options: { temperature: 0 } },
  },
];

function openai(url: string): OpenAI {
  return new OpenAI({ apiKey: 'test', baseURL: `${url}/v1`, logLevel: 'off' });
}

let wire: WireServer;
beforeEach(async () => {
  wire = await startWireServer();
});
afterEach(() => wire.close());

const options: ClientOptions = { model: 'm', tools: [WeatherTool], retry: { baseMs: 1 } };
const call = { id: 'c1', name: 'get_weather', args: '{"city":"Paris"}' };

describe.each(rows)('client: $name', (row) => {
  test('toolCall gives an instance for each call, and runs nothing', async () => {
    wire.respond({ json: row.whole('{"city":"Paris"}') });
    const [result] = await row.make(wire.url, options).toolCall(row.request, [WeatherTool]);
    expect(result).toMatchObject({ success: true, validated: true, tool: { city: 'Paris' } });
    expect(result?.provenance).toMatchObject({ toolId: 'get_weather' });
    expect(JSON.stringify(wire.requests[0]?.body)).toContain('Tells the weather');
  });

  test('A39: the request, its messages and the tools stay as they are', async () => {
    const request = structuredClone(row.request);
    const before = JSON.stringify(request);
    deepFreezeTest(request);
    const tools = Object.freeze([WeatherTool]);
    wire.respond(
      { json: row.whole('{"city":"Paris"}') },
      { [row.form]: row.fixture.calls([call], 'one') },
      { json: row.whole('{"city":"Paris"}') },
    );
    const client = row.make(wire.url, options);
    const chat = await client.chat(request, tools);
    await collect(client.stream(request, tools));
    await client.chat(client.reply(chat, [success('sunny')]), tools);
    expect(JSON.stringify(request)).toBe(before);
    expect(wire.requests).toHaveLength(3);
  });

  test('A40: what the model gets wrong is a result; what goes wrong on the way is a ProviderError without secrets', async () => {
    const client = row.make(wire.url, options);
    wire.respond({ json: row.whole('{"town":"Paris"}') });
    const [wrong] = await client.toolCall(row.request);
    expect(wrong).toMatchObject({ success: false, errors: [{ stage: 'validate' }, {}] });
    const message = 'Incorrect API key provided: sk-canary-0123456789abcdef';
    wire.respond({ status: 401, json: { error: row.name === 'Ollama' ? message : { message } } });
    const error: unknown = await client.chat(row.request).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ProviderError', status: 401, retryable: false });
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('canary');
    await wire.close();
    const down: unknown = await client.chat(row.request).catch((thrown: unknown) => thrown);
    expect(down).toMatchObject({ name: 'ProviderError', status: undefined, retryable: true });
  });

  test('stream gives texts as they come, then the calls, and the whole at the end', async () => {
    wire.respond(
      { [row.form]: row.fixture.calls([call], 'one') },
      { [row.form]: row.fixture.text('Sunny it is', 'two') },
    );
    const client = row.make(wire.url, options);
    const events = await collect(client.stream(row.request));
    const done = events.at(-1);
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['call', 'hydrated', 'usage', 'step_end', 'done']),
    );
    if (done?.type !== 'done') throw new Error('Cannot find the end of the stream');
    const responses = await Promise.all(done.chat.results.map((result: HydrationResult) => callHydrated(result)));
    const more = await collect(client.stream(client.reply(done.chat, responses)));
    const text = more.map((event) => (event.type === 'text' ? event.text : '')).join('');
    expect(text).toBe('Sunny it is');
    expect(JSON.stringify(wire.requests[1]?.body)).toContain('sunny in Paris');
  });

  test('chat gives text, answer and usage, and asks again when the provider is busy', async () => {
    wire.respond({ status: 503, json: { error: row.name === 'Ollama' ? 'busy' : { message: 'busy' } } });
    wire.respond({ json: row.whole('{"city":"Paris"}') });
    const chat = await row.make(wire.url, options).chat('Weather?');
    expect(chat.usage).toEqual({ inputTokens: 11, outputTokens: 7 });
    expect(chat.response).toBeDefined();
    expect(wire.requests).toHaveLength(2);
    expect(JSON.stringify(wire.requests[1]?.body)).toContain('Weather?');
  });

  test('a stream that is left aborts its request, and one that fails throws', async () => {
    const client = row.make(wire.url, options);
    wire.respond({ [row.form]: row.fixture.text('A long answer that does not end', 'one').slice(0, 4), then: 'hang' });
    for await (const event of client.stream(row.request)) if (event.type === 'text') break;
    wire.respond({ status: 400, json: { error: row.name === 'Ollama' ? 'no' : { message: 'no' } } });
    await expect(collect(client.stream(row.request))).rejects.toMatchObject({ name: 'ProviderError', status: 400 });
  });

  test('onHydration sees every result', async () => {
    const seen: unknown[] = [];
    wire.respond({ json: row.whole('{"town":1}') });
    await row.make(wire.url, { ...options, onHydration: (result) => seen.push(result.success) }).toolCall(row.request);
    expect(seen).toEqual([false]);
  });
});

async function collect(stream: AsyncIterable<ClientEvent>): Promise<readonly ClientEvent[]> {
  const events: ClientEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

function deepFreezeTest(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const item of Object.values(value)) deepFreezeTest(item);
}
