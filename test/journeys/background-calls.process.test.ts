import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject, postJson, startHeaderOf, urlOf, type Project } from './project.js';

const config = `
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

const slowly = (id, policy) => defineTool({
  id, description: 'Takes its time, and leaves a line', policy, annotations: { taskSupport: 'optional' },
  inputSchema: { type: 'object', properties: { name: { type: 'string' }, ms: { type: 'number' } }, required: ['name'] },
  execute: async ({ name, ms = 0 }) => {
    appendFileSync('lines.txt', name + '\\n');
    await sleep(ms);
    if (name === 'bad') throw new Error('no good');
    return { name };
  },
});
export default defineConfig({
  tools: [slowly('look', { category: 'retrieval', sideEffects: 'read_only' }), slowly('pay', { category: 'action', sideEffects: 'writes' })],
  locales: { source: 'en', targets: ['de'] },
  roots: [{ path: 'content', write: true }],
  server: { port: 0 },
});
`;

const respondAsync = { prefer: 'respond-async' };

async function serve(project: Project) {
  const server = project.start(['serve']);
  const url = await urlOf(server);
  const headers = await startHeaderOf(server);
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const call = (tool: string, input: object, more: Record<string, string> = {}) =>
    postJson(`${url}/v1/tools/${tool}/call`, input, { ...respondAsync, ...more });
  const follow = async (id: unknown) => (await fetch(`${url}/v1/jobs/${String(id)}/events`, { headers })).text();
  const stop = async (signal: NodeJS.Signals) => {
    server.process.kill(signal);
    return (await server.ended).code;
  };
  return { url, headers, get, call, follow, stop };
}

const linesIn = ({ folder }: Project) => readFile(join(folder, 'lines.txt'), 'utf8').catch(() => '');

test('M62 a call that nobody waits for is a job: accepted, followed, and its envelope is there afterwards', async () => {
  const project = await createProject({ 'helve.config.mjs': config });
  const { call, get, follow, stop, url, headers } = await serve(project);
  await expect(stat(join(project.folder, '.helve', 'engine.db'))).rejects.toThrow('ENOENT');

  const refused = await call('look', { name: 1 });
  expect(refused).toMatchObject({ status: 400, body: { ok: false, error: { type: 'VALIDATION' } } });
  expect(await call('none', {})).toMatchObject({ status: 404 });

  const accepted = await call('look', { name: 'one', ms: 300 });
  const { id } = accepted.body as { id: string };
  expect(accepted).toMatchObject({ status: 202, body: { state: 'running' } });
  expect(await get(`/v1/jobs/${id}/result`)).toMatchObject({ status: 409, body: { code: 'GATEWAY_JOB_OPEN' } });
  expect(await follow(id)).toMatch(/event: settled\ndata: .*"state":"done"/);
  expect(await get(`/v1/jobs/${id}/result`)).toMatchObject({ status: 200, body: { ok: true, data: { name: 'one' } } });
  expect(await get(`/v1/jobs/${id}`)).toMatchObject({ body: { kind: 'call', name: 'look', state: 'done' } });
  // One record, of the call itself.
  const trail = (await get('/v1/trail?tool=look')).body['records'] as { requestId: string }[];
  expect(trail.filter(({ requestId }) => requestId === id)).toHaveLength(1);
  expect(trail).toHaveLength(2);

  // In time, the answer is that of the call.
  expect(await call('look', { name: 'two' }, { prefer: 'respond-async, wait=20' })).toMatchObject({
    status: 200,
    body: { data: { name: 'two' } },
  });
  expect(await call('look', { name: 'bad' }, { prefer: 'respond-async, wait=20' })).toMatchObject({ status: 500 });
  // With its key, it is the job that it was.
  const key = { 'idempotency-key': 'k1' };
  const [first, second] = [await call('pay', { name: 'k' }, key), await call('pay', { name: 'k' }, key)];
  expect(first.body).toMatchObject({ id: (second.body as { id: string }).id });
  expect(await call('pay', { name: 'other' }, key)).toMatchObject({
    status: 409,
    body: { error: { type: 'CONFLICT' } },
  });

  // Many inputs, answered in their order.
  const inputs = [{ name: 'a' }, { name: 'bad' }, { wrong: true }, { name: 'd' }];
  const many = await postJson(`${url}/v1/jobs`, { kind: 'calls', tool: 'look', inputs }, headers);
  expect(many.status).toBe(202);
  const batch = (many.body as { id: string }).id;
  await follow(batch);
  const lines = (await (await fetch(`${url}/v1/jobs/${batch}/result`, { headers })).text()).trim().split('\n');
  const answers = lines.map((line) => JSON.parse(line) as { ok: boolean; data?: { name: string } });
  expect(answers.map(({ ok, data }) => (ok ? data?.name : 'refused'))).toEqual(['a', 'refused', 'refused', 'd']);
  expect((await postJson(`${url}/v1/jobs`, { kind: 'calls' }, headers)).status).toBe(400);
  expect(await get('/v1/jobs/none')).toMatchObject({ status: 404, body: { code: 'GATEWAY_JOB_NOT_FOUND' } });
  expect((await get('/v1/jobs?kind=calls')).body['jobs']).toHaveLength(1);
  expect(await stop('SIGTERM')).toBe(0);
});

test('M61 a call outlives its server: it is made again as its tool allows, and else somebody has to say', async () => {
  const project = await createProject({ 'helve.config.mjs': config });
  const first = await serve(project);
  const [look, pay] = [
    (await first.call('look', { name: 'look', ms: 60_000 })).body as { id: string },
    (await first.call('pay', { name: 'pay', ms: 60_000 })).body as { id: string },
  ];
  await expect.poll(() => linesIn(project)).toMatch(/look\n[^]*pay|pay\n[^]*look/);
  await first.stop('SIGKILL');
  const second = await serve(project);
  await expect.poll(async () => (await linesIn(project)).match(/look/g)).toHaveLength(2);
  await second.follow(pay.id);
  const unknown = await second.get(`/v1/jobs/${pay.id}/result`);
  expect(unknown).toMatchObject({ status: 500, body: { error: { partialSideEffects: true } } });
  expect(await linesIn(project)).toContain('pay\n');
  expect((await linesIn(project)).match(/pay/g)).toHaveLength(1);
  const cancelled = await postJson(`${second.url}/v1/jobs/${look.id}/cancel`, {}, second.headers);
  expect(cancelled.body).toMatchObject({ state: 'cancelled' });
  expect(await second.get(`/v1/jobs/${look.id}/result`)).toMatchObject({ body: { error: { type: 'CANCELLED' } } });
  expect(await second.stop('SIGTERM')).toBe(0);
});

test('M32 a run that a server began goes on in the next one, and writes each file once', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`content/${at}.json`, JSON.stringify({ k: `Text ${at}` })]),
  );
  const project = await createProject({ 'helve.config.mjs': config, ...texts });
  const first = await serve(project);
  const request = {
    flow: 'pseudo-translate',
    files: ['content/*.json'],
    targetLocales: ['qps'],
    output: 'content/out/{name}.json',
  };
  const begun = await postJson(`${first.url}/v1/runs`, request, first.headers);
  const { id } = begun.body as { id: string };
  expect(begun).toMatchObject({ status: 202, body: { state: 'running' } });
  await expect.poll(async () => (await first.get(`/v1/jobs/${id}`)).body['unitRows']).toHaveLength(40);
  await first.stop('SIGKILL');
  const second = await serve(project);
  const events = await (await fetch(`${second.url}/v1/runs/${id}/events`, { headers: second.headers })).text();
  expect(events).toMatch(/event: end\ndata: .*"state":"done"/);
  expect(events.match(/event: progress/g)).toHaveLength(40);
  expect(await second.get(`/v1/runs/${id}`)).toMatchObject({ body: { state: 'done', flow: 'pseudo-translate' } });
  expect(await readFile(join(project.folder, 'content/out/39.json'), 'utf8')).toContain('39');
  expect(await second.stop('SIGTERM')).toBe(0);
});

test('M62 a job is seen by its user and by those who may see the jobs of others, and its key is asked for again', async () => {
  const project = await createProject({ 'helve.config.mjs': config });
  const addKey = async (name: string, ...more: readonly string[]) =>
    JSON.parse((await project.helve(['keys', 'add', name, '--json', ...more])).stdout) as { id: string; token: string };
  const [ada, bob, eve] = [await addKey('ada'), await addKey('bob'), await addKey('eve', '--scope', 'helve:jobs')];
  const headersOf = ({ token }: { readonly token: string }) => ({ authorization: `Bearer ${token}` });
  const start = async () => {
    const server = project.start(['serve', '--auth', 'keys']);
    return { server, url: await urlOf(server) };
  };
  const first = await start();
  const call = (input: object) =>
    postJson(`${first.url}/v1/tools/look/call`, input, { ...headersOf(ada), ...respondAsync });
  const { id } = (await call({ name: 'mine' })).body as { id: string };
  const get = async (url: string, who: { readonly token: string }, path: string) =>
    fetch(`${url}/v1/jobs${path}`, { headers: headersOf(who) });
  expect([(await get(first.url, ada, `/${id}`)).status, (await get(first.url, bob, `/${id}`)).status]).toEqual([
    200, 404,
  ]);
  expect((await get(first.url, eve, `/${id}`)).status).toBe(200);
  const cancel = await postJson(`${first.url}/v1/jobs/${id}/cancel`, {}, headersOf(bob));
  expect(cancel.status).toBe(404);
  const listed = async (who: { readonly token: string }) =>
    ((await (await get(first.url, who, '')).json()) as { jobs: unknown[] }).jobs.length;
  expect([await listed(ada), await listed(bob), await listed(eve)]).toEqual([1, 0, 1]);

  const late = (await call({ name: 'late', ms: 20_000 })).body as { id: string };
  await expect.poll(() => linesIn(project)).toContain('late');
  first.server.process.kill('SIGKILL');
  await first.server.ended;
  expect((await project.helve(['keys', 'revoke', ada.id])).code).toBe(0);
  const second = await start();
  await (await get(second.url, eve, `/${late.id}/events`)).text();
  const result = (await (await get(second.url, eve, `/${late.id}/result`)).json()) as { error: object };
  expect(result.error).toMatchObject({ type: 'AUTH', message: expect.stringContaining('its key was revoked') });
  expect((await linesIn(project)).match(/late/g)).toHaveLength(1);
  second.server.process.kill('SIGTERM');
  expect((await second.server.ended).code).toBe(0);
});

const TASKS = 'io.modelcontextprotocol/tasks';

/** Sends a request of MCP as today's clients do, from one that knows tasks. */
async function askMcp(url: string, method: string, params: Readonly<Record<string, unknown>>) {
  const name = String(params['name'] ?? params['taskId']);
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { extensions: { [TASKS]: {} } },
  };
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
  return (await answer.json()) as { result?: Record<string, unknown>; error?: { code: number; message: string } };
}

test('M63 a task of MCP is a job: it is found after a restart, with the result of its call', async () => {
  const project = await createProject({ 'helve.config.mjs': config });
  const first = await serve(project);
  const begin = async (name: string, args: object) => {
    const { result } = await askMcp(first.url, 'tools/call', { name, arguments: args });
    return String(result?.['taskId']);
  };
  const quick = await begin('look', { name: 'quick', ms: 400 });
  const [look, pay] = [
    await begin('look', { name: 'look', ms: 4_000 }),
    await begin('pay', { name: 'pay', ms: 20_000 }),
  ];
  const get = async (url: string, taskId: string) => (await askMcp(url, 'tasks/get', { taskId })).result;
  await expect.poll(() => get(first.url, quick)).toMatchObject({ status: 'completed' });
  expect(await get(first.url, look)).toMatchObject({ status: 'working' });
  expect((await first.get(`/v1/jobs/${look}`)).body).toMatchObject({ kind: 'call', name: 'look', state: 'running' });
  await first.stop('SIGKILL');

  const second = await serve(project);
  const structuredContent = { name: 'quick' };
  expect(await get(second.url, quick)).toMatchObject({ status: 'completed', result: { structuredContent } });
  // What only looks is looked at again; whether the payment was made, nobody knows.
  await expect.poll(() => get(second.url, pay)).toMatchObject({ status: 'failed' });
  await expect.poll(() => get(second.url, look)).toMatchObject({ status: 'completed' });
  const lines = await linesIn(project);
  expect([lines.match(/look/g)?.length, lines.match(/pay/g)?.length]).toEqual([2, 1]);
  expect((await askMcp(second.url, 'tasks/get', { taskId: '0'.repeat(32) })).error).toMatchObject({ code: -32_602 });
  expect(await second.stop('SIGTERM')).toBe(0);
});

test('M64 a task that a closing server has called off goes on in the next one', async () => {
  const project = await createProject({ 'helve.config.mjs': config.replace('port: 0', 'port: 0, closeGraceMs: 200') });
  const first = await serve(project);
  const { result } = await askMcp(first.url, 'tools/call', { name: 'look', arguments: { name: 'look', ms: 2_000 } });
  const taskId = String(result?.['taskId']);
  expect(await first.stop('SIGTERM')).toBe(0);
  const second = await serve(project);
  await expect
    .poll(async () => (await askMcp(second.url, 'tasks/get', { taskId })).result)
    .toMatchObject({ status: 'completed' });
  expect((await second.get(`/v1/jobs/${taskId}`)).body).toMatchObject({ unitRows: [{ attempt: 1 }] });
  const cancelled = await askMcp(second.url, 'tools/call', { name: 'look', arguments: { name: 'more', ms: 20_000 } });
  const other = String(cancelled.result?.['taskId']);
  await askMcp(second.url, 'tasks/cancel', { taskId: other });
  expect((await askMcp(second.url, 'tasks/get', { taskId: other })).result).toMatchObject({ status: 'cancelled' });
  await expect.poll(async () => (await second.get(`/v1/jobs/${other}`)).body['state']).toBe('cancelled');
  expect(await second.stop('SIGTERM')).toBe(0);
});
