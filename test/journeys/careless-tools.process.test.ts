import { expect, test } from 'vitest';
import { createProject, postJson, urlOf } from './project.js';

const config = `
import { setTimeout as pause } from 'node:timers/promises';
import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

const tool = (id, execute) =>
  defineTool({
    id,
    description: id,
    policy: { category: 'utility', sideEffects: 'none', idempotent: true },
    inputSchema: { type: 'object', properties: {} },
    execute,
  });
const forget = tool('forget', async () => {
  void Promise.reject(new Error('nobody waits'));
  await pause(50);
  return 'forgotten';
});
const explode = tool('explode', () => new Promise(() => setTimeout(() => { throw new Error('boom'); }, 50)));
const slow = tool('slow', async () => (await pause(500), 'done'));

export default defineConfig({ tools: [forget, explode, slow], server: { closeGraceMs: 1_500 } });
`;

test('a server logs a rejection that nobody waits for and goes on, and ends in order after an uncaught exception', async () => {
  const { start } = await createProject({ 'helve.config.mjs': config });
  const server = start(['serve']);
  const url = await urlOf(server);
  const call = async (name: string) => (await postJson(`${url}/v1/tools/${name}/call`, {})).body;
  expect(await call('forget')).toMatchObject({ ok: true, data: 'forgotten' });
  const exploding = call('explode');
  expect(await call('slow')).toMatchObject({ ok: true, data: 'done' });
  expect(await exploding).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
  const { code, stderr } = await server.ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /Unhandled rejection .*: Error: nobody waits \(.*helve\.config.*\); running: forget \(request /,
  );
  expect(stderr).toMatch(/Uncaught exception.*: Error: boom .*; running: explode \(request .*, slow \(request /);
});
