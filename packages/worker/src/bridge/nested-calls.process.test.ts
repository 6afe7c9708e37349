import { randomUUID } from 'node:crypto';
import {
  callTool,
  defineTool,
  Secret,
  ToolRegistry,
  type InvokeOptions,
  type ToolHook,
  type ToolInvokeContext,
  type ToolRecord,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import type { LoadOptions } from '../manager/load-options.js';
import { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import type { RemoteRequest } from '../proxy/remote-request.js';
import { builtRunner } from '../testing/built-runner.js';
import { caller, lender, recursive } from '../testing/fixture/tool-host.js';
import { transportSpec, transportKinds, type LocalKind } from '../testing/probe-worker.js';
import { tunedManager } from '../testing/tuned-manager.js';
import { serveWorkers } from '../transport/web-socket/serve-workers.js';
import { createWorkerExecutePort } from './worker-execute-port.js';

const built = await builtRunner('tuned-capability', 'tool-host');
const isolated: readonly ToolRecord[] = [caller, recursive, lender];

const callsLocal: RemoteRequest = {
  op: 'actionStream',
  action: 'execute',
  named: { input: { tool: 'local' }, context: { requestId: 'r', user: { id: 'ada' } } },
};

/** Returns the module of the tools: the sources themselves where the built ones cannot be loaded. */
function moduleFor(transport: LocalKind): string {
  return transport === 'inProcess'
    ? new URL('../testing/fixture/tool-host.ts', import.meta.url).href
    : built.module('tool-host');
}

async function open(own: readonly ToolRecord[] = [], load: LoadOptions = {}, transport: LocalKind = 'process') {
  const { manager } = await tunedManager({ runner: built.runner });
  const module = moduleFor(transport);
  const execute = createWorkerExecutePort({
    manager,
    hostModule: module,
    moduleOf: (tool) => (isolated.some(({ id }) => id === tool.id) ? { module } : undefined),
    load: { ...load, transport },
  });
  const tools = new ToolRegistry();
  for (const tool of [...isolated, ...own]) tools.addInline(tool);
  const call = (tool: string, rawInput: object, options: Partial<InvokeOptions> = {}) =>
    callTool({ tool, tools, rawInput, execute, ...options });
  return { manager, call };
}

/** Creates a tool of the host. */
function local(execute: (input: { readonly pid: number }, ctx: ToolInvokeContext) => unknown): ToolRecord {
  const inputSchema = { type: 'object', properties: { pid: { type: 'integer' } }, required: ['pid'] } as const;
  return defineTool({ id: 'local', description: 'Runs in the host', inputSchema, execute });
}

describe('a body in a worker has its host call another tool', () => {
  test.each(transportKinds)('over the transport %s', async (transport) => {
    const seen: unknown[] = [];
    const answers = local(({ pid }, ctx) => [pid === process.pid, ctx.depth, ctx.parent?.toolId]);
    const hook: ToolHook = { name: 'sees', onMetrics: ({ toolId }) => void seen.push(toolId) };
    const { call } = await open([answers], {}, transport);
    const isShared = transport === 'inProcess' || transport === 'thread';
    expect(await call('caller', { tool: 'local' }, { hooks: [hook] })).toMatchObject({
      ok: true,
      data: [isShared, 1, 'caller'],
    });
    expect(seen).toEqual(['local', 'caller']);
    expect(await call('caller', { tool: 'nobody' })).toMatchObject({ error: { type: 'NOT_FOUND' } });
  });

  test('that it brings along: its schema is asked where it is, and its body runs there', async () => {
    const { call } = await open();
    const answer = await call('lender', { text: ' a ' });
    expect(answer).toMatchObject({ ok: true, data: { text: 'a' } });
    expect(answer).not.toMatchObject({ data: { pid: process.pid } });
    expect(await call('lender', { text: 7 })).toMatchObject({ ok: false, error: { type: 'VALIDATION' } });
  });

  test('by its id where it has rules of its own, so that none is passed over', async () => {
    const { call } = await open();
    expect(await call('lender', { ruled: true, text: 'a' })).toMatchObject({ error: { type: 'NOT_FOUND' } });
  });

  test('even if that is itself, and its worker takes one call at a time', async () => {
    const { call } = await open([], { limits: { maxConcurrent: 1 } });
    expect(await call('recursive', { left: 3 })).toMatchObject({ ok: true, data: 'done' });
    expect(await call('recursive', { left: 9 })).toMatchObject({ error: { type: 'LOOP_DETECTED' } });
  });

  test('whose answer cannot travel, and learns of it', async () => {
    const { call } = await open([local(() => ({ later: () => 1 }))]);
    expect(await call('caller', { tool: 'local' })).toMatchObject({ ok: false, error: { type: 'INTERNAL' } });
  });
});

test('a worker that dies while its host calls another tool for it takes that call along, and none is made twice', async () => {
  let calls = 0;
  let aborted: unknown;
  const kills = local(async ({ pid }, { signal }) => {
    calls += 1;
    process.kill(pid, 'SIGKILL');
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
    });
    aborted = signal.aborted;
  });
  const { call } = await open([kills, { ...local(() => 'well'), id: 'well' }]);
  expect(await call('caller', { tool: 'local' })).toMatchObject({
    ok: false,
    error: { details: { code: 'WORKER_CRASHED' } },
  });
  await expect.poll(() => aborted).toBe(true);
  expect(calls).toBe(1);
  expect(await call('caller', { tool: 'well' })).toMatchObject({ ok: true, data: 'well' });
});

test('a worker on another machine has its host call another tool', async () => {
  const module = built.module('tool-host');
  const token = new Secret(randomUUID());
  const listener = await serveWorkers({
    tokens: [token],
    workers: {
      host: {
        transport: { kind: 'process', runner: built.runner },
        capability: { module, export: 'ToolHostCapability' },
      },
    },
  });
  const url = `ws://127.0.0.1:${listener.port}/worker/host`;
  const proxy = new RemoteCapabilityProxy({ instanceId: 'far', transport: { kind: 'webSocket', url, token } });
  await proxy.start({ module, tool: 'caller' });
  const parts = proxy.stream(callsLocal, { onInvoke: async ({ tool }) => ({ called: new Set([tool]) }) });
  expect(await parts.next()).toMatchObject({ value: { end: { value: { called: new Set(['local']) } } } });
  await proxy.stop();
  await listener.close();
});

test('a worker whose host calls no tools for it is told so', async () => {
  const module = built.module('tool-host');
  const capability = { module, export: 'ToolHostCapability' };
  const proxy = new RemoteCapabilityProxy({
    instanceId: 'alone',
    transport: transportSpec('process', built),
    capability,
  });
  await proxy.start({ module, tool: 'caller' });
  const parts = proxy.stream(callsLocal);
  expect(await parts.next()).toMatchObject({
    value: { end: { error: { message: expect.stringContaining('does not call tools') as string } } },
  });
  await proxy.stop();
});
