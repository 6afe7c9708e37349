import { createCaller, ToolRegistry } from '@helve/core';
import { startGateway } from '@helve/gateway';
import { expect, onTestFinished, test } from 'vitest';

test('the stream of a session begins at once, though nothing is to be told for a long time', async () => {
  const gateway = await startGateway({
    caller: createCaller({ tools: new ToolRegistry() }),
    port: 0,
    closeGraceMs: 10,
  });
  onTestFinished(() => gateway.close());
  const accept = { accept: 'application/json, text/event-stream' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const begun = await fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: { ...accept, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
  await begun.text();
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
  const leaving = new AbortController();
  const opening = fetch(`${gateway.url}/mcp`, { headers: { ...accept, ...session }, signal: leaving.signal });
  const late = setTimeout(() => leaving.abort(new Error('no answer')), 3_000);
  const { status } = await opening.finally(() => clearTimeout(late));
  expect(status).toBe(200);
  leaving.abort();
});
