import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callTool, type ToolRecord } from '@helve/core';
import { createExecuteSuiteProviders, describeExecutePort, executeSuiteTools } from '@helve/core/testing';
import { createMcpHandler, Server, type CallToolResult } from '@modelcontextprotocol/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readResponseMeta } from './side-channel.js';
import { connectHttpServer } from './http-server.js';
import { createMcpExecutePort } from './mcp-execute-port.js';
import { toNodeHandler } from './testing/to-node-handler.js';

/** Facts about the caller that reach the server; the types of the SDK know none of them. */
interface Note {
  readonly requestId?: string;
  readonly sessionId?: string;
  readonly user?: { readonly id: string };
  readonly door?: string;
  readonly idempotencyKey?: string;
}

/** Notes of all calls, as they came over the wire. */
const notes: unknown[] = [];

/** A server that is not ours: nothing but the SDK, which runs the bodies, knows nothing of rules, and reads `_meta`. */
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
    const note = ctx.mcpReq._meta?.['helve/call'] as Note | undefined;
    notes.push(note);
    const { requestId = 'r', user, door, ...context } = note ?? {};
    let at = 0;
    const tell = async (told: object) => {
      if (progressToken === undefined) return;
      const news = { progressToken, progress: (at += 1), ...told };
      await ctx.mcpReq.notify({ method: 'notifications/progress', params: news });
    };
    const response = await callTool({
      ...context,
      tool: body,
      rawInput: params.arguments ?? {},
      requestId,
      ...(user && { user }),
      ...(door !== undefined && { call: { door } }),
      signal: ctx.mcpReq.signal,
      registry: createExecuteSuiteProviders(),
      graceMs: 50,
      onProgress: ({ done, total, message }) =>
        void tell({ progress: done, ...(total && { total }), ...(message && { message }) }),
      onChunk: (chunk) => tell({ _meta: { 'helve/chunk': chunk } }),
    });
    if (response.ok) {
      const { data, ...envelope } = response;
      return { content: [], structuredContent: data, _meta: { 'helve/answer': envelope } };
    }
    const content = [{ type: 'text' as const, text: response.error.message }];
    const { type } = response.error;
    return { isError: true, content, _meta: { 'helve/answer': response, 'helve/error': { type } } };
  });
  return server;
}

async function open(trusted: boolean) {
  const handler = createMcpHandler(() => suiteServer());
  const http = createServer(toNodeHandler((request) => handler.fetch(request)));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const foreign = await connectHttpServer({ server: 'suite', url, allowPrivate: true });
  return {
    port: createMcpExecutePort({ server: 'suite', foreign, trusted }),
    async close() {
      await foreign.close();
      http.closeAllConnections();
      http.close();
    },
  };
}

describeExecutePort({
  name: 'a foreign MCP server that is trusted',
  exceptions: {
    hostCalls: 'a server of MCP can ask its client for words, not for tools',
    secrets: 'what is secret stays on the server, which takes it out of its answers: to name it would be to tell it',
  },
  open: () => open(true),
});

describe('a foreign MCP server that is a stranger', () => {
  const toolOf = (id: string) => executeSuiteTools.find((tool) => tool.id === id) as ToolRecord;

  test('is told nothing about the call, and what it says beside its answer is not taken up', async () => {
    const { port, close } = await open(false);
    onTestFinished(close);
    notes.length = 0;
    const chunks: unknown[] = [];
    const call = (id: string, rawInput: object = {}) =>
      callTool({
        tool: toolOf(id),
        execute: port,
        rawInput,
        user: { id: 'ada' },
        idempotencyKey: 'k',
        onChunk: (chunk) => void chunks.push(chunk),
      });
    const replied = await call('suite.reply', { value: 1 });
    expect(replied).toMatchObject({ ok: true, data: 1, intents: [] });
    expect(replied.meta).not.toHaveProperty('source');
    expect(await call('suite.fail')).toMatchObject({ ok: false, error: { type: 'CONFLICT' }, intents: [] });
    expect(await call('suite.stream', { to: 3 })).toMatchObject({ data: [1, 2, 3] });
    expect([chunks, notes]).toEqual([[], [undefined, undefined, undefined]]);
  });
});

test('a trusted server that speaks nonsense beside its answer steers nothing by it', async () => {
  const meta = {
    'helve/answer': { intents: [{ type: 'OPEN_DOOR' }, 'x', null], meta: { toolId: 'other', kind: 'a' } },
  };
  expect(readResponseMeta(meta)).toEqual({ intents: [{ type: 'OPEN_DOOR' }], meta: { kind: 'a' } });
  for (const said of [undefined, {}, { 'helve/answer': 7 }, { 'helve/answer': { intents: {}, meta: [] } }]) {
    expect(readResponseMeta(said)).toEqual({ intents: [], meta: {} });
  }
});
