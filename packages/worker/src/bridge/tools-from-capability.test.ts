import { callTool, ToolRegistry, type Progress, type ToolRecord } from '@helve/core';
import { expect, test } from 'vitest';
import type { ManifestCode } from '../manifest/manifest.js';
import { JobQueue } from '../queue/job-queue.js';
import { tunedManager } from '../testing/tuned-manager.js';
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
    { name: 'stream' },
    { name: 'die' },
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
  expect(pick(tools, 'tuned.spend')).toMatchObject({
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

test('usage and attempts stand in the answer, and a crash is an error of a tool', async () => {
  const { manager, manifest } = await tunedManager({}, code);
  await manager.load(manifest, { restart: { baseMs: 1 } });
  const tools = toolsFromCapability({ instanceId: 'tuned' }, { manager });
  const spent = await callTool({ tool: pick(tools, 'tuned.spend'), rawInput: { tokens: 7 } });
  expect(spent).toMatchObject({ ok: true, meta: { worker: { attempts: 1, usage: { tokens: 7 } } } });
  const died = await callTool({ tool: pick(tools, 'tuned.die') });
  expect(died).toMatchObject({
    ok: false,
    error: { type: 'TRANSIENT', partialSideEffects: true, details: { code: 'WORKER_CRASHED' } },
  });
  expect(JSON.stringify(died)).not.toContain('last words');
});

test('a cancelled call answers at once, while a worker that does not heed is ended behind it', async () => {
  const { manager, manifest } = await tunedManager({}, code);
  const { pid } = await manager.load(manifest, { graceMs: 300 });
  const tools = toolsFromCapability({ instanceId: 'tuned' }, { manager });
  const stop = new AbortController();
  const call = callTool({ tool: pick(tools, 'tuned.hold'), rawInput: { deaf: true }, signal: stop.signal });
  setTimeout(() => stop.abort(), 100);
  const began = performance.now();
  expect(await call).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
  expect(performance.now() - began).toBeLessThan(300);
  expect(await manager.call('tuned', { action: 'pid' })).not.toBe(pid);
});

test('a tool that streams gives its chunks, and its queue admits it as a job', async () => {
  const { manager, manifest } = await tunedManager({}, code);
  await manager.load(manifest);
  const seen: Progress[] = [];
  const queue = new JobQueue(manager);
  const tools = toolsFromCapability({ instanceId: 'tuned' }, { manager, queue, streams: ['tuned.stream'] });
  const chunks: unknown[] = [];
  const streamed = await callTool({
    tool: pick(tools, 'tuned.stream'),
    rawInput: { to: 3 },
    onChunk: (chunk) => void chunks.push(chunk),
    onProgress: (progress) => seen.push(progress),
  });
  expect(streamed).toMatchObject({ ok: true, data: [1, 2, 3] });
  expect(chunks).toEqual([1, 2, 3]);
  const answer = await callTool({ tool: pick(tools, 'tuned.pid') });
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
