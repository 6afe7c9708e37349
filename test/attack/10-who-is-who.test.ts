import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '../journeys/project.js';
import { serveProject, type Answer, type Victim } from './kit.js';

const issuer = 'https://id.example';
const config = (jwksUrl: string) => `
import { defineTool } from '@helve/core';
import { cache, createMemoryCacheStore } from '@helve/govern';
let runs = 0;
const tool = (id, execute, rest = {}) => defineTool({ id, description: 'Counts', inputSchema: { type: 'object', properties: {} }, execute, ...rest });
export default {
  tools: [
    tool('pay', () => ({ run: (runs += 1) }), { policy: { requiresConfirmation: true } }),
    tool('count', () => ({ run: (runs += 1) })),
    tool('cached', () => ({ run: (runs += 1) }), { policy: { sideEffects: 'none', idempotent: true }, hooks: [cache({ store: createMemoryCacheStore(), tools: ['cached'], ttlMs: 60_000 })] }),
    tool('remember', (_, ctx) => ({ mine: ctx.get('notebook').pages.push(ctx.requestId) })),
  ],
  content: [{ path: '*.txt' }],
  dependencies: { session: [['notebook', () => ({ pages: [] })]] },
  server: { port: 0, auth: { keys: true, jwt: { issuer: '${issuer}', audience: 'helve', jwksUrl: '${jwksUrl}' } } },
};`;

const scopes = ['--scope', 'helve:flows', '--scope', 'helve:chat'];
const reading = ['--scope', 'helve:approvals', '--scope', 'helve:trail'];
let issuing: Server;
let victim: Victim;
/** Those who see and decide for a tenant, and the one who does for all. */
let deciders: readonly string[] = [];
/** Three who go by the same name: by a key of one tenant, by one of another, and by a token of an issuer. */
let callers: readonly string[] = [];

/** A token as an identity provider signs it, good for five minutes. */
function toJwt(claims: object, key: KeyObject): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const exp = Math.floor(Date.now() / 1_000) + 300;
  const signed = `${encode({ alg: 'ES256', kid: 'k' })}.${encode({ ...claims, exp })}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

beforeAll(async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256' };
  issuing = createServer((_, answer) => answer.end(JSON.stringify({ keys: [jwk] }))).listen(0, '127.0.0.1');
  const { port } = await new Promise<AddressInfo>((found) =>
    issuing.on('listening', () => found(issuing.address() as AddressInfo)),
  );
  const jwt = toJwt({ iss: issuer, aud: 'helve', sub: 'ada', scope: 'helve:flows helve:chat' }, privateKey);
  const project = await createProject({ 'helve.config.mjs': config(`http://127.0.0.1:${port}/`), 'a.txt': 'Hello\n' });
  const keyOf = async (tenant: string) =>
    (await project.helve(['keys', 'add', 'ada', '--tenant', tenant, ...scopes])).stdout.trim();
  const deciderOf = async (...tenant: readonly string[]) =>
    (await project.helve(['keys', 'add', 'chief', ...tenant, ...reading])).stdout.trim();
  victim = await serveProject(project);
  deciders = [await deciderOf('--tenant', 'acme'), await deciderOf('--tenant', 'globex'), await deciderOf()];
  callers = [await keyOf('acme'), await keyOf('globex'), jwt];
});
afterAll(() => void issuing.close());

const ask = (token: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  victim.ask(path, {
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
const call = async (token: string, tool: string, headers: Record<string, string> = {}) =>
  (await ask(token, `/v1/tools/${tool}/call`, {}, headers)).body as { data: { run?: number; mine?: number } };
const everybody = <T>(does: (token: string, index: number) => Promise<T>) => Promise.all(callers.map(does));

test('records of the trail belong to the one who made the call', async () => {
  await everybody((token, index) => call(token, 'count', { 'x-request-id': `of-${index}` }));
  const seen = await everybody(async (token) => {
    const { records } = (await ask(token, '/v1/trail?tool=count')).body as { records: { requestId: string }[] };
    return records.map(({ requestId }) => requestId);
  });
  expect(seen).toEqual([['of-0'], ['of-1'], ['of-2']]);
  expect(await everybody(async (token) => (await ask(token, '/v1/trail/of-0')).status)).toEqual([200, 404, 404]);
});

test('idempotent results, cached results and session-scoped dependencies are not shared', async () => {
  const once = { 'idempotency-key': 'once', 'x-session-id': 'ours' };
  const runs = await everybody(async (token) => (await call(token, 'count', once)).data.run);
  expect(new Set(runs).size).toBe(3);
  expect(await everybody(async (token) => (await call(token, 'count', once)).data.run)).toEqual(runs);
  const cached = await everybody(async (token) => (await call(token, 'cached')).data.run);
  expect(new Set(cached).size).toBe(3);
  expect(await everybody(async (token) => (await call(token, 'cached')).data.run)).toEqual(cached);
  const pages = { 'x-session-id': 'ours' };
  expect(await everybody(async (token) => (await call(token, 'remember', pages)).data.mine)).toEqual([1, 1, 1]);
});

test('runs and conversations are seen by their own caller alone', async () => {
  const [first = ''] = callers;
  const run = await ask(first, '/v1/runs', { flow: { steps: [{ tool: 'word-count' }] }, files: ['a.txt'] });
  const chat = await ask(first, '/v1/sessions', {});
  expect([run.status, chat.status]).toEqual([202, 201]);
  const [runId, chatId] = [run, chat].map(({ body }) => (body as { id: string }).id);
  for (const path of [`/v1/runs/${runId}`, `/v1/runs/${runId}/events`, `/v1/sessions/${chatId}`]) {
    expect(await everybody(async (token) => (await ask(token, path)).status)).toEqual([200, 404, 404]);
  }
  const said = (token: string) => ask(token, `/v1/sessions/${chatId}/messages`, { message: 'hello' });
  expect(await everybody(async (token) => (await said(token)).status)).toEqual([200, 404, 404]);
  const listed = await everybody(async (token) => [
    ((await ask(token, '/v1/runs')).body as { runs: unknown[] }).runs.length,
    ((await ask(token, '/v1/sessions')).body as { sessions: unknown[] }).sessions.length,
  ]);
  expect(listed).toEqual([
    [1, 1],
    [0, 0],
    [0, 0],
  ]);
});

test('a session of MCP answers to the one who began it, to others as if it were not there', async () => {
  const accept = { accept: 'application/json, text/event-stream' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const [first = ''] = callers;
  const begun = await ask(first, '/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params }, accept);
  const session = { ...accept, 'mcp-session-id': String(begun.headers['mcp-session-id']) };
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} };
  expect(await everybody(async (token) => (await ask(token, '/mcp', list, session)).status)).toEqual([200, 404, 404]);
});

test('a key of the same user that may do less does not talk to a model that may do more', async () => {
  const [strong = ''] = callers;
  const made = await victim.project.helve(['keys', 'add', 'ada', '--tenant', 'acme', '--scope', 'helve:chat']);
  const weak = made.stdout.trim();
  const { id } = (await ask(strong, '/v1/sessions', {})).body as { id: string };
  const say = (token: string) => ask(token, `/v1/sessions/${id}/messages`, { message: 'hello' });
  expect([(await say(weak)).status, (await say(strong)).status]).toEqual([404, 200]);
});

test('whoever shows the start token is somebody else than all others on this machine', async () => {
  const open = await serveProject(
    await createProject({ 'helve.config.mjs': 'export default { server: { port: 0 } };', 'a.txt': 'Hello\n' }),
  );
  const start = { 'x-helve-start': /start=([\w-]+)/.exec(open.welcome)?.[1] ?? '' };
  const begun = await open.ask('/v1/sessions', { method: 'POST', body: {}, headers: start });
  const { id } = begun.body as { id: string };
  const say = (headers: Record<string, string>) =>
    open.ask(`/v1/sessions/${id}/messages`, { method: 'POST', body: { message: 'hello' }, headers });
  expect([(await say(start)).status, (await say({})).status]).toEqual([200, 404]);
  const listed = async (headers: Record<string, string>) =>
    ((await open.ask('/v1/sessions', { headers })).body as { sessions: unknown[] }).sessions.length;
  expect([await listed(start), await listed({})]).toEqual([1, 0]);
  await open.ask('/v1/tools/flow.check/call', { method: 'POST', body: { flow: { steps: [] } }, headers: start });
  const rows = (await open.ask('/v1/trail')).body as { records: { userId: string }[] };
  expect(rows.records.filter(({ userId }) => userId !== 'anonymous')).toEqual([]);
});

test('a scope reaches the calls of its own tenant, and those of all without one', async () => {
  const [first = ''] = callers;
  const asked = await ask(first, '/v1/tools/pay/call', {}, { 'x-request-id': 'asked' });
  const id = (asked.body as { error: { details: { approvalId: string } } }).error.details.approvalId;
  const each = <T>(does: (token: string) => Promise<T>) => Promise.all(deciders.map(does));
  const listed = await each(async (token) => {
    const { approvals } = (await ask(token, '/v1/approvals')).body as { approvals: { id: string }[] };
    const { records } = (await ask(token, '/v1/trail?tool=pay')).body as { records: unknown[] };
    return [approvals.length, records.length];
  });
  expect(listed).toEqual([
    [1, 1],
    [0, 0],
    [1, 1],
  ]);
  expect(await each(async (token) => (await ask(token, `/v1/approvals/${id}`)).status)).toEqual([200, 404, 200]);
  expect(await each(async (token) => (await ask(token, '/v1/trail/asked')).status)).toEqual([200, 404, 200]);
  const [, other = '', operator = ''] = deciders;
  expect((await ask(other, `/v1/approvals/${id}/reject`, {})).status).toBe(404);
  expect((await ask(other, `/v1/approvals/${id}/approve`, {})).status).toBe(404);
  expect((await ask(operator, `/v1/approvals/${id}/approve`, {})).status).toBe(200);
});

test('an id of a request that another chose again hides no record of the first', async () => {
  await everybody((token) => call(token, 'count', { 'x-request-id': 'the-same' }));
  const owners = await everybody(
    async (token) => ((await ask(token, '/v1/trail/the-same')).body as { owner: string }).owner,
  );
  expect(owners).toEqual(['helve:keys/acme/ada', 'helve:keys/globex/ada', expect.stringContaining('id.example')]);
  const shown = await victim.project.helve(['trail', 'show', 'the-same']);
  expect(shown.stdout).toMatch(/acme\/ada/);
  expect(shown.stdout).toMatch(/globex\/ada/);
});

test('a conversation is ended by its own caller alone', async () => {
  const [first = '', second = ''] = callers;
  const { id } = (await ask(first, '/v1/sessions', {})).body as { id: string };
  const end = (token: string) =>
    victim.ask(`/v1/sessions/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  expect((await end(second)).status).toBe(404);
  expect((await ask(first, `/v1/sessions/${id}`)).status).toBe(200);
  expect((await end(first)).status).toBeLessThan(300);
});
