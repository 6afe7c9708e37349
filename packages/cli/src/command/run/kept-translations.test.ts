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

describe('a catalog without a language in its header', () => {
  const catalog = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr ""\n';
  const config = '{ "locales": { "source": "en", "targets": ["de"] } }';

  test.each([['po/pl.po'], ['locale/pl/LC_MESSAGES/app.po']])('%s is in the language of its path', async (name) => {
    const { helve, read } = await project({ 'helve.config.json': config, [name]: catalog });
    expect(await helve('ai-translate', name, '--in-place')).toMatchObject({ code: 0 });
    expect(await read(name)).toContain('Language: pl');
    expect(await read(name)).toContain('⟦pl⟧ Open');
  });

  test('it is not translated into another language in place', async () => {
    const { helve, read } = await project({ 'po/pl.po': catalog });
    const ran = await helve('ai-translate', 'po/pl.po', '--target', 'de', '--in-place');
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('is a translation into "pl"') });
    expect(await read('po/pl.po')).toBe(catalog);
  });

  test('it is refused where neither its path nor the run names a language', async () => {
    const messages = catalog.replace('msgstr ""\n', 'msgstr ""\n\nmsgid "Close"\nmsgstr "Fermer"\n');
    const { helve, read } = await project({ 'messages.po': messages });
    const ran = await helve('ai-translate', 'messages.po', '--in-place');
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('--target') });
    expect(await read('messages.po')).toBe(messages);
  });
});

describe('content[].target of the config', () => {
  const config = (path: string, target: string) =>
    JSON.stringify({ locales: { source: 'en', targets: ['de'] }, content: [{ path, target }] });
  const apart = { 'helve.config.json': config('src/strings.json', 'l10n/{lang}/strings.json') };
  const beside = { 'helve.config.json': config('locales/en.json', 'locales/{lang}.json') };

  test('check and status read the translations that it names', async () => {
    const { helve } = await project({
      ...apart,
      'src/strings.json': '{"bye": "Goodbye {name}"}',
      'l10n/de/strings.json': '{"bye": "Tschüss"}',
    });
    const checked = await helve('check', '--json');
    expect(checked).toMatchObject({ code: 3, stdout: expect.stringContaining('l10n/de/strings.json') });
    expect(JSON.parse((await helve('status', '--json')).stdout)).toMatchObject({
      files: [{ file: 'l10n/de/strings.json', units: { translated: 1 } }],
    });
  });

  test.each([
    ['locales/en.json', []],
    ['locales', ['--in-place']],
  ])('it holds for %s on the command line', async (name, flags) => {
    const { helve, read, list } = await project({ ...beside, 'locales/en.json': en, 'locales/de.json': de });
    expect(await helve('ai-translate', name, '--target', 'de', ...flags)).toMatchObject({ code: 0 });
    expect(JSON.parse(await read('locales/de.json'))).toEqual({ bye: 'Tschüss', new: '⟦de⟧ News' });
    expect(await read('locales/en.json')).toBe(en);
    expect(await list('locales')).toEqual(['de.json', 'en.json']);
  });
});

describe('an XLIFF document in a regional form of the target', () => {
  const text =
    '<xliff version="1.2"><file original="a" datatype="plaintext" source-language="en" target-language="de-DE"><body>' +
    '<trans-unit id="u"><source>Goodbye {name}</source><target>Tschüss</target></trans-unit>' +
    '<trans-unit id="v"><source>News</source></trans-unit></body></file></xliff>';
  const files = { 'helve.config.json': '{ "locales": { "source": "en", "targets": ["de"] } }', 'a.xlf': text };

  test.each([[[]], [['--target', 'de']]])('it is checked and counted with %j', async (flags) => {
    const { helve } = await project(files);
    expect(await helve('check', 'a.xlf', ...flags)).toMatchObject({ code: 3 });
    const status = await helve('status', 'a.xlf', '--json', ...flags);
    expect(JSON.parse(status.stdout)).toMatchObject({ languages: [{ units: { translated: 1, empty: 1 } }] });
  });

  test('it is completed and keeps the name of its language', async () => {
    const { helve, read } = await project(files);
    expect(await helve('ai-translate', 'a.xlf', '--target', 'de', '--in-place')).toMatchObject({ code: 0 });
    const written = await read('a.xlf');
    expect(written).toContain('target-language="de-DE"');
    expect(written).toContain('<target>Tschüss</target>');
    expect(written).toContain('⟦de⟧ News');
  });
});

describe('translations in a folder of sources', () => {
  const files = { 'locales/en.json': en, 'locales/de.json': de };

  test('they are no sources of pseudo-translate', async () => {
    const { helve, list } = await project(files);
    const ran = await helve('pseudo-translate', 'locales', '-o', 'auto');
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('locales/de.json: skipped, translation of') });
    expect(await list('locales')).toEqual(['de.json', 'en.json', 'qps.json']);
  });

  test('they are no sources of status for another language', async () => {
    const { helve } = await project(files);
    expect(JSON.parse((await helve('status', 'locales', '--target', 'fr', '--json')).stdout)).toMatchObject({
      files: [{ file: 'locales/en.json', missing: true, units: { empty: 2 } }],
    });
  });

  test('they are worked on by steps for one language', async () => {
    const { helve } = await project(files);
    expect((await helve('word-count', 'locales', '--json')).stdout).toContain('locales/de.json');
  });
});

describe('a check of files of which one cannot be read', () => {
  const good = 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgid "Open"\nmsgstr "Ouvrir"\n';
  const files = { 'c/fr.po': good, 'c/de.po': `${good.replace('fr', 'de')}\nmsgid "Close\n` };

  test.each([
    ['junit', 'errors="1"'],
    ['sarif', '"executionSuccessful": false'],
    ['json', '"pass": false'],
    ['github', '::error file=c/de.po'],
    ['text', 'c/de.po was not checked'],
    ['html', 'c/de.po was not checked'],
  ])('the report as %s does not pass', async (format, text) => {
    const { helve } = await project(files);
    const ran = await helve('check', 'c', '--keep-going', '--format', format);
    expect(ran).toMatchObject({ code: 1, stdout: expect.stringContaining(text) });
  });
});

describe('the language that --target names', () => {
  test('it is the reason why a translation into another one is not read', async () => {
    const { helve } = await project({ 'locales/en.json': en, 'locales/de.json': de });
    const ran = await helve('check', 'locales/de.json', '--target', 'fr');
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('"locales/de.json" is a translation into "de", and the run is for fr');
    expect(ran.stderr).not.toContain('looked for');
  });

  test('a language that nobody knows is refused, with the one that is meant', async () => {
    const { helve } = await project({ 'app.json': en });
    const ran = await helve('ai-translate', 'app.json', '--target', 'german');
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('--target has "german"') });
    expect(ran.stderr).toContain('"de"');
    expect(await helve('pseudo-translate', 'app.json', '--target', 'qps-ploc')).toMatchObject({ code: 0 });
    expect(await helve('ai-translate', 'app.json', '--target', 'fil,pt-BR')).toMatchObject({ code: 0 });
  });
});
