import { ProtocolError } from '@modelcontextprotocol/client';
import { createCaller, defineTool, ToolError, ToolRegistry, type ToolLike } from '@helve/core';
import { createGateway, mcpPeer, type GatewayOptions } from '@helve/gateway';
import { describe, expect, test } from 'vitest';
import { askMcp, connectMcp, eras, mcpRequest } from '../testing/mcp-clients.js';

const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;

const shout = defineTool({
  id: 'shout',
  title: 'Shout',
  description: 'Makes text loud',
  inputSchema: text,
  outputSchema: { type: 'object', properties: { loud: { type: 'string' } }, required: ['loud'] },
  policy: { sideEffects: 'none', idempotent: true },
  docs: { summary: 'Loud text', examples: [{ text: 'hi' }] },
  execute: ({ text: quiet }) => ({ loud: quiet.toUpperCase() }),
});
const words = defineTool({
  id: 'words',
  description: 'Splits text',
  inputSchema: text,
  outputSchema: { type: 'array', items: { type: 'string' } },
  execute: ({ text: line }) => line.split(' '),
});
const secret = defineTool({
  id: 'secret',
  description: 'Not for everybody',
  inputSchema: { type: 'object' },
  policy: { effects: ['api-call'] },
  execute: () => 'told',
});
const broken = defineTool({
  id: 'broken',
  description: 'Fails',
  inputSchema: { type: 'object' },
  execute: () => {
    throw new ToolError('CONFLICT', 'It is taken', { details: { suggestion: 'Take another' } });
  },
});

function open(tools: readonly ToolLike[], options: Partial<GatewayOptions> = {}) {
  const registry = new ToolRegistry();
  for (const tool of tools) registry.addInline(tool);
  return createGateway({ caller: createCaller({ tools: registry }), ...options });
}

describe.each(eras)('MCP %s', (era) => {
  test('lists the tools in one order, with hints from their policies', async () => {
    const client = await connectMcp(open([words, shout, secret]), era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['secret', 'shout', 'words']);
    expect(tools[1]).toMatchObject({
      title: 'Shout',
      description: 'Makes text loud',
      inputSchema: text,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    });
    expect(tools[0]?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    });
  });

  test('follows cursors through every page', async () => {
    const many = Array.from({ length: 7 }, (_, index) =>
      defineTool({ id: `t${index}`, description: 'One', inputSchema: { type: 'object' }, execute: () => index }),
    );
    const client = await connectMcp(open(many, { mcp: { pageSize: 3 } }), era);
    const sizes: number[] = [];
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listTools(cursor === undefined ? { cursor: undefined } : { cursor });
      sizes.push(page.tools.length);
      names.push(...page.tools.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined && sizes.length < 9);
    expect(new Set(names).size).toBe(7);
  });

  test('calls a tool: text for the model, the same as data', async () => {
    const client = await connectMcp(open([shout, words]), era);
    expect(await client.callTool({ name: 'shout', arguments: { text: 'hi' } })).toMatchObject({
      content: [{ type: 'text', text: '{"loud":"HI"}' }],
      structuredContent: { loud: 'HI' },
    });
    await client.listTools();
    const list = await client.callTool({ name: 'words', arguments: { text: 'a b' } });
    expect(list.content).toEqual([{ type: 'text', text: '["a","b"]' }]);
    expect(list.structuredContent).toEqual(era === '2026-07-28' ? ['a', 'b'] : { result: ['a', 'b'] });
  });

  test('a failure is a result that the model can read', async () => {
    const client = await connectMcp(open([shout, broken]), era);
    expect(await client.callTool({ name: 'broken', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'It is taken\nTake another' }],
      _meta: { 'helve/error': { type: 'CONFLICT', retryable: false } },
    });
  });

  test('what is wrong with the input is said once, all of it', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    const picky = defineTool({
      id: 'picky',
      description: 'Takes texts',
      inputSchema: { type: 'object', properties },
      execute: () => 'fine',
    });
    const client = await connectMcp(open([picky]), era);
    const given = Object.fromEntries(names.map((name) => [name, 1]));
    const { isError, content } = await client.callTool({ name: 'picky', arguments: given });
    const [{ text: said = '' } = {}] = content as { text?: string }[];
    expect(isError).toBe(true);
    expect(names.map((name) => said.split(`/${name}: Expected string`).length - 1)).toEqual([1, 1, 1, 1, 1]);
  });

  test('a tool that is not there, and one that is hidden, are the same to a client', async () => {
    const seenTools: GatewayOptions['seenTools'] = async (tools, user) =>
      user.roles?.includes('insider') === true ? tools : tools.filter(({ id }) => id !== 'secret');
    const user = (request: Request) => ({
      id: request.headers.get('x-key') ?? 'nobody',
      roles: request.headers.get('x-key') === 'anna' ? ['insider'] : [],
    });
    const gateway = open([shout, secret], { seenTools, user });
    const anna = await connectMcp(gateway, era, { headers: { 'x-key': 'anna' } });
    const bob = await connectMcp(gateway, era, { headers: { 'x-key': 'bob' } });
    expect((await anna.listTools()).tools.map(({ name }) => name)).toEqual(['secret', 'shout']);
    expect((await bob.listTools()).tools.map(({ name }) => name)).toEqual(['shout']);
    expect(await anna.callTool({ name: 'secret', arguments: {} })).toMatchObject({ content: [{ text: 'told' }] });
    const hidden = await bob.callTool({ name: 'secret', arguments: {} }).catch((error: unknown) => error);
    const absent = await bob.callTool({ name: 'absent', arguments: {} }).catch((error: unknown) => error);
    expect(hidden).toBeInstanceOf(ProtocolError);
    expect(absent).toBeInstanceOf(ProtocolError);
    expect(String(hidden).replace('secret', 'absent')).toBe(String(absent));
    expect(JSON.stringify((await bob.listResources()).resources)).not.toContain('secret');
    await expect(bob.readResource({ uri: 'helve://tools/secret' })).rejects.toThrow('not found');
  });

  test('tells progress and chunks to a client that asked to be told', async () => {
    const steps = defineTool({
      id: 'steps',
      description: 'Counts',
      inputSchema: { type: 'object' },
      async *execute(_, ctx) {
        ctx.progress(1, 3, 'one');
        yield 'a';
        ctx.progress(2, 3);
        ctx.progress(1, 3, 'backwards');
        yield 'b';
      },
    });
    const client = await connectMcp(open([steps]), era);
    const heard: object[] = [];
    const result = await client.callTool(
      { name: 'steps', arguments: {} },
      { onprogress: (progress) => void heard.push(progress) },
    );
    expect(result.content).toEqual([{ type: 'text', text: 'ab' }]);
    expect(heard).toMatchObject([
      { progress: 1, total: 3, message: 'one' },
      { message: 'a' },
      { progress: 2, total: 3 },
      { message: 'b' },
    ]);
  });

  test('a cancelled call ends the work', async () => {
    let ended: (reason: unknown) => void = () => undefined;
    const stopped = new Promise((resolve) => (ended = resolve));
    let began: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (began = resolve));
    const wait = defineTool({
      id: 'wait',
      description: 'Waits',
      inputSchema: { type: 'object' },
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          began();
          signal.addEventListener('abort', () => {
            ended('stopped');
            reject(signal.reason as Error);
          });
        }),
    });
    const client = await connectMcp(open([wait]), era);
    const abort = new AbortController();
    const call = client.callTool({ name: 'wait', arguments: {} }, { signal: abort.signal });
    await running;
    abort.abort();
    await expect(call).rejects.toThrow('abort');
    expect(await stopped).toBe('stopped');
  });

  test('offers docs as resources and prompts, and completes what they take', async () => {
    const client = await connectMcp(open([shout, words]), era);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['helve://tools/shout', 'helve://tools/words']);
    const { contents } = await client.readResource({ uri: 'helve://tools/shout' });
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown' });
    expect(JSON.stringify(contents)).toContain('Loud text');
    await expect(client.readResource({ uri: 'helve://tools/%2e%2e%2fetc' })).rejects.toMatchObject({ code: -32_602 });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('helve://tools/{tool}');

    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'shout', description: 'Loud text' }]);
    const { messages } = await client.getPrompt({ name: 'shout', arguments: { task: 'greet me' } });
    expect(JSON.stringify(messages)).toContain('greet me');
    await expect(client.getPrompt({ name: 'absent' })).rejects.toMatchObject({ code: -32_602 });

    const ref = { type: 'ref/resource' as const, uri: 'helve://tools/{tool}' };
    const { completion } = await client.complete({ ref, argument: { name: 'tool', value: 'S' } });
    expect(completion).toEqual({ values: ['shout'], total: 1, hasMore: false });
  });

  test('cuts what is too large, and says so', async () => {
    const long = defineTool({
      id: 'long',
      description: 'Says much',
      inputSchema: { type: 'object' },
      execute: () => 'é'.repeat(5_000),
    });
    const promised = defineTool({
      id: 'promised',
      description: 'Promises much',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object' },
      execute: () => ({ much: 'x'.repeat(9_000) }),
    });
    const client = await connectMcp(open([long, promised], { mcp: { maxResultBytes: 1_001 } }), era);
    const cut = await client.callTool({ name: 'long', arguments: {} });
    expect(cut).toMatchObject({ _meta: { truncated: true } });
    const [block] = cut.content;
    expect(block?.type === 'text' && block.text.startsWith('é'.repeat(500))).toBe(true);
    expect(block?.type === 'text' && block.text).toContain('10000 bytes');
    await client.listTools();
    expect(await client.callTool({ name: 'promised', arguments: {} })).toMatchObject({ isError: true });
  });
});

test('a client of an older version that was let go comes back for its answer', async () => {
  const slow = defineTool({
    id: 'slow',
    description: 'Lets its client go',
    inputSchema: { type: 'object' },
    execute: async (_, ctx) => {
      mcpPeer(ctx)?.comeBackLater();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return 'there you are';
    },
  });
  const client = await connectMcp(open([slow]), '2025-11-25');
  const result = await client.callTool({ name: 'slow', arguments: {} });
  expect(result.content).toEqual([{ type: 'text', text: 'there you are' }]);
});

test('MCP lists say how long they may be kept, and for whom', async () => {
  const gateway = open([shout], { mcp: { listTtlMs: 7 } });
  for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
    const { result } = await askMcp(gateway, mcpRequest(method));
    expect(result, method).toMatchObject({ ttlMs: 7, cacheScope: 'private', resultType: 'complete' });
  }
});

test('MCP names the server as the host does', async () => {
  const gateway = open([shout], { mcp: { name: 'mine', version: '3.2.1', instructions: 'Be loud' } });
  const { result } = await askMcp(gateway, mcpRequest('server/discover'));
  expect(result).toMatchObject({
    instructions: 'Be loud',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'mine', version: '3.2.1' } },
  });
});

test('MCP options that nobody reads are refused', () => {
  expect(() => open([shout], { mcp: { pagesize: 3 } as object })).toThrow('option "mcp"');
  expect(() => open([shout], { mcp: { pageSize: 0 } })).toThrow('option "mcp"');
  expect(() => open([shout], { mcp: { prompts: [{ name: 'x' }] } as object })).toThrow('option "mcp"');
});
