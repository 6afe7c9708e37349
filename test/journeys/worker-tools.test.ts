import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { createProject, postJson, urlOf, type Project } from './project.js';

const slug = `import { writeFileSync } from 'node:fs';
import { ToolCapability } from '@helve/worker';

export class Slug extends ToolCapability {
  static description = 'Makes addresses of titles';
  static actions = {
    slugify: {
      method: 'slugify',
      description: 'Makes an address of a title',
      input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      policy: { category: 'utility', sideEffects: 'none', idempotent: true },
    },
    hold: 'hold',
  };
  get name() { return 'slug'; }
  get version() { return '1.0.0'; }
  initialize() {}
  getConfigSchema() { return { type: 'object', properties: {} }; }
  getCurrentConfig() { return {}; }
  slugify({ text }) { return text.toLowerCase().split(/ +/).join('-'); }
  async hold() {
    writeFileSync(process.env.CAPABILITY_DATA_DIR + '/begun', String(process.pid));
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
}
`;

async function slugProject(files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const project = await createProject({
    'helve.config.json': '{ "server": { "port": 0 } }',
    'capabilities/slug/index.js': slug,
    'capabilities/broken/capability.json': '{ "format": "helve.capability/1" }',
    ...files,
  });
  await project.helve(['worker', 'manifest', 'capabilities/slug']);
  return project;
}

test('helve serve offers the actions of capabilities as tools, whose worker is the one that helve worker reaches', async () => {
  const { helve, start } = await slugProject();
  const server = start(['serve']);
  const url = await urlOf(server);

  const { tools } = (await (await fetch(`${url}/v1/tools`)).json()) as { tools: readonly { id: string }[] };
  expect(tools.map(({ id }) => id)).toContain('slug.slugify');
  expect(JSON.parse((await helve(['worker', 'ps', '--json'])).stdout)).toEqual([]);

  const answer = await postJson(`${url}/v1/tools/slug.slugify/call`, { text: 'One Two' });
  expect(answer).toMatchObject({ status: 200, body: { ok: true, data: 'one-two' } });
  expect(JSON.parse((await helve(['worker', 'ps', '--json'])).stdout)).toMatchObject([{ id: 'slug', inFlight: 0 }]);

  const client = new Client({ name: 'journey', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  const told = await client.callTool({ name: 'slug_slugify', arguments: { text: 'One Two' } });
  expect(told.content).toEqual([{ type: 'text', text: 'one-two' }]);
  await client.close();

  server.process.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('broken') as string });
});

test('the tools of capabilities stand in the one list: shown, called, traced, talked to, and no worker stays', async () => {
  const { helve, folder } = await slugProject();
  const listed = await helve(['tools']);
  expect(listed).toMatchObject({ code: 0, stderr: expect.stringContaining('broken') as string });
  expect(listed.stdout).toMatch(/^slug\.slugify +capability +utility +Makes an address of a title$/m);
  // A list begins nothing.
  expect(existsSync(join(folder, '.helve', 'helve.db'))).toBe(false);

  const shown = await helve(['tools', 'show', 'slug.slugify']);
  expect(shown.stdout).toContain('from capabilities/slug/capability.json');
  const called = await helve(['call', 'slug.slugify', '--text', 'One Two', '--trace']);
  expect(called).toMatchObject({ code: 0, stdout: '"one-two"\n' });
  expect(called.stderr).toMatch(/^execute +- +[\d.]+ ms +ok$/m);
  expect(called.stderr).not.toContain('broken');
  expect(await helve(['call', 'slug.slugify'])).toMatchObject({ code: 2, stdout: '' });
  const [record] = JSON.parse((await helve(['trail', 'ls', '--tool', 'slug.slugify', '--json'])).stdout) as unknown[];
  expect(record).toMatchObject({ toolId: 'slug.slugify', door: 'cli' });
  const said = await helve(['chat', '--once', 'Make an address of the title "One Two"']);
  expect(said).toMatchObject({ code: 0, stdout: 'one-two\n' });
  expect(JSON.parse((await helve(['worker', 'ps', '--json'])).stdout)).toEqual([]);
});

test('Ctrl-C of a call of a capability ends it with 130, and its worker with it', async () => {
  const { start, folder } = await slugProject();
  const call = start(['call', 'slug.hold']);
  const file = join(folder, '.helve', 'data', 'slug', 'begun');
  const pid = await expect
    .poll(async () => Number(await readFile(file, 'utf8').catch(() => '')))
    .toBeGreaterThan(0)
    .then(async () => Number(await readFile(file, 'utf8')));
  call.process.kill('SIGINT');
  expect(await call.ended).toMatchObject({ code: 130, stdout: '' });
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('a tool of the project hides one of a capability that has its id, and that is told', async () => {
  const { helve } = await slugProject({
    'tools.mjs': `import { defineTool } from '@helve/core';
export const mine = defineTool({ id: 'slug.slugify', description: 'Mine', inputSchema: { type: 'object' }, execute: () => 'mine' });`,
    'helve.config.json': '{ "tools": ["./tools.mjs"] }',
  });
  expect(await helve(['call', 'slug.slugify'])).toMatchObject({ code: 0, stdout: '"mine"\n' });
  expect((await helve(['tools'])).stderr).toContain(
    'The tool "slug.slugify" of capabilities/slug/capability.json is left out',
  );
});

const where = (host: string) => `import { defineTool } from '@helve/core';
export const where = defineTool({
  id: 'where',
  description: 'Says in which process it runs',
  inputSchema: { type: 'object', properties: { fail: { type: 'boolean' } } },
  annotations: { ${host} },
  execute: ({ fail }, ctx) => {
    if (fail) throw new Error('no place');
    return { pid: process.pid, user: ctx.user.id };
  },
});
`;

test('a tool that asks for a process of its own runs in one, by every door and with no other change', async () => {
  const { helve, start, write } = await createProject({
    'helve.config.json': '{ "tools": ["./where.mjs"] }',
    'where.mjs': where(`host: 'process'`),
  });
  const pids = async () => {
    const call = start(['call', 'where']);
    const { code, stdout } = await call.ended;
    expect(code).toBe(0);
    return [call.process.pid, (JSON.parse(stdout) as { pid: number }).pid] as const;
  };
  const [host, worker] = await pids();
  expect(worker).not.toBe(host);
  expect(isAlive(worker)).toBe(false);
  expect(await helve(['call', 'where', '--fail'])).toMatchObject({ code: 1, stdout: '' });

  const server = start(['serve', '--port', '0']);
  const url = await urlOf(server);
  const answers = [await postJson(`${url}/v1/tools/where/call`, {}), await postJson(`${url}/v1/tools/where/call`, {})];
  const served = answers.map(({ body }) => (body as { data: { pid: number } }).data.pid);
  expect(served).not.toContain(server.process.pid);
  expect(new Set(served).size).toBe(1);
  server.process.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(isAlive(served[0] ?? 0)).toBe(false);

  await write({ 'where.mjs': where('') });
  const [alone, same] = await pids();
  expect(same).toBe(alone);
});

/** What the kinds of tools in this project say: in which process they ran, and whom they greet. */
const isolatedProject = {
  'helve.config.ts': `import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

const inConfig = defineTool({
  id: 'in-config',
  description: 'Stands in the config',
  inputSchema: { type: 'object' },
  annotations: { host: 'process' },
  execute: (_input: unknown, ctx) => ({ pid: process.pid, greeting: ctx.get('greeting') }),
});

export default defineConfig({
  tools: ['./tools.ts', inConfig],
  dependencies: { singletons: [['greeting', 'hello']] },
});
`,
  'tools.ts': `import { defineTool, isControl, Tool, type ToolInvokeContext } from '@helve/core';

const annotations = { host: 'process' } as const;

export const typed = defineTool({
  id: 'typed',
  description: 'Is written in TypeScript',
  inputSchema: { type: 'object' },
  annotations,
  execute: (_input: unknown, ctx) => ({ pid: process.pid, greeting: ctx.get('greeting') }),
});

@Tool({ type: 'function', name: 'decorated', description: 'Is a class', parameters: { type: 'object' }, annotations })
export class Decorated {
  run(_input: unknown, ctx: ToolInvokeContext) {
    return { pid: process.pid, greeting: ctx.get('greeting') };
  }
}

export const local = defineTool({
  id: 'local',
  description: 'Runs in the host',
  inputSchema: { type: 'object' },
  execute: (_input: unknown, ctx) => ({ pid: process.pid, greeting: ctx.get('greeting') }),
});

export const guarded = defineTool({
  id: 'guarded',
  description: 'Needs the yes of a person',
  inputSchema: { type: 'object' },
  policy: { requiresConfirmation: true },
  execute: () => 'done',
});

export const caller = defineTool({
  id: 'caller',
  description: 'Calls other tools',
  inputSchema: { type: 'object', properties: { tools: { type: 'array', items: { type: 'string' } } }, required: ['tools'] },
  annotations,
  execute: async ({ tools }, ctx) => {
    const refusal = (thrown: unknown) => (isControl(thrown) ? thrown.kind : (thrown as { code?: string }).code);
    const answers = await Promise.all(tools.map((tool) => ctx.invoke(tool, {}).catch(refusal)));
    return { pid: process.pid, answers };
  },
});
`,
};

test('every kind of tool runs in a process of its own, with what it depends on', async () => {
  const { start, write } = await createProject(isolatedProject);
  const older = '{ "compilerOptions": { "experimentalDecorators": true } }';
  for (const [tool, tsconfig] of [['typed'], ['in-config'], ['decorated'], ['decorated', older]] as const) {
    if (tsconfig !== undefined) await write({ 'tsconfig.json': tsconfig });
    const call = start(['call', tool]);
    const { code, stdout, stderr } = await call.ended;
    expect([tool, code, stderr]).toEqual([tool, 0, '']);
    const { pid, greeting } = JSON.parse(stdout) as { pid: number; greeting: string };
    expect(greeting).toBe('hello');
    expect(pid).not.toBe(call.process.pid);
    expect(isAlive(pid)).toBe(false);
  }
});

test('a tool in a process of its own calls others through the line of its host, which keeps both in the trail', async () => {
  const { start, helve } = await createProject(isolatedProject);
  const tools = ['local', 'nobody', 'guarded', 'caller'];
  const call = start(['call', 'caller', ...tools.flatMap((tool) => ['--tools', tool])]);
  const { pid, answers } = JSON.parse((await call.ended).stdout) as { pid: number; answers: unknown[] };
  expect(pid).not.toBe(call.process.pid);
  expect(answers).toEqual([
    { pid: call.process.pid, greeting: 'hello' },
    'CALL_TOOL_NOT_FOUND',
    'abort',
    'CALL_INPUT_INVALID',
  ]);
  const records = JSON.parse((await helve(['trail', 'ls', '--json'])).stdout) as Record<string, unknown>[];
  const outer = records.find(({ toolId, parentRequestId }) => toolId === 'caller' && parentRequestId === undefined);
  const inner = records.find(({ toolId }) => toolId === 'local');
  expect(inner).toMatchObject({ parentRequestId: outer?.['requestId'] });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
