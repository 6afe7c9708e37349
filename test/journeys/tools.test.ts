import { expect, test } from 'vitest';
import { starter } from './fixtures.js';
import { createProject } from './project.js';

test('helve tools --all lists every tool as a table', async () => {
  const { helve } = await createProject(starter);
  const { code, stdout, stderr } = await helve(['tools', '--all']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [header, first] = stdout.split('\n');
  expect(header).toMatch(/^ID +KIND +CATEGORY +DESCRIPTION$/);
  expect(first).toMatch(/^describe_place +record +retrieval +Says where something is$/);
  expect(stdout).toMatch(/^result_read +built-in +utility /m);
  expect(stdout).toMatch(/^flow\.run +flow +action /m);
  expect(stdout).toMatch(/^word-count, wc +flow +validate /m);
  const own = stdout.split('\n').filter((line) => / (?:record|class|built-in) /.test(line));
  expect(own).toHaveLength(7);
});

test('helve tools lists the tools of the project, and says how many more there are', async () => {
  const { helve } = await createProject(starter);
  const { code, stdout, stderr } = await helve(['tools']);
  expect(code).toBe(0);
  expect(stdout).toContain('describe_place');
  expect(stdout).not.toMatch(/word-count|result_read|flow\.run/);
  expect(stderr).toMatch(/^\d+ built-in tools not shown: `helve tools --all` lists them too\n$/);
});

test('T130 helve tools --json gives the contracts under the name of their schema, with keys in one order', async () => {
  const { helve } = await createProject(starter);
  const { code, stdout } = await helve(['tools', '--json']);
  expect(code).toBe(0);
  const { schema, tools, ...more } = JSON.parse(stdout) as { schema: string; tools: readonly object[] };
  expect([schema, more]).toEqual(['helve.tools/v1', {}]);
  expect(tools).toContainEqual(
    expect.objectContaining({ id: 'describe_place', policy: expect.objectContaining({ category: 'retrieval' }) }),
  );
  for (const tool of tools) expect(Object.keys(tool)).toEqual(Object.keys(tool).toSorted());
});

test('helve tools show teaches one tool', async () => {
  const { helve } = await createProject(starter);
  const { code, stdout } = await helve(['tools', 'show', 'describe_place']);
  expect(code).toBe(0);
  expect(stdout).toContain('from tools/all.ts (describePlace)');
  expect(stdout).toContain('Knows every place.');
  expect(stdout).toMatch(/--address\.city TEXT +The town/);
  expect(stdout).toMatch(/--arg-input TEXT +Collides/);
  expect(stdout).toContain('helve call describe_place --address.city Bern --unit km');
  expect(stdout).toMatch(/sideEffects +none/);
  const json = await helve(['tools', 'show', 'describe_place', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    schema: 'helve.tools/v1',
    tools: [{ id: 'describe_place', policy: { sideEffects: 'none' } }],
  });
});

test('helve tools schema prints the schemas of a tool', async () => {
  const { helve } = await createProject(starter);
  const input = await helve(['tools', 'schema', 'describe_place']);
  const output = await helve(['tools', 'schema', 'describe_place', '--output']);
  expect(JSON.parse(input.stdout)).toMatchObject({ type: 'object', required: ['address', 'unit'] });
  expect(JSON.parse(output.stdout)).toMatchObject({ required: ['got'] });
  const none = await helve(['tools', 'schema', 'talk', '--output']);
  expect(none).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('it has none') });
});

test('helve suggests what may have been meant', async () => {
  const { helve } = await createProject(starter);
  expect(await helve(['tolls'])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('tools') });
  expect(await helve(['help', 'cal'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('"call"'),
  });
  expect(await helve(['tools', '--jsno'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--json') });
  expect(await helve(['tools', 'show', 'describe_plaec'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"describe_place"'),
  });
  expect(await helve(['tools', 'shwo', 'x'])).toMatchObject({ code: 2, stdout: '' });
});

test('helve help and --version need no config', async () => {
  const { helve } = await createProject();
  const help = await helve([]);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const line of ['helve call word_count', 'helve serve', 'helve init', '130']) expect(help.stdout).toContain(line);
  expect((await helve(['help', 'init'])).stdout).toContain('server.port');
  expect((await helve(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await helve(['--no-color', '--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('helve without a config says how to get one', async () => {
  const { helve } = await createProject();
  expect(await helve(['plugins'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('helve init'),
  });
  expect(await helve(['tools'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('word-count'),
    stderr: expect.stringContaining('helve init'),
  });
  expect((await helve(['tools', 'schema', 'word-count'])).stdout).toContain('"helve:tool/word-count"');
  const called = await helve(['call', 'char-count', '--text', 'one two', '--source-locale', 'en']);
  expect(called).toMatchObject({ code: 0, stdout: expect.stringContaining('7') });
});

test('helve colours only on request when nobody watches', async () => {
  const { helve } = await createProject(starter);
  const escape = '\u001B[';
  expect((await helve(['tools'])).stdout).not.toContain(escape);
  expect((await helve(['tools'], { env: { FORCE_COLOR: '1' } })).stdout).toContain(escape);
  expect((await helve(['tools', '--no-color'], { env: { FORCE_COLOR: '1' } })).stdout).not.toContain(escape);
});

test('helve ends quietly when its reader has seen enough', async () => {
  const { helve, shell } = await createProject(starter);
  const all = await helve(['tools', '--json']);
  expect(all.stdout.length).toBeGreaterThan(1000);
  const cut = await shell('{ node_modules/.bin/helve call talk --lines 200000; echo "exit $?" >&2; } | head -1');
  expect(cut).toMatchObject({ code: 0, stdout: '[\n', stderr: 'chatter\nexit 0\n' });
});
