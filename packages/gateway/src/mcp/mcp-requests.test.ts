import { createCaller, defineTool, ToolRegistry } from '@helve/core';
import { startGateway } from '@helve/gateway';
import { expect, onTestFinished, test } from 'vitest';

/** A gateway with a tool that waits, and a session of a client of an older version. */
async function open() {
  const tools = new ToolRegistry();
  const state = { began: 0, stopped: 0 };
  const execute = (_: unknown, { signal }: { readonly signal: AbortSignal }) =>
    new Promise((_resolve, reject) => {
      state.began += 1;
      signal.addEventListener('abort', () => {
        state.stopped += 1;
        reject(new Error('stopped'));
      });
    });
  tools.addInline(defineTool({ id: 'wait', description: 'Waits', inputSchema: { type: 'object' }, execute }));
  const gateway = await startGateway({ caller: createCaller({ tools }), port: 0, closeGraceMs: 10 });
  onTestFinished(() => gateway.close());
  let session: Record<string, string> = {};
  const post = (message: object) =>
    fetch(`http://127.0.0.1:${gateway.port}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        ...session,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const clientInfo = { name: 'x', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const started = await post({ id: 0, method: 'initialize', params });
  await started.text();
  session = { 'mcp-session-id': started.headers.get('mcp-session-id') ?? '' };
  const call = (id: number) =>
    post({ id, method: 'tools/call', params: { name: 'wait', arguments: {}, _meta: { progressToken: id } } });
  return { post, call, state };
}

test('the stream of a call ends when its client cancels it', async () => {
  const { post, call, state } = await open();
  const answer = await call(1);
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  await expect.poll(() => state.began).toBe(1);
  const ended = answer.text();
  await post({ method: 'notifications/cancelled', params: { requestId: 1 } });
  expect(await ended).not.toContain('"id":1');
  expect(state.stopped).toBe(1);
  const again = await call(1);
  expect(again.status).toBe(200);
  await again.body?.cancel();
});

test('a second request with the id of one that still runs is refused at once', async () => {
  const { call, post, state } = await open();
  const first = await call(5);
  await expect.poll(() => state.began).toBe(1);
  const second = await call(5);
  expect(second.status).toBe(400);
  expect(await second.json()).toMatchObject({ id: 5, error: { code: -32_600 } });
  expect(state.began).toBe(1);
  await post({ method: 'notifications/cancelled', params: { requestId: 5 } });
  await first.text();
});
