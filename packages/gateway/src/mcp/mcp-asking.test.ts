import { createCaller, defineTool, ToolRegistry, type ToolLike } from '@helve/core';
import { createGateway, mcpPeer, mcpQuestion, type GatewayOptions } from '@helve/gateway';
import { confirm, createMemoryApprovalStore } from '@helve/govern';
import { describe, expect, test } from 'vitest';
import { askMcp, connectMcp, eras, mcpRequest } from '../testing/mcp-clients.js';
import { memoryApprovals } from '../testing/memory-approvals.js';

const form = (message: string) => ({
  method: 'elicitation/create' as const,
  params: {
    message,
    requestedSchema: { type: 'object' as const, properties: { name: { type: 'string' as const } }, required: ['name'] },
  },
});

const greet = defineTool({
  id: 'greet',
  description: 'Asks for a name',
  inputSchema: { type: 'object' },
  execute(_, ctx) {
    const { answers, state } = mcpPeer(ctx) ?? {};
    const { content } = (answers?.['who'] ?? {}) as { content?: { name?: string } };
    if (content?.name === undefined) throw mcpQuestion({ who: form('Who are you?') }, 'retry one');
    return `Hello ${content.name} (${state})`;
  },
});

/** A house in which deleting needs a person's word, with everything in memory. */
function openHouse(options: Partial<GatewayOptions> = {}, more: readonly ToolLike[] = []) {
  const deleted: unknown[] = [];
  const tools = new ToolRegistry();
  tools.addInline(
    defineTool({
      id: 'delete',
      title: 'Delete a file',
      description: 'Deletes',
      inputSchema: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
      policy: { requiresConfirmation: true },
      execute: ({ file }) => {
        deleted.push(file);
        return `deleted ${file}`;
      },
    }),
  );
  for (const tool of [greet, ...more]) tools.addInline(tool);
  const store = createMemoryApprovalStore();
  const caller = createCaller({ tools, hooks: [confirm({ store })] });
  const approvals = memoryApprovals(store, () => caller);
  return { gateway: createGateway({ caller, approvals, user: () => trusted, ...options }), deleted, store, approvals };
}

/** Somebody of whom the host knows that a person sits at their client. */
const trusted = Object.freeze({ id: 'anna', elicitation: 'trusted' } as const);

describe.each(eras)('MCP %s', (era) => {
  test('lets a tool ask the client, and calls it again with the answer and its state', async () => {
    const client = await connectMcp(openHouse().gateway, era, { capabilities: { elicitation: {} } });
    const asked: string[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { name: 'Ada' } };
    });
    const result = await client.callTool({ name: 'greet', arguments: {} });
    expect(result.content).toEqual([{ type: 'text', text: 'Hello Ada (retry one)' }]);
    expect(asked).toEqual(['Who are you?']);
  });

  test('runs what waits for a person after their yes, and not after their no', async () => {
    const { gateway, deleted } = openHouse();
    const client = await connectMcp(gateway, era, { capabilities: { elicitation: {} } });
    const previews: string[] = [];
    let approve = false;
    client.setRequestHandler('elicitation/create', ({ params }) => {
      previews.push(params.message);
      return { action: 'accept', content: { approve } };
    });
    const refused = await client.callTool({ name: 'delete', arguments: { file: 'a' } });
    expect(refused).toMatchObject({ isError: true, _meta: { 'helve/error': { code: 'GATEWAY_APPROVAL_DECLINED' } } });
    expect(deleted).toEqual([]);
    approve = true;
    const done = await client.callTool({ name: 'delete', arguments: { file: 'b' } });
    expect(done.content).toEqual([{ type: 'text', text: 'deleted b' }]);
    expect(deleted).toEqual(['b']);
    expect(previews[1]).toContain('Delete a file');
  });

  test('tells a client that cannot be asked whom to ask, and no token', async () => {
    const { gateway, deleted } = openHouse();
    const client = await connectMcp(gateway, era);
    const result = await client.callTool({ name: 'delete', arguments: { file: 'a' } });
    expect(result).toMatchObject({ isError: true, _meta: { 'helve/error': { type: 'CONFIRMATION_REQUIRED' } } });
    expect(JSON.stringify(result)).not.toMatch(/"token"|confirmationRequest/);
    expect(deleted).toEqual([]);
  });
});

describe.each(eras)('MCP %s, where nobody trusts the client', (era) => {
  const anna = { user: () => ({ id: 'anna' }) };

  test('an answer of the client is nobody’s word: it is not even asked', async () => {
    const { gateway, deleted } = openHouse(anna);
    const client = await connectMcp(gateway, era, { capabilities: { elicitation: {} } });
    const asked: unknown[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params);
      return { action: 'accept', content: { approve: true } };
    });
    const result = await client.callTool({ name: 'delete', arguments: { file: 'a' } });
    expect(result).toMatchObject({ isError: true, _meta: { 'helve/error': { type: 'CONFIRMATION_REQUIRED' } } });
    expect([asked, deleted]).toEqual([[], []]);
  });

  test('a call made again with its id has what became of it, and asks nobody anew', async () => {
    const { gateway, deleted, store, approvals } = openHouse(anna);
    const client = await connectMcp(gateway, era);
    const call = async (file: string, id?: string) => {
      const meta = id === undefined ? {} : { _meta: { 'helve/approval': id } };
      const result = await client.callTool({ name: 'delete', arguments: { file }, ...meta });
      const error = (result._meta?.['helve/error'] ?? {}) as { approvalId?: string; code?: string };
      return { result, id: error.approvalId ?? '', code: error.code };
    };
    const { id } = await call('a');
    expect(await call('a', id)).toMatchObject({ id, code: 'GATEWAY_APPROVAL_PENDING' });
    await approvals.decide(id, { decision: 'yes', by: { id: 'boss' } });
    for (let retry = 0; retry < 3; retry += 1) {
      expect((await call('a', id)).result.content).toEqual([{ type: 'text', text: 'deleted a' }]);
    }
    expect((await call('b', id)).code).toBe('GATEWAY_APPROVAL_MISMATCH');
    const no = await call('c');
    await approvals.decide(no.id, { decision: 'no', by: { id: 'boss' }, reason: 'not on Fridays' });
    const declined = await call('c', no.id);
    expect(declined.code).toBe('GATEWAY_APPROVAL_DECLINED');
    expect(JSON.stringify(declined.result)).toContain('not on Fridays');
    expect((await call('d', 'apr_of_another')).code).toBe('GATEWAY_APPROVAL_NOT_FOUND');
    expect(deleted).toEqual(['a']);
    expect(await store.list()).toHaveLength(2);
  });
});

test('MCP gives what became of an approval to nobody but whoever asked', async () => {
  const user = (request: Request) => ({ id: request.headers.get('x-user') ?? 'anna' });
  const { gateway, store, approvals } = openHouse({ user });
  const call = { name: 'delete', arguments: { file: 'a' } };
  await askMcp(gateway, mcpRequest('tools/call', call));
  const [{ id } = { id: '' }] = await store.list();
  await approvals.decide(id, { decision: 'yes', by: { id: 'boss' } });
  const params = { ...call, _meta: { 'helve/approval': id } };
  const { result } = await askMcp(gateway, mcpRequest('tools/call', params, { headers: { 'x-user': 'eve' } }));
  expect(result).toMatchObject({ isError: true, _meta: { 'helve/error': { code: 'GATEWAY_APPROVAL_NOT_FOUND' } } });
});

test('MCP makes a task of a call that waits for somebody elsewhere, which ends with their decision', async () => {
  const { gateway, store, approvals, deleted } = openHouse({ user: () => ({ id: 'anna' }) });
  const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const call = { name: 'delete', arguments: { file: 'a' } };
  const { result: task } = await askMcp(gateway, mcpRequest('tools/call', call, { capabilities }));
  expect(task).toMatchObject({ resultType: 'task', status: 'working' });
  const look = async () =>
    (await askMcp(gateway, mcpRequest('tasks/get', { taskId: task?.['taskId'] }, { capabilities }))).result;
  const [{ id } = { id: '' }] = await store.list();
  expect(await look()).toMatchObject({ status: 'working', statusMessage: expect.stringContaining(id) as string });
  await approvals.decide(id, { decision: 'yes', by: { id: 'boss' } });
  await expect.poll(look, { timeout: 3_000 }).toMatchObject({
    status: 'completed',
    result: { content: [{ type: 'text', text: 'deleted a' }] },
  });
  expect(deleted).toEqual(['a']);
});

const elicitation = { elicitation: {} };

test('MCP shows a client neither the token nor the arguments of what waits, and no state that can be read', async () => {
  const { gateway, store } = openHouse();
  const call = { name: 'delete', arguments: { file: 'plans.txt' } };
  const { result } = await askMcp(gateway, mcpRequest('tools/call', call, { capabilities: elicitation }));
  expect(result).toMatchObject({ resultType: 'input_required', inputRequests: { confirmation: {} } });
  const [waiting] = await store.list();
  const state = String(result?.['requestState']);
  expect(JSON.stringify(result)).not.toMatch(/"token"|confirmationRequest/);
  expect(Buffer.from(state, 'base64url').toString()).not.toContain(waiting?.id);
});

test('MCP refuses a state that was changed, made for another tool, or for another user', async () => {
  const user = (request: Request) => ({ ...trusted, id: request.headers.get('x-user') ?? 'anna' });
  const { gateway, deleted } = openHouse({ user });
  const call = { name: 'delete', arguments: { file: 'a' } };
  const first = await askMcp(gateway, mcpRequest('tools/call', call, { capabilities: elicitation }));
  const requestState = String(first.result?.['requestState']);
  const inputResponses = { confirmation: { action: 'accept', content: { approve: true } } };
  const again = (params: object, headers = {}) =>
    askMcp(gateway, mcpRequest('tools/call', { ...params, inputResponses }, { capabilities: elicitation, headers }));

  for (const forged of [`${requestState}A`, `A${requestState}`, requestState.slice(2), '', 'x']) {
    expect((await again({ ...call, requestState: forged })).error?.code, forged).toBe(-32_602);
  }
  expect((await again({ name: 'greet', arguments: {}, requestState })).error?.code).toBe(-32_602);
  expect((await again({ ...call, requestState }, { 'x-user': 'eve' })).error?.code).toBe(-32_602);
  expect(deleted).toEqual([]);
  expect((await again({ ...call, requestState })).result).toMatchObject({ content: [{ text: 'deleted a' }] });
  // A second click gets the same answer.
  expect((await again({ ...call, requestState })).result).toMatchObject({ content: [{ text: 'deleted a' }] });
  expect(deleted).toEqual(['a']);
});

test('MCP asks again where the answer is missing or makes no sense', async () => {
  const { gateway, deleted } = openHouse();
  const call = { name: 'delete', arguments: { file: 'a' } };
  const { result } = await askMcp(gateway, mcpRequest('tools/call', call, { capabilities: elicitation }));
  const { requestState } = result ?? {};
  for (const inputResponses of [{}, { other: { action: 'accept' } }, { confirmation: { action: 'maybe' } }]) {
    const params = { ...call, requestState, inputResponses };
    const answer = await askMcp(gateway, mcpRequest('tools/call', params, { capabilities: elicitation }));
    expect(answer.result).toMatchObject({ resultType: 'input_required' });
  }
  expect(deleted).toEqual([]);
});

test('MCP refuses a question that the client never said it can answer', async () => {
  const { error, status } = await askMcp(openHouse().gateway, mcpRequest('tools/call', { name: 'greet' }));
  expect(error).toMatchObject({ code: -32_021, data: { requiredCapabilities: { elicitation: {} } } });
  expect(status).toBe(400);
});

test('MCP lets prompts and resources of the host ask too', async () => {
  const { gateway } = openHouse({
    mcp: {
      prompts: [
        {
          name: 'letter',
          get(_, { answers }) {
            if (answers['who'] === undefined) throw mcpQuestion({ who: form('To whom?') });
            return [{ role: 'user', content: { type: 'text', text: 'Dear …' } }];
          },
        },
      ],
      resources: [
        {
          uri: 'app://letter',
          name: 'letter',
          read(uri, { answers }) {
            if (answers['who'] === undefined) throw mcpQuestion({ who: form('Whose?') }, 'kept');
            return [{ uri, text: 'Dear …' }];
          },
        },
      ],
    },
  });
  const asks = [
    ['prompts/get', { name: 'letter' }],
    ['resources/read', { uri: 'app://letter' }],
  ] as const;
  for (const [method, params] of asks) {
    const first = await askMcp(gateway, mcpRequest(method, params, { capabilities: elicitation }));
    expect(first.result).toMatchObject({ resultType: 'input_required', inputRequests: { who: {} } });
    const { requestState } = first.result ?? {};
    const inputResponses = { who: { action: 'accept', content: { name: 'Ada' } } };
    const second = { ...params, inputResponses, ...(requestState === undefined ? {} : { requestState }) };
    const answer = await askMcp(gateway, mcpRequest(method, second, { capabilities: elicitation }));
    expect(JSON.stringify(answer.result)).toContain('Dear');
  }
});
