import Anthropic from '@anthropic-ai/sdk';
import { AnthropicTransport, createSession, GeminiTransport, OpenAITransport, type SessionOptions } from '@helve/agent';
import { GoogleGenAI } from '@google/genai';
import { defineTool } from '@helve/core';
import { turnPolicy } from '@helve/govern';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { all, aTool, of, outcomes, scripted, utility } from '../../../../../test/session-kit.js';
import { startWireServer, type WireServer } from '../../testing.js';
import { openai } from '../../testing/request-rows.js';
import { toFields, toList } from '../../transport/read-field.js';

let wire: WireServer;
beforeEach(async () => {
  wire = await startWireServer();
});
afterEach(() => wire.close());

const look = aTool('look', utility);
const runSql = defineTool({
  id: 'run_sql',
  description: 'Runs a query',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  policy: { ...utility },
  execute: ({ query }) => ({ ran: query }),
});

const anthropic = (url: string) =>
  new AnthropicTransport(new Anthropic({ apiKey: 'test', baseURL: url, logLevel: 'off' }), { model: 'm' });

const message = (stop: string, ...content: readonly object[]) => ({
  sse: [
    { type: 'message_start', message: { id: 'm1', role: 'assistant', content: [] } },
    ...content.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: block },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: stop }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ],
});
const answered = (...output: readonly object[]) => ({
  sse: [
    ...output.flatMap((item) => [{ type: 'response.output_item.done', item }]),
    { type: 'response.completed', response: { id: 'r1', status: 'completed', output } },
  ],
});
const said = { type: 'message', id: 'i9', role: 'assistant', content: [{ type: 'output_text', text: 'Done' }] };

async function talk(options: Pick<SessionOptions, 'transport'> & Partial<SessionOptions>, text = 'go') {
  const session = createSession({ mode: 'text', policy: turnPolicy(), tools: [look, runSql], ...options });
  const events = await all(session.run(text));
  await session.close();
  return { events, bodies: wire.requests.map(({ body }) => body as Record<string, unknown>) };
}

const toolsOf = (body: unknown) => toList(toFields(body)['tools']).map(toFields);
const named = (body: unknown, name: string) => toolsOf(body).find((tool) => tool['name'] === name);
const types = (body: unknown) => toolsOf(body).map((tool) => tool['type']);

test('Anthropic searches deferred tools itself, runs programs that call tools, and streams arguments as they are written', async () => {
  wire.respond(message('end_turn', { type: 'text', text: 'Hi' }));
  const { bodies } = await talk({
    transport: anthropic(wire.url),
    selection: 'provider',
    toolUse: { look: { deferred: false, callers: ['model', 'program'] }, run_sql: { eagerInput: true } },
    parallelCalls: false,
  });
  expect(types(bodies[0])).toEqual([
    'tool_search_tool_bm25_20251119',
    'code_execution_20250825',
    undefined,
    undefined,
    undefined,
  ]);
  expect(named(bodies[0], 'look')).toMatchObject({ allowed_callers: ['direct', 'code_execution_20250825'] });
  expect(named(bodies[0], 'look')).not.toHaveProperty('defer_loading');
  expect(named(bodies[0], 'run_sql')).toMatchObject({ defer_loading: true, eager_input_streaming: true });
  expect(named(bodies[0], 'tool_docs')).not.toHaveProperty('defer_loading');
  expect(bodies[0]?.['tool_choice']).toEqual({ type: 'auto', disable_parallel_tool_use: true });
});

test('tools of its own that a request names already are not added again, and programs run by those', async () => {
  const own = [
    { type: 'tool_search_tool_regex', name: 'tool_search_tool_regex' },
    { type: 'code_execution_20260120', name: 'code_execution' },
  ];
  const client = new Anthropic({ apiKey: 'test', baseURL: wire.url, logLevel: 'off' });
  wire.respond(message('end_turn', { type: 'text', text: 'Hi' }));
  const { bodies } = await talk({
    transport: new AnthropicTransport(client, { model: 'm', request: { tools: own } }),
    toolUse: { look: { deferred: true, callers: ['program'] } },
  });
  expect(toolsOf(bodies[0]).slice(0, 2)).toEqual(own);
  expect(types(bodies[0])).toHaveLength(5);
  expect(named(bodies[0], 'look')).toMatchObject({ allowed_callers: ['code_execution_20260120'], defer_loading: true });
});

test('a tool that the model must call is loaded, whoever searches', async () => {
  wire.respond(message('end_turn', { type: 'text', text: 'Hi' }));
  const session = createSession({
    mode: 'text',
    policy: 'none',
    tools: [look, runSql],
    transport: anthropic(wire.url),
    selection: 'provider',
  });
  await all(session.run('go', { toolChoice: { name: 'look' } }));
  await session.close();
  const body = wire.requests[0]?.body;
  expect(named(body, 'look')).not.toHaveProperty('defer_loading');
  expect(named(body, 'run_sql')).toHaveProperty('defer_loading');
});

test('OpenAI searches, runs programs, and writes a plain text in a grammar for a tool with one parameter', async () => {
  const freeform = { syntax: 'lark', definition: 'start: "SELECT " /.+/' } as const;
  const call = { type: 'custom_tool_call', id: 'i1', call_id: 'c1', name: 'run_sql', input: 'SELECT 1' };
  wire.respond(answered(call), answered(said));
  const { events, bodies } = await talk({
    transport: new OpenAITransport(openai(wire.url), undefined, { model: 'm' }),
    toolUse: { run_sql: { freeform, deferred: true }, look: { callers: ['program'], freeform: true } },
    parallelCalls: false,
  });
  expect(types(bodies[0])).toEqual(['tool_search', 'programmatic_tool_calling', 'function', 'custom', 'function']);
  expect(named(bodies[0], 'run_sql')).toEqual({
    type: 'custom',
    name: 'run_sql',
    description: 'Runs a query',
    format: { type: 'grammar', ...freeform },
    defer_loading: true,
  });
  expect(named(bodies[0], 'look')).toMatchObject({ type: 'function', allowed_callers: ['programmatic'] });
  expect(bodies[0]?.['parallel_tool_calls']).toBe(false);
  expect(of(events, 'tool_result')[0]?.response).toMatchObject({ ok: true, data: { ran: 'SELECT 1' } });
  expect(bodies[1]?.['input']).toMatchObject([
    { role: 'user' },
    call,
    { type: 'custom_tool_call_output', call_id: 'c1' },
  ]);
});

test('Gemini uses tools of Google beside functions, and keeps what a request says of tools', async () => {
  const client = new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: wire.url } });
  const retrievalConfig = { languageCode: 'en' };
  const parts = [
    { toolCall: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', args: { q: 'x' } } },
    { toolResponse: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', response: {} } },
    { functionCall: { id: 'f1', name: 'look', args: {} } },
  ];
  const text = { candidates: [{ content: { role: 'model', parts: [{ text: 'Done' }] }, finishReason: 'STOP' }] };
  wire.respond(
    { sse: [{ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }] },
    { sse: [text] },
  );
  const { events, bodies } = await talk({
    transport: new GeminiTransport(client, {
      model: 'm',
      request: { config: { tools: [{ googleSearch: {} }], toolConfig: { retrievalConfig } } },
    }),
  });
  expect(bodies[0]).toMatchObject({
    tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: 'look' }, { name: 'run_sql' }, {}] }],
    toolConfig: {
      includeServerSideToolInvocations: true,
      retrievalConfig,
      functionCallingConfig: { mode: 'AUTO' },
    },
  });
  expect(toFields(toList(toFields(bodies[1])['contents'])[1])['parts']).toEqual(parts);
  expect(outcomes(events)).toEqual(['ok']);
});

test('what a provider cannot do is told once, and nothing of it is sent', async () => {
  const { session } = scripted([], {
    tools: [look],
    selection: 'provider',
    toolUse: { look: { callers: ['program'], freeform: true } },
    parallelCalls: false,
  });
  const events = [...(await all(session.run('go'))), ...(await all(session.run('again')))];
  expect(of(events, 'warning').map(({ code, details }) => [code, details])).toEqual(
    ['deferred', 'callers', 'freeform', 'parallelCalls'].map((what) => ['AGENT_LOSS', { what }]),
  );
  await session.close();
});

test('a use of a tool that there is not is refused, with the nearest', async () => {
  const { session } = scripted([], { tools: [look], toolUse: { lok: { deferred: true } } });
  const events = await all(session.run('go'));
  expect(of(events, 'error')[0]?.error.message).toContain('"lok"');
  expect(() => scripted([], { toolUse: { look: { callers: [] } } })).toThrow(/toolUse/);
  await session.close();
});

const recording = resolve(
  import.meta.dirname,
  '../../../../../../shared/data/wire/anthropic/anthropic-programmatic-tool-calling.1.chunks.txt',
);

test(
  'a program of the model calls a tool again and again, as recorded, under the rules of a turn',
  needs('shared'),
  async () => {
    const lines = readFileSync(recording, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    const starts = lines.flatMap((line, at) => (line.startsWith('{"type":"message_start"') ? [at] : []));
    wire.respond(...starts.map((start, index) => ({ sse: lines.slice(start, starts[index + 1]) })));
    const rollDie = defineTool({
      id: 'rollDie',
      description: 'Rolls a die',
      inputSchema: { type: 'object', properties: { player: { type: 'string' } }, required: ['player'] },
      policy: { ...utility, idempotent: false },
      execute: () => '4',
    });
    const { events } = await talk({
      transport: anthropic(wire.url),
      tools: [rollDie],
      toolUse: { rollDie: { callers: ['program'] } },
    });
    expect(outcomes(events)).toEqual(Array.from({ length: 14 }, () => 'ok'));
    expect(of(events, 'turn_end')).toMatchObject([{ reason: 'done' }]);
  },
);
