import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callTool } from '@helve/core';
import { createExecuteSuiteProviders, describeExecutePort, executeSuiteTools } from '@helve/core/testing';
import { createMcpHandler, Server, type CallToolResult } from '@modelcontextprotocol/server';
import { connectHttpServer } from './http-server.js';
import { createMcpExecutePort } from './mcp-execute-port.js';
import { toNodeHandler } from './testing/to-node-handler.js';

/** A server that is not ours: nothing but the SDK, which runs the bodies and knows nothing of rules. */
function suiteServer(): Server {
  const server = new Server({ name: 'suite', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: executeSuiteTools.map(({ id }) => ({ name: id, inputSchema: { type: 'object' as const } })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, ctx): Promise<CallToolResult> => {
    const tool = executeSuiteTools.find(({ id }) => id === params.name);
    if (tool === undefined) throw new Error('There is no such tool');
    const { hooks: _, ...body } = tool;
    const progressToken = ctx.mcpReq._meta?.progressToken;
    const response = await callTool({
      tool: body,
      rawInput: params.arguments ?? {},
      requestId: 'r',
      signal: ctx.mcpReq.signal,
      registry: createExecuteSuiteProviders(),
      graceMs: 50,
      onProgress: ({ done, total, message }) => {
        if (progressToken === undefined) return;
        const told = { progressToken, progress: done, ...(total && { total }), ...(message && { message }) };
        void ctx.mcpReq.notify({ method: 'notifications/progress', params: told });
      },
    });
    if (response.ok) return { content: [], structuredContent: response.data };
    const { message, ...facts } = response.error;
    return { isError: true, content: [{ type: 'text', text: message }], _meta: { 'helve/error': facts } };
  });
  return server;
}

describeExecutePort({
  name: 'a foreign MCP server',
  exceptions: {
    controls: 'that a body answered early does not show in an answer of MCP',
    context: 'a foreign MCP server is not told who calls',
    hostCalls: 'a foreign MCP server cannot call the tools of its client',
    replies: 'MCP has no words for intents, and a stranger may not steer a session',
    secrets: 'a foreign MCP server cannot say what in its answers is secret',
    streams: 'a tool of an MCP server answers once',
  },
  async open() {
    const handler = createMcpHandler(() => suiteServer());
    const http = createServer(toNodeHandler((request) => handler.fetch(request)));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    const foreign = await connectHttpServer({ server: 'suite', url, allowPrivate: true });
    return {
      port: createMcpExecutePort({ server: 'suite', foreign }),
      async close() {
        await foreign.close();
        http.closeAllConnections();
        http.close();
      },
    };
  },
});
