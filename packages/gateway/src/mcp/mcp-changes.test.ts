import { createCaller, ToolRegistry } from '@helve/core';
import { createGateway, createMcpChanges } from '@helve/gateway';
import { describe, expect, test, vi } from 'vitest';
import { connectMcp, eras } from '../testing/mcp-clients.js';

describe.each(eras)('MCP %s', (era) => {
  test('tells a client that lists have changed, and resources that it follows', async () => {
    const changes = createMcpChanges();
    const gateway = createGateway({ caller: createCaller({ tools: new ToolRegistry() }), mcp: { changes } });
    const heard: string[] = [];
    const client = await connectMcp(gateway, era);
    for (const kind of ['tools', 'prompts', 'resources'] as const) {
      client.setNotificationHandler(`notifications/${kind}/list_changed`, () => void heard.push(kind));
    }
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
    const filter = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
    if (era === '2026-07-28') await client.listen({ ...filter, resourceSubscriptions: ['app://a'] });
    else await client.subscribeResource({ uri: 'app://a' });
    await vi.waitFor(() => {
      for (const kind of ['tools', 'prompts', 'resources'] as const) changes.publish({ kind });
      for (const uri of ['app://a', 'app://b']) changes.publish({ kind: 'resource', uri });
      expect(new Set(heard)).toEqual(new Set(['tools', 'prompts', 'resources', 'app://a']));
    }, 10_000);
    await client.close();
  });
});
