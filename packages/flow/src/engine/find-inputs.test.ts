import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findInputs } from './find-inputs.js';
import { globPattern } from './glob-pattern.js';

describe('findInputs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'helve-inputs-'));
    for (const name of [
      'a.json',
      'b.po',
      'docs/en/c.json',
      'docs/d.md',
      '.hidden',
      '.git/x',
      'package-lock.json',
      'docs/~$e.docx',
    ]) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), '');
    }
  });
  afterEach(() => rm(folder, { recursive: true }));

  const ids = async (...names: string[]) => (await findInputs(names, folder)).files.map(({ id }) => id);

  test('K124 a directory gives all files below it, and what is skipped is listed with the reason', async () => {
    await symlink(join(folder, 'gone'), join(folder, 'docs/link'));
    const { files, skipped } = await findInputs(['.'], folder);
    expect(files.map(({ id }) => id)).toEqual(['a.json', 'b.po', 'docs/d.md', 'docs/en/c.json']);
    expect(files[0]?.path).toBe(join(folder, 'a.json'));
    expect(skipped.map(({ path, reason }) => [path.slice(folder.length + 1), reason])).toEqual([
      ['.git', 'hidden'],
      ['.hidden', 'hidden'],
      ['docs/link', 'no regular file'],
      ['docs/~$e.docx', 'lock file'],
      ['package-lock.json', 'lock file'],
    ]);
  });

  test('K124 globs are expanded by Helve, files are taken as they are, and each comes once', async () => {
    expect(await ids('*.{json,po}')).toEqual(['a.json', 'b.po']);
    expect(await ids('**/*.json')).toEqual(['a.json', 'docs/en/c.json']);
    expect(await ids('docs/**')).toEqual(['docs/d.md', 'docs/en/c.json']);
    expect(await ids('docs/??/[!x].json', 'docs', 'docs/d.md')).toEqual(['docs/en/c.json', 'docs/d.md']);
    expect(await ids('.hidden')).toEqual(['.hidden']);
  });

  test('K124 standard input is passed on, and a name that leads to nothing is refused', async () => {
    expect(await ids('-', 'a.json')).toEqual(['-', 'a.json']);
    await expect(findInputs(['none.json'], folder)).rejects.toThrow('Cannot find the file "none.json"');
    await expect(findInputs(['*.none'], folder)).rejects.toThrow('Cannot find the file "*.none"');
  });

  test('globPattern takes all other signs as they are', () => {
    expect(globPattern('a+(b).[x].$^').test('a+(b).x.$^')).toBe(true);
    expect(globPattern('a.b').test('axb')).toBe(false);
    expect(globPattern('*').test('a/b')).toBe(false);
  });
});
