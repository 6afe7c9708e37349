// Run by smoke-nodes with the folder of an SDK of OpenAI: our transports hold a conversation through it, over each of its wires.
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSession, OpenAIRealtimeTransport, OpenAITransport } from '@helve/agent';
import { defineTool } from '@helve/core';
import { WebSocketServer } from 'ws';

const [folder = ''] = process.argv.slice(2);
const { resolve } = createRequire(join(folder, 'package.json'));
/** @param {string} name */
const load = (name) => import(pathToFileURL(resolve(name)).href);
const { default: OpenAI } = await load('openai');
const { OpenAIRealtimeWS } = await load('openai/realtime/ws');

const add = defineTool({
  id: 'add',
  description: 'Adds',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  execute: ({ a, b }) => a + b,
});
const args = '{"a":2,"b":3}';
const call = { type: 'function_call', id: 'i1', call_id: 'c1', name: 'add', arguments: args, status: 'completed' };
const said = { type: 'message', id: 'i2', role: 'assistant', content: [{ type: 'output_text', text: 'Five' }] };

/** Answers of a model over HTTP: a call, and words once it has its result. */
const http = {
  /** @param {string} body */
  '/v1/responses': (body) => {
    const output = body.includes('function_call_output') ? said : call;
    return [
      ...(output === said ? [{ type: 'response.output_text.delta', item_id: 'i2', delta: 'Five' }] : []),
      { type: 'response.output_item.done', item: output },
      { type: 'response.completed', response: { id: 'r1', status: 'completed', output: [output] } },
    ];
  },
  /** @param {string} body */
  '/v1/chat/completions': (body) => {
    const used = { index: 0, id: 'c1', type: 'function', function: { name: 'add', arguments: args } };
    const delta = body.includes('"role":"tool"') ? { content: 'Five' } : { tool_calls: [used] };
    return [{ choices: [{ index: 0, delta, finish_reason: 'content' in delta ? 'stop' : 'tool_calls' }] }];
  },
};

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const events = http[/** @type {keyof typeof http} */ (request.url)]?.(body) ?? [];
    response.setHeader('content-type', 'text/event-stream');
    response.end([...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'].join(''));
  });
});
new WebSocketServer({ server }).on('connection', (socket) => {
  let isAnswered = false;
  socket.on('message', (data) => {
    const { type, item } = JSON.parse(/** @type {Buffer} */ (data).toString('utf8'));
    isAnswered ||= item?.type === 'function_call_output';
    if (type !== 'response.create') return;
    const text = { ...said, content: [{ type: 'output_audio', transcript: 'Five' }] };
    const events = [
      { type: 'response.created', response: { id: 'r1', status: 'in_progress' } },
      ...(isAnswered ? [{ type: 'response.output_audio_transcript.done', item_id: 'i2', transcript: 'Five' }] : []),
      { type: 'response.done', response: { id: 'r1', status: 'completed', output: [isAnswered ? text : call] } },
    ];
    for (const event of events) socket.send(JSON.stringify(event));
  });
});
await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
const client = new OpenAI({ apiKey: 'test', baseURL: `http://127.0.0.1:${port}/v1` });
const createConnection = () => connect(port, '127.0.0.1');
const openSocket = () => new OpenAIRealtimeWS({ model: 'm', options: { createConnection } }, client);

/** @type {readonly [string, import('@helve/agent').Transport][]} */
const transports = [
  ['Responses', new OpenAITransport(client, undefined, { model: 'm' })],
  ['Chat Completions', new OpenAITransport(client, undefined, { model: 'm', api: 'chat' })],
  ['Realtime', new OpenAIRealtimeTransport(openSocket)],
];
for (const [name, transport] of transports) {
  const { live } = transport;
  const session = createSession({ mode: live ? 'voice' : 'text', policy: 'none', tools: [add], transport });
  const events = live ? session.attach() : session.run('Add 2 and 3');
  if (live) await session.send({ text: 'Add 2 and 3' });
  let words = '';
  const results = [];
  for await (const event of events) {
    if (event.type === 'error') throw new Error(`${name}: ${event.error.message}`);
    if (event.type === 'text' || (event.type === 'transcript' && event.role === 'model')) words += event.text;
    if (event.type === 'tool_result') results.push(event.response.ok && event.response.data);
    if (event.type === 'turn_end') break;
  }
  if (words !== 'Five' || results.join() !== '5')
    throw new Error(`${name} said "${words}" after results ${results.join()}`);
  await session.close();
}
server.closeAllConnections();
server.close();
