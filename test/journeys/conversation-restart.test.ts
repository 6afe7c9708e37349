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
