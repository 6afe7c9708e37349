import { defineTool } from '@helve/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Transport } from '../contract/transport.js';
import { callHydrated } from '../hydrate/call-hydrated.js';
import { hydrate } from '../hydrate/hydrate.js';
import {
  anthropicFixture,
  callsIn,
  endIn,
  nextStep,
  ollamaFixture,
  openaiChatFixture,
  openaiResponsesFixture,
  startWireServer,
  success,
  textIn,
  type WireServer,
} from '../testing.js';
import { openai, requestRow, requestRows, type RequestRow } from '../testing/request-rows.js';
import { OpenAITransport } from './openai/openai-transport.js';

let wire: WireServer;
const opened: Transport[] = [];
beforeEach(async () => {
  wire = await startWireServer();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((transport) => transport.close()));
  await wire.close();
});

async function open({ make }: RequestRow, setup: { tools?: object[] } = {}): Promise<Transport> {
  const transport = make(wire.url);
  opened.push(transport);
  await transport.open({ instructions: '', tools: [], toolChoice: 'auto', ...(setup as object) });
  return transport;
}

async function ask(transport: Transport, text = 'Go') {
  await transport.sendUser({ text });
  return nextStep(transport);
}

const call = { id: 'call_1', name: 'add', args: '{"a":1,"b":2}' };

test.each(requestRows)(
  'F72: calls come out untouched with what they came in, and answers go back in its form: $name',
  async (row) => {
    const transport = await open(row);
    wire.respond({ [row.form]: row.fixture.calls([call], 'one') }, { [row.form]: row.fixture.text('3', 'two') });
    const [found] = callsIn(await ask(transport));
    expect(found).toMatchObject({ name: 'add' });
    expect([call.args, { a: 1, b: 2 }]).toContainEqual(found?.args);
    expect(JSON.stringify(found?.raw)).toContain('add');
    await transport.sendToolResult({ id: found?.id ?? '', name: 'add', result: success(3) });
    await nextStep(transport);
    expect(JSON.stringify(wire.requests.at(-1)?.body)).toMatch(/"(content|output|response)":.*3/);
  },
);

test('F73: the same conversation runs on every transport, and only the line that makes it differs', async () => {
  for (const row of requestRows) {
    const transport = await open(row);
    wire.respond({ [row.form]: row.fixture.calls([call], 'one') }, { [row.form]: row.fixture.text('It is 3', 'two') });
    const [found] = callsIn(await ask(transport));
    await transport.sendToolResults([{ id: found?.id ?? '', name: 'add', result: success(3) }]);
    expect(textIn(await nextStep(transport)), row.name).toBe('It is 3');
    expect([transport.live, typeof transport.schemaKey, typeof transport.idsStable]).toEqual([
      false,
      'string',
      'boolean',
    ]);
  }
});

const add = defineTool({
  id: 'add',
  description: 'Adds',
  inputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } as const,
  execute: ({ a }) => a,
});
const now = defineTool({
  id: 'now',
  description: 'Tells the time',
  inputSchema: { type: 'object', properties: {} } as const,
  execute: () => 'noon',
});

test.each(requestRows)(
  'F74: rubbish gets an error and never silence, and no arguments mean none: $name',
  async (row) => {
    const transport = await open(row);
    const whole = row.name === 'Gemini' || row.name === 'Ollama';
    const calls = [
      { id: 'c1', name: 'add', args: whole ? '{"a":"x"}' : '{"a": oops' },
      { id: 'c2', name: '', args: '{}' },
      { id: 'c3', name: 'subtract', args: '{}' },
      { id: 'c4', name: 'now', args: '' },
    ];
    wire.respond({ [row.form]: row.fixture.calls(calls, 'one') }, { [row.form]: row.fixture.text('Sorry', 'two') });
    const found = callsIn(await ask(transport));
    const results = await hydrate(found, [add, now]);
    const responses = await Promise.all(results.map((result) => callHydrated(result)));
    expect(responses.map((response) => (response.ok ? response.data : response.error.type))).toEqual([
      'VALIDATION',
      'NOT_FOUND',
      'NOT_FOUND',
      'noon',
    ]);
    const messages = found.flatMap(({ id, name }, index) => {
      const result = responses[index];
      return result === undefined ? [] : [{ id, name, result }];
    });
    await transport.sendToolResults(messages);
    await nextStep(transport);
    const sent = JSON.stringify(wire.requests.at(-1)?.body);
    expect(sent.match(/NOT_FOUND/g)).toHaveLength(2);
    expect(sent).toContain('VALIDATION');
  },
);

describe.each(requestRows)('a request that fails: $name', (row) => {
  const busy = (headers: Record<string, string> = {}) => ({
    status: 503,
    headers,
    json: { error: row.name === 'Ollama' ? 'busy' : { message: 'busy' } },
  });

  test('is made again twice while nothing has arrived', async () => {
    const transport = await open(row);
    wire.respond(busy(), busy(), { [row.form]: row.fixture.text('Here', 'one') });
    const events = await ask(transport);
    expect([textIn(events), endIn(events), wire.requests.length]).toEqual(['Here', 'stop', 3]);
  });

  test('is given up after the third time', async () => {
    const transport = await open(row);
    wire.respond(busy(), busy(), busy());
    const events = await ask(transport);
    expect(events).toMatchObject([
      { type: 'retry', attempt: 1, waitMs: expect.any(Number), reason: expect.stringContaining('503') },
      { type: 'retry', attempt: 2 },
      { type: 'error', error: { name: 'ProviderError', status: 503, retryable: true } },
      { type: 'step_end', reason: 'failed' },
    ]);
    expect(wire.requests).toHaveLength(3);
  });

  test('is not made again once something has arrived, nothing of it is kept, and one can ask again', async () => {
    const transport = await open(row);
    wire.respond({ [row.form]: row.fixture.text('Half an answer, and then', 'one').slice(0, 4), then: 'break' });
    const events = await ask(transport);
    expect(endIn(events)).toBe('failed');
    expect(wire.requests).toHaveLength(1);
    expect(transport.history?.()).toHaveLength(1);
    wire.respond({ [row.form]: row.fixture.text('Here', 'two') });
    await transport.askAgain();
    expect(textIn(await nextStep(transport))).toBe('Here');
  });

  test('ends the step when the answer stops before its end', async () => {
    const transport = await open(row);
    wire.respond({ [row.form]: row.fixture.text('Half an answer, and then', 'one').slice(0, 4) });
    expect(endIn(await ask(transport))).toBe('failed');
  });

  test('is made to another model when the first is overloaded, each time anew', async () => {
    const transport = await open({ ...row, make: (url) => row.make(url, { maxRetries: 0 }, ['m2', 'm3']) });
    wire.respond(busy(), busy(), { [row.form]: row.fixture.text('Here', 'one') });
    const events = await ask(transport);
    expect(events.filter(({ type }) => type === 'retry')).toMatchObject([{ model: 'm2' }, { model: 'm3' }]);
    expect(events.filter(({ type }) => type === 'usage')).toMatchObject([{ model: 'm3' }]);
    expect(textIn(events)).toBe('Here');
    wire.respond({ [row.form]: row.fixture.text('Again', 'two') });
    expect(textIn(await ask(transport))).toBe('Again');
    const asked = wire.requests.map(
      ({ body, path }) => /m\d?(?=:)/.exec(path)?.[0] ?? Reflect.get(Object(body), 'model'),
    );
    expect(asked).toEqual(['m', 'm2', 'm3', 'm']);
  });

  test('can be cancelled while it waits to be made again', async () => {
    const transport = await open({ ...row, make: (url) => row.make(url, { baseMs: 30_000 }) });
    wire.respond(busy({ 'retry-after': '30' }), busy());
    await transport.sendUser({ text: 'Go' });
    while (wire.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await transport.cancel('changed my mind');
    const events = await nextStep(transport);
    expect(events.at(-1)).toEqual({ type: 'step_end', reason: 'cancelled', detail: 'changed my mind' });
    expect(wire.requests).toHaveLength(1);
  });
});

test('a transport waits as long as Retry-After says, and gives up where that is too long', async () => {
  const transport = await open(requestRow('Anthropic'));
  const limited = (header: Record<string, string>) => ({
    status: 429,
    headers: { ...header, 'request-id': 'req_7' },
    json: { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } },
  });
  wire.respond(limited({ 'retry-after-ms': '80' }), { sse: anthropicFixture.text('Here', 'one') });
  const started = performance.now();
  expect(textIn(await ask(transport))).toBe('Here');
  expect(performance.now() - started).toBeGreaterThanOrEqual(79);
  wire.respond(limited({ 'retry-after': '7200' }));
  const [event] = await ask(transport);
  expect(event).toMatchObject({ error: { retryAfterMs: 7_200_000, requestId: 'req_7', status: 429 } });
  expect(wire.requests).toHaveLength(3);
});

test('strict schemas that are refused are sent once more without, and the loss is told', async () => {
  const tool = { type: 'function', name: 'add', description: '', parameters: { type: 'object' }, strict: true };
  const transport = await open(requestRow('OpenAI Responses'), { tools: [tool] });
  const refusal = { message: 'Invalid schema for function', code: 'invalid_function_parameters' };
  wire.respond({ status: 400, json: { error: refusal } }, { sse: openaiResponsesFixture.text('Here', 'one') });
  const events = await ask(transport);
  expect(events[0]).toMatchObject({ type: 'loss', what: 'strict_rejected' });
  expect(textIn(events)).toBe('Here');
  expect(wire.requests.map(({ body }) => (body as { tools: { strict: boolean }[] }).tools[0]?.strict)).toEqual([
    true,
    false,
  ]);
});

describe('a conversation', () => {
  test('that the provider keeps sends only what is new, and has no history here', async () => {
    const transport = new OpenAITransport(openai(wire.url), 'conv_1', { model: 'm' });
    opened.push(transport);
    await transport.open({ instructions: '', tools: [], toolChoice: 'auto' });
    wire.respond(
      { sse: openaiResponsesFixture.calls([call], 'one') },
      { sse: openaiResponsesFixture.text('3', 'two') },
    );
    await ask(transport);
    await transport.sendToolResult({ id: 'call_1', name: 'add', result: success(3) });
    await nextStep(transport);
    expect(transport.history).toBeUndefined();
    expect(wire.requests.at(-1)?.body).toEqual({
      model: 'm',
      conversation: 'conv_1',
      stream: true,
      input: [{ type: 'function_call_output', call_id: 'call_1', output: '{"ok":true,"data":3}' }],
    });
  });

  test('with Chat Completions is kept here, whatever its id', async () => {
    const transport = new OpenAITransport(openai(wire.url), 'conv_1', { api: 'chat', model: 'm' });
    opened.push(transport);
    await transport.open({ instructions: '', tools: [], toolChoice: 'auto' });
    wire.respond({ sse: openaiChatFixture.text('Here', 'one') });
    expect((await ask(transport))[0]).toMatchObject({ type: 'loss', what: 'conversation' });
    expect(transport.history?.()).toHaveLength(2);
  });

  test('refuses what comes at the wrong time', async () => {
    const row = requestRow('Ollama');
    const unopened = row.make(wire.url);
    await expect(unopened.sendUser({ text: 'Go' })).rejects.toMatchObject({ code: 'AGENT_TRANSPORT_NOT_OPEN' });
    const transport = await open(row);
    wire.respond({ ndjson: ollamaFixture.calls([call], 'one') });
    await transport.sendUser({ text: 'Go' });
    await expect(transport.askAgain()).rejects.toMatchObject({ code: 'AGENT_STEP_RUNNING' });
    await nextStep(transport);
    await expect(transport.sendUser({ text: 'Go' })).rejects.toMatchObject({ code: 'AGENT_CALLS_UNANSWERED' });
    await transport.close();
    await expect(transport.sendUser({ text: 'Go' })).rejects.toMatchObject({ code: 'AGENT_TRANSPORT_CLOSED' });
  });

  test('takes answers one by one in any order, and asks once, in the order of the calls', async () => {
    const transport = await open(requestRow('OpenAI chat'));
    const two = [call, { ...call, id: 'call_2' }];
    wire.respond({ sse: openaiChatFixture.calls(two, 'one') }, { sse: openaiChatFixture.text('3', 'two') });
    await ask(transport);
    await transport.sendToolResult({ id: 'call_2', name: 'add', result: success(2) });
    await transport.sendToolResult({ id: 'unknown', name: 'add', result: success(0) });
    expect(wire.requests).toHaveLength(1);
    await transport.sendToolResult({ id: 'call_1', name: 'add', result: success(1) });
    const events = await nextStep(transport);
    expect(events[0]).toMatchObject({ type: 'loss', what: 'result' });
    expect(wire.requests.at(-1)?.body).toMatchObject({
      messages: [{}, {}, { tool_call_id: 'call_1' }, { tool_call_id: 'call_2' }],
    });
  });

  test('can take answers without asking, so that the next input finds none missing', async () => {
    const transport = await open(requestRow('Anthropic'));
    wire.respond({ sse: anthropicFixture.calls([call], 'one') }, { sse: anthropicFixture.text('Yes?', 'two') });
    await ask(transport);
    await transport.sendToolResults([{ id: 'call_1', name: 'add', result: success(null) }], { ask: false });
    expect(wire.requests).toHaveLength(1);
    expect(textIn(await ask(transport, 'Stop'))).toBe('Yes?');
  });
});
