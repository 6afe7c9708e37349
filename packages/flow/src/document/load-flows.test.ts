import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInFlows } from './built-in-flows.js';
import { flowId } from './flow-id.js';
import { loadFlows } from './load-flows.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helve-flows-'));
  await writeFile(join(folder, 'b.yaml'), 'name: Second Flow!\nsteps: [ { tool: x } ]\n');
  await writeFile(join(folder, 'a.json'), '{"steps": []}');
  await writeFile(join(folder, 'broken.yml'), 'steps: [\n');
  await writeFile(join(folder, 'notes.txt'), 'no flow');
  await mkdir(join(folder, 'folder.yaml'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('loadFlows', () => {
  test('K95 lists every flow of a folder, a bad one with its error', async () => {
    const flows = await loadFlows(folder);
    expect(flows.map(({ id, flow }) => [id, flow.diagnostics.map(({ rule }) => rule)])).toEqual([
      ['a', []],
      ['second-flow', []],
      ['broken', ['flow-syntax']],
      ['folder', ['flow-syntax']],
    ]);
    expect(flows[2]?.flow.diagnostics[0]?.file).toBe(join(folder, 'broken.yml'));
  });

  test('K95 a folder that does not exist holds no flows', async () => {
    expect(await loadFlows(join(folder, 'nowhere'))).toEqual([]);
  });
});

test('K95 the built-in flows are these, frozen, under their ids', () => {
  expect(builtInFlows.map(({ name }) => name)).toEqual([
    'translate',
    'ai-translate',
    'ai-translate-qa',
    'pseudo-translate',
    'qa-check',
    'tm-leverage',
    'secure-translate',
    'redact-pii',
    'count',
    'copy',
  ]);
  for (const { name, spec } of builtInFlows) {
    expect(flowId(name)).toBe(name);
    expect(Object.isFrozen(spec.steps)).toBe(true);
  }
});

test.each([
  ['Production Pipeline', 'production-pipeline'],
  ['  A & B (v2)', 'a-b-v2'],
  ['Übersetzen', 'übersetzen'],
])('K94 the id of %s is %s', (name, id) => {
  expect(flowId(name)).toBe(id);
});
