import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../main.js';

// The rooms of flows are many files, which take their time to be read as TypeScript.
beforeAll(() => import('@helve/project/run'), 120_000);

const catalog = (language: string) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${language === '' ? '' : `"Language: ${language}\\n"\n`}\nmsgid "Open"\nmsgstr ""\n`;
const xliff = (language: string) =>
  `<xliff version="1.2"><file original="a" datatype="plaintext" source-language="en"${language}><body><trans-unit id="u"><source>Open</source></trans-unit></body></file></xliff>`;

/** A folder with catalogs of several languages. */
async function project(config = '{}') {
  const folder = await mkdtemp(join(tmpdir(), 'helve-own-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = {
    'helve.config.json': config,
    'po/de.po': catalog('de'),
    'po/fr.po': catalog('fr'),
    'po/all.pot': catalog(''),
    'nl.xlf': xliff(' target-language="nl"'),
    'none.xlf': xliff(''),
    'app.json': '{"a":"Open"}',
  };
  for (const [name, text] of Object.entries(files)) {
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

describe('files that state their own target language', () => {
  test('each is translated into its own where the run names none', async () => {
    const { helve, read } = await project();
    const ran = await helve('ai-translate', 'po/de.po', 'po/fr.po', 'nl.xlf', '--in-place');
    expect(ran).toMatchObject({ code: 0 });
    expect(await read('po/de.po')).toContain('"⟦de⟧ Open"');
    expect(await read('po/fr.po')).toContain('"⟦fr⟧ Open"');
    expect(await read('nl.xlf')).toContain('>⟦nl⟧ Open<');
  });

  test('each is pseudo-translated as its own language where its output is one file, and the others as the usual one', async () => {
    const { helve, read } = await project();
    const ran = await helve('pseudo-translate', 'po/de.po', 'po/fr.po', 'app.json', '-o', 'out/{name}{ext}');
    expect(ran).toMatchObject({ code: 0 });
    for (const [file, language] of [
      ['out/de.po', 'de'],
      ['out/fr.po', 'fr'],
    ] as const) {
      expect(await read(file)).toContain(`"Language: ${language}\\n"`);
      expect(await read(file)).toContain('"▒ Öþéñ ▒"');
    }
    expect(await read('out/app.json')).toBe('{"a":"▒ Öþéñ ▒"}');
  });

  test('each is pseudo-translated into the usual language where the output tells its language', async () => {
    const { helve, list, read } = await project('{ "content": [{ "path": "po/de.po", "target": "po/{lang}.po" }] }');
    expect(await helve('pseudo-translate')).toMatchObject({ code: 0 });
    expect(await list('po')).toEqual(['all.pot', 'de.po', 'fr.po', 'qps.po']);
    expect(await read('po/qps.po')).toContain('"Language: qps\\n"');
  });

  test('files that state none take the languages of the project', async () => {
    const { helve, list } = await project('{ "locales": { "targets": ["fr", "it"] } }');
    const ran = await helve('ai-translate', 'po', 'nl.xlf', 'none.xlf', 'app.json', '-o', 'out/{name}.{lang}{ext}');
    expect(ran).toMatchObject({ code: 0 });
    expect(await list('out')).toEqual([
      'all.fr.pot',
      'all.it.pot',
      'app.fr.json',
      'app.it.json',
      'de.de.po',
      'fr.fr.po',
      'nl.nl.xlf',
      'none.fr.xlf',
      'none.it.xlf',
    ]);
  });

  test('a run for another language leaves them out, and translates the others', async () => {
    const { helve, list } = await project();
    const ran = await helve('ai-translate', 'po', 'nl.xlf', '--target', 'fr', '-o', 'out/{name}.{lang}{ext}');
    expect(ran).toMatchObject({ code: 0 });
    for (const name of ['po/de.po', 'nl.xlf'])
      expect(ran.stdout + ran.stderr).toContain(`${name}: skipped, another target language`);
    expect(await list('out')).toEqual(['all.fr.pot', 'fr.fr.po']);
  });

  test('a run for another language alone is refused', async () => {
    const { helve } = await project();
    const ran = await helve('ai-translate', 'po/de.po', 'po/fr.po', '--target', 'it', '--existing', 'auto');
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('"po/de.po" is a translation into "de", and the run is for it');
  });

  test('a run for several languages writes each in its own', async () => {
    const { helve, list } = await project();
    const ran = await helve('ai-translate', 'po', '--target', 'de,fr', '-o', 'out/{name}.{lang}{ext}');
    expect(ran).toMatchObject({ code: 0 });
    expect(await list('out')).toEqual(['all.de.pot', 'all.fr.pot', 'de.de.po', 'fr.fr.po']);
  });

  test('a pseudo-locale takes all of them', async () => {
    const { helve, list } = await project();
    const ran = await helve('pseudo-translate', 'po/de.po', '--target', 'qps', '-o', 'out/{name}.{lang}{ext}');
    expect(ran).toMatchObject({ code: 0 });
    expect(await list('out')).toEqual(['de.qps.po']);
  });
});
