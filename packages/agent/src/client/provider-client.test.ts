import Anthropic from '@anthropic-ai/sdk';
import { defineTool, ToolRegistry } from '@helve/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWireServer, success, type WireServer } from '../testing.js';
import { openai } from '../testing/request-rows.js';
import { media } from '../transport/media.js';
import { OpenAITransport } from '../transport/openai/openai-transport.js';
import { AnthropicClient } from './anthropic-client.js';
import { OllamaClient } from './ollama-client.js';
import { OpenAIClient } from './openai-client.js';

const weather = defineTool({
  id: 'get_weather',
  description: 'Tells the weather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const,
  execute: ({ city }) => `sunny in ${city}`,
});
const options = { model: 'm', tools: [weather] };

let wire: WireServer;
beforeEach(async () => {
  wire = await startWireServer();
});
afterEach(() => wire.close());

test('a client offers the tools of a registry under names that the provider takes, and finds them again', async () => {
  const registry = new ToolRegistry();
  registry.addInline(
    defineTool({
      id: 'math.add',
      description: 'Adds',
      inputSchema: { type: 'object', properties: {} } as const,
      execute: () => 3,
    }),
  );
  const client = new OpenAIClient(openai(wire.url), { model: 'm', registry });
  wire.respond({
    json: {
      status: 'completed',
      output: [{ type: 'function_call', call_id: 'c1', name: 'math_add', arguments: '' }],
    },
  });
  const [result] = await client.toolCall('Add');
  expect(result).toMatchObject({ success: true, provenance: { toolId: 'math.add' } });
  expect(wire.requests[0]?.body).toMatchObject({ tools: [{ name: 'math_add' }] });
});

test('nulls for what was left out are taken back before the check, since a strict form asks for them', async () => {
  const tool = defineTool({
    id: 'find',
    description: 'Finds',
    inputSchema: {
      type: 'object',
      properties: { q: { type: 'string' }, limit: { type: 'integer' } },
      required: ['q'],
    } as const,
    execute: ({ q }) => q,
  });
  const client = new OpenAIClient(openai(wire.url), { model: 'm', tools: [tool] });
  wire.respond({
    json: {
      status: 'completed',
      output: [{ type: 'function_call', call_id: 'c1', name: 'find', arguments: '{"q":"x","limit":null}' }],
    },
  });
  const [result] = await client.toolCall('Find x');
  expect(result).toMatchObject({
    success: true,
    provenance: { restored: [{ pointer: '/limit', step: 'null-removed' }] },
  });
});

test('a choice and the tools that a request has already are kept', async () => {
  const client = new OpenAIClient(openai(wire.url), options);
  wire.respond({ json: { status: 'completed', output: [] } }, { json: { status: 'completed', output: [] } });
  const request = { input: 'Go', tools: [{ type: 'web_search' }], tool_choice: 'required' };
  await client.chat(request);
  await client.chat(request, undefined, { toolChoice: 'none' });
  expect(wire.requests.map(({ body }) => body)).toMatchObject([
    { tools: [{ type: 'web_search' }, { name: 'get_weather' }], tool_choice: 'required' },
    { tool_choice: 'none' },
  ]);
});

test('reply needs an answer for each call, and what it loses is told by the chat that sends it', async () => {
  const client = new OpenAIClient(openai(wire.url), { ...options, api: 'chat' });
  const call = { id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } };
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  const whole = { choices: [{ message, finish_reason: 'tool_calls' }] };
  wire.respond({ json: whole }, { json: whole });
  const chat = await client.chat('Weather?');
  expect(() => client.reply(chat, [])).toThrow('1 calls have 0 responses');
  expect(() => client.reply({ ...chat }, [success(1)])).toThrow('not one of this client');
  const next = client.reply(chat, [success(media('image/png', new Uint8Array(3)))]);
  expect((await client.chat(next)).losses).toContainEqual(expect.objectContaining({ what: 'media' }));
});

test('strict forms of Anthropic are off unless asked for, and then only the first ten', async () => {
  const tools = Array.from({ length: 12 }, (_, index) =>
    defineTool({
      id: `tool_${index}`,
      description: 'Does',
      inputSchema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } as const,
      execute: ({ a }) => a,
    }),
  );
  const sdk = new Anthropic({ apiKey: 'test', baseURL: wire.url, logLevel: 'off' });
  const strictOf = async (strict: boolean) => {
    wire.respond({ json: { content: [], stop_reason: 'end_turn' } });
    await new AnthropicClient(sdk, { model: 'm', tools, strict }).chat('Go');
    return JSON.stringify(wire.requests.at(-1)?.body).match(/"strict":true/g)?.length ?? 0;
  };
  expect([await strictOf(false), await strictOf(true)]).toEqual([0, 10]);
});

test('clients and transports refuse options that they do not know, and models without a name', async () => {
  const sdk = openai(wire.url);
  expect(() => new OpenAIClient(sdk, { ...options, modell: 'm' } as never)).toThrow('unknown option "modell"');
  expect(() => new OpenAIClient(sdk, { model: '' })).toThrow('option "model" names no model');
  expect(() => new OpenAITransport(sdk, undefined, { model: 'm', retries: 2 } as never)).toThrow(
    'unknown option "retries"',
  );
  expect(() => new OpenAITransport(sdk, undefined, { model: '' })).toThrow('option "model" names no model');
  const client = new OpenAIClient(sdk, options);
  await expect(client.chat('Go', undefined, { toolchoice: 'none' } as never)).rejects.toThrow(
    'unknown option "toolchoice"',
  );
});

test('OllamaClient.mapToolDefinitionToTool puts a definition in the form of the SDK', () => {
  const definition = {
    type: 'function',
    name: 'get_weather',
    description: 'Tells the weather',
    parameters: { city: { type: 'string', description: 'Where' }, required: ['city'] },
  } as const;
  expect(OllamaClient.mapToolDefinitionToTool(definition)).toEqual({
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Tells the weather',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string', description: 'Where' } },
        required: ['city'],
      },
    },
  });
});
