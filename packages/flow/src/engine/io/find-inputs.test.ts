import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findInputs } from './find-inputs.js';
import { readGlob } from './read-glob.js';

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

  test('K124 a glob that names folders gives what is in them, as it does when a shell expands it', async () => {
    expect(await ids('d*')).toEqual(['docs/d.md', 'docs/en/c.json']);
    expect(await ids('docs/*')).toEqual(['docs/d.md', 'docs/en/c.json']);
    expect(await ids('docs/*/')).toEqual(['docs/en/c.json']);
    expect(await ids('*/e?')).toEqual(['docs/en/c.json']);
    expect(await ids('{docs/en,b.po}')).toEqual(['b.po', 'docs/en/c.json']);
    await symlink(join(folder, 'docs'), join(folder, 'linked'));
    expect(await ids('link*')).toEqual(['linked/d.md', 'linked/en/c.json']);
  });

  test('K124 a glob passes over only what it means, and looks only where that can be', async () => {
    const passed = async (name: string) => (await findInputs([name], folder)).skipped.map(({ path }) => path);
    expect(await passed('*.json')).toEqual([join(folder, 'package-lock.json')]);
    expect(await passed('**/*.md')).toEqual([]);
    const { leadsInto } = readGlob('a/b*/c/d.json');
    expect(['b1', 'x', 'b1/c', 'b1/x', 'b1/c/d'].map(leadsInto)).toEqual([true, false, true, false, false]);
    expect(['b1', 'x', 'b1/c/d'].map(readGlob('b*/**/d').leadsInto)).toEqual([true, false, true]);
  });

  test('K124 a folder whose own name has signs of globs is taken as it is', async () => {
    const odd = join(folder, 'a[b]{c}');
    await mkdir(odd);
    await writeFile(join(odd, 'x.json'), '');
    expect((await findInputs(['*.json'], odd)).files).toEqual([{ id: 'x.json', path: join(odd, 'x.json') }]);
  });

  test('K124 standard input is passed on, and a name that leads to nothing is refused', async () => {
    expect(await ids('-', 'a.json')).toEqual(['-', 'a.json']);
    await expect(findInputs(['none.json'], folder)).rejects.toThrow('Cannot find the file "none.json"');
    await expect(findInputs(['*.none'], folder)).rejects.toThrow('Cannot find the file "*.none"');
  });

  test('what is out of reach is not looked at, by names, globs or links', async () => {
    const looked: string[] = [];
    const reach = {
      admits: (path: string) => path.startsWith(join(folder, 'docs', 'en')),
      leadsInto(path: string) {
        looked.push(path);
        return `${join(folder, 'docs', 'en')}/`.startsWith(`${path}/`);
      },
    };
    const found = async (name: string) => (await findInputs([name], folder, reach)).files.map(({ id }) => id);
    expect(await found('**/*.json')).toEqual(['docs/en/c.json']);
    await expect(found('/usr/**/zz')).rejects.toThrow('Cannot find');
    expect(looked.filter((path) => path.startsWith('/usr/') && !path.includes('*'))).toEqual([]);
    await symlink('/usr', join(folder, 'docs', 'out'));
    await expect(found('docs/o*')).rejects.toThrow('Cannot find');
  });

  test('no glob makes a folder slow to match', () => {
    const began = performance.now();
    for (const glob of ['*?'.repeat(20), '{a,aa}*'.repeat(20), '**/'.repeat(20), '{*a,a*}'.repeat(20)]) {
      expect(readGlob(`x/${glob}Z`).leadsInto('a'.repeat(100))).toBeTypeOf('boolean');
    }
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
