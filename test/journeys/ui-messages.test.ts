import { expect, test } from 'vitest';
import { until } from '../session-kit.js';
import { createProject, postJson, startHeaderOf, urlOf } from './project.js';

const config = `
import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

const pick = defineTool({
  id: 'pick_colour',
  description: 'Lets the person pick a colour',
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  inputSchema: { type: 'object', properties: {} },
});

const order = defineTool({
  id: 'order_pizza',
  description: 'Orders a pizza',
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  inputSchema: { type: 'object', properties: {} },
  execute: async (_, ctx) => (await ctx.ask({ type: 'string' }, 'Which size?')).content,
});

export default defineConfig({ tools: [pick, order] });
`;

test('a chat interface answers a tool of its page after a restart, once, and nothing else begins a turn', async () => {
  const { start } = await createProject({ 'helve.config.mjs': config });
  const serve = async () => {
    const server = start(['serve']);
    const url = await urlOf(server);
    const headers = { ...(await startHeaderOf(server)), 'content-type': 'application/json' };
    const post = (path: string, body: unknown) =>
      fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { server, url, headers, post };
  };
  const before = await serve();
  const { id } = (await postJson(`${before.url}/v1/sessions`, {}, before.headers)).body as { id: string };
  const path = `/v1/sessions/${id}/ui-messages`;
  const words = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'pick a colour' }] };
  const asked = await (await before.post(path, { messages: [words] })).text();
  expect(asked.match(/"tool-input-available"/g)).toHaveLength(1);
  const toolCallId = /"tool-input-available","toolCallId":"([^"]+)"/.exec(asked)?.[1];
  before.server.process.kill('SIGTERM');
  await before.server.ended;

  const after = await serve();
  const part = { type: 'dynamic-tool', toolName: 'pick_colour', state: 'output-available', input: {}, output: 'red' };
  const answer = (callId: string | undefined) => ({
    messages: [words, { id: 'm2', role: 'assistant', parts: [{ ...part, toolCallId: callId }] }],
  });
  const refused = async (body: unknown) => {
    const response = await after.post(path, body);
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  expect(await refused(answer('forged'))).toEqual([409, 'AGENT_UI_NOTHING_WAITS']);
  const answered = await (await after.post(path, answer(toolCallId))).text();
  expect(answered).toContain('"output":"red"');
  expect(await refused(answer(toolCallId))).toEqual([409, 'AGENT_UI_NOTHING_WAITS']);
  const again = { trigger: 'regenerate-message', messages: [words] };
  expect(await refused(again)).toEqual([409, 'GATEWAY_TURN_NOT_REPEATED']);
  const empty = { role: 'user', parts: [{ type: 'text', text: ' ' }] };
  for (const body of [{}, { messages: [] }, { messages: 'x' }, { messages: [1] }, { messages: [empty] }]) {
    expect(await refused(body)).toEqual([400, 'AGENT_UI_MESSAGES_INVALID']);
  }
  const opened: { readonly status: number; readonly body: unknown }[] = [];
  for (let count = 1; count <= 20; count += 1)
    opened.push(await postJson(`${after.url}/v1/sessions`, {}, after.headers));
  expect(opened.at(-1)).toMatchObject({ status: 409, body: { code: 'PROJECT_CHATS_FULL' } });
});

test('a chat interface is asked by a running tool, and its answer goes on with the same turn', async () => {
  const { start } = await createProject({ 'helve.config.mjs': config });
  const server = start(['serve']);
  const url = await urlOf(server);
  const headers = { ...(await startHeaderOf(server)), 'content-type': 'application/json' };
  const { id } = (await postJson(`${url}/v1/sessions`, {}, headers)).body as { id: string };
  const post = (path: string, body: unknown) =>
    fetch(`${url}/v1/sessions/${id}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const words = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'order a pizza' }] };
  const turn = await post('ui-messages', { messages: [words] });
  let text = '';
  const reading = turn.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (piece) => void (text += piece) }));
  await until(() => text.includes('"data-question"'));
  const question = /"questionId":"([^"]+)"/.exec(text)?.[1];
  expect((await post('answers', { question, content: 'small' })).status).toBe(204);
  await reading;
  expect(text).toContain('"output":"small"');
});
