import { callTool, createCaller, defineTool, ok, ToolError, ToolRegistry, type ToolInvokeContext } from '@helve/core';
import { connectHttpServer, createGateway, startGateway, toolsFromMcp } from '@helve/gateway';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askMcp, connectMcp, eras, mcpRequest } from '../../testing/mcp-clients.js';

const object = { type: 'object' } as const;

function caller() {
  const tools = new ToolRegistry();
  const add = (id: string, execute: (input: unknown, ctx: ToolInvokeContext) => unknown) =>
    tools.addInline(defineTool({ id, description: id, inputSchema: object, execute }));
  add('reply', () => ok('said', { intents: [{ type: 'SUPPRESS_AUDIO' }], meta: { source: 'cache' } }));
  add('who', (_, { user, sessionId, idempotencyKey }) => ({ user: user.id, sessionId, idempotencyKey }));
  add('refuse', () => {
    throw new ToolError('CONFLICT', 'It is taken', { details: { by: 'somebody', suggestion: 'Take another' } });
  });
  add('count', async function* count(_, ctx) {
    ctx.progress(1e12, 2e12);
    for (let at = 1; at <= 3; at += 1) yield { at };
  });
  return createCaller({ tools });
}

let served: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  served = await startGateway({ caller: caller(), port: 0, user: () => ({ id: 'the-key' }) });
});
afterAll(() => served.close());

async function far(trusted: boolean) {
  const url = `http://127.0.0.1:${served.port}/mcp`;
  const connect = () => connectHttpServer({ server: 'far', url, allowPrivate: true });
  const first = await connect();
  const approvals = { ask: async () => 'approval' };
  const brought = toolsFromMcp({
    server: 'far',
    trusted,
    pinned: await first.tools(),
    connect: async () => first,
    approvals,
  });
  const call = (id: string, options: object = {}) => {
    const tool = brought.tools.find((one) => one.id === `far.${id}`);
    if (tool === undefined) throw new Error(`There is no tool "${id}"`);
    return callTool({ tool, user: { id: 'mallory' }, ...options });
  };
  return { call, close: brought.close };
}

test('a trusted server of ours gives facts, intents, chunks and whole errors, and believes its key alone', async () => {
  const { call, close } = await far(true);
  expect(await call('reply')).toMatchObject({
    data: 'said',
    intents: [{ type: 'SUPPRESS_AUDIO' }],
    meta: { source: 'cache', toolId: 'far.reply' },
  });
  expect(await call('who', { sessionId: 's', idempotencyKey: 'k' })).toMatchObject({
    data: { user: 'the-key', sessionId: 's', idempotencyKey: 'k' },
  });
  expect(await call('refuse')).toMatchObject({
    error: { type: 'CONFLICT', message: 'It is taken', details: { by: 'somebody' } },
  });
  const chunks: unknown[] = [];
  const progress: unknown[] = [];
  const counted = await call('count', {
    onChunk: (chunk: unknown) => void chunks.push(chunk),
    onProgress: ({ done }: { done: number }) => void progress.push(done),
  });
  expect(counted).toMatchObject({ ok: true, data: [{ at: 1 }, { at: 2 }, { at: 3 }] });
  expect([chunks, progress]).toEqual([[{ at: 1 }, { at: 2 }, { at: 3 }], [1e12]]);
  await close();
});

test('the same server as a stranger gives its answers, and nothing beside them', async () => {
  const { call, close } = await far(false);
  const replied = await call('reply');
  expect(replied).toMatchObject({ data: 'said', intents: [] });
  expect(replied.meta).not.toHaveProperty('source');
  expect(await call('who', { sessionId: 's', idempotencyKey: 'k' })).toMatchObject({ data: { user: 'the-key' } });
  expect((await call('who', { idempotencyKey: 'k' })) as object).not.toMatchObject({ data: { idempotencyKey: 'k' } });
  await close();
});

test.each(eras)('a client (%s) that says nothing of its call gets no envelope', async (era) => {
  const client = await connectMcp(createGateway({ caller: caller() }), era);
  const { _meta: meta = {} } = await client.callTool({ name: 'reply', arguments: {} });
  expect(meta).not.toHaveProperty(['helve/answer']);
  const asked = await client.callTool({ name: 'reply', arguments: {}, _meta: { 'helve/call': {} } });
  expect(asked._meta).toMatchObject({ 'helve/answer': { intents: [{ type: 'SUPPRESS_AUDIO' }] } });
  await client.close();
});

test('a note that cannot be meant is refused, by whichever way it comes', async () => {
  const gateway = createGateway({ caller: caller() });
  for (const note of [{ idempotencyKey: '' }, { idempotencyKey: 7 }, { sessionId: 'x'.repeat(257) }]) {
    for (const more of [{}, { progressToken: 1 }]) {
      const params = { name: 'reply', arguments: {}, _meta: { 'helve/call': note, ...more } };
      const { error } = await askMcp(gateway, mcpRequest('tools/call', params));
      expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining('1 to 256') as string });
    }
  }
});
