import { DefaultChatTransport, readUIMessageStream } from 'ai';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { createProject, postJson, startHeaderOf, urlOf } from './project.js';

const config = `
import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

let runs = 0;
export default defineConfig({
  tools: [
    defineTool({ id: 'count_runs', description: 'Counts how often it ran', inputSchema: { type: 'object', properties: {} }, execute: () => ({ runs: (runs += 1) }) }),
    defineTool({ id: 'count_words', description: 'Counts the words of a text', inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }, execute: ({ text }) => ({ words: text.split(/\\s+/).length }) }),
  ],
  locales: { source: 'en', targets: ['de'] },
  roots: [{ path: 'content', write: true }],
  server: { port: 0 },
});
`;

test('the API of helve serve: idempotency, flows, conversations, the live trail, its description, SIGTERM', async () => {
  const { start, folder } = await createProject({
    'helve.config.mjs': config,
    'content/app.json': '{ "hello": "Hello world" }',
    'content/.hidden': '',
  });
  const server = start(['serve']);
  const url = await urlOf(server);
  const headers = await startHeaderOf(server);
  const get = async (path: string) => (await fetch(url + path, { headers })).json() as Promise<Record<string, unknown>>;

  // Two calls with one key run once.
  const key = { 'idempotency-key': 'once', 'x-session-id': 'mine' };
  const first = await postJson(`${url}/v1/tools/count_runs/call`, {}, key);
  const second = await postJson(`${url}/v1/tools/count_runs/call`, {}, key);
  expect([first, second]).toMatchObject([
    { body: { data: { runs: 1 } } },
    { body: { data: { runs: 1 }, meta: { replayed: true } } },
  ]);
  expect(await postJson(`${url}/v1/tools/count_runs/call`, {})).toMatchObject({ body: { data: { runs: 2 } } });

  // A flow in the background.
  const live = await fetch(`${url}/v1/trail/live`, { headers });
  expect((await get('/v1/flows'))['flows']).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: 'pseudo-translate' })]),
  );
  expect(await postJson(`${url}/v1/flows/check`, { flow: 'pseudo-translate' }, headers)).toMatchObject({
    body: { data: { ok: true } },
  });
  const begun = await postJson(`${url}/v1/runs`, { flow: 'pseudo-translate', files: ['content/app.json'] }, headers);
  const { id } = begun.body as { id: string };
  expect(begun).toMatchObject({ status: 202, body: { state: 'running', flow: 'pseudo-translate' } });
  const events = await (await fetch(`${url}/v1/runs/${id}/events`, { headers })).text();
  expect(events).toMatch(/event: end\ndata: .*"state":"done"/);
  expect(await get(`/v1/runs/${id}`)).toMatchObject({ state: 'done' });
  expect(await get(`/v1/trail/${id}`)).toMatchObject({ toolId: 'flow.run', outcome: { kind: 'success' } });
  const outside = { flow: 'pseudo-translate', files: ['../../etc/passwd'] };
  expect(await postJson(`${url}/v1/runs`, outside, headers)).toMatchObject({ status: 202 });

  // No answer tells where the project lies on the machine.
  const run = { flow: 'pseudo-translate', files: ['content'], targetLocales: ['de'] };
  const segmenting = { steps: [{ tool: 'segmentation', config: { targetSrx: 'content/none.srx' } }] };
  for (const request of [
    { ...run, output: '{dir}/../../x/{name}.json' },
    { ...run, output: 'content/{name}.{lang}.json', explain: true },
    { ...run, output: 'content/{name}.{lang}.json' },
    { ...run, flow: segmenting },
  ]) {
    const { body } = await postJson(`${url}/v1/tools/flow.run/call`, request, headers);
    expect(JSON.stringify(body)).not.toContain(dirname(folder));
  }

  // The feed had it all.
  const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
  let fed = '';
  while (!fed.includes('"toolId":"flow.run"')) fed += (await reader?.read())?.value ?? '';
  await reader?.cancel();

  // A conversation with the demo model, which uses a tool.
  const { id: session } = (await postJson(`${url}/v1/sessions`, {}, headers)).body as { id: string };
  const message = 'count the words of "one two three"';
  const said = await postJson(`${url}/v1/sessions/${session}/messages`, { message }, headers);
  expect(JSON.stringify(said.body)).toContain('"words":3');
  // A chat interface reads the conversation as its own kind of stream.
  const page = new DefaultChatTransport({ api: `${url}/v1/sessions/${session}/ui-messages`, headers });
  const asked = { id: 'u', role: 'user' as const, parts: [{ type: 'text' as const, text: message }] };
  const sending = { chatId: session, messageId: undefined, abortSignal: undefined, messages: [asked] };
  const stream = await page.sendMessages({ ...sending, trigger: 'submit-message' });
  const shown: unknown[] = [];
  for await (const state of readUIMessageStream({ stream, terminateOnError: true })) shown.push(state);
  expect(shown.at(-1)).toMatchObject({
    parts: [{}, { toolName: 'count_words', state: 'output-available', output: { words: 3 } }, {}, { type: 'text' }],
  });
  expect(await get('/v1/sessions')).toMatchObject({ sessions: [{ id: session, model: 'demo', busy: false }] });
  expect((await fetch(`${url}/v1/sessions/${session}`, { method: 'DELETE', headers })).status).toBe(204);

  const description = await get('/v1/openapi.json');
  expect(Object.keys(description['paths'] as object)).toContain('/v1/tools/count_words/call');
  expect(await (await fetch(`${url}/v1/docs`)).text()).toContain('count_words');
  expect(await get('/v1/workers')).toEqual({ workers: [] });
  expect(await get('/readyz')).toEqual({ ready: true });
  expect(await (await fetch(`${url}/metrics`)).text()).toContain(
    'helve_calls_total{tool="count_runs",door="http",outcome="ok"} 3',
  );

  const open = await fetch(`${url}/v1/trail/live`);
  server.process.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
  expect(await open.text()).toBe(': here\n\n');
});
