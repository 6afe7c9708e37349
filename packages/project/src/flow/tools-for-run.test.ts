import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTools } from '@helve/l10n';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResolvedConfig } from '../config/config-keys.js';
import { loadConfigIfAny } from '../config/load-config.js';
import { toolsForRun } from './tools-for-run.js';

let folder = '';
let usual: ResolvedConfig;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helve-tools-for-run-'));
  ({ config: usual } = await loadConfigIfAny(folder, undefined));
  const flow = (...tools: readonly string[]) => JSON.stringify({ name: 'A', steps: tools.map((tool) => ({ tool })) });
  await writeFile(join(folder, 'light.json'), flow('word-count', 'pseudo'));
  await writeFile(join(folder, 'mixed.json'), flow('word-count', 'qa-check'));
  await writeFile(join(folder, 'calls.json'), flow('pseudo-translate', 'call'));
  const layers = { '*': { steps: [{ tool: 'word-count' }] } };
  await writeFile(
    join(folder, 'layers.json'),
    JSON.stringify({ name: 'L', steps: [{ tool: 'layer-processor', config: { layers } }] }),
  );
  await writeFile(join(folder, 'torn.json'), '{ "name": ');
  await writeFile(
    join(folder, 'fork.json'),
    JSON.stringify({
      name: 'F',
      steps: [{ parallel: [{ steps: [{ tool: 'word-count' }] }, { steps: [{ tool: 'placeholder-check' }] }] }],
    }),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The names of the tools for a flow that is typed in the folder. */
async function forFlow(flow: string, config: Partial<ResolvedConfig> = {}, presets = {}) {
  const tools = await toolsForRun({ flow, cwd: folder }, { config: { ...usual, ...config }, folder, presets });
  return tools.map(({ name }) => name);
}

const everyName = (await loadTools()).map(({ name }) => name);

describe('toolsForRun', () => {
  test.each([
    ['pseudo-translate', ['pseudo-translate']],
    ['pseudo', ['pseudo-translate']],
    ['light.json', ['word-count', 'pseudo-translate']],
    ['mixed.json', ['word-count', 'qa-check']],
    ['fork.json', ['word-count', 'placeholder-check']],
  ])('%s needs the tools of its steps alone', async (flow, names) => {
    expect(await forFlow(flow)).toEqual(names);
  });

  test.each(['layers.json', 'calls.json', 'torn.json', 'missing.json', 'psuedo-translate'])(
    '%s may need any tool',
    async (flow) => {
      expect(await forFlow(flow)).toEqual(everyName);
    },
  );

  test('a flow of the project counts before a tool of the same name', async () => {
    await writeFile(join(folder, 'own.json'), JSON.stringify({ name: 'word-count', steps: [{ tool: 'qa-check' }] }));
    expect(await forFlow('word-count')).toEqual(['word-count']);
    expect(await forFlow('word-count', { flows: ['own.json'] })).toEqual(['qa-check']);
    const config = { ...usual, flows: ['own.json'] };
    const tools = await toolsForRun({ tools: ['word-count'] }, { config, folder, presets: {} });
    expect(tools.map(({ name }) => name)).toEqual(['word-count']);
  });

  test('tools with a preset of the project are there too', async () => {
    expect(await forFlow('pseudo', {}, { 'qa-check': {} })).toEqual(['pseudo-translate', 'qa-check']);
  });

  test('a project that brings tools has all of them', async () => {
    expect(await forFlow('pseudo', { plugins: ['./plugin.js'] })).toEqual(everyName);
    expect(await forFlow('pseudo', { tools: ['./tools.js'] })).toEqual(everyName);
  });

  test('without a run every tool is there', async () => {
    expect(await toolsForRun(undefined, { config: usual, folder, presets: {} })).toEqual(await loadTools());
  });
});
