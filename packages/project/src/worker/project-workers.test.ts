import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defineTool } from '@helve/core';
import { expect, onTestFinished, test } from 'vitest';
import { createLazyStore } from '../caller/lazy-store.js';
import { registerTools } from '../registry/register-tools.js';
import { openProjectWorkers, withCapabilities } from './project-workers.js';

const manifest = {
  format: 'helve.capability/1',
  code: {
    name: 'slug',
    version: '1.0.0',
    description: 'Makes addresses of titles',
    runtime: 'node',
    module: './absent.js',
    actions: [{ name: 'slugify', input: { type: 'object' } }],
  },
};
const slugFile = join('capabilities', 'slug', 'capability.json');

async function workersOf(files: Readonly<Record<string, unknown>>, paths?: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'helve-workers-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), JSON.stringify(content));
  }
  const configFile = join(folder, 'helve.config.json');
  const kept = createLazyStore({ path: ':memory:' }, configFile);
  let opened = 0;
  const store = { ...kept, open: () => ((opened += 1), kept.open()) };
  const config = { workers: paths === undefined ? {} : { paths } };
  const workers = await openProjectWorkers({ config, configFile, env: {}, store });
  onTestFinished(async () => {
    await workers.close();
    await kept.close();
  });
  return { ...workers, openedStores: () => opened };
}

test('a project without a folder of capabilities has no tools of any', async () => {
  expect(await workersOf({})).toMatchObject({ tools: [], remarks: [] });
});

test('the tools of capabilities are known from their manifests, and nothing is opened for that', async () => {
  const { tools, openedStores } = await workersOf({ [slugFile]: manifest });
  expect(tools).toMatchObject([{ tool: { id: 'slug.slugify', version: '1.0.0' }, kind: 'capability', from: slugFile }]);
  expect(openedStores()).toBe(0);
});

test('the config says where the capabilities of a project are, and what cannot be read is a remark', async () => {
  const files = { [slugFile]: manifest, 'units/broken/capability.json': { format: 'helve.capability/1' } };
  const { tools, remarks } = await workersOf(files, ['units']);
  expect(tools).toEqual([]);
  expect(remarks).toEqual([expect.stringContaining(join('units', 'broken'))]);
});

test('the workers of a project are begun once, and all get the same', async () => {
  const { open, openedStores } = await workersOf({ [slugFile]: manifest });
  const [first, second] = await Promise.all([open(), open()]);
  expect([first === second, openedStores()]).toEqual([true, 1]);
});

test('withCapabilities adds the tools whose ids are free, and tells of the others', async () => {
  const workers = await workersOf({ [slugFile]: manifest });
  const registered = (id: string) => {
    const tool = defineTool({ id, description: 'Mine', inputSchema: { type: 'object' }, execute: () => 'mine' });
    return registerTools([{ tool, kind: 'record', from: 'tools[0]' }], 'helve.config.json');
  };
  const beside = withCapabilities(registered('other'), workers, 'helve.config.json');
  expect([beside.tools.list().map(({ id }) => id), beside.remarks]).toEqual([['other', 'slug.slugify'], []]);
  const hidden = withCapabilities(registered('slug.slugify'), workers, 'helve.config.json');
  expect(hidden.origins.get('slug.slugify')?.from).toBe('tools[0]');
  expect(hidden.remarks).toEqual([expect.stringContaining(`"slug.slugify" of ${slugFile} is left out`)]);
});
