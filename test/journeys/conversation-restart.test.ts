import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createProject, postJson, startHeaderOf, urlOf } from './project.js';

const config = `
import { defineConfig } from '@helve/cli';

export default defineConfig({ voice: { listen: 'scripted', speak: 'scripted' } });
`;

interface VoiceMessage {
  readonly type: string;
  readonly session?: string;
  readonly turn?: number;
  readonly problem?: { readonly detail: string };
}

/** Says something by voice, in a new conversation or in an earlier one; everything that was answered, up to an end. */
async function speak(url: string, headers: Readonly<Record<string, string>>, start: object): Promise<VoiceMessage[]> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/voice`, ['helve.voice'], { headers });
  onTestFinished(() => socket.terminate());
  const heard: VoiceMessage[] = [];
  socket.on('open', () => {
    for (const message of [
      { type: 'start', ...start },
      { type: 'text', text: 'hello' },
    ]) {
      socket.send(JSON.stringify(message));
    }
  });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(String(data)) as VoiceMessage;
      heard.push(message);
      if (message.type === 'turn_end' || message.type === 'problem') socket.close();
    });
    socket.on('close', () => resolve(heard));
  });
}

test('a conversation of helve serve, in writing or by voice, goes on after a restart, for its owner, until it is deleted', async () => {
  const { start } = await createProject({ 'helve.config.mjs': config });
  const before = start(['serve']);
  const firstUrl = await urlOf(before);
  const firstHeaders = await startHeaderOf(before);
  const { id } = (await postJson(`${firstUrl}/v1/sessions`, {}, firstHeaders)).body as { id: string };
  await postJson(`${firstUrl}/v1/sessions/${id}/messages`, { message: 'hello' }, firstHeaders);
  const [ready] = await speak(firstUrl, firstHeaders, {});
  expect(ready).toMatchObject({ type: 'ready', session: expect.stringMatching(/^voice_/) });
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
  const spoken = await speak(url, headers, { session: ready?.session });
  expect([spoken[0]?.session, spoken.at(-1)]).toMatchObject([ready?.session, { type: 'turn_end', turn: 2 }]);
  for (const session of [id, 'voice_unknown']) {
    const refused = await speak(url, headers, { session });
    expect(refused).toMatchObject([{ type: 'problem', problem: { detail: expect.stringContaining('no such') } }]);
  }
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
