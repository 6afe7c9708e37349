import { request } from 'node:http';
import { createCaller, defineTool, ToolRegistry } from '@helve/core';
import { startGateway } from '@helve/gateway';
import { expect, onTestFinished, test } from 'vitest';
import { mcpRequest } from '../testing/mcp-clients.js';

test('a common call over a connection ends with it, whether its client hangs up or the gateway does', async () => {
  const tools = new ToolRegistry();
  const reasons: unknown[] = [];
  const began: string[] = [];
  const wait = (_: unknown, { signal }: { readonly signal: AbortSignal }) =>
    new Promise((_resolve, reject) => {
      began.push('began');
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        reject(new Error('stopped'));
      });
    });
  tools.addInline(defineTool({ id: 'wait', description: 'Waits', inputSchema: { type: 'object' }, execute: wait }));
  const gateway = await startGateway({ caller: createCaller({ tools }), port: 0, closeGraceMs: 10 });
  onTestFinished(() => gateway.close());
  const made = mcpRequest('tools/call', { name: 'wait', arguments: {} });
  const body = await made.text();
  const headers = { ...Object.fromEntries(made.headers), host: `127.0.0.1:${gateway.port}` };
  const ask = () => {
    const asked = request({ port: gateway.port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers });
    const answered = new Promise<string>((resolve) => {
      asked.on('error', () => resolve('cut'));
      asked.on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(text));
      });
    });
    asked.end(body);
    return { asked, answered };
  };
  const first = ask();
  await expect.poll(() => began).toHaveLength(1);
  first.asked.destroy();
  await expect.poll(() => reasons).toEqual([expect.objectContaining({ message: 'The client hung up' })]);
  const second = ask();
  await expect.poll(() => began).toHaveLength(2);
  await gateway.close();
  expect(await second.answered).toContain('the call was cancelled');
  expect(reasons).toHaveLength(2);
});
