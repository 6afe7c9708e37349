import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toolFolder, type Files } from '../build-kit.js';
import { createProject, postJson, urlOf } from './project.js';

const config = (...tools: readonly string[]) => ({ 'helve.config.json': JSON.stringify({ tools }) });

const inTools = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`tools/${path}`, text]));

const harmless = { category: 'utility', sideEffects: 'none', idempotent: true, requiresConfirmation: false };

/** A tool that gives a word back, with one that a local module adds. */
const says = (name: string, word: string, schema: object = {}): Files => ({
  ...inTools(
    toolFolder(
      name,
      { ...harmless, ...schema },
      {
        'handler.js': `import { word } from '../_shared/word.js';
export const execute = ({ userId }) => ({ ok: true, data: { said: userId + ' ' + word } });`,
      },
    ),
  ),
  'tools/_shared/word.js': `export const word = '${word}';`,
});

const called = (stdout: string) => JSON.parse(stdout) as object;

test('a folder of tool folders in the config is built when it is first needed, and again once it has changed', async () => {
  const { folder, helveProcess: helve, write } = await createProject({ ...config('./tools'), ...says('echo', 'one') });
  const listed = await helve(['tools']);
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^echo +folder +utility/m) });
  expect(listed.stderr).toMatch(/Built 1 tool of \.\/tools as 1\.0\.[0-9a-f]{8}/);

  const first = await helve(['call', 'echo', '--user-id', 'Ada']);
  expect([first.stderr, called(first.stdout)]).toEqual(['', { said: 'Ada one' }]);
  await write({ 'tools/_shared/word.js': `export const word = 'two';` });
  const second = await helve(['call', 'echo', '--user-id', 'Ada']);
  expect(second.stderr).toMatch(/Built 1 tool of/);
  expect(called(second.stdout)).toEqual({ said: 'Ada two' });

  await rm(join(folder, 'tools', 'tool_registry.json'));
  expect((await helve(['tools'])).stderr).toMatch(/Built 1 tool of/);
});

test('a built registry is named by its artifact or its manifest, and one that is missing says what to run', async () => {
  const {
    folder,
    helveProcess: helve,
    write,
  } = await createProject({
    ...config('./tools/tool_registry.js'),
    ...says('echo', 'one'),
  });
  const missing = await helve(['tools']);
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('helve build') });
  await helve(['build']);
  const built = await readFile(join(folder, 'tools', 'tool_registry.json'), 'utf8');
  // What is built is used as it is, however its sources have changed.
  await rm(join(folder, 'tools', 'echo'), { recursive: true });
  for (const path of ['./tools/tool_registry.js', './tools/tool_registry.json']) {
    await write(config(path));
    expect(called((await helve(['call', 'echo', '--user-id', 'Ada'])).stdout)).toEqual({ said: 'Ada one' });
  }
  expect(await readFile(join(folder, 'tools', 'tool_registry.json'), 'utf8')).toBe(built);
});

test('the problems of a folder are told with their places and hints, and its ids clash like any others', async () => {
  const { helve, write } = await createProject({
    ...config('./tools'),
    ...says('echo', 'one', { category: 'banana' }),
  });
  const failed = await helve(['tools']);
  expect(failed).toMatchObject({ code: 2, stdout: '' });
  expect(failed.stderr).toContain('Cannot register the tools of "./tools": found a problem');
  expect(failed.stderr).toMatch(/tools\/echo\/schema\.json:5 +BUILD_FIELD_INVALID \/category: Expected one of/);

  const twin = `import { defineTool } from '@helve/core';
export const echo = defineTool({ id: 'echo', description: 'Echoes', inputSchema: { type: 'object' }, execute: () => 1 });`;
  await write({ ...config('./echo.mjs', './tools'), ...says('echo', 'one'), 'echo.mjs': twin });
  expect((await helve(['tools'])).stderr).toContain('The id "echo" is taken by echo.mjs (echo)');
});

test('helve serve --watch serves a rebuilt folder at once, under one version, and tells MCP clients', async () => {
  const { start, write } = await createProject({ ...config('./tools'), ...says('echo', 'one') });
  const server = start(['serve', '--port', '0', '--watch']);
  const url = await urlOf(server);
  const client = new Client({ name: 'journey', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  let changes = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => void (changes += 1));
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  onTestFinished(() => client.close());
  const call = async () => (await postJson(`${url}/v1/tools/echo/call`, { userId: 'Ada' })).body;
  const before = await call();
  expect(before).toMatchObject({ ok: true, data: { said: 'Ada one' } });

  await write({ 'tools/_shared/word.js': `export const word = 'two';`, ...says('shout', 'two') });
  await vi.waitFor(() => expect(changes).toBeGreaterThan(0), { timeout: 10_000 });
  await vi.waitFor(async () => expect(await call()).toMatchObject({ data: { said: 'Ada two' } }), { timeout: 10_000 });
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['echo', 'shout']));
  const after = await client.callTool({ name: 'shout', arguments: { userId: 'Bo' } });
  expect(after.structuredContent).toEqual({ said: 'Bo two' });
  const shown = await server.shows(/The tools are now 1\.0\.[0-9a-f]{8}/);
  const version = shown
    .match(/The tools are now (\S+)/g)
    ?.at(-1)
    ?.split(' ')
    .at(-1);
  expect(await call()).toMatchObject({ meta: { registryVersion: version } });

  await write({ 'tools/echo/schema.json': '{' });
  await server.shows('the tools of before stay in place');
  expect(await call()).toMatchObject({ data: { said: 'Ada two' } });
}, 60_000);
