import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { needs } from '../../../../test/needs.js';
import { AnthropicClient } from '../client/anthropic-client.js';
import { GeminiClient } from '../client/gemini-client.js';
import { OpenAIClient } from '../client/openai-client.js';
import type { ProviderClient } from '../client/provider-client.js';
import type { Transport } from '../contract/transport.js';
import { callsIn, endIn, nextStep, startWireServer, success, textIn, type WireServer } from '../testing.js';
import { AnthropicTransport } from './anthropic/anthropic-transport.js';
import { GeminiTransport } from './gemini/gemini-transport.js';
import { OpenAITransport } from './openai/openai-transport.js';

const folder = resolve(import.meta.dirname, '../../../../../shared/data/wire');
const sf = { location: 'San Francisco' };

/** The expected content of a recording, written by hand: names and arguments of its calls, and its end. */
interface Expected {
  readonly calls?: readonly (readonly [name: string, args: unknown])[];
  readonly end?: string;
  readonly text?: string;
  /** Texts that must stand, unchanged, in the request with the results. */
  readonly echoed?: readonly string[];
  /** Number of lines in the recording that are not JSON. */
  readonly unreadable?: number;
  readonly status?: number;
}

const weather: Expected = { calls: [['weather', sf]] };
const elements = [{ location: 'San Francisco', temperature: 58, condition: 'sunny' }];
const wrapped = {
  tool_uses: [
    { recipient_name: 'functions.weather', parameters: sf },
    { recipient_name: 'functions.cityAttractions', parameters: { city: 'Rome' } },
  ],
};
const sku = { sku: 'sku_123' };

const expected: Readonly<Record<string, Expected>> = {
  'anthropic/anthropic-json-other-tool.1.chunks.txt': weather,
  'anthropic/anthropic-json-other-tool.1.json': weather,
  'anthropic/anthropic-json-tool.1.chunks.txt': { calls: [['json', { elements }]] },
  'anthropic/anthropic-json-tool.1.json': { calls: [['json', anything()]] },
  'anthropic/anthropic-json-tool.2.chunks.txt': {
    calls: [['json', { elements }]],
    text: "I'll invoke the JSON response tool.",
  },
  'anthropic/anthropic-programmatic-tool-calling.1.chunks.txt': {
    calls: Array.from({ length: 14 }, (_, index) => ['rollDie', { player: index % 2 === 0 ? 'player1' : 'player2' }]),
    end: 'stop',
    echoed: ['srvtoolu_01MzSrFWsmzBdcoQkGWLyRjK', 'container_011CWHPPTDTn1XufeRB9uHeH'],
  },
  'anthropic/anthropic-programmatic-tool-calling.1.json': {
    calls: Array.from({ length: 4 }, () => ['rollDie', anything()]),
  },
  'anthropic/anthropic-tool-no-args.chunks.txt': {
    calls: [['updateIssueList', {}]],
    text: "I'll update the issue list for you.",
  },
  'anthropic/anthropic-tool-no-args.json': { calls: [['updateIssueList', {}]] },
  'google/google-stream-no-args-tool-call.chunks.txt': {
    calls: [
      ['read_theme', undefined],
      ['read_screen', { id: 'A' }],
      ['read_screen', { id: 'B' }],
      ['read_screen', { id: 'C' }],
    ],
    echoed: ['AY89a18a8/Loc2wl5oft+F3qHoU4VPX0L9ljRtKxfjhEuimSIqhzYEJAGT5Sgd8OH2C'],
  },
  'google/google-stream-tool-call-arguments.chunks.txt': {
    calls: [
      ['getWeather', { location: 'Boston' }],
      ['getWeather', sf],
    ],
    echoed: ['CiMBjz1rX25KieIB4d4AwFn8'],
  },
  'google/google-tool-call-gemini3.chunks.txt': {
    ...weather,
    echoed: ['EpEgCo4gAb4+9vvWwdN+NkNiCCwrqvFI8uf9IiD2A47Bm4Sga0kUTm4e'],
  },
  'google/google-tool-call-gemini3.json': {
    ...weather,
    echoed: ['Eqo+Cqc+Ab4+9vtgONaaz6qwy6WXdp7gCd2w0X+Wz2gaBgY0Gv6A12JK'],
  },
  'google/google-tool-call.chunks.txt': {
    ...weather,
    echoed: ['EqUCCqICAb4+9vsh8Pd5taZVoPzSvjWWwzBrvhEQWBLCGa7IdY8FBMm7'],
  },
  'google/google-tool-call.json': { ...weather, echoed: ['EskgCsYgAb4+9vtF7'] },
  'openai-chat-compatible/azure-model-router.1.chunks.txt': { end: 'stop', text: 'Capital of Denmark.' },
  'openai-chat-compatible/deepseek-tool-call.chunks.txt': {
    ...weather,
    echoed: ['The user is asking for the weather in San Francisco'],
  },
  'openai-chat-compatible/deepseek-tool-call.json': {
    ...weather,
    echoed: ['The user is asking for the weather in San Francisco'],
  },
  'openai-chat-compatible/groq-tool-call.chunks.txt': { calls: [['weather', {}]] },
  'openai-chat-compatible/groq-tool-call.json': { calls: [['weather', {}]] },
  'openai-chat-compatible/mistral-incremental-tool-call.chunks.txt': {
    calls: [['webSearchTool', { query: 'current Berlin weather' }]],
    echoed: ['chatcmpl-tool-9f149c74c42f265b'],
  },
  'openai-chat-compatible/mistral-tool-call.chunks.txt': { ...weather, echoed: ['gSIMJiOkT'] },
  'openai-chat-compatible/mistral-tool-call.json': { ...weather, echoed: ['gSIMJiOkT'] },
  'openai-chat-compatible/openai-text.chunks.txt': { end: 'stop' },
  'openai-chat-compatible/openai-text.json': { end: 'stop' },
  'openai-chat-compatible/reasoning-model-legacy-parameter-error.json': { status: 400 },
  'openai-chat-compatible/xai-tool-call.chunks.txt': { ...weather, echoed: ['call_55117580', 'First, the user is'] },
  'openai-chat-compatible/xai-tool-call.json': { ...weather, echoed: ['call_93562515'] },
  'openai-responses/openai-custom-tool.1.chunks.txt': {
    calls: [['write_sql', 'SELECT * FROM users WHERE age > 25']],
    echoed: ['custom_tool_call_output'],
  },
  'openai-responses/openai-custom-tool.1.json': {
    calls: [['write_sql', 'SELECT * FROM users WHERE age > 25']],
    echoed: ['custom_tool_call_output'],
  },
  'openai-responses/parallel-tool-call-wrapper.1.chunks.txt': { calls: [['parallel', wrapped]], unreadable: 2 },
  'openai-responses/parallel-tool-call-wrapper.1.json': { calls: [['parallel', wrapped]] },
  'openai-responses/programmatic-tool-calling.1.chunks.txt': {
    calls: [['getInventory', sku]],
    echoed: [
      'rs_0bac52ec5f239d30016a6145ff981c81929899a0e0f283767b',
      'gAAAAABqYUYAsrLRZ1_',
      '"caller":{"type":"program"',
    ],
  },
  'openai-responses/programmatic-tool-calling.1.json': { calls: [['getInventory', sku]] },
  'openai-responses/programmatic-tool-calling.2.chunks.txt': { calls: [['getDemand', sku]] },
  'openai-responses/programmatic-tool-calling.2.json': { calls: [['getDemand', sku]] },
  'openai-responses/programmatic-tool-calling.3.chunks.txt': { end: 'stop' },
  'openai-responses/programmatic-tool-calling.3.json': { end: 'stop' },
};

/** Clients of each vendor; Google's recordings in pieces are of Vertex. */
const vendors: Readonly<
  Record<string, { transport(wire: WireServer): Transport; client(wire: WireServer): ProviderClient }>
> = {
  anthropic: {
    transport: (wire) => new AnthropicTransport(anthropic(wire), { model: 'm' }),
    client: (wire) => new AnthropicClient(anthropic(wire), { model: 'm' }),
  },
  google: {
    transport: (wire) => new GeminiTransport(vertex(wire), { model: 'm' }),
    client: (wire) => new GeminiClient(vertex(wire), { model: 'm' }),
  },
  'openai-chat-compatible': {
    transport: (wire) => new OpenAITransport(openai(wire), undefined, { api: 'chat', model: 'm' }),
    client: (wire) => new OpenAIClient(openai(wire), { api: 'chat', model: 'm' }),
  },
  'openai-responses': {
    transport: (wire) => new OpenAITransport(openai(wire), undefined, { model: 'm' }),
    client: (wire) => new OpenAIClient(openai(wire), { model: 'm' }),
  },
};

describe('recorded answers', needs('shared'), () => {
  let wire: WireServer;
  beforeEach(async () => {
    wire = await startWireServer();
  });
  afterEach(() => wire.close());

  test('each has its expectation', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(txt|json)$/.test(name),
    );
    expect(Object.keys(expected).toSorted()).toEqual(files.toSorted());
  });

  test.each(filesLike('.chunks.txt'))('streamed: %s', async (file) => {
    const want = expected[file] ?? {};
    const transport = vendorOf(file).transport(wire);
    await transport.open({ instructions: '', tools: [], toolChoice: 'auto' });
    const answers = split(read(file));
    wire.respond(...answers.map((lines) => ({ sse: lines })), { status: 400, json: { error: { message: 'over' } } });
    await transport.sendUser({ text: 'Go' });
    const seen = [];
    let errors = 0;
    let text = '';
    for (const answer of answers) {
      const events = await nextStep(transport);
      const calls = callsIn(events);
      seen.push(...calls.map(({ name, args }) => [name, plain(args)]));
      errors += events.filter(({ type }) => type === 'error').length;
      text += textIn(events);
      expect(endIn(events), `${answer.length} events`).toBe(calls.length > 0 ? 'calls' : (want.end ?? 'calls'));
      await transport.sendToolResults(calls.map(({ id, name }) => ({ id, name, result: success({}) })));
    }
    if ((want.calls ?? []).length > 0 && want.end === undefined) await nextStep(transport);
    expect(seen).toEqual(want.calls ?? []);
    expect(errors).toBe(want.unreadable ?? 0);
    expect(text).toContain(want.text ?? '');
    for (const part of want.echoed ?? []) expect(JSON.stringify(wire.requests.at(-1)?.body)).toContain(part);
    await transport.close();
  });

  test.each(filesLike('.json'))('in one piece: %s', async (file) => {
    const want = expected[file] ?? {};
    const client = vendorOf(file).client(wire);
    wire.respond({ status: want.status ?? 200, json: JSON.parse(read(file)) });
    if (want.status !== undefined) {
      await expect(client.chat('Go')).rejects.toMatchObject({
        name: 'ProviderError',
        status: want.status,
        retryable: false,
      });
      return;
    }
    const chat = await client.chat('Go');
    expect(chat.calls.map(({ name, args }) => [name, plain(args)])).toEqual(want.calls ?? []);
    expect(chat.results).toHaveLength(chat.calls.length);
    expect(chat.results.every(({ success: done }) => !done)).toBe(true);
    const next = JSON.stringify(
      client.reply(
        chat,
        chat.calls.map(() => success({})),
      ),
    );
    for (const part of want.echoed ?? []) expect(next).toContain(part);
  });
});

function anthropic({ url }: WireServer): Anthropic {
  return new Anthropic({ apiKey: 'test', baseURL: url, logLevel: 'off' });
}

function openai({ url }: WireServer): OpenAI {
  return new OpenAI({ apiKey: 'test', baseURL: `${url}/v1`, logLevel: 'off' });
}

function vertex({ url }: WireServer): GoogleGenAI {
  return new GoogleGenAI({ vertexai: true, apiKey: 'test', httpOptions: { baseUrl: url } });
}

function vendorOf(file: string) {
  const vendor = vendors[file.slice(0, file.indexOf('/'))];
  if (vendor === undefined) throw new Error(`Cannot replay ${file}: no vendor is known for it`);
  return vendor;
}

function filesLike(ending: string): readonly string[] {
  return Object.keys(expected).filter((name) => name.endsWith(ending));
}

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

/** Splits a file with several answers of one conversation: each begins with its own `message_start`. */
function split(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const starts = lines.flatMap((line, index) => (line.startsWith('{"type":"message_start"') ? [index] : []));
  return (starts.length === 0 ? [0] : starts).map((start, index) => lines.slice(start, starts[index + 1]));
}

/** Parses arguments that are JSON text. */
function plain(args: unknown): unknown {
  if (typeof args !== 'string' || !args.startsWith('{')) return args;
  return JSON.parse(args);
}

function anything(): unknown {
  return expect.anything();
}
