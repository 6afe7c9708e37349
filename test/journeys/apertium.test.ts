import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../needs.js';
import { createProject } from './project.js';

const strings = '{\n  "open": "Click <b>here</b> to open the house",\n  "pets": "The cats & the dogs."\n}\n';
const spanish = /"open": "[^"]*<b>aquí<\/b>[^"]*casa",\n {2}"pets": "Los gatos & [^"]*perros\."/;

test('TV37 helve apertium-translate FILE gives a file that Apertium translated', needs('apertium'), async () => {
  const { helve, folder } = await createProject({ 'en.json': strings });
  const ran = await helve([
    'apertium-translate',
    'en.json',
    '--provider',
    'apertium',
    '--target',
    'es',
    '-o',
    'es.json',
  ]);
  expect(ran).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, 'es.json'), 'utf8')).toMatch(spanish);
});

test('TV37 a flow with segments before Apertium runs when its digest is trusted', needs('apertium'), async () => {
  const { helve, folder } = await createProject({
    'en.json': strings,
    'flow.json': JSON.stringify({
      steps: [{ tool: 'segmentation' }, { tool: 'apertium-translate', config: { provider: 'apertium' } }],
    }),
  });
  const run = (...flags: readonly string[]) =>
    helve(['run', 'flow.json', 'en.json', '--target', 'es', '-o', 'es.json', ...flags]);
  const asked = await run();
  expect(asked).toMatchObject({ code: 2 });
  const digest = /--trust-exec (\w+)/.exec(asked.stderr)?.[1] ?? '';
  expect(await run('--trust-exec', digest)).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, 'es.json'), 'utf8')).toMatch(spanish);
});
