import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCaller, ToolRegistry } from '@helve/core';
import { connectHttpServer, createGateway, toolsFromMcp, type McpDefinition } from '@helve/gateway';
import { createMcpHandler, Server, type ReadResourceResult, type Tool } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import { connectMcp, eras } from '../testing/mcp-clients.js';
import { toDefinition } from './mcp-definition.js';
import { toNodeHandler } from './testing/to-node-handler.js';

const uri = 'ui://clock/face.html';
const policy = {
  csp: { connectDomains: ['https://time.example'] },
  permissions: { clipboardWrite: {} },
  prefersBorder: true,
};
const page = { uri, mimeType: 'text/html;profile=mcp-app', text: '<p>It is late</p>', _meta: { ui: policy } };

/** A server whose tool has a page, and a tool that only the page uses; and a Helve that passes them on. */
async function open(contents: ReadResourceResult['contents'] = [page]) {
  const inputSchema = { type: 'object' } as const;
  const tools: Tool[] = [
    { name: 'time', description: 'Tells the time', inputSchema, _meta: { ui: { resourceUri: uri } } },
    { name: 'tick', inputSchema, _meta: { ui: { resourceUri: uri, visibility: ['app'] } } },
    { name: 'plain', inputSchema, annotations: { ui: { resourceUri: 'ui://forged' } } as Tool['annotations'] },
  ];
  const heard: unknown[] = [];
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'clock', version: '1' }, { capabilities: { tools: {}, resources: {} } });
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: 'late' }] }));
    server.setRequestHandler('resources/read', ({ params }) => {
      heard.push(params.uri);
      return { contents };
    });
    return server;
  });
  const http = createServer(toNodeHandler((request) => handler.fetch(request)));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const asked: unknown[] = [];
  const far = toolsFromMcp({
    server: 'far',
    pinned: tools.map((tool) => toDefinition(tool)),
    approvals: { ask: async (change) => (asked.push(change), 'please look') },
    connect: (onChange) => connectHttpServer({ server: 'far', url, allowPrivate: true, onChange }),
  });
  const registry = new ToolRegistry();
  for (const tool of far.tools) registry.addInline(tool);
  const gateway = createGateway({ caller: createCaller({ tools: registry }), mcp: { readView: far.readView } });
  onTestFinished(async () => {
    await far.close();
    http.closeAllConnections();
    http.close();
  });
  return { gateway, tools, heard, asked };
}

test.each(eras)('MCP %s passes on the pages of foreign tools, with the policy that confines them', async (era) => {
  const { gateway, heard } = await open();
  const client = await connectMcp(gateway, era);
  const { tools } = await client.listTools();
  const own = 'ui://far/clock/face.html';
  expect(tools.map(({ name, _meta }) => [name, _meta?.['ui']])).toEqual([
    ['far_plain', undefined],
    ['far_tick', { resourceUri: own, visibility: ['app'] }],
    ['far_time', { resourceUri: own }],
  ]);
  const { resources } = await client.listResources();
  expect(resources.filter((resource) => resource.uri.startsWith('ui:'))).toMatchObject([
    { uri: own, mimeType: 'text/html;profile=mcp-app' },
  ]);
  const read = await client.readResource({ uri: own });
  expect(read.contents).toEqual([{ ...page, uri: own }]);
  expect(heard).toEqual([uri]);
  await expect(client.readResource({ uri: 'ui://far/other' })).rejects.toMatchObject({ code: -32_602 });
});

test('what is no page, or is of another address, is refused', async () => {
  for (const contents of [[{ ...page, mimeType: 'text/plain' }], [{ ...page, uri: 'ui://other' }], []]) {
    const { gateway } = await open(contents);
    const client = await connectMcp(gateway, '2026-07-28');
    await expect(client.readResource({ uri: 'ui://far/clock/face.html' })).rejects.toThrow(/GATEWAY|Cannot|Internal/);
  }
});

test('a page is part of what somebody agreed to: another one waits for a person', async () => {
  const { gateway, tools, asked } = await open();
  tools[0] = { ...tools[0], _meta: { ui: { resourceUri: 'ui://clock/other.html' } } } as Tool;
  const client = await connectMcp(gateway, '2026-07-28');
  const refused = await client.callTool({ name: 'far_time', arguments: {} });
  expect(JSON.stringify(refused)).toContain('GATEWAY_MCP_DEFINITION_CHANGED');
  await expect(client.readResource({ uri: 'ui://far/clock/face.html' })).rejects.toThrow(/GATEWAY|Cannot|Internal/);
  expect(asked).toHaveLength(2);
});

test('an older name of the page is read, and what is no page address is none', () => {
  const toUi = (_meta: object): McpDefinition['ui'] =>
    toDefinition({ name: 'a', inputSchema: {}, _meta } as Parameters<typeof toDefinition>[0]).ui;
  expect(toUi({ 'ui/resourceUri': uri })).toEqual({ resourceUri: uri });
  for (const resourceUri of ['https://evil.example', 'ui://', 7]) expect(toUi({ ui: { resourceUri } })).toBeUndefined();
});
