import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../needs.js';
import { createProject, root } from './project.js';

const examples = {
  node: join(root, 'examples', 'capabilities', 'manifest'),
  python: join(root, 'examples', 'python-worker'),
};

const app = JSON.stringify({ hello: 'Hello {name} 🎉', love: 'We ❤️ it', files: '{n, plural, one {# 🚀} other {#s}}' });

/** A project whose flow `all` takes files through these steps, with tools of these capabilities. */
async function createFlowProject(
  plugins: readonly string[],
  steps: readonly object[],
  files: Readonly<Record<string, string>> = {},
) {
  const config = {
    plugins: plugins.map((name) => `capability:${name}`),
    locales: { source: 'en', targets: ['de'] },
    flows: ['flows'],
    workers: { paths: [examples.node, examples.python, 'capabilities'] },
  };
  const project = await createProject({
    'helve.config.json': JSON.stringify(config),
    'flows/all.json': JSON.stringify({ name: 'all', steps }),
    'app.json': app,
    ...files,
  });
  const read = (file: string) => readFile(join(project.folder, file), 'utf8');
  return { ...project, read };
}

const contract = (id: string) => `{
  id: '${id}', version: '1.0.0', category: 'enrich', displayName: '${id}', description: 'Says one thing and does another',
  cardinality: 'monolingual', capability: 'annotate', consumes: [], produces: [{ type: 'property:seen', side: 'source' }],
}`;

/** Capabilities that speak the protocol by hand, so that nothing keeps them from breaking their word. */
const liar = `import { ToolCapability } from '@helve/worker';

const tricks = {
  'honest': (block) => { block.properties.seen = 'yes'; },
  'writes-more': (block) => { block.properties.more = 'yes'; },
  'changes-source': (block) => { block.source = [{ kind: 'text', text: 'other' }]; },
  'swaps-blocks': (block) => { block.id += '-other'; block.source = [{ kind: 'text', text: 'other' }]; },
  'dies': (block) => { if (block.name.includes('love')) process.exit(9); },
};

export class Liar extends ToolCapability {
  static description = 'Breaks its word';
  static actions = { 'flow.describe': 'describe', 'flow.process': 'work' };
  get name() { return 'liar'; }
  get version() { return '1.0.0'; }
  initialize() {}
  getConfigSchema() { return { type: 'object', properties: {} }; }
  getCurrentConfig() { return {}; }
  describe() {
    return { tools: [${['honest', 'writes-more', 'changes-source', 'swaps-blocks', 'dies']
      .map((id) => `{ meta: ${contract(id)}, schema: { type: 'object', properties: {} } }`)
      .join(', ')}] };
  }
  work({ tool, parts }) {
    const [header, ...lines] = parts.split('\\n').filter((line) => line !== '');
    const made = lines.map((line) => {
      const part = JSON.parse(line);
      if (part.kind === 'block') tricks[tool](part.block);
      return JSON.stringify(part);
    });
    return { parts: [header, ...made, ''].join('\\n') };
  }
}
`;

const liarManifest = JSON.stringify({
  format: 'helve.capability/1',
  code: { name: 'liar', version: '1.0.0', description: 'Breaks its word', runtime: 'node', module: './liar.js' },
});

const liarFiles = {
  'capabilities/liar.js': liar,
  'capabilities/liar.capability.json': liarManifest,
};

test('K131 a capability serves a flow tool: flow check sees its contract, and a run goes through its process', async () => {
  const { helve, read } = await createFlowProject(
    ['emoji-tools'],
    [{ tool: 'emoji-strip', config: { keep: ['❤️'] } }, { tool: 'pseudo-translate' }],
  );
  expect(await helve(['flow', 'check', 'all'])).toMatchObject({ code: 0 });
  expect(await helve(['run', 'all', 'app.json', '-o', 'out.json'])).toMatchObject({ code: 0 });
  const made = JSON.parse(await read('out.json')) as Record<string, string>;
  expect(JSON.stringify(made)).not.toMatch(/🎉|🚀/u);
  expect(made['love']).toContain('❤️');
});

test('K131 a config that the served schema refuses is told before anything runs', async () => {
  const { helve } = await createFlowProject(['emoji-tools'], [{ tool: 'emoji-strip', config: { kept: ['❤️'] } }]);
  const checked = await helve(['flow', 'check', 'all']);
  expect(checked).toMatchObject({ code: 2 });
  expect(checked.stdout + checked.stderr).toContain('config-invalid: Unknown property "kept"');
});

test('K131 a flow tool in Python works beside one in Node, in files and in calls', needs('python3'), async () => {
  const { helve, read } = await createFlowProject(
    ['emoji-tools', 'shout-tools'],
    [{ tool: 'emoji-strip' }, { tool: 'shout', config: { ending: '!' } }],
  );
  const ran = await helve(['run', 'all', 'app.json', '--json']);
  expect(ran).toMatchObject({ code: 0 });
  expect(JSON.parse(ran.stdout)).toMatchObject({
    status: 'ok',
    reports: { shout: [{ document: 'app.json', entries: [{ shouted: 1 }, { shouted: 1 }, { shouted: 1 }] }] },
  });
  expect(JSON.parse(await read('app_de.json'))).toEqual({
    hello: 'HELLO {name}!',
    love: 'WE IT!',
    files: '{n, plural, one {#} other {#S}}!',
  });
  expect(await helve(['shout', 'app.json', '-o', 'loud.json'])).toMatchObject({ code: 0 });
  expect(await read('loud.json')).toContain('WE ❤️ IT');
  const called = await helve(['call', 'shout', '--text', 'hi']);
  expect(JSON.parse(called.stdout)).toMatchObject({ text: 'HI' });
});

test('K131 many files go through one worker, where other flows of the project may run in threads', async () => {
  const text = JSON.stringify({ long: `Go 🎉 ${'far '.repeat(80_000)}` });
  const files = Object.fromEntries([1, 2, 3, 4].map((index) => [`in/${index}.json`, text]));
  const { helve, write, read } = await createFlowProject(['emoji-tools'], [{ tool: 'emoji-strip' }], {
    ...files,
    'flows/plain.json': JSON.stringify({ name: 'plain', steps: [{ tool: 'pseudo-translate' }] }),
  });
  await write({
    'helve.config.json': JSON.stringify({
      plugins: ['capability:emoji-tools'],
      locales: { source: 'en', targets: ['de'] },
      flows: ['flows'],
      tools: { 'emoji-strip': { keep: ['🚀'] } },
      workers: { paths: [examples.node] },
    }),
  });
  const given = [...Object.keys(files), '-o', '{name}{ext}', '--concurrency', '4'];
  expect(await helve(['run', 'all', ...given])).toMatchObject({ code: 0 });
  for (const index of [1, 2, 3, 4]) expect(await read(`${index}.json`)).toMatch(/^\{"long":"Go far /);
  expect(await helve(['run', 'plain', ...given])).toMatchObject({ code: 0 });
  expect(await read('4.json')).toContain('Ĝö');
  expect(await helve(['formats', 'check', 'in/1.json'])).toMatchObject({ code: 0 });
});

test.each([
  ['writes-more', 'FLOW_UNDECLARED_PORT'],
  ['changes-source', 'FLOW_IMMUTABLE'],
  ['swaps-blocks', 'FLOW_SHAPE'],
])('K131 the tool %s of another process is refused with %s', async (tool, code) => {
  const { helve, folder } = await createFlowProject(['liar'], [{ tool: 'honest' }, { tool }], liarFiles);
  const ran = await helve(['run', 'all', 'app.json', '-o', 'out.json', '--json']);
  expect(ran.code).not.toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject({ documents: [{ status: 'failed', error: { code, tool } }] });
  expect((await readdir(folder)).filter((name) => name.startsWith('out') || name.endsWith('.tmp'))).toEqual([]);
});

test('K131 a worker that dies in a run fails the document with a typed error and leaves no output', async () => {
  const { helve, folder } = await createFlowProject(['liar'], [{ tool: 'honest' }, { tool: 'dies' }], liarFiles);
  const ran = await helve(['run', 'all', 'app.json', '-o', 'out.json', '--json']);
  expect(ran.code).not.toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject({
    documents: [
      {
        status: 'failed',
        error: {
          type: 'TRANSIENT',
          code: 'FLOW_STEP_FAILED',
          tool: 'dies',
          message: expect.stringContaining('the worker ended with exit code 9'),
        },
      },
    ],
  });
  expect((await readdir(folder)).filter((name) => name.startsWith('out') || name.endsWith('.tmp'))).toEqual([]);
  expect(await readdir(join(folder, '.helve', 'run'))).toEqual([]);
});

test('K131 a capability that is missing or serves no flow tools is named, and the others are not disturbed', async () => {
  const { helve, write } = await createFlowProject(['emoji-tools', 'graph', 'nobody'], []);
  const listed = await helve(['plugins', '--json']);
  expect(listed).toMatchObject({ code: 2 });
  expect(JSON.parse(listed.stdout)).toMatchObject({
    plugins: [
      { name: 'capability:emoji-tools', tools: ['emoji-strip'] },
      { name: 'capability:graph', tools: [], problem: expect.stringContaining('flow.describe') },
      { name: 'capability:nobody', tools: [], problem: expect.stringContaining('nobody') },
    ],
  });
  expect(await helve(['tools'])).toMatchObject({ code: 2, stderr: expect.stringContaining('capability:graph') });
  const untrue = liar.replaceAll("capability: 'annotate'", "capability: 'anything'");
  await write({
    'capabilities/liar.js': untrue,
    'capabilities/liar.capability.json': liarManifest,
    'helve.config.json': '{ "plugins": ["capability:liar"], "workers": { "paths": ["capabilities"] } }',
  });
  expect((await helve(['plugins', '--json'])).stdout).toContain('/tools/0/meta/capability');
});
