import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createCaller, defineTool, ToolRegistry } from '@helve/core';
import { startGateway } from '@helve/gateway';
import { expect, test, vi } from 'vitest';

test.each([{ pin: '2026-07-28' }, 'legacy'] as const)(
  'a gateway that closes ends streams of changes at once, and lets calls finish (%s)',
  async (mode) => {
    let began = () => {};
    const running = new Promise<void>((resolve) => (began = resolve));
    let finish: (text: string) => void = () => {};
    const tools = new ToolRegistry();
    tools.addInline(
      defineTool({
        id: 'slow',
        description: 'Waits for its test',
        inputSchema: { type: 'object' },
        execute: () =>
          new Promise((resolve) => {
            finish = resolve;
            began();
          }),
      }),
    );
    const gateway = await startGateway({ caller: createCaller({ tools }), port: 0 });
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`)));
    if (mode !== 'legacy') await client.listen({ toolsListChanged: true });
    const call = client.callTool({ name: 'slow', arguments: {} });
    await running;
    const closed = gateway.close();
    finish('done after all');
    expect(await call).toMatchObject({ content: [{ text: 'done after all' }] });
    await vi.waitFor(() => closed, 10_000);
    await client.close();
  },
);
