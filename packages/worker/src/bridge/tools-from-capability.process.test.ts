import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import {
  callTool,
  executionOf,
  toContract,
  ToolRegistry,
  type Progress,
  type ToolHook,
  type ToolRecord,
} from '@helve/core';
import { expect, test } from 'vitest';
import { ADAPTER_FORMAT, type ManifestCode } from '../manifest/manifest.js';
import { JobQueue } from '../queue/job-queue.js';
import { isAlive, waitForExit } from '../testing/is-alive.js';
import { tunedManager, waitUntil } from '../testing/tuned-manager.js';
import type { ToolLoss } from './tool-schema.js';
import { toolsFromCapability } from './tools-from-capability.js';

const tokens = { type: 'object', properties: { tokens: { type: 'integer' } }, required: ['tokens'] } as const;
const code: Partial<ManifestCode> = {
  actions: [
    {
      name: 'pid',
      description: 'The process',
      input: { type: 'object' },
      policy: { sideEffects: 'none', idempotent: true },
    },
    { name: 'spend', input: tokens },
    { name: 'hold' },
    { name: 'stream', streams: 'list' },
    { name: 'die' },
    { name: 'dieOnce', input: { type: 'object' }, policy: { idempotent: true } },
    { name: 'shout', input: { type: 'object' } },
  ],
  structuralSurface: {
    methods: [{ name: 'hold', signature: 'hold(arg0)', params: ['arg0'], named: ['ms', 'deaf'] }],
    properties: [],
    attributes: [],
  },
};

function pick(tools: readonly ToolRecord[], id: string): ToolRecord {
  const tool = tools.find((one) => one.id === id);
  if (tool === undefined) throw new Error(`There is no tool "${id}"`);
  return tool;
}

test('every action becomes a tool with its schema, its policy and a name that models accept', async () => {
  const { manager, manifest } = await tunedManager({}, code);
  const losses: ToolLoss[] = [];
  const tools = toolsFromCapability(manifest, { manager, onLoss: (loss) => losses.push(loss) });
  expect(tools.map(({ id, name }) => [id, name]).slice(0, 2)).toEqual([
    ['tuned.pid', 'tuned_pid'],
    ['tuned.spend', 'tuned_spend'],
  ]);
  expect(pick(tools, 'tuned.pid')).toMatchObject({
    description: 'The process',
    policy: { sideEffects: 'none', idempotent: true },
  });
  expect(toContract(pick(tools, 'tuned.spend'))).toMatchObject({
    inputSchema: tokens,
    policy: { sideEffects: 'writes', idempotent: false },
  });
  expect(pick(tools, 'tuned.hold').inputSchema).toMatchObject({ properties: { ms: {}, deaf: {} } });
  expect(losses.map(({ toolId }) => toolId)).toEqual(['tuned.hold', 'tuned.stream', 'tuned.die']);
  expect(pick(tools, 'tuned.stream').noSchemaMode).toBe('human-approval');
  const registry = new ToolRegistry();
  for (const tool of tools) registry.addValidated(tool);
});

test('a manifest loads on first use, and its tools answer through callTool', async () => {
  const { manager, manifest } = await tunedManager({}, code);
  const tools = toolsFromCapability(manifest, { manager });
  expect(manager.instances()).toEqual([]);
  const [a, b] = await Promise.all([1, 2].map(() => callTool({ tool: pick(tools, 'tuned.pid') })));
  expect(a).toMatchObject({ ok: true, data: manager.instances()[0]?.pid });
  expect(b).toMatchObject({ ok: true });
  expect(manager.instances()).toHaveLength(1);
  const refused = await callTool({ tool: pick(tools, 'tuned.spend'), rawInput: {} });
  expect(refused).toMatchObject({ ok: false, error: { type: 'VALIDATION' } });
});

test('usage and attempts stand in the answer and where the trail finds them, and a crash is an error of a tool', async () => {
  const { manager, manifest, folder } = await tunedManager({}, code);
  await manager.load(manifest, { restart: { baseMs: 1 } });
  const tools = toolsFromCapability({ instanceId: 'tuned' }, { manager });
  const facts: unknown[] = [];
  const hooks: ToolHook[] = [{ name: 'look', asksPeople: true, willAudit: (ctx) => void facts.push(executionOf(ctx)) }];
  const spent = await callTool({ tool: pick(tools, 'tuned.spend'), rawInput: { tokens: 7 }, hooks });
  expect(spent).toMatchObject({
    ok: true,
    meta: { worker: { callId: expect.any(String) as string }, usage: { tokens: 7 } },
  });
  expect(spent.meta).not.toHaveProperty('attempts');
  const once = { rawInput: { file: join(folder, 'once') }, hooks };
  const replayed = await callTool({ tool: pick(tools, 'tuned.dieOnce'), ...once });
  expect(replayed).toMatchObject({ ok: true, data: 2, meta: { attempts: 2 } });
  const died = await callTool({ tool: pick(tools, 'tuned.die'), hooks });
  expect(facts).toMatchObject([{ attempts: 1, usage: { tokens: 7 } }, { attempts: 2 }, { attempts: 1, usage: {} }]);
  expect(died).toMatchObject({
    ok: false,
    error: { type: 'TRANSIENT', partialSideEffects: true, details: { code: 'WORKER_CRASHED' } },
  });
  expect(JSON.stringify(died)).not.toContain('last words');
});

test('the methods of adapters that fit are tools too, before and after their capability is loaded', async () => {
  const surface = { methods: [{ name: 'pid', signature: 'pid()', params: [] }], properties: [], attributes: [] };
  const searchPaths: string[] = [];
  const { manager, manifest, folder } = await tunedManager({ searchPaths }, { structuralSurface: surface });
  const adapter = {
    format: ADAPTER_FORMAT,
    name: 'tuned#PidAdapter',
    version: '1.0.0',
    taskName: 'process',
    module: manifest.code.module ?? '',
    export: 'PidAdapter',
    protocolMembers: { methods: [{ name: 'pid' }], properties: [] },
    methods: [{ name: 'identify', signature: 'identify(arg0)', params: ['arg0'], named: ['label'] }],
  } as const;
  await writeFile(join(folder, 'pid.adapter.json'), JSON.stringify(adapter));
  searchPaths.push(folder);
  const unfit = {
    ...adapter,
    name: 'x#Other',
    taskName: 'other',
    protocolMembers: { methods: [{ name: 'fly' }], properties: [] },
  };
  const options = { manager, load: { drift: false }, adapters: [adapter, unfit] } as const;
  const tools = toolsFromCapability(manifest, options);
  expect(tools.map(({ id, name }) => [id, name])).toEqual([['tuned.process.identify', 'tuned_process_identify']]);
  const tool = pick(tools, 'tuned.process.identify');
  expect(tool.inputSchema).toMatchObject({ properties: { label: {} }, additionalProperties: false });
  const answer = await callTool({ tool, rawInput: { label: 'number' } });
  expect(answer).toMatchObject({ ok: true, data: `number ${manager.instances()[0]?.pid}` });
  const loaded = toolsFromCapability({ instanceId: 'tuned' }, options);
  expect(pick(loaded, 'tuned.process.identify').inputSchema).toEqual(tool.inputSchema);
});

test('R16 a secret shows neither in the answer of a tool nor in what its hooks see of a failure', async () => {
  const { manager, manifest } = await tunedManager({}, code);
  const canary = 'canary-5d0b "4e1/7a" ß';
  await manager.setSecret('tuned', 'TUNED_TOKEN', canary);
  await manager.load(manifest);
  const tools = toolsFromCapability({ instanceId: 'tuned' }, { manager });
  const seen: unknown[] = [];
  const hooks: ToolHook[] = [
    { name: 'look', asksPeople: true, willAudit: ({ error }) => void seen.push(inspect(error, { depth: 9 })) },
  ];
  const told: Progress[] = [];
  const answer = await callTool({
    tool: pick(tools, 'tuned.shout'),
    hooks,
    exposeMessages: true,
    onProgress: (progress) => told.push(progress),
  });
  const all = JSON.stringify([answer, seen, told]);
  expect(answer.ok).toBe(false);
  expect(seen.join()).toContain('with [secret]');
  for (const form of [canary, JSON.stringify(canary).slice(1, -1), encodeURIComponent(canary), btoa('canary-5d0b')])
    expect(all.includes(form)).toBe(false);
});

test('a cancelled call answers at once, while a worker that does not heed is ended behind it', async () => {
  const { manager, manifest } = await tunedManager({}, code);
  const { pid } = await manager.load(manifest, { graceMs: 2000, limits: { maxConcurrent: 2 } });
  const tools = toolsFromCapability({ instanceId: 'tuned' }, { manager });
  const stop = new AbortController();
  const call = callTool({ tool: pick(tools, 'tuned.hold'), rawInput: { deaf: true }, signal: stop.signal });
  await waitUntil(
    () => manager.instances()[0]?.inFlight,
    (inFlight) => inFlight === 1,
  );
  // The worker has started the first call when it answers a second one.
  await manager.call('tuned', { action: 'pid' });
  stop.abort();
  expect(await call).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
  expect(isAlive(Number(pid))).toBe(true);
  await waitForExit([Number(pid)]);
  expect(await manager.call('tuned', { action: 'pid' })).not.toBe(pid);
});

const approves: ToolHook = { name: 'approves', asksPeople: true };

test('a tool that streams gives its chunks, and its queue admits it as a job', async () => {
  const { manager, manifest } = await tunedManager({}, code);
  await manager.load(manifest);
  const seen: Progress[] = [];
  const queue = new JobQueue(manager);
  const tools = toolsFromCapability({ instanceId: 'tuned' }, { manager, queue });
  const chunks: unknown[] = [];
  const streamed = await callTool({
    tool: pick(tools, 'tuned.stream'),
    rawInput: { to: 3 },
    // Its actions have no schemas, so that their calls need approval.
    hooks: [approves],
    onChunk: (chunk) => void chunks.push(chunk),
    onProgress: (progress) => seen.push(progress),
  });
  expect(streamed).toMatchObject({ ok: true, data: [1, 2, 3] });
  expect(chunks).toEqual([1, 2, 3]);
  const answer = await callTool({ tool: pick(tools, 'tuned.pid'), hooks: [approves] });
  expect(answer).toMatchObject({ ok: true, data: manager.instances()[0]?.pid });
});

test('two actions with one name, or a name that is too long, are errors', async () => {
  const { manager, manifest } = await tunedManager();
  const withActions = (...names: string[]) => ({
    ...manifest,
    code: { ...manifest.code, actions: names.map((name) => ({ name })) },
  });
  expect(() => toolsFromCapability(withActions('a.b', 'a_b'), { manager })).toThrow(
    '"tuned.a.b" has the name "tuned_a_b"',
  );
  expect(() => toolsFromCapability(withActions('x'.repeat(60)), { manager })).toThrow('longer than 64');
});
