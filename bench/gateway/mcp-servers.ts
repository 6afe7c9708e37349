import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createMcpHandler, fromJsonSchema, McpServer, Server, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { Served } from './http-servers.js';
import { addInput, addOutput, manyTools } from './tools.js';

export const benchInfo = { name: 'bench', version: '1.0.0' };

/** A tool as the list shows it. */
export function addTool(name: string, description: string) {
  return { name, description, inputSchema: addInput as never, outputSchema: addOutput as never };
}

export function addResult(input: unknown) {
  const { a, b } = input as { readonly a: number; readonly b: number };
  const structuredContent = { sum: a + b };
  return { content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }], structuredContent };
}

/** The low-level server of the SDK: a list, and a switch by name. */
export function serveLowLevel(count: number): Promise<Served> {
  const tools = manyTools(count).map(({ id, description }) => addTool(id, description));
  const known = new Set(tools.map(({ name }) => name));
  const handler = createMcpHandler(() => {
    const server = new Server(benchInfo, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', ({ params }) => {
      if (!known.has(params.name)) throw new Error('no such tool');
      return addResult(params.arguments);
    });
    return server;
  });
  return listen(handler);
}

/** The server that the SDK recommends, which registers every tool for every request. */
export function serveMcpServer(count: number): Promise<Served> {
  const [inputSchema, outputSchema] = [fromJsonSchema(addInput as never), fromJsonSchema(addOutput as never)];
  const tools = manyTools(count);
  const handler = createMcpHandler(() => {
    const server = new McpServer(benchInfo);
    for (const { id, description } of tools) {
      server.registerTool(id, { description, inputSchema, outputSchema } as never, addResult as never);
    }
    return server;
  });
  return listen(handler);
}

function listen(handler: McpHttpHandler): Promise<Served> {
  const listener = getRequestListener((request) => handler.fetch(request), { overrideGlobalObjects: false });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({ port, close: async () => void server.close() });
    });
  });
}
