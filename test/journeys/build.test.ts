import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toolFolder, type Files } from '../build-kit.js';
import { createProject } from './project.js';

const inTools = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`tools/${path}`, text]));

test('a first tool is made, built, called through the manifest and changed, without naming it anywhere', async () => {
  const { folder, helve, write, shell } = await createProject();
  const made = await helve(['build', '--init', 'find-order']);
  expect(made).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Try next: helve build\n.*"tools": \["\.\/tools"\]\n$/),
  });
  expect(made.stdout.split('\n')).toContain(join('tools', 'find-order', 'handler.ts'));

  const built = await helve(['build', '--strict']);
  expect(built).toMatchObject({ code: 0, stderr: '' });
  expect(built.stdout).toMatch(/^find_order +retrieval +0\.1\.0 +Finds order/m);
  expect(built.stdout).toMatch(/Built 1 tool of tools as 1\.0\.[0-9a-f]{8}: \d+ files written\n$/);

  await write({
    'main.js': `import { toolRegistry } from './tools/tool_registry.js';
await toolRegistry.load();
toolRegistry.lock();
for (const { id } of toolRegistry.getSummaries()) console.log(JSON.stringify((await toolRegistry.executeTool(id, { rawInput: { query: '12' } })).data));`,
  });
  expect(await shell('node main.js')).toMatchObject({ code: 0, stdout: '{"query":"12","found":[]}\n', stderr: '' });

  const again = await helve(['build']);
  expect(again.stdout).toContain('nothing changed, 1 from before');
  const before = await readFile(join(folder, 'tools/tool_registry.json'), 'utf8');
  await rm(join(folder, '.helve'), { recursive: true });
  await helve(['build', '--clean']);
  expect(await readFile(join(folder, 'tools/tool_registry.json'), 'utf8')).toBe(before);
});

test('all problems are told on stderr with their places, or as JSON, and nothing is written', async () => {
  const { helve, shell } = await createProject({
    ...inTools(toolFolder('first', { category: 'banana' })),
    ...inTools(toolFolder('second', {}, { 'handler.js': 'export const run = 1;' })),
  });
  const failed = await helve(['build']);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toContain(
    `${join('tools', 'first/schema.json')}:5 problem BUILD_FIELD_INVALID\n  /category: Expected one of`,
  );
  expect(failed.stderr).toContain(`${join('tools', 'second/handler.js')} problem BUILD_HANDLER_EXECUTE`);
  expect(failed.stderr).toContain('Cannot build "tools": 2 problems');
  const { code, stdout } = await helve(['build', '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, problems: [{ tool: 'first', line: 5 }, { tool: 'second' }] });
  expect((await shell('ls tools')).stdout).toBe('first\nsecond\n');
});

test('--check says whether the registry is up to date', async () => {
  const { helve, write } = await createProject(inTools(toolFolder()));
  expect(await helve(['build', '--check'])).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('out of date: tool_registry.json'),
  });
  expect(await helve(['build'], { env: { SOURCE_DATE_EPOCH: '1700000000' } })).toMatchObject({ code: 0 });
  expect(await helve(['build', '--check'])).toMatchObject({ code: 0, stdout: expect.stringContaining('up to date') });
  await write({ 'tools/ignore-user/doc_summary.md': 'Changed.\nVery much.' });
  expect(await helve(['build', '--check', '--json'])).toMatchObject({ code: 3 });
  await write({ 'tools/ignore-user/doc.md': '' });
  expect(await helve(['build', '--check'])).toMatchObject({ code: 1 });
});

test('wrong usage exits with 2 and says what is wrong', async () => {
  const { helve } = await createProject(inTools(toolFolder()));
  expect(await helve(['build', 'nowhere'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no such folder'),
  });
  expect(await helve(['build', '--init', 'No Good'])).toMatchObject({ code: 2 });
  expect(await helve(['build', '--init', 'ignore-user'])).toMatchObject({ code: 2 });
  expect(await helve(['build', '--check', '--watch'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--check and --watch exclude each other'),
  });
  expect(await helve(['build', '--providers', 'banana'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('banana'),
  });
  expect(await helve(['build'], { env: { SOURCE_DATE_EPOCH: 'soon' } })).toMatchObject({ code: 2 });
  const help = await helve(['build', '--help']);
  expect(help.code).toBe(0);
  for (const said of ['--watch', '--init', 'schema.json', 'helve build']) expect(help.stdout).toContain(said);
});

test('--out writes a registry that stands on its own', async () => {
  const { folder, helve, shell, write } = await createProject(inTools(toolFolder()));
  expect(await helve(['build', '--out', 'dist/registry'])).toMatchObject({ code: 0 });
  await rm(join(folder, 'tools'), { recursive: true });
  await write({
    'main.js': `import { toolRegistry } from './dist/registry/tool_registry.js';
await toolRegistry.load();
console.log((await toolRegistry.executeTool('ignore_user', { rawInput: { userId: 'bob' } })).data.ignored);`,
  });
  expect(await shell('node main.js')).toMatchObject({ code: 0, stdout: 'bob\n' });
});

test('--watch builds after a change until it is stopped', async () => {
  const { folder, start, write } = await createProject(inTools(toolFolder()));
  const running = start(['build', '--watch']);
  await running.shows('Built 1 tool');
  await write(inTools(toolFolder('second')));
  await running.shows('Built 2 tools');
  await write({ 'tools/second/schema.json': '{' });
  await running.shows('The registry of before stays in place');
  expect(readFileSync(join(folder, 'tools/tool_registry.json'), 'utf8')).toContain('"second"');
  running.process.kill('SIGINT');
  expect(await running.ended).toMatchObject({ code: 130 });
});
