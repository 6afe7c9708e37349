import { execFile } from 'node:child_process';
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeFileAtomic } from './write-file-atomic.js';

describe('writeWhole', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'helve-whole-'))));
  afterEach(() => rm(folder, { recursive: true }));

  test('writeWhole replaces a file and keeps who may read it', async () => {
    const file = join(folder, 'report.json');
    await writeFile(file, 'old');
    await chmod(file, 0o640);
    await writeFileAtomic(file, 'new', true);
    expect(await readFile(file, 'utf8')).toBe('new');
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect(await readdir(folder)).toEqual(['report.json']);
  });

  test('writeWhole without force leaves a file that is there', async () => {
    const file = join(folder, 'report.json');
    await writeFile(file, 'old');
    await expect(writeFileAtomic(file, 'new', false)).rejects.toMatchObject({ code: 'PROJECT_FILE_EXISTS' });
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['report.json']);
  });

  test('writeWhole writes the file behind a link', async () => {
    await writeFile(join(folder, 'real.json'), 'old');
    await symlink('real.json', join(folder, 'link.json'));
    await writeFileAtomic(join(folder, 'link.json'), 'new', true);
    expect((await lstat(join(folder, 'link.json'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'real.json'), 'utf8')).toBe('new');
  });

  test.skipIf(process.platform === 'win32')('writeWhole writes into a pipe and leaves it there', async () => {
    const pipe = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    const reading = promisify(execFile)('cat', [pipe]);
    await writeFileAtomic(pipe, 'told', true);
    expect((await reading).stdout).toBe('told');
    expect((await lstat(pipe)).isFIFO()).toBe(true);
  });
});
