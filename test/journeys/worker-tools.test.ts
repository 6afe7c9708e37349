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
  const told = await client.callTool({ name: 'slug.slugify', arguments: { text: 'One Two' } });
  expect(told.content).toEqual([{ type: 'text', text: 'one-two' }]);
  await client.close();

  server.process.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('broken') as string });
}, 30_000);

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
}, 60_000);

test('Ctrl-C of a call of a capability ends it with 130, and its worker with it', async () => {
  const { start, folder } = await slugProject();
  const call = start(['call', 'slug.hold']);
  const file = join(folder, '.helve', 'data', 'slug', 'begun');
  const pid = await expect
    .poll(async () => Number(await readFile(file, 'utf8').catch(() => '')), { timeout: 15_000 })
    .toBeGreaterThan(0)
    .then(async () => Number(await readFile(file, 'utf8')));
  call.process.kill('SIGINT');
  expect(await call.ended).toMatchObject({ code: 130, stdout: '' });
  await expect.poll(() => isAlive(pid), { timeout: 2_000 }).toBe(false);
}, 30_000);

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
}, 30_000);

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
}, 60_000);

test('a tool that asks for a process of its own and cannot have one is refused with its place', async () => {
  const { helve } = await createProject({
    'helve.config.json': '{ "tools": ["./where.ts"] }',
    'where.ts': where(`host: 'process'`),
  });
  const refused = await helve(['call', 'where']);
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('where.ts (where)') as string });
  expect(refused.stderr).toContain('JavaScript module');
}, 30_000);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
