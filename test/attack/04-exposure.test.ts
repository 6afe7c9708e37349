import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createProject, root } from '../journeys/project.js';
import { serveProject, startVictim, type Victim } from './kit.js';

const tool = (id: string) => `{ id: '${id}', name: '${id}', description: 'Says hello',
  inputSchema: { type: 'object', properties: {} }, hooksByStage: {}, execute: () => 'hello from ${id}' }`;
const config = (tools: readonly string[], expose = '{}') =>
  `export default { tools: [${tools.map(tool).join(', ')}], expose: ${expose}, server: { port: 0 } };`;
const strict = /^[a-zA-Z0-9_-]{1,64}$/;
const eras = [{ pin: '2026-07-28' }, 'legacy'] as const;
const long = `a.${'very_'.repeat(12)}long.name`;

let victim: Victim;
beforeAll(async () => {
  victim = await startVictim({ 'helve.config.mjs': config(['greet', 'calendar.create', 'calendar_create', long]) });
});

async function connect(transport: Parameters<Client['connect']>[0], mode: (typeof eras)[number]): Promise<Client> {
  const client = new Client({ name: 'attack', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

function overHttp(mode: (typeof eras)[number], headers: Record<string, string> = {}, url = victim.url) {
  return connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }), mode);
}

const start = () => ({ 'x-helve-start': /start=([\w-]{22})\b/.exec(victim.welcome)?.[1] ?? '' });

test('a project with one tool offers the client that starts it this tool and three of flows', async () => {
  const { folder } = await createProject({ 'helve.config.mjs': config(['greet']) });
  const args = [join(root, 'packages', 'cli', 'bin', 'helve.js'), 'mcp'];
  const client = await connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: folder, stderr: 'ignore' }),
    eras[0],
  );
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['flow_check', 'flow_preview', 'flow_run', 'greet']);
  expect(tools.map(({ _meta }) => _meta?.['helve/tool'])).toEqual(['flow.check', 'flow.preview', 'flow.run', 'greet']);
  expect(JSON.stringify(tools).length).toBeLessThan(20_000);
});

test.each(eras)(
  'every name offered over MCP is one that strict clients take, and is called by it (%s)',
  async (mode) => {
    const client = await overHttp(mode, start());
    const { tools } = await client.listTools();
    expect(tools.filter(({ name }) => !strict.test(name))).toEqual([]);
    const byId = new Map(tools.map(({ name, _meta }) => [String(_meta?.['helve/tool']), name]));
    expect([...byId.keys()].toSorted()).toEqual(
      ['calendar.create', 'calendar_create', 'flow.check', 'flow.preview', 'flow.run', 'greet', long].toSorted(),
    );
    for (const id of ['greet', 'calendar.create', 'calendar_create', long]) {
      const { content } = await client.callTool({ name: byId.get(id) ?? '', arguments: {} });
      expect(content).toMatchObject([{ text: `hello from ${id}` }]);
    }
    await expect(client.callTool({ name: 'calendar.create', arguments: {} })).rejects.toThrow('Unknown tool');
  },
);

test.each(eras)('over HTTP flows are offered over MCP only to callers who may run them (%s)', async (mode) => {
  const client = await overHttp(mode);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('flow_run');
  const refused = await client.callTool({ name: 'flow_run', arguments: { flow: 'x' } });
  expect([refused.isError, JSON.stringify(refused.content)]).toEqual([true, expect.stringContaining('start token')]);
  // What MCP does not offer is not there, whoever asks.
  const granted = await overHttp(mode, start());
  await expect(granted.callTool({ name: 'word-count', arguments: { text: 'a' } })).rejects.toThrow('Unknown tool');
});

test('a project says what each door offers, and nobody reaches more', async () => {
  const expose = `{ http: { builtIn: ['word-count'], deny: ['secret*'] }, mcp: { builtIn: false, allow: ['greet'] } }`;
  const project = await createProject({ 'helve.config.mjs': config(['greet', 'secret.one', 'plain'], expose) });
  const other = await serveProject(project);
  const listed = (await other.ask('/v1/tools')).body as { tools: readonly { id: string }[] };
  expect(listed.tools.map(({ id }) => id).toSorted()).toEqual(['greet', 'plain', 'result_read', 'word-count']);
  const statuses = async (id: string, input = {}) => (await other.callBothWays(id, input)).map(({ status }) => status);
  expect(await statuses('word-count', { text: 'one two' })).toEqual([200, 200]);
  expect(await statuses('secret.one')).toEqual([404, 404]);
  const client = await overHttp(eras[0], {}, other.url);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['greet']);
  await expect(client.callTool({ name: 'plain', arguments: {} })).rejects.toThrow('Unknown tool');
});

const calling = (id: string) => ({ steps: [{ tool: 'call', config: { id, output: { annotation: 'r' } } }] });

test('a flow of a caller calls what its caller is offered, and one of the project what its author chose', async () => {
  const expose = `{ http: { deny: ['secret*'] } }`;
  const project = await createProject({
    'helve.config.mjs': config(['greet', 'secret.one'], `${expose}, flows: ['flows']`),
    'flows/inside.json': JSON.stringify({ name: 'inside', ...calling('secret.one') }),
  });
  const other = await serveProject(project);
  const headers = { 'x-helve-start': /start=([\w-]{22})\b/.exec(other.welcome)?.[1] ?? '' };
  const preview = (flow: unknown) => other.callBothWays('flow.preview', { flow, text: 'hi' }, headers);
  const within = { tool: 'flow.preview', input: { flow: calling('secret.one'), text: 'hi' } };
  const nested = {
    steps: [{ tool: 'call', config: { id: within.tool, input: within.input, output: { annotation: 'r' } } }],
  };
  for (const { text } of await preview(calling('greet'))) expect(text).toContain('hello from greet');
  for (const flow of [calling('secret.one'), JSON.stringify(calling('secret.one'), null, 1), nested]) {
    for (const { status, text } of await preview(flow)) {
      expect(text).not.toContain('hello from');
      expect([status, text]).toEqual([403, expect.stringContaining('offered no such tool here')]);
    }
  }
  // Whether it is hidden or not there is told to nobody.
  for (const { text } of await preview(calling('nowhere'))) expect(text).toContain('offered no such tool here');
  for (const { text } of await preview('inside')) expect(text).toContain('hello from secret.one');
});
