import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder, makingFolder } from './make-folder.js';

async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('makeFolder makes all that is missing, with the mode that is asked for, and nothing twice', async () => {
  const folder = await tempFolder();
  await Promise.all([1, 2, 3].map(() => makeFolder(join(folder, 'a', 'b'), 0o700)));
  expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o700);
  await makeFolder(join(folder, 'a', 'b'));
  const made: string[] = [];
  for await (const one of makingFolder(join(folder, 'a', 'c', 'd'))) made.push(one);
  expect(made).toEqual([join(folder, 'a', 'c'), join(folder, 'a', 'c', 'd')]);
});

test('makeFolder names the folder that it cannot make', async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, 'file'), '');
  await expect(makeFolder(join(folder, 'file', 'b'))).rejects.toMatchObject({
    code: 'PROJECT_WRITE_FAILED',
    message: expect.stringContaining(join(folder, 'file', 'b')),
  });
});

// A recursive mkdir never comes back from there.
test.skipIf(!existsSync('/proc/self'))('makeFolder is refused by a system that denies the parent', async () => {
  await expect(makeFolder('/proc/x/deep')).rejects.toMatchObject({ code: 'PROJECT_WRITE_FAILED' });
});
