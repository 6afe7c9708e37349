import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import { connectHttpServer } from './http-server.js';
import { toNodeHandler } from './testing/to-node-handler.js';

const silent = { signal: new AbortController().signal, onProgress: () => undefined };

/** A server that tells of changes or does not, counts the streams that its clients keep open, and fails on demand. */
async function open({
  listChanged,
  tools = [],
}: {
  readonly listChanged: boolean;
  readonly tools?: readonly unknown[];
}) {
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'far', version: '1' }, { capabilities: { tools: { listChanged } } });
    server.setRequestHandler('tools/list', () => ({
      tools: [{ name: 'a', inputSchema: { type: 'object' } }, ...(tools as Tool[])],
    }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      far.calls += 1;
      if (params.arguments?.['wait'] === true) await waiting;
      return { content: [{ type: 'text', text: 'done' }] };
    });
    return server;
  });
  const answer = toNodeHandler((request) => handler.fetch(request));
  const far = { failing: false, streams: 0, calls: 0, goOn: () => undefined as void };
  const waiting = new Promise<void>((resolve) => (far.goOn = resolve));
  const http = createServer((request, response) => {
    const method = request.headers['mcp-method'];
    if (method === 'subscriptions/listen') {
      far.streams += 1;
      response.once('close', () => (far.streams -= 1));
    }
    if (far.failing && method === 'tools/call') return void response.writeHead(503).end();
    answer(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const peer = await connectHttpServer({ server: 'far', url, allowPrivate: true, onChange: () => undefined });
  onTestFinished(async () => {
    await peer.close();
    http.closeAllConnections();
    http.close();
  });
  return { far, peer };
}

test('a connection that broke is given up when the last of its calls has ended', async () => {
  const { far, peer } = await open({ listChanged: true });
  await expect.poll(() => far.streams).toBe(1);
  const slow = peer.call('a', { wait: true }, silent);
  await expect.poll(() => far.calls).toBe(1);
  far.failing = true;
  await expect(peer.call('a', {}, silent)).rejects.toMatchObject({ code: 'GATEWAY_MCP_UNREACHABLE' });
  expect([peer.isOpen, far.streams]).toEqual([false, 1]);
  far.goOn();
  expect(await slow).toBe('done');
  await expect.poll(() => far.streams).toBe(0);
});

test('a server that tells of changes is believed until it does, and another for a while', async () => {
  expect((await open({ listChanged: true })).peer.definitionsLastMs).toBe(Number.POSITIVE_INFINITY);
  expect((await open({ listChanged: false })).peer.definitionsLastMs).toBe(60_000);
});

test('a tool that is none does not take the others with it, and is told with its reason', async () => {
  const bad = [{ name: 'zzz', inputSchema: { type: 'zzz' } }, { name: 'none', inputSchema: null }, 7];
  const { peer } = await open({ listChanged: false, tools: bad });
  expect((await peer.tools()).map(({ name, problem }) => [name, problem])).toEqual([
    ['a', undefined],
    ['zzz', 'its inputSchema has the type "zzz", expected "object"'],
    ['none', 'its inputSchema is no JSON Schema of an object'],
    ['tool 4', 'its inputSchema is no JSON Schema of an object'],
  ]);
});
