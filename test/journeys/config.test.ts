import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject, helveIn, root } from './project.js';

const addTool = `import { defineTool } from '@helve/core';
export const add = defineTool({
  id: 'add',
  description: 'Adds',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  execute: ({ a, b }) => a + b,
});
`;

const decorated = `import { Tool } from '@helve/core';
import { double } from './double.js';
@Tool({ type: 'function', name: 'twice', description: 'Doubles', parameters: { n: { type: 'number' }, required: ['n'] } })
export class Twice {
  #factor = 1;
  async run({ n }: { n: number }) {
    const { more } = await import('./more.ts');
    return more(double(n) * this.#factor, import.meta.url);
  }
}
`;

test.each<[string, string]>([
  ['helve.config.json', '{ "tools": ["./add.mjs"] }'],
  ['helve.config.js', 'import { add } from "./add.mjs"; export default { tools: [add] };'],
  ['helve.config.mjs', 'export default { tools: ["./add.mjs"] };'],
  ['helve.config.ts', 'import { add } from "./add.mjs"; export default { tools: [add] as const };'],
])('helve reads %s, also from a folder below', async (name, text) => {
  const { helve, write, shell } = await createProject({ [name]: text, 'add.mjs': addTool, 'a/b/note.txt': '' });
  expect((await helve(['call', 'add', '--a', '1', '--b', '2'])).stdout).toBe('3\n');
  expect((await shell('cd a/b && ../../node_modules/.bin/helve call add --a 1 --b 2')).stdout).toBe('3\n');
  await write({ 'a/helve.config.json': '{ "tools": [] }' });
  expect((await shell('cd a/b && ../../node_modules/.bin/helve tools')).stderr).toContain(
    'There are no tools of your own yet',
  );
  expect((await helve(['call', 'add', '--a', '1', '--b', '2', '--config', name])).stdout).toBe('3\n');
  await write({ 'a/helve.config.json': '{ "tools": [], "govern": false }' });
  const listed = await helve(['--config', 'a/helve.config.json', 'tools', '--json']);
  const { tools } = JSON.parse(listed.stdout) as { tools: readonly object[] };
  expect(tools).not.toContainEqual(expect.objectContaining({ id: 'result_read' }));
});

test('helve runs decorated classes of TypeScript with everything they import, and leaves nothing behind', async () => {
  const { helve, folder } = await createProject({
    'helve.config.ts': 'import { Twice } from "./src/twice.ts"; export default { tools: [Twice, "./src/twice.ts"] };',
    'src/twice.ts': decorated,
    'src/double.ts': 'export const double = (n: number): number => n * 2;',
    'src/more.ts': 'export const more = (n: number, url: string) => ({ n, url: url.split("/").slice(-2).join("/") });',
  });
  const { code, stdout } = await helve(['tools', '--json']);
  expect(code).toBe(0);
  // Named twice, it is one class and one tool.
  expect(stdout.match(/"id": ?"twice"/g)).toHaveLength(1);
  expect((await readdir(folder)).toSorted()).toEqual(['helve.config.ts', 'node_modules', 'package.json', 'src']);
});

test('helve calls a decorated class of TypeScript', async () => {
  const { helve } = await createProject({
    'helve.config.json': '{ "tools": ["./src/twice.ts"] }',
    'src/twice.ts': decorated,
    'src/double.ts': 'export const double = (n: number): number => n * 2;',
    'src/more.ts': 'export const more = (n: number, url: string) => ({ n, url: url.split("/").slice(-2).join("/") });',
  });
  const { stdout, stderr } = await helve(['call', 'twice', '--n', '4']);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({ n: 8, url: 'src/twice.ts' });
});

test('what a config of TypeScript shares with a tool that it names by its path exists once', async () => {
  const { helve } = await createProject({
    'helve.config.ts': `import { greeting } from "./greeting.ts";
export default { tools: ["./greet.ts"], dependencies: { singletons: [[greeting, "hello"]] } };`,
    'greeting.ts': 'import { token } from "@helve/core"; export const greeting = token<string>("greeting");',
    'greet.ts': `import { defineTool } from "@helve/core"; import { greeting } from "./greeting.ts";
const body = { description: "Greets", inputSchema: { type: "object" }, execute: (_input: object, ctx) => ctx.get(greeting) };
export const greet = defineTool({ id: "greet", ...body });
export const apart = defineTool({ id: "apart", ...body, annotations: { host: "process" } });`,
  });
  for (const id of ['greet', 'apart']) {
    expect(await helve(['call', id])).toMatchObject({ code: 0, stdout: '"hello"\n', stderr: '' });
  }
});

test('helve names every unknown and every wrong key of a config at once', async () => {
  const { helve } = await createProject({
    'helve.config.json': '{ "tool": [], "server": { "prot": 1, "port": "x" }, "tools": [1] }',
  });
  const { code, stdout, stderr } = await helve(['tools']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('it has 4 problems');
  expect(stderr).toMatch(/tool +There is no such key. Did you mean "tools"\?/);
  expect(stderr).toMatch(/server\.prot +There is no such key. Did you mean "port"\?/);
  expect(stderr).toMatch(/server\.port +Expected a whole number from 0 to 65535/);
  expect(stderr).toMatch(/tools\[0\] +Expected a tool/);
});

test.each<[string, Record<string, string>, (string | RegExp)[]]>([
  ['JSON that is broken', { 'helve.config.json': '{ "tools": ' }, ['helve.config.json', 'not JSON']],
  [
    'TypeScript that is broken',
    { 'helve.config.ts': 'export default {\n  tools: [,,}\n};' },
    [/helve\.config\.ts:2:\d+/],
  ],
  [
    'JavaScript that is broken',
    { 'helve.config.js': 'export default {\n  tools: [}\n};' },
    [/helve\.config\.js:2:\d+/],
  ],
  ['a config without a default export', { 'helve.config.js': 'export const tools = [];' }, ['no default export']],
  ['a config that is no object', { 'helve.config.js': 'export default 5;' }, ['Expected an object']],
  [
    'two configs in one folder',
    { 'helve.config.js': '', 'helve.config.json': '' },
    ['helve.config.js and helve.config.json'],
  ],
  [
    'a config that throws',
    { 'helve.config.ts': 'const n: number = 1;\nthrow new Error("boom " + n);' },
    ['Error: boom 1', /helve\.config\.ts:2:\d+/],
  ],
  [
    'a missing package',
    { 'helve.config.ts': 'import x from "not-there";\nexport default { tools: [x] };' },
    ['not-there', /helve\.config\.ts:1:\d+/],
  ],
  [
    'a missing tool module',
    { 'helve.config.json': '{ "tools": ["./none.ts", "./none.js"] }' },
    ['none.ts', 'none.js', 'there is no such file'],
  ],
  [
    'a tool module without tools',
    { 'helve.config.json': '{ "tools": ["./t.js"] }', 't.js': 'export const x = 1;' },
    ['t.js', 'it exports no tool'],
  ],
  [
    'a tool that throws on import',
    { 'helve.config.json': '{ "tools": ["./t.js"] }', 't.js': '\nthrow new Error("no key");' },
    [/t\.js/, 'Error: no key', /t\.js:2:\d+/],
  ],
  [
    'a TypeScript tool that throws on import',
    { 'helve.config.json': '{ "tools": ["./t.ts"] }', 't.ts': 'type A = 1;\nthrow new Error("no key");' },
    ['Error: no key', /t\.ts:2:\d+/],
  ],
])('helve refuses %s with exit code 2', async (what, files, texts) => {
  const { helve, helveProcess } = await createProject(files);
  // Lines of TypeScript are found by Node's source maps, which the test runner replaces by its own.
  const run = what.includes('throws') ? helveProcess : helve;
  const { code, stdout, stderr } = await run(['tools']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  for (const text of texts) expect(stderr).toMatch(text);
  expect(stderr).not.toContain('helve-bundle');
});

test('helve names both places of a duplicate id', async () => {
  const { helve } = await createProject({
    'helve.config.json': '{ "tools": ["./a.mjs", "./b.mjs"] }',
    'a.mjs': addTool,
    'b.mjs': addTool,
  });
  const { code, stdout, stderr } = await helve(['tools']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/b\.mjs \(add\) +The id "add" is taken by a\.mjs \(add\)/);
});

test('helve names every problem of every tool at once', async () => {
  const bad = `export const one = { id: 'o ne', name: '', description: 'x', hooksByStage: {}, inputSchema: { type: 'objct' }, execute() {} };
export const two = { id: 'two', name: 'two', description: 'x', hooksByStage: {}, inputSchema: { type: 'object', properties: { a: { $ref: 'https://example.com/x' } } } };`;
  const { helve } = await createProject({ 'helve.config.json': '{ "tools": ["./bad.mjs"] }', 'bad.mjs': bad });
  const { code, stdout, stderr } = await helve(['tools']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  for (const place of ['(one) /id', '(one) /name', '(one) /inputSchema', '(two) /execute', '(two) /inputSchema'])
    expect(stderr).toContain(`bad.mjs ${place}`);
});

test('helve init writes a config that works, and never over another', async () => {
  const { helve, folder } = await createProject();
  const first = await helve(['init']);
  expect(first).toMatchObject({ code: 0, stdout: '' });
  expect(await helve(['call', 'greet', '--name', 'Ada'])).toMatchObject({
    code: 0,
    stdout: '{\n  "greeting": "Hello, Ada!"\n}\n',
  });
  const written = await readFile(join(folder, 'helve.config.ts'), 'utf8');
  expect(await helve(['init'])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--force') });
  expect(await helve(['init', '--json'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Remove helve.config.ts'),
  });
  expect(await helve(['init', '--ts', '--json'])).toMatchObject({ code: 2 });
  expect((await helve(['init', '--force'])).code).toBe(0);
  expect(await readFile(join(folder, 'helve.config.ts'), 'utf8')).toBe(written);
  expect((await readdir(folder)).toSorted()).toEqual([
    '.gitignore',
    '.helve',
    'helve.config.ts',
    'node_modules',
    'package.json',
  ]);
  expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('.helve/*\n!.helve/flows/\n!.helve/terms/\n');
});

test('helve init keeps keys and what runs have made out of a repository, and flows and terms in it', async () => {
  const { helve, folder, write } = await createProject();
  expect((await helve(['init', '--json'])).code).toBe(0);
  await write({
    '.helve/flows/mine.yaml': '',
    '.helve/terms/app.json': '',
    '.helve/trail.key': '',
    '.helve/tm/x.db': '',
  });
  execFileSync('git', ['-C', folder, 'init', '-q']);
  const found = execFileSync('git', ['-C', folder, 'ls-files', '-o', '--exclude-standard', '.helve'], {
    encoding: 'utf8',
  });
  expect(found.trim().split('\n')).toEqual(['.helve/flows/mine.yaml', '.helve/terms/app.json']);
});

test('helve init --json writes a config that loads', async () => {
  const { helve } = await createProject();
  expect((await helve(['init', '--json'])).code).toBe(0);
  expect(await helve(['tools'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('There are no tools of your own yet'),
  });
});

test('helve init adds the packages that its config imports to package.json, and prints nothing on stdout', async () => {
  const { helve, folder, write } = await createProject();
  const read = async () => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { version } = JSON.parse(await readFile(join(root, 'packages', 'core', 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(await helve(['init', '--json'])).toMatchObject({ code: 0, stdout: '' });
  expect(await read()).not.toHaveProperty('dependencies');
  await rm(join(folder, 'helve.config.json'));
  expect(await helve(['init'])).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('npm install') });
  expect(await read()).toMatchObject({
    name: 'journey',
    dependencies: { '@helve/cli': version, '@helve/core': version },
  });
  await write({ 'package.json': '{\n\t"devDependencies": { "@helve/cli": "1.0.0", "zod": "1" }\n}\n' });
  await helve(['init', '--force']);
  expect(await read()).toEqual({ devDependencies: { '@helve/cli': '1.0.0', '@helve/core': version, zod: '1' } });
  expect(await readFile(join(folder, 'package.json'), 'utf8')).toMatch(
    /^\{\n\t"devDependencies": \{\n\t\t"@helve[^]*\}\n$/,
  );
  expect((await helve(['init', '--force'])).stderr).not.toContain('npm install');
});

test('helve init works where helve itself is not installed', async () => {
  const { helve, folder } = await createProject();
  await rm(join(folder, 'node_modules'), { recursive: true });
  await helve(['init']);
  expect((await helve(['call', 'greet', '--name', 'Ada'])).stdout).toContain('Hello, Ada!');
});

test('helve init says when it cannot write', async () => {
  const { helve, folder } = await createProject();
  await mkdir(join(folder, 'helve.config.ts'));
  expect((await helve(['init'])).code).toBe(2);
  expect((await helve(['init', '--force'])).code).toBe(1);
  expect((await readdir(folder)).toSorted()).toEqual(['helve.config.ts', 'node_modules', 'package.json']);
});

test('helve bundles modules together, so that they share what they import', async () => {
  const counter = 'export const state = { count: 0 };';
  const tool = (id: string) => `import { defineTool } from '@helve/core';
import { state } from './state.ts';
state.count += 1;
export const ${id} = defineTool({ id: '${id}', description: 'Counts', inputSchema: { type: 'object', properties: {} }, execute: () => state.count });`;
  const { helve } = await createProject({
    'helve.config.json': '{ "tools": ["./a.ts", "./b.ts"] }',
    'a.ts': tool('a'),
    'b.ts': tool('b'),
    'state.ts': counter,
  });
  expect((await helve(['call', 'a'])).stdout).toBe('2\n');
});

test('the config of the repository itself offers the examples', async () => {
  // The first command of a fresh clone says that it builds the tool folders.
  await helveIn(root, ['tools', '--json']);
  const listed = await helveIn(root, ['tools', '--json']);
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  const { tools } = JSON.parse(listed.stdout) as { tools: readonly { id: string }[] };
  const ids = tools.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['word_count', 'convert_temperature', 'make_table']));
  const flags = ['--rows', 'a,b', '--rows', '1,2', '--style.padding', '3', '--no-style.header'];
  const called = await helveIn(root, ['call', 'make_table', ...flags]);
  expect(JSON.parse(called.stdout)).toEqual({ table: 'a   b\n1   2' });
});
