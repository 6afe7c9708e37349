import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AnthropicTransport, GeminiTransport, media, OllamaTransport, OpenAITransport } from '@helve/agent';
import type { Transport, TransportEvent, UserInput } from '@helve/agent';
import type { WireResponse } from '../testing/wire-server.js';
import { nextStep, startWireServer, type WireServer } from '@helve/agent/testing';

let wire: WireServer;
beforeEach(async () => {
  wire = await startWireServer();
});
afterEach(() => wire.close());

const image = media('image/png', new Uint8Array([1, 2, 3]));
const input: UserInput = { text: 'What is this?', media: [image] };

/** Stream of a vendor for a thought and the call of a tool, and the form in which it takes an image. */
const vendors: Readonly<Record<string, { open(): Transport; answer: WireResponse; image: unknown; deltas: boolean }>> =
  {
    anthropic: {
      open: () => new AnthropicTransport(new Anthropic({ apiKey: 'k', baseURL: wire.url }), { model: 'm' }),
      answer: {
        sse: [
          { type: 'message_start', message: { id: 'm1', content: [], usage: { input_tokens: 1 } } },
          { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
          { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } },
          {
            type: 'content_block_start',
            index: 1,
            content_block: { type: 'tool_use', id: 'c1', name: 'look', input: {} },
          },
          { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"at":' } },
          { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '1}' } },
          { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 2 } },
        ],
      },
      image: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } },
      deltas: true,
    },
    responses: {
      open: () =>
        new OpenAITransport(new OpenAI({ apiKey: 'k', baseURL: `${wire.url}/v1` }), undefined, { model: 'm' }),
      answer: {
        sse: [
          { type: 'response.reasoning_summary_text.delta', item_id: 'r1', delta: 'Hm' },
          {
            type: 'response.output_item.added',
            item: { type: 'function_call', id: 'f1', call_id: 'c1', name: 'look', arguments: '' },
          },
          { type: 'response.function_call_arguments.delta', item_id: 'f1', delta: '{"at":' },
          { type: 'response.function_call_arguments.delta', item_id: 'f1', delta: '1}' },
          {
            type: 'response.output_item.done',
            item: { type: 'function_call', id: 'f1', call_id: 'c1', name: 'look', arguments: '{"at":1}' },
          },
          { type: 'response.completed', response: { id: 'r', status: 'completed' } },
        ],
      },
      image: { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AQID' },
      deltas: true,
    },
    chat: {
      open: () =>
        new OpenAITransport(new OpenAI({ apiKey: 'k', baseURL: `${wire.url}/v1` }), undefined, {
          api: 'chat',
          model: 'm',
        }),
      answer: {
        sse: [
          { choices: [{ delta: { reasoning_content: 'Hm' } }] },
          { choices: [{ delta: { tool_calls: [{ index: 0, id: 'c1', function: { name: 'look', arguments: '' } }] } }] },
          { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '{"at":' } }] } }] },
          { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '1}' } }] } }] },
          { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
        ],
      },
      image: { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
      deltas: true,
    },
    gemini: {
      open: () =>
        new GeminiTransport(new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: wire.url } }), { model: 'm' }),
      answer: {
        sse: [
          { candidates: [{ content: { parts: [{ text: 'Hm', thought: true }] } }] },
          {
            candidates: [
              {
                content: { parts: [{ functionCall: { id: 'c1', name: 'look', args: { at: 1 } } }] },
                finishReason: 'STOP',
              },
            ],
          },
        ],
      },
      image: { inlineData: { mimeType: 'image/png', data: 'AQID' } },
      deltas: false,
    },
    ollama: {
      open: () => new OllamaTransport(new Ollama({ host: wire.url }), { model: 'm' }),
      answer: {
        ndjson: [
          { message: { role: 'assistant', content: '', thinking: 'Hm' }, done: false },
          { message: { role: 'assistant', tool_calls: [{ function: { name: 'look', arguments: { at: 1 } } }] } },
          { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' },
        ],
      },
      image: 'AQID',
      deltas: false,
    },
  };

test.each(Object.keys(vendors))(
  '%s: thoughts and pieces of arguments are events, and an image goes out',
  async (name) => {
    const vendor = vendors[name];
    if (vendor === undefined) throw new Error(name);
    const transport = vendor.open();
    await transport.open({ instructions: '', tools: [], toolChoice: 'auto' });
    wire.respond(vendor.answer);
    await transport.sendUser(input);
    const events = await nextStep(transport);
    const of = (type: TransportEvent['type']) => events.filter((event) => event.type === type);
    expect(of('reasoning')).toEqual([{ type: 'reasoning', text: 'Hm' }]);
    const deltas = events.flatMap((event) => (event.type === 'call_delta' ? [event] : []));
    expect(deltas.map(({ delta }) => delta).join('')).toBe(vendor.deltas ? '{"at":1}' : '');
    expect(deltas.every(({ id, name: tool }) => id === 'c1' && tool === 'look')).toBe(true);
    expect(of('text')).toEqual([]);
    expect(of('loss')).toEqual([]);
    expect(of('call')).toHaveLength(1);
    expect(JSON.stringify(wire.requests[0]?.body)).toContain(JSON.stringify(vendor.image));
    await transport.close();
  },
);

const responding = ['anthropic', 'responses', 'chat'];
const broken = ['{not json', '[1,2]', 'null', '"x"'];

test.each(responding.flatMap((name) => broken.map((data) => [name, data] as const)))(
  '%s: an answer of which nothing can be read has failed (%s)',
  async (name, data) => {
    const events = await ask(name, { sse: [data] });
    expect(events.at(-1)).toMatchObject({ type: 'step_end', reason: 'failed' });
    expect(problems(events)[0]).toContain('is not readable');
  },
);

test.each(responding)('%s: an address that answers with a page is told as that', async (name) => {
  const page = { headers: { 'content-type': 'text/html; charset=utf-8' }, sse: ['<!doctype html><p>Hello</p>'] };
  const events = await ask(name, page);
  expect(events.at(-1)).toMatchObject({ type: 'step_end', reason: 'failed' });
  expect(problems(events)).toEqual([expect.stringContaining('answers with a page (text/html)')]);
});

const problems = (events: readonly TransportEvent[]) =>
  events.flatMap((event) => (event.type === 'error' ? [event.error.message] : []));

async function ask(name: string, answer: WireResponse): Promise<readonly TransportEvent[]> {
  const transport = vendors[name]?.open();
  if (transport === undefined) throw new Error(name);
  await transport.open({ instructions: '', tools: [], toolChoice: 'auto' });
  wire.respond(answer);
  await transport.sendUser({ text: 'hello' });
  const events = await nextStep(transport);
  await transport.close();
  return events;
}
