import { spawnSync } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject, root } from './project.js';

test('the story of the app sends its strings out, brings them home, and changes nothing but translations', async () => {
  const { folder } = await createProject();
  const from = join(root, 'examples', 'app-strings');
  await cp(from, folder, { recursive: true, filter: (path) => !/app-strings.(?:out|node_modules)/.test(path) });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['story.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('Merged again: 0 files changed');
  expect(stdout).toMatch(/^Batch [0-9a-f]+: \{"applied":13,.*"unchanged":3,/m);
  const web = JSON.parse(await readFile(join(folder, 'out', 'web', 'de.json'), 'utf8')) as object;
  expect(web).toMatchObject({ boats: { title: 'Boote im Hafen' }, greeting: '⟦de⟧ Ahoy, {name}!' });
  const android = await readFile(join(folder, 'out', 'android', 'values-de', 'strings.xml'), 'utf8');
  expect(android).toContain('<!-- Reviewed by the harbour office -->');
  // The table of the README is what the story prints.
  const readme = await readFile(join(from, 'README.md'), 'utf8');
  for (const line of stdout.split('\n').filter((one) => one.startsWith('web/'))) expect(readme).toContain(line);
});
