import { createCaller, defineTool, ToolError, ToolRegistry } from '@helve/core';
import { createGateway, mcpQuestion } from '@helve/gateway';
import { expect, test } from 'vitest';
import { askMcp, mcpRequest, type HandMade, type RpcAnswer } from '../../testing/mcp-clients.js';
import { readDirectRequest } from './direct-request.js';

const object = { type: 'object' } as const;
const question = { who: { method: 'roots/list' as const } };

function open() {
  const tools = new ToolRegistry();
  const add = (id: string, execute: () => unknown, more: object = {}) =>
    tools.addInline(defineTool({ id, description: id, inputSchema: object, execute, ...more }));
  add('text', () => 'hello');
  add('data', () => ({ a: [1, { b: null }] }));
  add('list', () => [1, 2], { outputSchema: { type: 'array' } });
  add('content', () => ({ content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] }));
  add('nothing', () => undefined);
  add('fails', () => {
    throw new ToolError('CONFLICT', 'Taken');
  });
  add('crashes', () => {
    throw new TypeError('inside');
  });
  add('asks', () => {
    throw mcpQuestion(question);
  });
  add('long', () => 'done', { annotations: { taskSupport: 'required' } });
  tools.addInline(
    defineTool({
      id: 'strict',
      description: 'Wants a number',
      inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      execute: ({ n }) => n,
    }),
  );
  return createGateway({ caller: createCaller({ tools }), onError: () => undefined, mcp: { pageSize: 4 } });
}

const calls = [
  'text',
  'data',
  'list',
  'content',
  'nothing',
  'fails',
  'crashes',
  'asks',
  'long',
  'strict',
  'absent',
  'Text',
];

/** Without request ids, and the words of errors. */
function comparable({ status, result, error }: RpcAnswer): unknown {
  const plain = JSON.stringify({ status, result, code: error?.code, data: error?.data });
  return JSON.parse(plain.replaceAll(/\(request [\w-]+\)/g, ''));
}

test.each(calls)('a direct call of %s is answered as the SDK would answer it', async (name) => {
  const gateway = open();
  for (const made of [{}, { capabilities: { roots: {} } }] satisfies HandMade[]) {
    const params = { name, arguments: {} };
    const direct = mcpRequest('tools/call', params, made);
    // A token for progress that never comes takes the same request the other way.
    const served = mcpRequest('tools/call', { ...params, _meta: { progressToken: 1 } }, made);
    expect(readDirectRequest(Object.fromEntries(direct.headers), await direct.clone().json())).toBeDefined();
    expect(readDirectRequest(Object.fromEntries(served.headers), await served.clone().json())).toBeUndefined();
    const [quick, slow] = [await askMcp(gateway, direct), await askMcp(gateway, served)];
    expect(comparable(quick)).toEqual(comparable(slow));
  }
});

test('a direct list is answered as the SDK would answer it, page by page', async () => {
  const gateway = open();
  let cursor: unknown;
  for (let page = 0; page < 3; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const quick = await askMcp(gateway, mcpRequest('tools/list', params));
    const slow = await askMcp(gateway, mcpRequest('tools/list', { ...params, _meta: { progressToken: 1 } }));
    expect(quick).toEqual(slow);
    cursor = quick.result?.['nextCursor'];
  }
  expect(cursor).toBeUndefined();
  const bad = { cursor: 'bad' };
  expect(await askMcp(gateway, mcpRequest('tools/list', bad))).toEqual(
    await askMcp(gateway, mcpRequest('tools/list', { ...bad, _meta: { progressToken: 1 } })),
  );
});

test('readDirectRequest leaves every doubt to the SDK', async () => {
  const reads = async (request: Request) =>
    readDirectRequest(Object.fromEntries(request.headers), await request.json());
  const call = { name: 'text', arguments: {} };
  expect(await reads(mcpRequest('tools/call', call))).toMatchObject({ call: { name: 'text' } });
  const doubts: readonly Request[] = [
    mcpRequest('prompts/list'),
    mcpRequest('tools/call', { ...call, inputResponses: {} }),
    mcpRequest('tools/call', { ...call, requestState: 'x' }),
    mcpRequest('tools/call', { ...call, task: {} }),
    mcpRequest('tools/call', { ...call, arguments: [] }),
    mcpRequest('tools/call', call, { headers: { 'mcp-name': 'other' } }),
    mcpRequest('tools/call', call, { headers: { 'mcp-method': 'tools/list' } }),
    mcpRequest('tools/call', call, { headers: { 'mcp-protocol-version': '2025-11-25' } }),
    mcpRequest('tools/call', call, { capabilities: { extensions: {} } }),
    mcpRequest('tools/call', call, { capabilities: { roots: 1 } }),
    mcpRequest('tools/call', { ...call, _meta: { 'io.modelcontextprotocol/clientInfo': { name: 1 } } }),
    mcpRequest('tools/call', { ...call, _meta: { 'io.modelcontextprotocol/logLevel': 'info' } }),
    mcpRequest('tools/list', { cursor: 5 }),
  ];
  for (const [index, request] of doubts.entries()) expect(await reads(request), String(index)).toBeUndefined();
});
