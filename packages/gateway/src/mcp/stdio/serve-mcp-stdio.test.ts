import { PassThrough } from 'node:stream';
import { createCaller, defineTool, ToolError, ToolRegistry } from '@helve/core';
import { createMcpChanges, mcpPeer, mcpQuestion, openMcpStdio } from '@helve/gateway';
import { expect, onTestFinished, test, vi } from 'vitest';

interface Message {
  readonly id?: number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number };
}

const object = { type: 'object' } as const;

function untilStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')));
  });
}

/** A server and the two pipes to it. */
async function open() {
  const stopped: string[] = [];
  const rounds: string[] = [];
  const tools = new ToolRegistry();
  const add = (id: string, execute: NonNullable<Parameters<typeof defineTool>[0]['execute']>, more: object = {}) =>
    tools.addInline(defineTool({ id, description: id, inputSchema: object, execute, ...more }));
  add('text', () => 'hello');
  add('data', () => ({ a: 1 }), { outputSchema: object });
  add('list', () => [1], { outputSchema: { type: 'array' } });
  add('either', () => ({ a: 1 }), { outputSchema: { anyOf: [{ type: 'object' }, { type: 'array' }] } });
  add('fails', () => {
    throw new ToolError('CONFLICT', 'Taken');
  });
  add('logs', (_, ctx) => {
    mcpPeer(ctx)?.log('info', 'a line');
    return 'logged';
  });
  add('asks', (_, ctx) => {
    const where = mcpPeer(ctx)?.answers['where'] as { readonly roots: readonly [{ readonly uri: string }] } | undefined;
    rounds.push(where === undefined ? 'asked' : 'answered');
    if (where === undefined) throw mcpQuestion({ where: { method: 'roots/list' } });
    return where.roots[0].uri;
  });
  add('long', (_, { signal }) => untilStopped(signal), { annotations: { taskSupport: 'required' } });
  add('waits', (_, { signal }) => {
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        stopped.push('waits');
        reject(new Error('stopped'));
      });
    });
  });
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const messages: Message[] = [];
  let rest = '';
  stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    messages.push(...lines.map((line) => JSON.parse(line) as Message));
  });
  const changes = createMcpChanges();
  const caller = createCaller({ tools });
  const served = await openMcpStdio(
    { caller, mcp: { changes }, onError: () => undefined },
    { user: { id: 'me' }, stdin, stdout },
  );
  onTestFinished(() => served.close());
  const send = (message: object) => void stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (id: number, method: string, params: object) => {
    send({ id, method, params });
    await vi.waitFor(() => expect(messages.some((message) => message.id === id)).toBe(true), 10_000);
    const { result, error } = messages.find((message) => message.id === id) ?? {};
    return { result, code: error?.code };
  };
  return { ask, send, messages, rounds, stopped, changes, served, stdin };
}

const initialize = (capabilities: object = {}) => ({
  protocolVersion: '2025-11-25',
  capabilities,
  clientInfo: { name: 'x', version: '1' },
});

test('stdio answers a simple client of an older version as the SDK would', async () => {
  const { ask, messages } = await open();
  await ask(1, 'initialize', initialize());
  let id = 1;
  for (const name of ['text', 'data', 'list', 'either', 'fails', 'absent', 'logs']) {
    const quick = await ask(++id, 'tools/call', { name, arguments: {} });
    const slow = await ask(++id, 'tools/call', { name, arguments: {}, _meta: { progressToken: 1 } });
    expect(quick, name).toEqual(slow);
  }
  expect(messages.filter(({ method }) => method === 'notifications/message')).toMatchObject([
    { params: { level: 'info', data: 'a line' } },
    { params: { level: 'info', data: 'a line' } },
  ]);
  expect(await ask(++id, 'tools/call', { name: 'asks', arguments: {} })).toMatchObject({ result: { isError: true } });
});

test('stdio asks an older client that can be asked, and runs no retry twice', async () => {
  const { ask, send, messages, rounds } = await open();
  await ask(1, 'initialize', initialize({ roots: {} }));
  expect(await ask(2, 'tools/call', { name: 'text', arguments: {} })).toMatchObject({ result: { content: [{}] } });
  send({ id: 3, method: 'tools/call', params: { name: 'asks', arguments: {} } });
  const question = await vi.waitFor(() => {
    const found = messages.find(({ method }) => method === 'roots/list');
    if (found === undefined) throw new Error('Not asked yet');
    return found;
  }, 10_000);
  send({ id: question.id, result: { roots: [{ uri: 'file:///here' }] } });
  await vi.waitFor(
    () => expect(messages.find(({ id, method }) => id === 3 && method === undefined)).toBeDefined(),
    10_000,
  );
  expect(messages.find(({ id, method }) => id === 3 && method === undefined)?.result).toMatchObject({
    content: [{ text: 'file:///here' }],
  });
  expect(rounds).toEqual(['asked', 'answered']);
});

test('stdio weighs lines of the log once a client has set a level', async () => {
  const { ask, messages } = await open();
  await ask(1, 'initialize', initialize());
  await ask(2, 'logging/setLevel', { level: 'error' });
  await ask(3, 'tools/call', { name: 'logs', arguments: {} });
  expect(messages.some(({ method }) => method === 'notifications/message')).toBe(false);
});

test('stdio calls off what a client calls off, and answers no more', async () => {
  const { ask, send, messages, stopped } = await open();
  await ask(1, 'initialize', initialize());
  send({ id: 2, method: 'tools/call', params: { name: 'waits', arguments: {} } });
  send({ id: 3, method: 'tools/call', params: { name: 'waits', arguments: {}, _meta: { progressToken: 1 } } });
  await ask(4, 'tools/list', {});
  for (const requestId of [2, 3, 99]) send({ method: 'notifications/cancelled', params: { requestId } });
  await vi.waitFor(() => expect(stopped).toEqual(['waits', 'waits']), 10_000);
  await ask(5, 'tools/list', {});
  expect(messages.filter(({ id }) => id === 2 || id === 3)).toEqual([]);
});

test('stdio ends what runs when the client goes', async () => {
  const { ask, send, stopped, stdin, served } = await open();
  await ask(1, 'initialize', initialize());
  send({ id: 2, method: 'tools/call', params: { name: 'waits', arguments: {} } });
  await ask(3, 'tools/list', {});
  stdin.end();
  await served.closed;
  await vi.waitFor(() => expect(stopped).toEqual(['waits']), 10_000);
});

test('stdio tells a connected client that the list of tools has changed', async () => {
  const { ask, changes, messages } = await open();
  await ask(1, 'initialize', initialize());
  changes.publish({ kind: 'tools' });
  await vi.waitFor(
    () => expect(messages.some(({ method }) => method === 'notifications/tools/list_changed')).toBe(true),
    10_000,
  );
});

test('stdio tells a client how the tasks stand that it follows', async () => {
  const { ask, send, messages } = await open();
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  };
  await ask(1, 'server/discover', { _meta });
  const { result } = await ask(2, 'tools/call', { name: 'long', arguments: {}, _meta });
  send({ id: 3, method: 'subscriptions/listen', params: { notifications: { taskIds: [result?.['taskId']] }, _meta } });
  const told = () => messages.filter(({ method }) => method === 'notifications/tasks').map(({ params }) => params);
  await vi.waitFor(() => expect(told()).toMatchObject([{ status: 'working' }]), 5_000);
  await ask(4, 'tasks/cancel', { taskId: result?.['taskId'], _meta });
  await vi.waitFor(() => expect(told().at(-1)).toMatchObject({ status: 'cancelled' }), 5_000);
  const acknowledged = messages.find(({ method }) => method === 'notifications/subscriptions/acknowledged');
  expect(acknowledged?.params).toMatchObject({ notifications: { taskIds: [result?.['taskId']] } });
  const lacking = { ..._meta, 'io.modelcontextprotocol/clientCapabilities': {} };
  const refused = await ask(5, 'subscriptions/listen', { notifications: { taskIds: [] }, _meta: lacking });
  expect(refused.code).toBe(-32_021);
});

test('stdio answers lines that are no messages with an error, and goes on', async () => {
  const { ask, messages, stdin } = await open();
  await ask(1, 'initialize', initialize());
  const codes = () => messages.filter(({ id, error }) => id === null && error !== undefined);
  stdin.write(`${'x'.repeat(11 * 1_048_576)}\n`);
  stdin.write('not JSON\n{"jsonrpc":"2.0",\nnull\n[]\n\n{"jsonrpc":"1.0","id":7,"method":"ping"}\n');
  stdin.write('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}\n');
  expect(await ask(2, 'tools/call', { name: 'text', arguments: {} })).toMatchObject({ result: { content: [{}] } });
  expect(codes().map(({ error }) => error?.code)).toEqual([-32_600, -32_700, -32_700, -32_600, -32_600, -32_600]);
});
