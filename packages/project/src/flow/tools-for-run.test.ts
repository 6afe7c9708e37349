import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allTools } from '@helve/l10n';
import { lightTools } from '@helve/l10n/run';
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
  await writeFile(join(folder, 'torn.json'), '{ "name": ');
  await writeFile(
    join(folder, 'fork.json'),
    JSON.stringify({ name: 'F', steps: [{ parallel: [{ tools: ['word-count'] }, { tool: 'placeholder-check' }] }] }),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The tools for a flow that is typed in the folder. */
function forFlow(flow: string, config: Partial<ResolvedConfig> = {}, presets = {}) {
  return toolsForRun({ flow, cwd: folder }, { config: { ...usual, ...config }, folder, presets });
}

describe('toolsForRun', () => {
  test.each(['pseudo-translate', 'pseudo', 'light.json'])('%s needs the light tools alone', async (flow) => {
    expect(await forFlow(flow)).toBe(lightTools);
  });

  test.each(['qa-check', 'mixed.json', 'fork.json', 'calls.json', 'torn.json', 'missing.json', 'psuedo-translate'])(
    '%s may need any tool',
    async (flow) => {
      expect(await forFlow(flow)).toBe(allTools);
    },
  );

  test('a flow of the project counts before a tool of the same name', async () => {
    await writeFile(join(folder, 'own.json'), JSON.stringify({ name: 'word-count', steps: [{ tool: 'qa-check' }] }));
    expect(await forFlow('word-count')).toBe(lightTools);
    expect(await forFlow('word-count', { flows: ['own.json'] })).toBe(allTools);
    const tool = await toolsForRun(
      { tools: ['word-count'] },
      { config: { ...usual, flows: ['own.json'] }, folder, presets: {} },
    );
    expect(tool).toBe(lightTools);
  });

  test('a project that says something of other tools, or brings some, has all of them', async () => {
    expect(await forFlow('pseudo', {}, { 'word-count': {} })).toBe(lightTools);
    expect(await forFlow('pseudo', {}, { 'qa-check': {} })).toBe(allTools);
    expect(await forFlow('pseudo', { plugins: ['./plugin.js'] })).toBe(allTools);
    expect(await forFlow('pseudo', { tools: ['./tools.js'] })).toBe(allTools);
  });

  test('without a run every tool is there', async () => {
    expect(await toolsForRun(undefined, { config: usual, folder, presets: {} })).toBe(allTools);
  });

  test('a run whose tools are known needs the light ones alone, unless one of them is no light one', async () => {
    const forTools = (...tools: readonly string[]) => toolsForRun({ tools }, { config: usual, folder, presets: {} });
    expect(await forTools('word-count', 'pseudo')).toBe(lightTools);
    expect(await forTools('word-count', 'redact')).toBe(allTools);
  });
});
