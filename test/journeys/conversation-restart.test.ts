import { expect, test } from 'vitest';
import { createProject, postJson, startHeaderOf, urlOf } from './project.js';

const config = `
import { defineConfig } from '@helve/cli';

export default defineConfig({});
`;

test('a conversation of helve serve goes on after a restart, for its owner, until it is deleted', async () => {
  const { start } = await createProject({ 'helve.config.mjs': config });
  const before = start(['serve']);
  const firstUrl = await urlOf(before);
  const firstHeaders = await startHeaderOf(before);
  const { id } = (await postJson(`${firstUrl}/v1/sessions`, {}, firstHeaders)).body as { id: string };
  await postJson(`${firstUrl}/v1/sessions/${id}/messages`, { message: 'hello' }, firstHeaders);
  before.process.kill('SIGTERM');
  await before.ended;

  const after = start(['serve']);
  const url = await urlOf(after);
  const headers = await startHeaderOf(after);
  const get = (path: string) => fetch(url + path, { headers });
  expect(await (await get(`/v1/sessions/${id}`)).json()).toMatchObject({ id, model: 'demo', busy: false });
  const said = await postJson(`${url}/v1/sessions/${id}/messages`, { message: 'hello again' }, headers);
  expect(JSON.stringify(said.body)).toContain('"turn":2');
  expect((await get('/v1/sessions/chat_unknown')).status).toBe(404);
  expect((await fetch(`${url}/v1/sessions/${id}`, { method: 'DELETE', headers })).status).toBe(204);
  expect((await get(`/v1/sessions/${id}`)).status).toBe(404);
});

test('a weaker key of the same owner does not reopen a conversation after a restart, and its owner finds it as it was', async () => {
  const models = `{ first: { vendor: 'ollama', model: 'one' }, second: { vendor: 'ollama', model: 'two' } }`;
  const project = await createProject({
    'helve.config.mjs': `export default { models: ${models}, server: { port: 0, auth: { keys: true } } };`,
  });
  const keyOf = async (...scopes: readonly string[]) => {
    const given = scopes.flatMap((scope) => ['--scope', scope]);
    return (await project.helve(['keys', 'add', 'ada', ...given])).stdout.trim();
  };
  const strong = await keyOf('helve:flows', 'helve:chat');
  const weak = await keyOf('helve:chat');
  const open = async () => {
    const running = project.start(['serve']);
    const url = await urlOf(running);
    const ask = async (key: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${key}` };
      if (body !== undefined) return postJson(url + path, body, headers);
      const response = await fetch(url + path, { headers });
      return { status: response.status, body: await response.json() };
    };
    return { running, ask };
  };
  const before = await open();
  const made = await before.ask(strong, '/v1/sessions', { model: 'second' });
  const row = made.body as { id: string; createdAt: string };
  await before.ask(strong, `/v1/sessions/${row.id}/messages`, { message: 'a secret' });
  before.running.process.kill('SIGTERM');
  await before.running.ended;

  const { ask } = await open();
  const listed = async (key: string) => (await ask(key, '/v1/sessions')).body as { sessions: unknown[] };
  expect(await listed(weak)).toEqual({ sessions: [] });
  expect(await listed(strong)).toEqual({ sessions: [row] });
  expect((await ask(weak, `/v1/sessions/${row.id}`)).status).toBe(404);
  expect((await ask(weak, `/v1/sessions/${row.id}/messages`, { message: 'what did I say?' })).status).toBe(404);
  expect(await ask(strong, `/v1/sessions/${row.id}`)).toEqual({ status: 200, body: row });
  expect(await listed(strong)).toEqual({ sessions: [row] });
  expect((await ask(weak, `/v1/sessions/${row.id}`)).status).toBe(404);
});
