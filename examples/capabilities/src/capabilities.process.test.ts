import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callTool } from '@helve/core';
import { createBlock, runsText } from '@helve/flow';
import { readParts, writeParts } from '@helve/flow/content';
import { readReply, readServedTools } from '@helve/flow/engine';
import {
  CapabilityManager,
  discoverManifests,
  introspectAdapter,
  introspectCapability,
  RemoteCapabilityProxy,
  toolsFromCapability,
  writeManifest,
  type CapabilityManifest,
} from '@helve/worker/host';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { EmojiTools } from './emoji-tools.js';
import { Graph } from './graph.js';
import { RuleTagger } from './rule-tagger.js';
import { StatisticsTagger } from './statistics-tagger.js';
import { TagText } from './tag-text.js';

const root = join(import.meta.dirname, '..', '..', '..');
const recorded = join(import.meta.dirname, '..', 'manifest');
const text = 'The refund for the lost luggage: luggage, luggage, and no refund';
const classes = {
  'rule-tagger': { capabilityClass: RuleTagger, export: 'RuleTagger' },
  'statistics-tagger': { capabilityClass: StatisticsTagger, export: 'StatisticsTagger' },
  graph: { capabilityClass: Graph, export: 'Graph' },
  'emoji-tools': { capabilityClass: EmojiTools, export: 'EmojiTools' },
};

let dist: string;
let scratch: string;
const built = (name: string) => join(dist, `${name}.mjs`);

/** Processes cannot run the sources, so they are built once: the capabilities, and what runs them. */
beforeAll(async () => {
  const cache = join(root, 'node_modules', '.cache', 'helve');
  await mkdir(cache, { recursive: true });
  dist = await mkdtemp(join(cache, 'capabilities-'));
  scratch = await mkdtemp(join(tmpdir(), 'helve-capabilities-'));
  const modules = [...Object.keys(classes), 'tag-text'].map((name) => [name, join(import.meta.dirname, `${name}.ts`)]);
  await build({
    entryPoints: { ...Object.fromEntries(modules), runner: join(root, 'packages/worker/src/runner.ts') },
    outdir: dist,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    outExtension: { '.js': '.mjs' },
    alias: {
      '@helve/core': join(root, 'packages/core/src/index.ts'),
      '@helve/core/options': join(root, 'packages/core/src/options.ts'),
      '@helve/flow': join(root, 'packages/flow/src/index.ts'),
      '@helve/worker': join(root, 'packages/worker/src/index.ts'),
    },
  });
  for (const name of Object.keys(classes)) {
    await writeManifest(join(dist, `${name}.capability.json`), await manifestOf(name as keyof typeof classes));
  }
  const adapter = introspectAdapter(TagText, { module: './tag-text.mjs', export: 'TagText' });
  await writeManifest(join(dist, 'tag-text.adapter.json'), adapter);
}, 60_000);

afterAll(async () => {
  await rm(dist, { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true });
});

function manifestOf(name: keyof typeof classes): Promise<CapabilityManifest> {
  const { capabilityClass, export: exported } = classes[name];
  return introspectCapability(capabilityClass, { module: `./${name}.mjs`, export: exported });
}

function openManager(dataDir?: string): CapabilityManager {
  const manager = new CapabilityManager({
    runner: built('runner'),
    searchPaths: [dist],
    hostEnv: { PATH: process.env['PATH'] },
    ...(dataDir === undefined ? {} : { directories: { dataDir } }),
  });
  onTestFinished(() => manager.close());
  return manager;
}

test('one task is served by two capabilities, and whoever calls it changes only the name', async () => {
  const manager = openManager();
  const request = { task: 'tag', method: 'tag', args: { text } };
  await manager.load('rule-tagger');
  await manager.load('statistics-tagger');
  expect(await manager.call('rule-tagger', request)).toEqual({
    tags: ['travel', 'money', 'trouble'],
    by: 'rule-tagger',
  });
  expect(await manager.call('statistics-tagger', request)).toEqual({
    tags: ['luggage', 'refund', 'lost'],
    by: 'statistics-tagger',
  });
});

test('the adapter takes either tagger without a worker too, which its type checks', () => {
  const [rules, statistics] = [new RuleTagger(), new StatisticsTagger()];
  rules.initialize();
  expect(new TagText(rules).tag({ text, limit: 1 }).tags).toEqual(['travel']);
  expect(new TagText(statistics).tag({ text, limit: 1 }).tags).toEqual(['luggage']);
});

test('the adapter fits both taggers and not the graph, before any of them is loaded', async () => {
  const manager = openManager();
  const verdict = async (name: string) => [...(await manager.matchAdapters(name)).values()][0];
  expect(await verdict('rule-tagger')).toMatchObject({ compatible: true });
  expect(await verdict('statistics-tagger')).toMatchObject({ compatible: true });
  expect(await verdict('graph')).toMatchObject({ compatible: false, missingMethods: ['candidates'] });
  expect(manager.instances()).toEqual([]);
});

test('a stream of the task gives one answer per text', async () => {
  const manager = openManager();
  await manager.load('rule-tagger', { config: { rules: { pet: ['cat', 'dog'] } } });
  const tagged: unknown[] = [];
  const args = { texts: ['A cat', 'Nothing', 'Dogs and a DOG'] };
  for await (const one of manager.stream('rule-tagger', { task: 'tag', method: 'tagAll', args })) tagged.push(one);
  expect(tagged.map((one) => (one as { tags: string[] }).tags)).toEqual([['pet'], [], ['pet']]);
});

test('a tagger is configured while it runs, and refuses what its schema does not allow', async () => {
  const manager = openManager();
  const { pid } = await manager.load('statistics-tagger');
  await expect(manager.update('statistics-tagger', { minLength: 0 })).rejects.toMatchObject({
    code: 'CONFIG',
    fieldsInvalid: ['/minLength'],
  });
  await manager.update('statistics-tagger', { ignore: ['luggage'] });
  const answer = await manager.call('statistics-tagger', { task: 'tag', method: 'tag', args: { text, limit: 1 } });
  expect(answer).toMatchObject({ tags: ['refund'] });
  expect(manager.instances()[0]?.pid).toBe(pid);
});

test('the graph finds neighbours and a shortest path, and outlives its worker', async () => {
  const manager = openManager(join(scratch, 'outlives'));
  const before = await manager.load('graph');
  const act = (action: string, args: Record<string, unknown>) => manager.call('graph', { action, args });
  for (const id of ['a', 'b', 'c', 'd', 'alone']) await act('addNode', { id, label: id.toUpperCase() });
  const edges = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
    ['a', 'c'],
    ['d', 'a'],
  ] as const;
  for (const [from, to] of edges) expect(await act('addEdge', { from, to })).toEqual({ added: true });
  expect(await act('addEdge', { from: 'a', to: 'b' })).toEqual({ added: false });
  const after = await manager.reload('graph');
  expect(after.pid).not.toBe(before.pid);
  expect(await act('path', { from: 'a', to: 'd' })).toEqual({ path: ['a', 'c', 'd'] });
  expect(await act('path', { from: 'a', to: 'a' })).toEqual({ path: ['a'] });
  expect(await act('path', { from: 'a', to: 'alone' })).toEqual({ path: null });
  expect(await act('neighbours', { id: 'a', direction: 'out' })).toEqual([
    { id: 'b', label: 'B', kind: 'related' },
    { id: 'c', label: 'C', kind: 'related' },
  ]);
  expect(await act('neighbours', { id: 'a' })).toHaveLength(3);
});

test('the graph says which argument is wrong, with the class of its error', async () => {
  const manager = openManager();
  await manager.load('graph');
  const act = (action: string, args: Record<string, unknown>) => manager.call('graph', { action, args });
  await expect(act('addNode', { id: '' })).rejects.toMatchObject({ code: 'INPUT', fieldsInvalid: ['id'] });
  await act('addNode', { id: 'a' });
  await expect(act('addEdge', { from: 'a', to: 'b' })).rejects.toMatchObject({ code: 'INPUT', fieldsInvalid: ['to'] });
  await expect(act('nieghbours', {})).rejects.toThrow('"neighbours"');
});

test('the graph moves to another file when its configuration says so, in the same process', async () => {
  const manager = openManager(join(scratch, 'moves'));
  const { pid } = await manager.load('graph');
  await manager.call('graph', { action: 'addNode', args: { id: 'a' } });
  await manager.update('graph', { file: 'other.db' });
  const neighbours = () => manager.call('graph', { action: 'neighbours', args: { id: 'a' } });
  await expect(neighbours()).rejects.toMatchObject({ fieldsInvalid: ['id'] });
  await manager.update('graph', {}, { unset: ['file'] });
  expect(await neighbours()).toEqual([]);
  expect(manager.instances()[0]?.pid).toBe(pid);
});

test('the actions of the graph are tools, with the schemas that it declares', async () => {
  const manager = openManager();
  await manager.load('graph');
  const tools = toolsFromCapability({ instanceId: 'graph' }, { manager });
  const ids = tools.map(({ id }) => id);
  expect(ids.toSorted()).toEqual(['graph.addEdge', 'graph.addNode', 'graph.neighbours', 'graph.path']);
  const addNode = tools.find(({ id }) => id === 'graph.addNode');
  if (addNode === undefined) throw new Error('there is no such tool');
  expect(await callTool({ tool: addNode, rawInput: { id: 'a' } })).toMatchObject({ ok: true, data: { id: 'a' } });
  const refused = await callTool({ tool: addNode, rawInput: { id: 1 } });
  expect(refused).toMatchObject({ ok: false, error: { type: 'VALIDATION' } });
});

test('the emoji tools serve a flow tool: its contract, and batches of parts both ways', async () => {
  const manager = openManager();
  await manager.load('emoji-tools');
  const described = await manager.call('emoji-tools', { action: 'flow.describe' });
  const [served] = readServedTools(described, 'emoji-tools');
  expect(served).toMatchObject({ meta: { id: 'emoji-strip', capability: 'transform' }, schema: { type: 'object' } });
  const texts = ['Well done 🎉', 'Keep ❤️ and 👩🏽‍🚀 going', '© 2026'];
  const blocks = texts.map((source, index) => createBlock({ id: `${index}`, sourceLocale: 'en', source }));
  let parts = '';
  for await (const line of writeParts(blocks.map((block) => ({ kind: 'block', block }) as const))) parts += line;
  const batch = {
    tool: 'emoji-strip',
    config: { keep: ['❤️'] },
    locales: { source: 'en', all: ['en'] },
    document: 'd',
  };
  const request = { action: 'flow.process', args: { ...batch, parts } };
  const reply = readReply(await manager.call('emoji-tools', request), 'emoji-tools');
  const back: string[] = [];
  for await (const part of readParts([reply.parts])) if (part.kind === 'block') back.push(runsText(part.block.source));
  expect(back).toEqual(['Well done', 'Keep ❤️ and going', '© 2026']);
  expect(reply.report).toEqual([{ emoji: 1 }, { emoji: 1 }]);
});

test('a capability runs behind a proxy as it does without one', async () => {
  const direct = new Graph();
  direct.initialize();
  const remote = new RemoteCapabilityProxy({
    instanceId: 'graph',
    transport: { kind: 'process', runner: built('runner') },
    capability: { module: built('graph'), export: 'Graph' },
  });
  await remote.start();
  try {
    for (const graph of [direct, remote]) {
      expect([graph.name, graph.version]).toEqual(['graph', '1.0.0']);
      expect(await graph.dispatchToAction('addNode', { id: 'a' })).toEqual({ id: 'a' });
      expect(await graph.dispatchToAction('path', { from: 'a', to: 'a' })).toEqual({ path: ['a'] });
      expect(await graph.getCurrentConfig()).toEqual({ file: 'graph.db', maxSteps: 32 });
    }
  } finally {
    await remote.stop();
    direct.cleanup();
  }
});

/** `UPDATE_MANIFESTS=1` records them anew. */
test('the manifests in the folder say what the classes say', async () => {
  const written = (name: string) => join(recorded, `${name}.capability.json`);
  if (process.env['UPDATE_MANIFESTS'] === '1') await recordAll(written);
  const { capabilities, adapters, broken } = await discoverManifests([recorded]);
  expect([capabilities.length, adapters.length, broken]).toEqual([4, 1, []]);
  for (const name of Object.keys(classes)) {
    const known = JSON.parse(await readFile(written(name), 'utf8')) as CapabilityManifest;
    const now = await manifestOf(name as keyof typeof classes);
    expect(known.code.configSchema).toEqual(now.code.configSchema);
    expect(known.code.actions).toEqual(now.code.actions);
    expect(known.witness?.ownSurfaceHash).toBe(now.witness?.ownSurfaceHash);
  }
});

async function recordAll(written: (name: string) => string): Promise<void> {
  await mkdir(recorded, { recursive: true });
  for (const [name, { capabilityClass, export: exported }] of Object.entries(classes)) {
    const module = `../dist/${name}.js`;
    await writeManifest(written(name), await introspectCapability(capabilityClass, { module, export: exported }));
  }
  const adapter = introspectAdapter(TagText, { module: '../dist/tag-text.js', export: 'TagText' });
  await writeManifest(join(recorded, 'tag-text.adapter.json'), adapter);
}
