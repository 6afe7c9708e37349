import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createProject } from '../journeys/project.js';
import { serveProject, type Answer, type Victim } from './kit.js';

const config = `
import { appendFileSync } from 'node:fs';
export default {
  server: { port: 0 },
  tools: [{
    id: 'pay', name: 'pay', description: 'Pays somebody', hooksByStage: {},
    inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
    policy: { requiresConfirmation: true },
    execute: ({ to }, ctx) => {
      appendFileSync('paid.txt', to + ' ' + ctx.user.id + ' ' + ctx.call.door + '\\n');
      return { paid: to };
    },
  }],
};`;

let victim: Victim;
const keys: Record<string, { authorization: string }> = {};
const by = (name: string) => keys[name] ?? {};

beforeAll(async () => {
  const project = await createProject({ 'helve.config.mjs': config });
  const add = async (name: string, ...scopes: readonly string[]) => {
    const { stdout } = await project.helve(['keys', 'add', name, ...scopes.flatMap((scope) => ['--scope', scope])]);
    keys[name] = { authorization: `Bearer ${stdout.trim()}` };
  };
  // Whoever comes first makes the store.
  await add('asker');
  await Promise.all([
    add('greedy', 'helve:approvals'),
    add('boss', 'helve:approvals'),
    add('talker', 'helve:chat'),
    add('flooder'),
  ]);
  victim = await serveProject(project, ['--auth', 'keys']);
});

const paid = () => readFile(join(victim.project.folder, 'paid.txt'), 'utf8').catch(() => '');

function refusalIn({ body }: Answer) {
  const { error } = body as { error: { type: string; details: { approvalId: string } } };
  expect(error.type).toBe('CONFIRMATION_REQUIRED');
  return error.details;
}

const post = (path: string, as: string, body: unknown = {}) =>
  victim.ask(path, { method: 'POST', body, headers: by(as) });

test('S80 the answer of a door holds the public id, and no secret that would approve the call', async () => {
  for (const answer of await victim.callBothWays('pay', { to: 'eve' }, by('asker'))) {
    const { approvalId } = refusalIn(answer);
    expect(answer.text).not.toMatch(/token/i);
    // The id is no secret, so it must not pass for one.
    const headers = { ...by('asker'), 'x-confirmation-token': approvalId };
    expect((await victim.ask('/v1/tools/pay/call', { method: 'POST', body: { to: 'eve' }, headers })).status).toBe(428);
    const looked = await victim.ask(`/v1/approvals/${approvalId}`, { headers: by('asker') });
    expect(looked.body).toMatchObject({ state: 'pending' });
    expect(looked.text).not.toMatch(/token/i);
  }
  expect(await paid()).toBe('');
});

test('nobody decides their own call, and nobody decides without the scope', async () => {
  const { approvalId } = refusalIn(await post('/v1/tools/pay/call', 'greedy', { to: 'eve' }));
  expect(await post(`/v1/approvals/${approvalId}/approve`, 'greedy')).toMatchObject({
    status: 403,
    body: { code: 'GATEWAY_SELF_APPROVAL' },
  });
  expect((await post(`/v1/approvals/${approvalId}/approve`, 'asker')).status).toBe(403);
  expect((await victim.ask(`/v1/approvals/${approvalId}`, { headers: by('asker') })).status).toBe(404);
  expect(await paid()).toBe('');
});

test('an MCP client approves nothing by its own word, and has the result by the id once somebody else approved', async () => {
  const mcp = async (to: string, meta: object = {}, name = 'pay') => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      ...meta,
    };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { to }, _meta } };
    const answer = await victim.ask('/mcp', {
      method: 'POST',
      body,
      headers: {
        ...by('asker'),
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
    });
    const { result = {} } = answer.body as { result?: { _meta?: { 'helve/error'?: { approvalId: string } } } };
    return { text: answer.text, result, id: result._meta?.['helve/error']?.approvalId ?? '' };
  };
  const asked = await mcp('bob');
  expect(asked.result).toMatchObject({ isError: true });
  expect(asked.text).not.toMatch(/token|elicitation/i);
  expect((await post(`/v1/approvals/${asked.id}/approve`, 'boss')).status).toBe(200);
  const done = await mcp('bob', { 'helve/approval': asked.id });
  expect(done.result).toMatchObject({ structuredContent: { paid: 'bob' } });
  const other = await mcp('eve', { 'helve/approval': asked.id });
  expect(other.result).toMatchObject({ _meta: { 'helve/error': { code: 'GATEWAY_APPROVAL_MISMATCH' } } });
  expect(await paid()).toBe('bob asker mcp\n');
  const again = await mcp('carl');
  const waiting = await mcp('carl', { 'helve/approval': again.id });
  expect(waiting.text.match(/waits for a person/g)).toHaveLength(1);
  await post(`/v1/approvals/${again.id}/reject`, 'boss', { reason: 'not on Fridays' });
  const rejected = await mcp('carl', { 'helve/approval': again.id });
  expect(rejected.text).toContain('not on Fridays');
  expect(rejected.text).not.toMatch(/waits for a person|details\.|GET \/v1/);
  // Nobody learns by its name of a tool that they may not see.
  const unknown = (await mcp('x', {}, 'no.tool')).text.replaceAll('no.tool', 'NAME');
  expect((await mcp('x', {}, 'exec.run')).text.replaceAll('exec.run', 'NAME')).toBe(unknown);
});

test('one caller fills neither the store nor the list, whatever sessions they name and however much they send', async () => {
  const long = await post('/v1/tools/pay/call', 'flooder', { to: 'x'.repeat(300_000) });
  expect(long.body).toMatchObject({ error: { details: { code: 'GOVERN_ARGUMENTS_TOO_LONG' } } });
  const statuses = new Map<number, number>();
  for (let index = 0; index < 110; index += 1) {
    const headers = { ...by('flooder'), 'x-session-id': `s${index}` };
    const body = { to: `${index} ${'x'.repeat(3_000)}` };
    const { status } = await victim.ask('/v1/tools/pay/call', { method: 'POST', body, headers });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [428, 100],
    [429, 10],
  ]);
  const list = async (query = '') => {
    const { body, text } = await victim.ask(`/v1/approvals${query}`, { headers: by('boss') });
    return { text, approvals: (body as { approvals: { id: string; userId: string; cut?: true }[] }).approvals };
  };
  const first = await list();
  expect([first.approvals.length, first.text.length < 100_000]).toEqual([50, true]);
  const own = (await list('?limit=200')).approvals.filter(({ userId }) => userId === 'flooder');
  expect([own.length, own[0]?.cut]).toEqual([100, true]);
  const whole = await victim.ask(`/v1/approvals/${own[0]?.id}`, { headers: by('boss') });
  expect(whole.body).toMatchObject({ arguments: { to: expect.stringContaining('x'.repeat(3_000)) } });
});

test('a conversation gets no token either, and goes on once somebody else has decided', async () => {
  interface Turn {
    readonly events: readonly {
      readonly type: string;
      readonly approvalId?: string;
      readonly request?: { token: string };
    }[];
  }
  const { id: session } = (await post('/v1/sessions', 'talker')).body as { id: string };
  const said = await post(`/v1/sessions/${session}/messages`, 'talker', { message: 'pay to="carl"' });
  const asked = (said.body as Turn).events.find(({ type }) => type === 'confirmation_required');
  expect(asked).toMatchObject({ approvalId: expect.stringMatching(/^apr_/), request: { token: '' } });
  const approval = asked?.approvalId ?? '';
  const early = await post(`/v1/sessions/${session}/answers`, 'talker', { approval });
  expect(early.body).toMatchObject({ code: 'GATEWAY_APPROVAL_PENDING' });
  expect((await post(`/v1/approvals/${approval}/approve`, 'boss')).status).toBe(200);
  const after = (await post(`/v1/sessions/${session}/answers`, 'talker', { approval })).body as Turn;
  expect(after.events).toContainEqual(expect.objectContaining({ type: 'tool_result' }));
  expect(await paid()).toMatch(/talker chat$/m);
});
