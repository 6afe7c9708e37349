import { createCaller, defineTool, ToolRegistry } from '@helve/core';
import { createGateway, type GatewayOptions } from '@helve/gateway';
import { expect, test } from 'vitest';
import { askMcp, mcpRequest, rawRequest } from '../testing/mcp-clients.js';

let calls = 0;
const echo = defineTool({
  id: 'echo',
  description: 'Says it again',
  inputSchema: { type: 'object' },
  execute: (input) => {
    calls += 1;
    return input;
  },
});
const routed = defineTool({
  id: 'routed',
  description: 'Has a parameter in a header',
  inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
  execute: () => 'ok',
});

function open(options: Partial<GatewayOptions> = {}) {
  const tools = new ToolRegistry();
  tools.addInline(echo);
  tools.addInline(routed);
  return createGateway({ caller: createCaller({ tools }), onError: () => undefined, ...options });
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
});

test('MCP refuses bodies that are no JSON, too deep, too large or of another type', async () => {
  const gateway = open({ maxBodyBytes: 20_000 });
  const refusals: readonly (readonly [Request, number, number])[] = [
    [rawRequest('{'), 400, -32_700],
    [rawRequest(''), 400, -32_700],
    [rawRequest(nested(1_000)), 400, -32_600],
    [rawRequest(`${'['.repeat(9_000)}${']'.repeat(9_000)}`), 400, -32_600],
    [rawRequest(JSON.stringify('x'.repeat(20_001))), 413, -32_600],
    [rawRequest('{"__proto__":{"polluted":true}}'), 400, -32_600],
    [rawRequest(initialize, { 'content-type': 'text/plain' }), 415, -32_600],
  ];
  for (const [request, status, code] of refusals) {
    const answer = await askMcp(gateway, request);
    expect([answer.status, answer.error?.code]).toEqual([status, code]);
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('MCP answers values that are no messages without falling over', async () => {
  const gateway = open();
  for (const body of ['null', '1', '"x"', '[]', '[null]', '{}', '{"jsonrpc":"1.0","id":1,"method":"ping"}', '[[[]]]']) {
    const response = await gateway.fetch(rawRequest(body));
    expect(response.status, body).toBeGreaterThanOrEqual(400);
    expect(response.status, body).toBeLessThan(500);
  }
});

test('MCP refuses cursors that it did not make', async () => {
  const gateway = open();
  const cursors = [
    '',
    'x',
    '../../etc',
    Buffer.from('before:a').toString('base64url'),
    'A'.repeat(5_000),
    '\u0000',
    '💣',
  ];
  for (const method of ['tools/list', 'prompts/list', 'resources/list']) {
    for (const cursor of cursors) {
      const { error } = await askMcp(gateway, mcpRequest(method, { cursor }));
      expect(error?.code, `${method} ${cursor.slice(0, 9)}`).toBe(-32_602);
    }
  }
});

test('MCP finds nothing behind names with tricks in them', async () => {
  const gateway = open();
  calls = 0;
  const names = [
    '../echo',
    'echo/../echo',
    'ECHO',
    'echo ',
    ' echo',
    'echo\u0000',
    '%65cho',
    '__proto__',
    'constructor',
    '',
  ];
  for (const name of names) {
    const { error, result } = await askMcp(
      gateway,
      mcpRequest('tools/call', { name }, { headers: { 'mcp-name': '' } }),
    );
    expect(result, name).toBeUndefined();
    expect(error, name).toBeDefined();
    const header = /^[!-~]+$/.test(name) ? { 'mcp-name': name } : {};
    const honest = await askMcp(gateway, mcpRequest('tools/call', { name }, { headers: header }));
    expect(honest.result, name).toBeUndefined();
  }
  expect(calls).toBe(0);
  const uris = [
    'file:///etc/passwd',
    'helve://tools/../trail/1',
    'helve://tools/',
    'helve://tools/echo/x',
    '\u0000',
    'x'.repeat(9_000),
  ];
  for (const uri of uris) {
    const headers = /^[!-~]{1,100}$/.test(uri) ? { 'mcp-name': uri } : { 'mcp-name': 'x' };
    const { error } = await askMcp(gateway, mcpRequest('resources/read', { uri }, { headers }));
    expect(error, uri.slice(0, 20)).toBeDefined();
  }
});

test('MCP knows no other methods, and none that this version has left behind', async () => {
  const gateway = open();
  for (const method of [
    'unknown',
    'tools/delete',
    'initialize',
    'ping',
    'tasks/list',
    'tasks/result',
    '__proto__',
    'toString',
  ]) {
    const { status, error } = await askMcp(gateway, mcpRequest(method));
    expect([status, error?.code], method).toEqual([404, -32_601]);
  }
});

test('MCP refuses versions it does not speak, and headers that disagree with the body', async () => {
  const gateway = open();
  const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } };
  const wrong = await askMcp(
    gateway,
    mcpRequest('tools/list', meta, { headers: { 'mcp-protocol-version': '2099-01-01' } }),
  );
  expect([wrong.status, wrong.error?.code]).toEqual([400, -32_022]);
  const headers: readonly Record<string, string>[] = [
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-method': 'prompts/list' },
    { 'mcp-method': 'TOOLS/LIST' },
  ];
  for (const header of headers) {
    const { status, error } = await askMcp(gateway, mcpRequest('tools/list', {}, { headers: header }));
    expect([status, error?.code], JSON.stringify(header)).toEqual([400, -32_020]);
  }
  const name = { 'mcp-name': 'other' };
  const { status, error } = await askMcp(gateway, mcpRequest('tools/call', { name: 'echo' }, { headers: name }));
  expect([status, error?.code]).toEqual([400, -32_020]);
});

test('MCP takes a parameter with a header of its own only if both say the same', async () => {
  const gateway = open();
  const call = (region: string | undefined, header: string | undefined) =>
    askMcp(
      gateway,
      mcpRequest(
        'tools/call',
        { name: 'routed', arguments: region === undefined ? {} : { region } },
        { headers: header === undefined ? {} : { 'mcp-param-region': header } },
      ),
    );
  const encoded = `=?base64?${Buffer.from('Zürich').toString('base64')}?=`;
  for (const [region, header] of [
    ['eu', 'eu'],
    ['Zürich', encoded],
    [undefined, undefined],
  ] as const) {
    expect((await call(region, header)).result, String(header)).toBeDefined();
  }
  for (const [region, header] of [
    ['eu', 'us'],
    ['eu', undefined],
    [undefined, 'eu'],
    ['eu', '=?base64?ZX?='],
  ] as const) {
    expect((await call(region, header)).error?.code, String(header)).toBe(-32_020);
  }
});

test('MCP answers foreign pages and foreign hosts nothing', async () => {
  const gateway = open();
  const page = await gateway.fetch(rawRequest(initialize, { origin: 'https://evil.example' }));
  expect(page.status).toBe(403);
  const host = await gateway.fetch(new Request('http://evil.example/mcp', { method: 'POST', body: initialize }));
  expect(host.status).toBe(421);
});

test('a session of an older client belongs to its user, and ends when it says so', async () => {
  const user = (request: Request) => ({ id: request.headers.get('x-user') ?? 'anna' });
  const gateway = open({ user });
  const begun = await gateway.fetch(rawRequest(initialize));
  const id = begun.headers.get('mcp-session-id') ?? '';
  await begun.text();
  const list = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
  const send = (headers: Record<string, string>) => gateway.fetch(rawRequest(list, headers));
  expect((await send({ 'mcp-session-id': id, 'x-user': 'eve' })).status).toBe(404);
  expect((await send({ 'mcp-session-id': 'made-up' })).status).toBe(404);
  expect((await send({ 'mcp-session-id': id })).status).toBe(200);
  const headers = { 'mcp-session-id': id };
  expect((await gateway.fetch(new Request('http://127.0.0.1/mcp', { method: 'DELETE', headers }))).status).toBe(200);
  expect((await send({ 'mcp-session-id': id })).status).toBe(404);
  expect((await gateway.fetch(new Request('http://127.0.0.1/mcp'))).status).toBe(405);
});

test('a thousand sessions of one user end none of another', async () => {
  const user = (request: Request) => ({ id: request.headers.get('x-user') ?? 'anna' });
  const gateway = open({ user });
  const list = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
  const begin = async (name: string) =>
    (await gateway.fetch(rawRequest(initialize, { 'x-user': name }))).headers.get('mcp-session-id') ?? '';
  const statusOf = async (name: string, id: string) =>
    (await gateway.fetch(rawRequest(list, { 'x-user': name, 'mcp-session-id': id }))).status;
  const kept = await begin('bob');
  const firstOfEve = await begin('eve');
  for (let count = 0; count < 1_000; count += 1) await begin('eve');
  expect([await statusOf('bob', kept), await statusOf('eve', firstOfEve)]).toEqual([200, 404]);
});

test('an older client needs no session for a single request', async () => {
  const list = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
  const { result } = await askMcp(open(), rawRequest(list));
  expect(result).toMatchObject({ tools: [{ name: 'echo' }, { name: 'routed' }] });
});
