import { join } from 'node:path';
import { callTool, digest, toContract, type Progress } from '@helve/core';
import { expect, onTestFinished, test } from 'vitest';
import { CapabilityError } from '../error/capability-error.js';
import { CapabilityFatalError } from '../error/fatal-errors.js';
import { CapabilityInputError } from '../error/input-errors.js';
import { CapabilityCancelledError, WorkerCrashedError } from '../error/transient-errors.js';
import { CapabilityManager } from '../manager/capability-manager.js';
import type { LoadOptions } from '../manager/load-options.js';
import { toolsFromCapability } from '../bridge/tools-from-capability.js';
import { builtRunner } from '../testing/built-runner.js';
import { failureOf } from '../testing/contract/contract-bench.js';
import { isAlive, waitForExit } from '../testing/is-alive.js';
import { waitUntil } from '../testing/tuned-manager.js';
import { MCP_DEFINITIONS, MCP_READ } from './mcp-stdio-capability.js';
import { introspectMcpServer } from './introspect-mcp-server.js';
import { createMcpStdioRuntime } from './mcp-stdio-runtime.js';

const built = await builtRunner('mcp-host');
const script = join(import.meta.dirname, '..', 'testing', 'fixture', 'mcp-server.mjs');
const env = { PATH: '/usr/bin:/bin' };
const manifest = await introspectMcpServer({
  name: 'fixture',
  version: '3.0.0',
  description: 'A server of somebody else',
  command: [process.execPath, script],
  env,
});

async function host(options: LoadOptions = {}) {
  const manager = new CapabilityManager({
    runner: built.runner,
    hostEnv: env,
    runtimes: { 'mcp-stdio': createMcpStdioRuntime(built.module('mcp-host')) },
  });
  onTestFinished(() => manager.close());
  await manager.load(manifest, { limits: { maxConcurrent: 4 }, ...options });
  const call = (action: string, args: Record<string, unknown> = {}) => manager.call('fixture', { action, args });
  return { manager, call };
}

test('a server becomes a manifest: its tools are actions with their schemas and annotations', () => {
  expect(manifest.code).toMatchObject({ runtime: 'mcp-stdio', command: [process.execPath, script] });
  const add = manifest.code.actions?.find(({ name }) => name === 'add');
  expect(add).toMatchObject({
    description: 'Adds two numbers',
    input: { required: ['a', 'b'] },
    output: { properties: { sum: { type: 'number' } } },
    annotations: { readOnlyHint: true },
  });
});

test('its tools answer as actions: structured content, else the only text, else all content', async () => {
  const { manager, call } = await host();
  expect(manager.instances()[0]).toMatchObject({
    capability: 'fixture',
    version: '3.0.0',
    drift: { surface: { drifted: false } },
  });
  expect(await call('add', { a: 1, b: 2 })).toEqual({ sum: 3 });
  expect(await call('shout', { said: 'hi' })).toBe('HI');
  expect(await call('several')).toEqual([
    { type: 'text', text: 'one' },
    { type: 'text', text: 'two' },
  ]);
});

test('its errors are typed: what the tool says, what it was given, what it does not have', async () => {
  const { call } = await host();
  const failed = await failureOf(call('fail'));
  expect(failed).toBeInstanceOf(CapabilityFatalError);
  expect(failed).toMatchObject({ message: 'out of paper' });
  const refused = await failureOf(call('add', { a: 'one' }));
  expect(CapabilityError.is(refused)).toBe(true);
  expect(String(refused)).toContain('a');
  const unknown = await failureOf(call('shoot'));
  expect(unknown).toBeInstanceOf(CapabilityInputError);
  expect(unknown).toMatchObject({ fieldsInvalid: ['action'], message: expect.stringContaining('shout') as string });
});

test('its progress is shown while it runs, and a cancel reaches the server', async () => {
  const { manager, call } = await host();
  const seen: string[] = [];
  const slow = (steps: number, signal?: AbortSignal) =>
    manager.call(
      'fixture',
      { action: 'slow', args: { steps } },
      { onProgress: ({ progress, message }) => seen.push(`${progress} ${message}`), ...(signal && { signal }) },
    );
  await slow(4);
  expect(seen).toContain('0.5 step 2');
  const lines: string[] = [];
  manager.instance('fixture').supervisor.proxy?.observe({ onOutput: ({ text }) => void lines.push(text) });
  const stop = new AbortController();
  const steps = seen.length;
  const cancelled = failureOf(slow(1000, stop.signal));
  await waitUntil(
    () => seen.length,
    (length) => length > steps,
  );
  stop.abort('enough');
  expect(await cancelled).toBeInstanceOf(CapabilityCancelledError);
  await waitUntil(
    () => lines,
    (all) => all.includes('the server heard the cancel'),
  );
  expect(await call('shout', { said: 'still here' })).toBe('STILL HERE');
});

test('a server that knows only the protocol of today is spoken with in it', async () => {
  const today = join(import.meta.dirname, '..', 'testing', 'fixture', 'mcp-today-server.mjs');
  const command = [process.execPath, today];
  const described = await introspectMcpServer({ name: 'today', version: '1.0.0', description: 'x', command, env });
  const { manager } = await host();
  await manager.load(described);
  expect(await manager.call('today', { action: 'echo', args: { said: 'hi' } })).toBe('hi');
});

test('a server that ends is a crash of its worker, with its last words, and is started again', async () => {
  const { call } = await host({ restart: { baseMs: 1 } });
  const error = await failureOf(call('die'));
  expect(error).toBeInstanceOf(WorkerCrashedError);
  expect(error).toMatchObject({ lastStderr: expect.stringContaining('the server gives up') as string });
  expect(await call('shout', { said: 'again' })).toBe('AGAIN');
});

test('the server and what it started end with the worker', async () => {
  const { manager, call } = await host();
  const pids = JSON.parse(String(await call('pids'))) as number[];
  await manager.unload('fixture');
  await waitForExit(pids);
  expect(pids.filter(isAlive)).toEqual([]);
});

test('new tools can be called at once and show as drift of the surface', async () => {
  const { manager, call } = await host();
  const proxy = manager.instance('fixture').supervisor.proxy;
  const logs: string[] = [];
  proxy?.observe({ onLog: ({ message }) => void logs.push(message) });
  await call('grow');
  await waitUntil(
    () => logs,
    (all) => all.some((line) => line.includes('1 new')),
  );
  expect(await call('grown')).toBe('new');
  const surface = (await proxy?.structuralSurface()) as { methods: { name: string }[] };
  expect(surface.methods.map(({ name }) => name)).toContain('grown');
  const { code } = manifest;
  const older = {
    ...manifest,
    code: { ...code, name: 'older', structuralSurface: { ...surface, methods: [] } as never },
  };
  const { witness: _, ...unwitnessed } = older;
  expect((await manager.load(unwitnessed)).drift.surface).toMatchObject({ drifted: true });
});

test('it tells the definitions of the server as they are now, and only to who does not know them', async () => {
  const { call } = await host();
  const names = async () => ((await call(MCP_DEFINITIONS)) as { name: string }[]).map(({ name }) => name);
  expect(await names()).toContain('shout');
  const known = digest(await call(MCP_DEFINITIONS));
  expect(await call(MCP_DEFINITIONS, { known })).toBeNull();
  expect(await names()).not.toContain('grown');
  await call('grow');
  await waitUntil(names, (all) => all.includes('grown'));
  expect(await call(MCP_DEFINITIONS, { known })).not.toBeNull();
});

test('it reads resources of the server', async () => {
  const { call } = await host();
  const uri = 'ui://fixture/face.html';
  expect(await call(MCP_READ, { uri })).toMatchObject({ contents: [{ uri, text: '<p>Hi</p>' }] });
  expect(CapabilityError.is(await failureOf(call(MCP_READ, { uri: 'ui://fixture/other' })))).toBe(true);
});

test('the server sees what was composed for its worker, and nothing of the wire', async () => {
  const withEnv = { ...manifest, install: { envVars: { FIXTURE_TONE: 'warm' } } };
  const manager = new CapabilityManager({
    runner: built.runner,
    hostEnv: { ...env, STRAY: 'of the host' },
    runtimes: { 'mcp-stdio': createMcpStdioRuntime(built.module('mcp-host')) },
  });
  onTestFinished(() => manager.close());
  await manager.load(withEnv);
  const read = (name: string) => manager.call('fixture', { action: 'env', args: { name } });
  expect(await read('FIXTURE_TONE')).toBe('warm');
  expect(await read('STRAY')).toBe('absent');
  expect(await read('HELVE_MCP_SERVER')).toBe('absent');
});

test('its tools run through the governed line, with the schemas of the server', async () => {
  const { manager } = await host();
  const tools = toolsFromCapability(manifest, { manager });
  const add = tools.find(({ id }) => id === 'fixture.add');
  if (add === undefined) throw new Error('There is no tool "fixture.add"');
  expect(toContract(add)).toMatchObject({
    name: 'fixture_add',
    policy: { sideEffects: 'writes' },
    annotations: { readOnlyHint: true },
  });
  expect(await callTool({ tool: add, rawInput: { a: 1, b: 2 } })).toMatchObject({ ok: true, data: { sum: 3 } });
  expect(await callTool({ tool: add, rawInput: { a: 'x' } })).toMatchObject({
    ok: false,
    error: { type: 'VALIDATION' },
  });
  const busy = tools.find(({ id }) => id === 'fixture.busy');
  expect(await callTool({ tool: busy ?? add })).toMatchObject({
    ok: false,
    error: { type: 'RATE_LIMIT', message: 'not now', retryable: true, retryAfterMs: 700 },
  });
  const slow = tools.find(({ id }) => id === 'fixture.slow');
  const seen: Progress[] = [];
  await callTool({ tool: slow ?? add, rawInput: { steps: 2 }, onProgress: (progress) => void seen.push(progress) });
  expect(seen.at(-1)).toMatchObject({ done: 1, total: 1, message: 'step 2' });
});

test('a server that cannot be started, and a manifest without a command, fail the load and leave nothing', async () => {
  const { manager } = await host();
  const command = ['/no/such/server'];
  const missing = { ...manifest, code: { ...manifest.code, name: 'missing', command } };
  expect(await failureOf(manager.load(missing))).toBeInstanceOf(CapabilityInputError);
  const brief = { ...manifest, code: { ...manifest.code, name: 'brief', command: ['/bin/true'] } };
  expect(await failureOf(manager.load(brief))).toMatchObject({
    message: expect.stringContaining('Cannot start the server "brief": it has ended') as string,
  });
  const { command: _, ...code } = manifest.code;
  expect(await failureOf(manager.load({ ...manifest, code: { ...code, name: 'empty' } }))).toBeInstanceOf(Error);
  expect(manager.instances().map(({ id }) => id)).toEqual(['fixture']);
});
