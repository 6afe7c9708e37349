import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../main.js';

// The rooms of flows are many files, which take their time to be read as TypeScript.
beforeAll(() => import('@helve/project/run'), 120_000);

const en = '{\n  "bye": "Goodbye",\n  "new": "News"\n}\n';
const de = '{\n  "bye": "Tschüss"\n}\n';

/** A folder with files. */
async function project(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'helve-kept-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ 'helve.config.json': '{}', ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const helve = async (...argv: readonly string[]) => {
    const out = { stdout: '', stderr: '' };
    const code = await main(argv, {
      stdout: { write: (text) => (out.stdout += text) },
      stderr: { write: (text) => (out.stderr += text) },
      stdin: (async function* () {})(),
      cwd: folder,
      user: 'tester',
      env: {},
      signal: new AbortController().signal,
    });
    return { code, ...out };
  };
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const list = async (name: string) => (await readdir(join(folder, name))).toSorted();
  return { helve, read, list };
}

describe('--in-place on files of one language', () => {
  const files = { 'locales/en.json': en, 'locales/de.json': de };

  test.each([['locales'], ['locales/de.json'], ['locales/en.json']])(
    '%s is not replaced by its translation',
    async (name) => {
      const { helve, read } = await project(files);
      const ran = await helve('ai-translate', name, '--target', 'de', '--in-place');
      expect(ran.code).toBe(2);
      expect(ran.stderr).toMatch(/"locales\/(en|de)[.]json" holds one language.*replace it with its translation/);
      expect(ran.stderr).toContain('--existing auto');
      expect([await read('locales/en.json'), await read('locales/de.json')]).toEqual([en, de]);
    },
  );

  test('a translation is completed with --existing auto, and its source stays', async () => {
    const { helve, read } = await project(files);
    const argv = ['ai-translate', 'locales', '--target', 'de', '--in-place', '--existing', 'auto'];
    expect(await helve(...argv)).toMatchObject({ code: 0 });
    expect(await read('locales/en.json')).toBe(en);
    expect(JSON.parse(await read('locales/de.json'))).toEqual({ bye: 'Tschüss', new: '⟦de⟧ News' });
  });

  test('--overwrite lets a translation replace the file', async () => {
    const { helve, read } = await project(files);
    const argv = ['ai-translate', 'locales/de.json', '--target', 'de', '--in-place', '--overwrite'];
    expect(await helve(...argv)).toMatchObject({ code: 0 });
    expect(await read('locales/de.json')).toContain('⟦de⟧ Tschüss');
  });
});
