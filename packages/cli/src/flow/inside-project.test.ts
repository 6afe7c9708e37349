import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assertInside } from './inside-project.js';

test('assertInside lets files of the project through, and no others, also not through links', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'helve-inside-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const project = join(folder, 'project');
  await mkdir(join(project, '..data'), { recursive: true });
  await writeFile(join(project, 'a.json'), '{}');
  await writeFile(join(folder, 'secret.json'), '{}');
  await symlink(folder, join(project, 'out'));
  for (const path of ['a.json', 'new.json', '..data/b.json', 'new/folder/c.json'])
    await assertInside(project, join(project, path));
  for (const path of ['../secret.json', 'out/secret.json', 'out/new.json', 'out/new/folder/c.json', '.']) {
    await expect(assertInside(project, join(project, path))).rejects.toThrow('it is outside of the project');
  }
});
