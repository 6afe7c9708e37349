import { setTimeout as wait } from 'node:timers/promises';
import { createCaller, defineTool, ToolError, ToolRegistry } from '@helve/core';
import { createGateway, mcpPeer, mcpQuestion, type GatewayOptions } from '@helve/gateway';
import { expect, test, vi } from 'vitest';
import { askMcp, mcpRequest } from '../testing/mcp-clients.js';

const TASKS = 'io.modelcontextprotocol/tasks';
const knowing = { elicitation: {}, extensions: { [TASKS]: {} } };
const taskSupport = (support: string) =>
  ({ annotations: { taskSupport: support }, inputSchema: { type: 'object' } }) as const;

function open(options: Partial<GatewayOptions> = {}) {
  const seen: string[] = [];
  const tools = new ToolRegistry();
  let release = () => {};
  const released = new Promise<string>((resolve) => (release = () => resolve('released')));
  tools.addInline(
    defineTool({ id: 'held', description: 'Waits', ...taskSupport('optional'), execute: () => released }),
  );
  tools.addInline(
    defineTool({
      id: 'slow',
      description: 'Takes long',
      ...taskSupport('optional'),
      execute: async (_, ctx) => {
        ctx.progress(1, 2, 'half');
        await wait(600, undefined, { signal: ctx.signal }).catch((error: unknown) => {
          seen.push('stopped');
          throw error;
        });
        return 'done';
      },
    }),
  );
  tools.addInline(
    defineTool({
      id: 'needy',
      description: 'Asks',
      ...taskSupport('required'),
      execute: async (_, ctx) => {
        await wait(90);
        if (mcpPeer(ctx)?.answers['name'] === undefined) {
          const requestedSchema = { type: 'object' as const, properties: {} };
          throw mcpQuestion({ name: { method: 'elicitation/create', params: { message: 'Name?', requestedSchema } } });
        }
        throw new ToolError('PERMANENT', 'No use of it');
      },
    }),
  );
  tools.addInline(
    defineTool({
      id: 'plain',
      description: 'Says nothing of tasks',
      inputSchema: { type: 'object', properties: { ms: { type: 'number' } } },
      execute: async ({ ms }) => {
        await wait(Number(ms));
        return 'plain';
      },
    }),
  );
  tools.addInline(
    defineTool({
      id: 'crash',
      description: 'Crashes',
      ...taskSupport('optional'),
      execute: async () => {
        await wait(90);
        throw new TypeError('secret detail');
      },
    }),
  );
  const user = (request: Request) => ({ id: request.headers.get('x-user') ?? 'anna' });
  const gateway = createGateway({ caller: createCaller({ tools }), user, onError: () => undefined, ...options });
  const ask = (method: string, params: object, headers: Record<string, string> = {}, capabilities: object = knowing) =>
    askMcp(gateway, mcpRequest(method, params, { capabilities, headers }));
  const call = async (name: string, args: object = {}) => (await ask('tools/call', { name, arguments: args })).result;
  const get = async (taskId: unknown) => (await ask('tasks/get', { taskId })).result;
  const listen = async (id: number, taskIds: readonly unknown[], as = 'anna') => {
    const params = { notifications: { taskIds } };
    const headers = { 'x-user': as };
    return readFeed(
      await gateway.fetch(mcpRequest('subscriptions/listen', params, { id, capabilities: knowing, headers })),
    );
  };
  return { ask, call, get, listen, release: () => release(), seen };
}

interface Heard {
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
}

/** All that a stream of changes says. */
async function* readFeed({ body }: Response): AsyncGenerator<Heard> {
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    for (const [, data = ''] of decoder.decode(chunk).matchAll(/^data: (.*)$/gm)) yield JSON.parse(data) as Heard;
  }
}

test('a call that takes long goes on as a task, whose result stands in tasks/get', async () => {
  const { call, get } = open();
  const started = await call('slow');
  expect(started).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 3_600_000 });
  const taskId = started?.['taskId'];
  expect(await get(taskId)).toMatchObject({ resultType: 'complete', taskId, status: 'working' });
  await vi.waitFor(async () => expect(await get(taskId)).toMatchObject({ status: 'completed' }), 10_000);
  expect(await get(taskId)).toMatchObject({ result: { content: [{ type: 'text', text: 'done' }] } });
});

test('a task is seen by the user who began it, and by nobody else', async () => {
  const { call, ask } = open();
  const taskId = (await call('slow'))?.['taskId'];
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const { error } = await ask(method, { taskId, inputResponses: {} }, { 'x-user': 'eve' });
    expect(error, method).toMatchObject({ code: -32_602 });
  }
  expect((await ask('tasks/get', { taskId })).result).toMatchObject({ taskId });
});

test('cancelling a task reaches the work, and is answered the same when repeated', async () => {
  const { call, ask, get, seen } = open();
  const taskId = (await call('slow'))?.['taskId'];
  for (let retry = 0; retry < 2; retry += 1) {
    expect((await ask('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' });
  }
  expect(await get(taskId)).toMatchObject({ status: 'cancelled' });
  await vi.waitFor(() => expect(seen).toEqual(['stopped']), 10_000);
});

test('a task asks through tasks/get, and takes answers through tasks/update', async () => {
  const { call, ask, get } = open();
  const taskId = (await call('needy'))?.['taskId'];
  await vi.waitFor(async () => expect(await get(taskId)).toMatchObject({ status: 'input_required' }), 10_000);
  const [key = ''] = Object.keys((await get(taskId))?.['inputRequests'] ?? {});
  await ask('tasks/update', { taskId, inputResponses: { unknown: { action: 'accept' } } });
  expect(await get(taskId)).toMatchObject({ status: 'input_required' });
  await ask('tasks/update', { taskId, inputResponses: { [key]: { action: 'accept', content: { name: 'Ada' } } } });
  await vi.waitFor(async () => expect(await get(taskId)).toMatchObject({ status: 'completed' }), 10_000);
  expect(await get(taskId)).toMatchObject({ result: { isError: true, content: [{ text: 'No use of it' }] } });
});

test('what a tool did not foresee fails its task, and stays inside', async () => {
  const { call, get } = open();
  const taskId = (await call('crash'))?.['taskId'];
  await vi.waitFor(async () => expect(await get(taskId)).toMatchObject({ status: 'failed' }), 10_000);
  const task = await get(taskId);
  expect(task).toMatchObject({ error: { code: -32_603 } });
  expect(JSON.stringify(task)).not.toContain('secret detail');
});

test('a client that knows no tasks gets results, and an error from a tool that cannot do without', async () => {
  const { ask } = open();
  const sync = await ask('tools/call', { name: 'slow', arguments: {} }, {}, {});
  expect(sync.result).toMatchObject({ resultType: 'complete', content: [{ text: 'done' }] });
  const refused = await ask('tools/call', { name: 'needy', arguments: {} }, {}, {});
  expect(refused.error).toMatchObject({
    code: -32_021,
    data: { requiredCapabilities: { extensions: { [TASKS]: {} } } },
  });
  expect((await ask('tasks/get', { taskId: 'x' }, {}, {})).error).toMatchObject({ code: -32_021 });
});

test('every other call becomes a task only after `taskAfterMs`', async () => {
  const { call } = open({ mcp: { taskAfterMs: 500 } });
  expect(await call('plain', { ms: 0 })).toMatchObject({ resultType: 'complete' });
  expect(await call('plain', { ms: 1500 })).toMatchObject({ resultType: 'task' });
});

test('a task is forgotten after its time', async () => {
  const { call, ask } = open({ mcp: { taskTtlMs: 100 } });
  const taskId = (await call('slow'))?.['taskId'];
  await vi.waitFor(
    async () => expect((await ask('tasks/get', { taskId })).error).toMatchObject({ code: -32_602 }),
    10_000,
  );
});

test('a client that follows its tasks is told how they stand until all are over', async () => {
  const { call, get, listen, release } = open();
  const taskId = (await call('held'))?.['taskId'];
  const heard: Heard[] = [];
  for await (const one of await listen(7, [taskId, 'unknown'])) {
    heard.push(one);
    if (one.method === 'notifications/tasks') release();
  }
  expect(heard[0]).toMatchObject({
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: { taskIds: [taskId] }, _meta: { 'io.modelcontextprotocol/subscriptionId': 7 } },
  });
  const told = heard.filter(({ method }) => method === 'notifications/tasks').map(({ params }) => params);
  expect(told.map((params) => params?.['status'])).toEqual(['working', 'completed']);
  const { resultType: _, _meta: __, ...details } = (await get(taskId)) ?? {};
  expect(told.at(-1)).toEqual({ ...details, _meta: { 'io.modelcontextprotocol/subscriptionId': 7 } });
  expect(heard.at(-1)?.result).toMatchObject({ resultType: 'complete' });
});

test('a task of somebody else is not followed', async () => {
  const { call, listen } = open();
  const taskId = (await call('slow'))?.['taskId'];
  const heard: Heard[] = [];
  for await (const one of await listen(8, [taskId], 'eve')) heard.push(one);
  expect(heard.map(({ method }) => method)).toEqual(['notifications/subscriptions/acknowledged', undefined]);
  expect(heard[0]?.params).toMatchObject({ notifications: { taskIds: [] } });
});

test('only a client that knows tasks can follow them', async () => {
  const { ask } = open();
  const { error } = await ask('subscriptions/listen', { notifications: { taskIds: ['x'] } }, {}, {});
  expect(error).toMatchObject({ code: -32_021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } });
});
