import { createCaller, defineTool, ownerOf, ToolRegistry, type StoredCallRecord } from '@helve/core';
import { createGateway, type FlowRuns, type GatewayOptions, type TrailReader } from '@helve/gateway';
import { describe, expect, test } from 'vitest';
import { askMcp, connectMcp, eras, mcpRequest } from '../testing/mcp-clients.js';

const origin = defineTool({
  id: 'origin',
  description: 'Says where a call comes from',
  inputSchema: { type: 'object' },
  execute: (_, { call, requestId, user }) => ({ ...call, requestId, user: user.id }),
});

function open(options: Partial<GatewayOptions> = {}) {
  const tools = new ToolRegistry();
  tools.addInline(origin);
  const user = (request: Request) => ({
    id: request.headers.get('x-user') ?? 'anna',
    scopes: request.headers.get('x-user') === null ? ['helve:flows'] : [],
  });
  return createGateway({ caller: createCaller({ tools }), user, ...options });
}

const record = (requestId: string, userId: string) =>
  ({
    requestId,
    userId,
    owner: ownerOf({ id: userId }),
    toolId: 'origin',
  }) as Partial<StoredCallRecord> as StoredCallRecord;
const records = [record('r1', 'anna'), record('r2', 'anna'), record('x1', 'eve')];
const trail: TrailReader = {
  list: async ({ owner, requestId } = {}) =>
    records
      .filter((kept) => owner === undefined || kept.owner === owner)
      .filter((kept) => requestId === undefined || kept.requestId === requestId),
  verify: async () => ({ ok: true, count: 3, head: { hash: '', count: 3 } }),
};
const absent = async () => undefined;
const flows: FlowRuns = {
  list: async () => [{ id: 'translate', description: 'Translates', from: 'project' }],
  check: () => Promise.reject(new Error('not asked for')),
  run: () => Promise.reject(new Error('not asked for')),
  runs: async () => [],
  get: absent,
  watch: absent,
  cancel: absent,
  close: absent,
};

describe.each(eras)('MCP %s', (era) => {
  test('shows flows, and of the trail the records of its user only', async () => {
    const client = await connectMcp(open({ trail, flows }), era);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['helve://flows/translate', 'helve://tools/origin']);
    const { contents } = await client.readResource({ uri: 'helve://flows/translate' });
    expect(JSON.stringify(contents)).toContain('Translates');
    await expect(client.readResource({ uri: 'helve://flows/other' })).rejects.toMatchObject({ code: -32_602 });

    const own = await client.readResource({ uri: 'helve://trail/r1' });
    expect(JSON.stringify(own.contents)).toContain('r1');
    await expect(client.readResource({ uri: 'helve://trail/x1' })).rejects.toMatchObject({ code: -32_602 });
    const ref = { type: 'ref/resource' as const, uri: 'helve://trail/{request}' };
    const { completion } = await client.complete({ ref, argument: { name: 'request', value: '' } });
    expect(completion.values).toEqual(['r1', 'r2']);
    const unknown = { type: 'ref/resource' as const, uri: 'helve://other/{x}' };
    await expect(client.complete({ ref: unknown, argument: { name: 'x', value: '' } })).rejects.toMatchObject({
      code: -32_602,
    });
  });

  test('offers the resources, templates and prompts of the host beside its own', async () => {
    const client = await connectMcp(
      open({
        mcp: {
          resources: [{ uri: 'app://a', name: 'a', read: (uri) => [{ uri, text: 'A' }] }],
          templates: [
            {
              uriTemplate: 'app://things/{id}',
              name: 'thing',
              read: (uri, { id }) => (id === 'none' ? undefined : [{ uri, text: `thing ${id}` }]),
              complete: { id: () => ['one', 'two'] },
            },
          ],
          prompts: [
            {
              name: 'hello',
              description: 'Greets',
              arguments: [{ name: 'who', required: true, complete: () => ['Ada', 'Bob'] }],
              get: ({ who }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Hello ${who}` } }] }),
            },
          ],
        },
      }),
      era,
    );
    expect((await client.readResource({ uri: 'app://a' })).contents).toEqual([{ uri: 'app://a', text: 'A' }]);
    const { contents } = await client.readResource({ uri: 'app://things/7' });
    expect(contents).toEqual([{ uri: 'app://things/7', text: 'thing 7' }]);
    await expect(client.readResource({ uri: 'app://things/none' })).rejects.toMatchObject({ code: -32_602 });
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'hello', arguments: [{ name: 'who' }] }]);
    expect(JSON.stringify((await client.listPrompts()).prompts)).not.toContain('complete');
    const { messages } = await client.getPrompt({ name: 'hello', arguments: { who: 'Ada' } });
    expect(JSON.stringify(messages)).toContain('Hello Ada');
    await expect(client.getPrompt({ name: 'hello' })).rejects.toMatchObject({ code: -32_602 });
    const ref = { type: 'ref/prompt' as const, name: 'hello' };
    const { completion } = await client.complete({ ref, argument: { name: 'who', value: 'a' } });
    expect(completion.values).toEqual(['Ada']);
  });
});

test('a call over MCP says by which door it came, for whom, and under which id', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const headers = { 'x-request-id': 'req-7', 'x-user': 'bob' };
  for (const extra of [{}, { progressToken: 1 }]) {
    const params = { name: 'origin', arguments: {}, _meta: { traceparent, ...extra } };
    const { result } = await askMcp(open(), mcpRequest('tools/call', params, { headers }));
    expect(result?.['structuredContent']).toEqual({ door: 'mcp', traceparent, requestId: 'req-7', user: 'bob' });
  }
});
