import { createCaller, defineTool, ToolRegistry } from '@helve/core';
import { createGateway, type GatewayOptions } from '@helve/gateway';
import { describe, expect, test } from 'vitest';
import { askMcp, connectMcp, eras, mcpRequest } from '../testing/mcp-clients.js';

const size = {
  type: 'object',
  properties: { size: { type: 'string', enum: ['small', 'large'], pattern: '^[a-z]+$' }, count: { type: 'integer' } },
  required: ['size'],
} as const;
const runs: unknown[] = [];

/** Asks twice, and tells what it heard. */
const order = defineTool({
  id: 'order',
  description: 'Orders a pizza',
  inputSchema: { type: 'object' },
  async execute(_, ctx) {
    runs.push(1);
    const first = await ctx.ask(size, 'Which size?');
    const second = await ctx.ask({ type: 'boolean' }, 'Really?');
    return [first, second];
  },
});
const nested = defineTool({
  id: 'nested',
  description: 'Asks for what no form can hold',
  inputSchema: { type: 'object' },
  execute: (_, ctx) => ctx.ask({ type: 'object', properties: { at: size } }, 'Where?'),
});

function open(options: Partial<GatewayOptions> = {}) {
  const tools = new ToolRegistry();
  for (const tool of [order, nested]) tools.addInline(tool);
  return createGateway({ caller: createCaller({ tools }), ...options });
}

describe.each(eras)('MCP %s', (era) => {
  test('a running tool asks the person at the client, again and again, and runs once', async () => {
    runs.length = 0;
    const client = await connectMcp(open(), era, { capabilities: { elicitation: {} } });
    const asked: unknown[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params);
      const isFirst = asked.length === 1;
      return { action: 'accept', content: isFirst ? { size: 'large', count: 2 } : { value: true } };
    });
    const { content } = await client.callTool({ name: 'order', arguments: {} });
    expect(JSON.parse((content as readonly { text: string }[])[0]?.text ?? '')).toEqual([
      { action: 'accept', content: { size: 'large', count: 2 } },
      { action: 'accept', content: true },
    ]);
    expect(asked).toMatchObject([
      {
        message: 'Which size?',
        requestedSchema: {
          type: 'object',
          properties: { size: { type: 'string', enum: ['small', 'large'] }, count: { type: 'integer' } },
          required: ['size'],
        },
      },
      { message: 'Really?', requestedSchema: { properties: { value: { type: 'boolean' } }, required: ['value'] } },
    ]);
    expect(runs).toHaveLength(1);
  });

  test('a client that declines, or answers what does not fit, is told so to the tool', async () => {
    const client = await connectMcp(open(), era, { capabilities: { elicitation: {} } });
    const answers = [{ action: 'accept' as const, content: { size: 'huge' } }, { action: 'decline' as const }];
    client.setRequestHandler('elicitation/create', () => answers.shift() ?? { action: 'cancel' });
    const { content } = await client.callTool({ name: 'order', arguments: {} });
    expect(JSON.parse((content as readonly { text: string }[])[0]?.text ?? '')).toEqual([
      { action: 'cancel', reason: 'invalid' },
      { action: 'decline' },
    ]);
  });

  test('a client that asks nobody, and a question that no form can hold, have nobody to ask', async () => {
    const alone = await connectMcp(open(), era);
    const nobody = { action: 'cancel', reason: 'nobody' };
    const answered = await alone.callTool({ name: 'order', arguments: {} });
    expect(JSON.parse((answered.content as readonly { text: string }[])[0]?.text ?? '')).toEqual([nobody, nobody]);
    const client = await connectMcp(open(), era, { capabilities: { elicitation: {} } });
    const held = await client.callTool({ name: 'nested', arguments: {} });
    expect(held.structuredContent ?? JSON.parse((held.content as readonly { text: string }[])[0]?.text ?? '')).toEqual(
      nobody,
    );
  });
});

describe('a question over today’s protocol', () => {
  const capabilities = { elicitation: {} };
  const call = (more: object = {}) =>
    mcpRequest('tools/call', { name: 'order', arguments: {}, ...more }, { capabilities });
  const answer = (content: object) => ({ answer: { action: 'accept', content } });

  test('is answered once, by whoever was asked', async () => {
    const users = [{ id: 'anna' }, { id: 'bert' }, { id: 'anna' }, { id: 'anna' }];
    const gateway = open({ user: () => users.shift() ?? { id: 'anna' } });
    const { result } = await askMcp(gateway, call());
    expect(result).toMatchObject({ resultType: 'input_required', inputRequests: { answer: {} } });
    const retry = { requestState: result?.['requestState'], inputResponses: answer({ size: 'small' }) };
    expect((await askMcp(gateway, call(retry))).error).toMatchObject({ code: -32_602 });
    const next = await askMcp(gateway, call(retry));
    expect(next.result).toMatchObject({ resultType: 'input_required' });
    const twice = await askMcp(gateway, call(retry));
    expect(twice.result).toMatchObject({ isError: true, _meta: { 'helve/error': { code: 'GATEWAY_QUESTION_OVER' } } });
  });

  test('makes a call a task at once for a client that knows tasks', async () => {
    const tasks = { ...capabilities, extensions: { 'io.modelcontextprotocol/tasks': {} } };
    const gateway = open();
    const ask = (method: string, params: object) =>
      askMcp(gateway, mcpRequest(method, params, { capabilities: tasks }));
    const started = await ask('tools/call', { name: 'order', arguments: {} });
    const { taskId } = started.result as { taskId: string };
    for (const content of [{ size: 'small' }, { value: false }]) {
      const seen = await ask('tasks/get', { taskId });
      const [key = ''] = Object.keys(seen.result?.['inputRequests'] as object);
      await ask('tasks/update', { taskId, inputResponses: { [key]: { action: 'accept', content } } });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { result } = await ask('tasks/get', { taskId });
    expect(result).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(result)).toContain('small');
  });
});
