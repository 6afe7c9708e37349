import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../session-kit.js';
import { createProject, postJson, startHeaderOf, urlOf } from './project.js';

const files = {
  'helve.config.mjs': `
import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

const policy = { category: 'utility', sideEffects: 'none', idempotent: true };
const order = defineTool({
  id: 'order_pizza',
  description: 'Orders a pizza',
  policy,
  inputSchema: { type: 'object', properties: {} },
  async execute(_, ctx) {
    const properties = { size: { type: 'string', enum: ['small', 'large'] }, cheese: { type: 'boolean' } };
    const answer = await ctx.ask({ type: 'object', properties, required: ['size'] }, 'Which size?');
    return answer.action === 'accept' ? 'ordered ' + JSON.stringify(answer.content) : JSON.stringify(answer);
  },
});
const pick = defineTool({
  id: 'pick_colour',
  description: 'Lets the person pick a colour',
  policy,
  inputSchema: { type: 'object', properties: {} },
});

export default defineConfig({ tools: [order, pick], voice: { listen: 'scripted', speak: 'scripted' } });
`,
};

interface Event {
  readonly type: string;
  readonly questionId?: string;
  readonly callId?: string;
  readonly message?: string;
  readonly text?: string;
  readonly response?: { readonly data?: unknown };
}

test('a tool asks in a chat at the terminal while the turn goes on, and is told at once where nobody is there', async () => {
  const { helve } = await createProject(files);
  const { stdout, stderr } = await helve(['chat'], { stdin: 'order a pizza\nsmall\n\nthank you\n' });
  expect(stdout).toContain('ordered {"size":"small"}');
  expect(stderr).toContain('Which size?');
  const once = await helve(['chat', '--once', 'order a pizza']);
  expect(once.stdout).toContain('nobody');
  const left = await helve(['chat', '--once', 'pick a colour']);
  expect(left).toMatchObject({ code: 1, stderr: expect.stringContaining('Cannot run "pick_colour" here') });
});

test('over HTTP and by voice a question is answered while its turn goes on, and the caller answers tools of their own', async () => {
  const { start } = await createProject(files);
  const server = start(['serve']);
  const url = await urlOf(server);
  const headers = await startHeaderOf(server);
  const { id } = (await postJson(`${url}/v1/sessions`, {}, headers)).body as { id: string };
  const answers = `${url}/v1/sessions/${id}/answers`;
  const turn = await fetch(`${url}/v1/sessions/${id}/messages`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ message: 'order a pizza' }),
  });
  let text = '';
  const reading = (async () => {
    for await (const chunk of (turn.body ?? []) as AsyncIterable<Uint8Array>)
      text += Buffer.from(chunk).toString('utf8');
  })();
  await until(() => text.includes('"questionId"'));
  const question = /"questionId":"([^"]+)"/.exec(text)?.[1] ?? '';
  const give = async (body: object) =>
    (
      await fetch(answers, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;
  expect(await give({ question, content: { size: 'huge' } })).toBe(400);
  expect(await give({ question, content: { size: 'small' } })).toBe(204);
  await reading;
  expect(text).toContain(String.raw`ordered {\"size\":\"small\"}`);

  const waiting = await postJson(`${url}/v1/sessions/${id}/messages`, { message: 'pick a colour' }, headers);
  const { events } = waiting.body as { events: readonly Event[] };
  const callId = events.find(({ type }) => type === 'caller_call')?.callId ?? '';
  const answered = await postJson(answers, { calls: [{ callId, output: 'red' }] }, headers);
  expect(JSON.stringify(answered.body)).toContain('"data":"red"');

  const again = await postJson(`${url}/v1/sessions/${id}/messages`, { message: 'pick a colour' }, headers);
  const next = (again.body as { events: readonly Event[] }).events.find(({ type }) => type === 'caller_call');
  const output = {
    type: 'tool-pick_colour',
    toolCallId: next?.callId,
    state: 'output-available',
    input: {},
    output: 'blue',
  };
  const page = await fetch(`${url}/v1/sessions/${id}/ui-messages`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ id: 'm1', role: 'assistant', parts: [output] }] }),
  });
  expect(await page.text()).toContain('blue');
  expect([await give({ question: 'question_gone', content: 1 }), await give({ question, calls: [] })]).toEqual([
    409, 400,
  ]);

  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/voice`, ['helve.voice'], { headers });
  onTestFinished(() => socket.terminate());
  const heard: Event[] = [];
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.on('message', (data: Buffer) => {
    const event = JSON.parse(String(data)) as Event;
    heard.push(event);
    if (event.type === 'ready') send({ type: 'text', text: 'order a pizza' });
    if (event.type === 'question') send({ type: 'answer', question: event.questionId, content: { size: 'large' } });
  });
  socket.on('open', () => send({ type: 'start' }));
  await until(() => heard.some(({ type }) => type === 'turn_end'));
  expect(heard.find(({ type }) => type === 'tool_result')?.response?.data).toBe('ordered {"size":"large"}');
  expect(heard.some((event) => event.type === 'transcript' && event.text?.includes('Which size?'))).toBe(true);
  send({ type: 'answer', question: 'question_gone' });
  await until(() => heard.some(({ type }) => type === 'problem'));
});
