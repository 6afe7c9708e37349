import { expect, test } from 'vitest';
import { createProject, postJson, urlOf } from './project.js';

const config = `
import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

const tool = (id) => defineTool({
  id,
  description: 'Says who calls',
  inputSchema: { type: 'object', properties: {} },
  execute: (_, ctx) => ({ id: ctx.user.id, roles: ctx.user.roles }),
});

export default defineConfig({
  tools: [tool('whoami'), tool('wipe')],
  govern: { authorize: { rule: ({ tool, user }) => tool.id !== 'wipe' || user.roles?.includes('admin') === true } },
  server: { port: 0 },
});
`;

const listed = async (url: string, token: string) => {
  const answer = await fetch(`${url}/v1/tools`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) return answer.status;
  const { tools } = (await answer.json()) as { tools: readonly { id: string }[] };
  return tools.map(({ id }) => id).filter((id) => id === 'whoami' || id === 'wipe');
};

test('keys open helve serve, each as its own user with its own tools, until they are revoked', async () => {
  const { helve, start } = await createProject({ 'helve.config.mjs': config });
  const ci = await helve(['keys', 'add', 'ci', '--per-minute', '1000']);
  const token = ci.stdout.trim();
  expect(token).toMatch(/^helve_[0-9a-f]{12}_[\w-]{43}$/);
  expect(ci.stderr).toContain('It is shown this once');
  const ops = JSON.parse(
    (await helve(['keys', 'add', '--role', 'admin', '--role', 'ops', 'ops', '--days', '1', '--json'])).stdout,
  ) as {
    id: string;
    token: string;
  };
  const shown = (await helve(['keys', 'ls', '--json'])).stdout;
  expect(JSON.parse(shown)).toMatchObject([
    { name: 'ci', perMinute: 1000 },
    { name: 'ops', roles: ['admin', 'ops'] },
  ]);
  expect(shown).not.toMatch(/hash|token/);
  expect((await helve(['keys', 'ls'])).stdout).toMatch(/ci +good/);

  const server = start(['serve', '--auth', 'keys']);
  const url = await urlOf(server);
  expect(await server.shows('Stop')).toContain('authorization: Bearer YOUR-KEY');
  expect((await fetch(`${url}/v1/tools`)).status).toBe(401);
  expect([await listed(url, token), await listed(url, ops.token)]).toEqual([['whoami'], ['whoami', 'wipe']]);
  const call = (id: string, key: string) =>
    postJson(
      `${url}/v1/tools/${id}/call`,
      {},
      { authorization: `Bearer ${key}`, 'x-request-id': `${id} of ${key.length}` },
    );
  expect(await call('whoami', token)).toMatchObject({ status: 200, body: { data: { id: 'ci', roles: [] } } });
  expect(await call('wipe', token)).toMatchObject({ status: 404, body: { error: { type: 'NOT_FOUND' } } });
  expect(await call('wipe', ops.token)).toMatchObject({ status: 200, body: { data: { id: 'ops' } } });
  const trail = await fetch(`${url}/v1/trail?tool=wipe`, { headers: { authorization: `Bearer ${ops.token}` } });
  const { records } = (await trail.json()) as { records: readonly { userId: string; outcome: { kind: string } }[] };
  expect(records.map(({ userId, outcome }) => [userId, outcome.kind])).toEqual([
    ['ops', 'success'],
    ['ci', 'failed'],
  ]);

  const own = await fetch(`${url}/v1/trail`, { headers: { authorization: `Bearer ${token}` } });
  const seen = (await own.json()) as { own: boolean; records: readonly { userId: string }[] };
  expect([seen.own, new Set(seen.records.map(({ userId }) => userId))]).toEqual([true, new Set(['ci'])]);

  const revoked = await helve(['keys', 'revoke', ops.id]);
  expect(revoked).toMatchObject({ code: 0, stderr: `Revoked ${ops.id}\n` });
  expect(await listed(url, ops.token)).toBe(401);
  expect(await listed(url, token)).toEqual(['whoami']);
  expect(await helve(['keys', 'revoke', ops.id])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('keys ls'),
  });
  server.process.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
});

test('helve serve refuses an address that others reach unless they have to show a key', async () => {
  const { helve } = await createProject({ 'helve.config.mjs': config });
  const refused = await helve(['serve', '--host', '0.0.0.0']);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('helve keys add NAME');
  expect(await helve(['serve', '--auth', 'password'])).toMatchObject({ code: 2 });
  expect(await helve(['keys', 'add', 'x', '--days', 'two'])).toMatchObject({ code: 2 });
});
