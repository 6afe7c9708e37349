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

describe('an XLIFF document with files of several languages', () => {
  const file = (language: string, id: string, target: string) =>
    `<file original="${id}" datatype="plaintext" source-language="en" target-language="${language}"><body>` +
    `<trans-unit id="${id}1"><source>Goodbye {name}</source>${target}</trans-unit><trans-unit id="${id}2"><source>News</source></trans-unit></body></file>`;
  const german = file('de', 'g', '<target>Tschüss {name}</target>');
  const french = file('fr', 'f', '<target>Salut {name}</target>');
  const files = { 'a.xlf': `<xliff version="1.2">${german}${french}</xliff>` };

  test('a run into one of them leaves the others as they are', async () => {
    const { helve, read } = await project(files);
    expect(await helve('ai-translate', 'a.xlf', '--target', 'fr', '--in-place')).toMatchObject({ code: 0 });
    const written = await read('a.xlf');
    expect(written).toContain(german);
    expect(written).toContain('<target>Salut {name}</target>');
    expect(written).toMatch(/<trans-unit id="f2"><source>News<\/source><target[^>]*>⟦fr⟧ News</);
  });

  test('a run into another language in place is refused', async () => {
    const { helve, read } = await project(files);
    expect(await helve('ai-translate', 'a.xlf', '--target', 'it', '--in-place')).toMatchObject({ code: 2 });
    expect(await read('a.xlf')).toBe(files['a.xlf']);
  });

  test('status counts each unit in its own language', async () => {
    const { helve } = await project(files);
    const { languages } = JSON.parse((await helve('status', 'a.xlf', '--json')).stdout) as {
      languages: readonly { locale: string; units: object }[];
    };
    expect(languages).toMatchObject([
      { locale: 'de', units: { translated: 1, empty: 1 } },
      { locale: 'fr', units: { translated: 1, empty: 1 } },
    ]);
  });

  test('check looks at each unit in its own language', async () => {
    const { helve } = await project({ 'a.xlf': files['a.xlf'].replace('Salut {name}', 'Salut') });
    const { findings } = JSON.parse(
      (await helve('check', 'a.xlf', '--check', 'placeholder-check,qa-check', '--json')).stdout,
    ) as {
      findings: readonly { location: { block: string; variant: string } }[];
    };
    expect(new Set(findings.map(({ location }) => `${location.block} ${location.variant}`))).toEqual(
      new Set(['g2 de', 'f1 fr', 'f2 fr']),
    );
  });
});
