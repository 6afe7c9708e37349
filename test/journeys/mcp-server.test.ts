import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { createProject, root, urlOf } from './project.js';

const eras = [{ pin: '2026-07-28' }, 'legacy'] as const;

/** Two tools, of which one is for insiders; loading the config and calling the tools prints to stdout, as people do. */
const files = {
  'helve.config.mjs': `import { defineTool } from '@helve/core';
import { authorize } from '@helve/govern';
console.log('the config is loaded');
const object = { type: 'object', properties: { text: { type: 'string' } } };
export default {
  tools: [
    defineTool({ id: 'shout', description: 'Makes text loud', inputSchema: object, policy: { sideEffects: 'none' }, execute: ({ text }) => { console.log('shouting'); return { loud: text.toUpperCase() }; } }),
    defineTool({ id: 'secret', description: 'For insiders', inputSchema: object, execute: () => 'told' }),
    defineTool({ id: 'remove', title: 'Remove it', description: 'Removes', inputSchema: object, policy: { requiresConfirmation: true }, execute: ({ text }) => 'removed ' + text }),
  ],
  mcp: { instructions: 'Shout first', elicitation: 'trusted', prompts: [{ name: 'greet', text: 'Say hello to {{whom}}' }] },
  hooks: [authorize({ rule: ({ tool, user }) => tool.id !== 'secret' || user.roles?.includes('insider') === true })],
};`,
};

async function connect(transport: Parameters<Client['connect']>[0], options: ClientOptions): Promise<Client> {
  const client = new Client({ name: 'journey', version: '1.0.0' }, options);
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

test.each(eras)('the official client uses `helve mcp` over stdio (%s)', async (mode) => {
  const { folder } = await createProject(files);
  const args = [join(root, 'packages', 'cli', 'bin', 'helve.js'), 'mcp'];
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd: folder, stderr: 'ignore' });
  const client = await connect(transport, { versionNegotiation: { mode }, capabilities: { elicitation: {} } });
  client.setRequestHandler('elicitation/create', ({ params }) => {
    expect(params.message).toContain('Remove it');
    return { action: 'accept', content: { approve: true } };
  });
  expect(await namesOf(client)).toEqual(expect.arrayContaining(['shout', 'remove', 'flow_run']));
  expect(await client.callTool({ name: 'shout', arguments: { text: 'hi' } })).toMatchObject({
    structuredContent: { loud: 'HI' },
  });
  const removed = await client.callTool({ name: 'remove', arguments: { text: 'x' } });
  expect(removed.content).toEqual([{ type: 'text', text: 'removed x' }]);
  expect(client.getInstructions()).toBe('Shout first');
  expect(await client.getPrompt({ name: 'greet', arguments: { whom: 'Ada' } })).toMatchObject({
    messages: [{ role: 'user', content: { type: 'text', text: 'Say hello to Ada' } }],
  });
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain('helve://tools/shout');
});

test('`helve mcp` writes nothing but the protocol to stdout, survives nonsense, and ends with its client', async () => {
  const { start } = await createProject(files);
  const { process: child, shows, ended } = start(['mcp']);
  const send = (line: string) => child.stdin?.write(`${line}\n`);
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }));
  send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  send('this is no JSON');
  send('{"jsonrpc":"2.0"}');
  const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
  send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"shout","arguments":${deep}}}`);
  send(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'unknown/method' }));
  const call = { name: 'shout', arguments: { text: 'hi' } };
  send(JSON.stringify({ jsonrpc: '2.0', id: 4, method: 'tools/call', params: call }));
  await shows('"id":4');
  child.stdin?.end();
  const { code, stdout, stderr } = await ended;
  expect(code).toBe(0);
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id?: number; error?: { code: number }; result?: object });
  const byId = new Map(messages.map((message) => [message.id, message]));
  expect(byId.get(1)?.result).toMatchObject({ protocolVersion: '2025-11-25' });
  expect(byId.get(2)?.error?.code).toBe(-32_600);
  expect(byId.get(3)?.error?.code).toBe(-32_601);
  expect(byId.get(4)?.result).toMatchObject({ structuredContent: { loud: 'HI' } });
  expect(stderr).toContain('the config is loaded');
  expect(stderr).toContain('shouting');
});

test('clients with different keys see different tools over HTTP, and strangers none', async () => {
  const { helve, start } = await createProject(files);
  const tokenOf = async (...args: string[]) => {
    const { stdout } = await helve(['keys', 'add', ...args, '--json']);
    return (JSON.parse(stdout) as { token: string }).token;
  };
  const [anna, bob] = [await tokenOf('anna', '--role', 'insider'), await tokenOf('bob')];
  const url = await urlOf(start(['serve', '--port', '0', '--auth', 'keys']));
  const connectAs = (token: string, mode: (typeof eras)[number]) => {
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit });
    return connect(transport, { versionNegotiation: { mode } });
  };
  for (const mode of eras) {
    const [insider, outsider] = [await connectAs(anna, mode), await connectAs(bob, mode)];
    expect(await namesOf(insider)).toContain('secret');
    const seen = await namesOf(outsider);
    expect(seen).toContain('shout');
    expect(seen).not.toContain('secret');
    await expect(outsider.callTool({ name: 'secret', arguments: {} })).rejects.toThrow('Unknown tool: secret');
    expect(await insider.callTool({ name: 'secret', arguments: {} })).toMatchObject({ content: [{ text: 'told' }] });
    await expect(connectAs('made-up', mode)).rejects.toThrow('401');
  }
});
