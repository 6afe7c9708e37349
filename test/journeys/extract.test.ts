import { spawnSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExchangeManifest } from '@helve/l10n';
import { describe, expect, test } from 'vitest';
import { needs } from '../needs.js';
import { createProject } from './project.js';

const en = '{\n  "hello": "Hello {name}",\n  "bye": "Goodbye",\n  "menu": {\n    "open": "Open the file"\n  }\n}\n';
const de = '{"bye": "Auf Wiedersehen"}\n';

interface ExtractJson {
  readonly status: string;
  readonly batch: string;
  readonly units: number;
  readonly repeated: number;
  readonly outputs: readonly { readonly path: string; readonly locale: string; readonly units: number }[];
  readonly losses: readonly {
    readonly kind: string;
    readonly detail: { readonly what: string; readonly count: number };
  }[];
}

async function createSource(files: Readonly<Record<string, string>> = {}) {
  const project = await createProject({ 'locales/en.json': en, 'locales/de.json': de, ...files });
  const read = (file: string) => readFile(join(project.folder, file), 'utf8');
  const extract = async (...argv: readonly string[]) => {
    const ran = await project.helve(['extract', ...argv, '--json']);
    if (ran.code !== 0) throw new Error(ran.stderr + ran.stdout);
    return JSON.parse(ran.stdout) as ExtractJson;
  };
  const manifest = async (batch: string) =>
    JSON.parse(await read(`.helve/exchange/${batch}/manifest.json`)) as ExchangeManifest;
  return { ...project, read, extract, manifest };
}

describe('helve extract', () => {
  test('X104 writes one XLIFF 2.2 file for each source file and target, named after the batch', async () => {
    const { helve, read, folder } = await createSource({ 'more/en.json': '{"a": "One"}' });
    const ran = await helve(['extract', 'locales/en.json', 'more/en.json', '--target', 'de,fr']);
    expect(ran).toMatchObject({ code: 0 });
    const [batch = ''] = await readdir(join(folder, 'exchange'));
    expect(ran.stdout).toContain(`Batch ${batch}: 4 units of 2 files`);
    const names = ['de', 'fr'].flatMap((lang) => ['locales', 'more'].map((from) => `${lang}/${from}/en.json.xlf`));
    for (const name of names) {
      expect(ran.stdout).toContain(`exchange/${batch}/${name}`);
      expect(await read(`exchange/${batch}/${name}`)).toContain('version="2.2" srcLang="en"');
    }
  });

  test('X105 a unit has id, name, typed codes, the existing target with its state, and its place', async () => {
    const { extract, read } = await createSource();
    const { batch } = await extract('locales/en.json', '--target', 'de', '--context', '1');
    const text = await read(`exchange/${batch}/de/locales/en.json.xlf`);
    expect(text).toContain('<unit id="u1" name="hello">');
    expect(text).toMatch(/<source>Hello <ph id="1" dataRef="d1" type="ui" subType="xlf:var"/);
    expect(text).toMatch(
      /<segment state="translated">\s+<source>Goodbye<\/source>\s+<target>Auf Wiedersehen<\/target>/,
    );
    expect(text).toContain('<mda:meta type="references">locales/en.json:3</mda:meta>');
    expect(text).toContain('<mda:meta type="context">after hello; before menu.open</mda:meta>');
  });

  test('X107 the manifest knows files, units and states by hashes, and holds no text', async () => {
    const { extract, manifest, read } = await createSource();
    const { batch } = await extract('locales/en.json', '--target', 'de,fr');
    expect(await manifest(batch)).toMatchObject({
      schema: 'helve.exchange/v1',
      batch,
      format: 'xliff2',
      sourceLocale: 'en',
      targetLocales: ['de', 'fr'],
      files: [
        {
          path: 'locales/en.json',
          format: 'json',
          existing: [{ locale: 'de', path: 'locales/de.json' }],
          units: [
            { id: 'u1', block: '/hello', targets: { de: {}, fr: {} } },
            { id: 'u2', targets: { de: { state: 'translated' }, fr: {} } },
            { id: 'u3' },
          ],
        },
      ],
      outputs: [{ locale: 'de', units: 3 }, { locale: 'fr' }],
    });
    const text = await read(`.helve/exchange/${batch}/manifest.json`);
    for (const word of ['Hello', 'Goodbye', 'Wiedersehen', 'Open']) expect(text).not.toContain(word);
  });

  test('X107 equal extracts are one batch, whatever the time and place', async () => {
    const one = await createSource();
    const other = await createSource();
    const argv = ['locales/en.json', '--target', 'de'] as const;
    expect((await one.extract(...argv)).batch).toBe((await other.extract(...argv, '-o', 'out')).batch);
  });

  test('X108 the file names its batch and its units, in metadata and notes', async () => {
    const { extract, read, manifest } = await createSource();
    const { batch } = await extract('locales/en.json', '--target', 'de');
    const text = await read(`exchange/${batch}/de/locales/en.json.xlf`);
    const { sent = '' } = (await manifest(batch)).files[0]?.units[0] ?? {};
    expect(text).toContain('<file id="f1" original="locales/en.json">');
    expect(text).toContain(`<mda:meta type="exchange">${batch}</mda:meta>`);
    expect(text).toContain(`<note>helve:${batch}</note>`);
    expect(text).toContain(`<mda:meta type="exchange">${batch}/u1/${sent.slice(0, 16)}</mda:meta>`);
  });

  test('X110 extracting again with nothing changed writes nothing and says so', async () => {
    const { extract, helve, read, folder } = await createSource();
    const { batch } = await extract('locales/en.json', '--target', 'de');
    const file = `exchange/${batch}/de/locales/en.json.xlf`;
    await writeFile(join(folder, file), 'a translator was here');
    const before = await read(`.helve/exchange/${batch}/manifest.json`);
    const again = await helve(['extract', 'locales/en.json', '--target', 'de']);
    expect(again.stdout).toContain(
      `Batch ${batch}: nothing has changed since it was extracted, so nothing was written`,
    );
    expect(await read(file)).toBe('a translator was here');
    expect(await read(`.helve/exchange/${batch}/manifest.json`)).toBe(before);
    await rm(join(folder, file));
    expect(await extract('locales/en.json', '--target', 'de')).toMatchObject({ batch, status: 'written' });
    expect(await read(file)).toContain('<unit id="u1"');
  });

  test('a manifest that somebody has changed is refused', async () => {
    const { extract, helve, read, folder } = await createSource();
    const { batch } = await extract('locales/en.json', '--target', 'de');
    const file = `.helve/exchange/${batch}/manifest.json`;
    await writeFile(join(folder, file), (await read(file)).replace('locales/en.json', '../../secret.json'));
    const ran = await helve(['extract', 'locales/en.json', '--target', 'de']);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain(`Cannot use the manifest of batch "${batch}": it was changed after it was written`);
  });

  test('without target locales it says where to name them', async () => {
    const { helve } = await createSource({ 'one/en.json': en });
    const ran = await helve(['extract', 'one/en.json']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('there are no target locales');
    expect(ran.stderr).toContain('--target');
  });

  test.each([
    ['xliff', 'xlf', (batch: string) => [`<note>helve:${batch}</note>`, '<trans-unit id="u1" resname="hello">']],
    ['po', 'po', (batch: string) => [`"X-Helve-Batch: ${batch}\\n"`, `#. helve: ${batch}/u1/`, 'msgctxt "hello"']],
    ['tmx', 'tmx', (batch: string) => [`<prop type="x-exchange">${batch}</prop>`, `x-exchange">${batch}/u1/`]],
    ['csv', 'csv', (batch: string) => [`${batch}/u1,hello,Hello {1},`, '{1} = {name}']],
  ] as const)('X108 a file in %s names its batch and its units', async (format, extension, marks) => {
    const { extract, read } = await createSource();
    const { batch } = await extract('locales/en.json', '--target', 'de', '--to', format);
    const text = await read(`exchange/${batch}/de/locales/en.json.${extension}`);
    for (const mark of marks(batch)) expect(text).toContain(mark);
    expect(text).toContain('Auf Wiedersehen');
  });

  test('X54 cells that a spreadsheet would take for formulas are guarded, and the row says so', async () => {
    const { extract, read } = await createSource({ 'f/en.json': '{"a": "=1+1", "b": " －", "c": "plain"}' });
    const { batch } = await extract('f/en.json', '--target', 'fr', '--to', 'csv');
    const text = await read(`exchange/${batch}/fr/f/en.json.csv`);
    expect(text).toMatch(/\/u1,a,'=1\+1,.*,source\r\n/);
    expect(text).toMatch(/\/u2,b,' －,.*,source\r\n/);
    expect(text).toMatch(/\/u3,c,plain,.*,\r\n/);
  });

  test('a placeholder of Android has one number, in a span that protects it or not', async () => {
    const strings = (hello: string, many: string) =>
      `<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\n<string name="hello">${hello}</string>\n<string name="many">${many}</string>\n</resources>\n`;
    const span = (id: string, text: string) => `<xliff:g id="${id}">${text}</xliff:g>`;
    const { extract, read } = await createSource({
      'values/strings.xml': strings(`Hello ${span('name', '%1$s')}`, '%1$d of %2$d'),
      'values-de/strings.xml': strings('Hallo %1$s', `Von ${span('all', '%2$d')}: ${span('n', '%1$d')}`),
    });
    const { batch } = await extract('values/strings.xml', '--target', 'de', '--to', 'csv');
    const text = await read(`exchange/${batch}/de/values/strings.xml.csv`);
    expect(text).toContain(',hello,Hello {1},Hallo {1},');
    expect(text).toContain(',many,{1} of {2},Von {2}: {1},');
  });

  test('X104 --xliff-version 2.0 writes that version', async () => {
    const { extract, read } = await createSource();
    const { batch } = await extract('locales/en.json', '--target', 'de', '--xliff-version', '2.0');
    expect(await read(`exchange/${batch}/de/locales/en.json.xlf`)).toContain('version="2.0"');
  });

  test('X104 --join writes one file for each target, and --split cuts it in order', async () => {
    const { extract, read } = await createSource({ 'more/en.json': '{"a": "One"}' });
    const joined = await extract('locales/en.json', 'more/en.json', '--target', 'de', '--join');
    expect(joined.outputs).toMatchObject([{ path: `exchange/${joined.batch}/de/all.xlf`, units: 4 }]);
    expect((await read(joined.outputs[0]?.path ?? '')).match(/original="[^"]*"/g)).toHaveLength(2);
    const split = await extract('locales/en.json', '--target', 'de', '--split', '2');
    expect(split.outputs.map(({ path, units }) => [path.replace(/^.*\/de\//, ''), units])).toEqual([
      ['locales/en.json.1.xlf', 2],
      ['locales/en.json.2.xlf', 1],
    ]);
    const words = await extract('locales/en.json', '--target', 'de', '--split-words', '3');
    expect(words.outputs.map(({ units }) => units)).toEqual([2, 1]);
  });

  test('X104 --only chooses units by the state of their translation', async () => {
    const po = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n';
    const messages =
      'msgid "A"\nmsgstr ""\n\n#, fuzzy\nmsgid "B"\nmsgstr "b"\n\n#, fuzzy\n#| msgid "old"\nmsgid "C"\nmsgstr "c"\n\nmsgid "D"\nmsgstr "d"\n';
    const { extract, read } = await createSource({ 'po/de.po': po + messages });
    const sources = async (only: string) => {
      const { outputs } = await extract('po/de.po', '--only', only);
      const text = await read(outputs[0]?.path ?? '');
      return [...text.matchAll(/<source>(.*?)<\/source>/g)].map(([, source]) => source);
    };
    expect(await sources('new')).toEqual(['A']);
    expect(await sources('draft')).toEqual(['B']);
    expect(await sources('new,changed')).toEqual(['A', 'C']);
  });

  test('X110 --only changed gives the units whose text is new since a batch', async () => {
    const { extract, read, write } = await createSource();
    const first = await extract('locales/en.json', '--target', 'de');
    await write({ 'locales/en.json': en.replace('Goodbye', 'Farewell') });
    const { outputs } = await extract(
      'locales/en.json',
      '--target',
      'de',
      '--only',
      'changed',
      '--since-batch',
      first.batch,
    );
    expect(outputs).toMatchObject([{ units: 1 }]);
    expect(await read(outputs[0]?.path ?? '')).toContain('<source>Farewell</source>');
    const none = await extract(
      'locales/en.json',
      '--target',
      'de',
      '--since-batch',
      outputs[0]?.path.split('/')[1] ?? '',
      '--only',
      'changed',
    );
    expect(none.units).toBe(2);
  });

  test('X104 --dedupe sends texts that occur several times once, and the manifest knows for whom', async () => {
    const { extract, manifest } = await createSource({ 'd/en.json': '{"a": "Same", "b": "Other", "c": "Same"}' });
    const { batch, repeated, outputs } = await extract('d/en.json', '--target', 'fr', '--dedupe');
    expect({ repeated, units: outputs[0]?.units }).toEqual({ repeated: 1, units: 2 });
    expect((await manifest(batch)).files[0]?.units.map(({ same }) => same)).toEqual([undefined, undefined, 'u1']);
  });

  test('X105 units that are not translatable are left out, or shown as locked', async () => {
    const files = {
      'android/values/strings.xml':
        '<resources>\n  <string name="a">Hi</string>\n  <string name="b" translatable="false">x1</string>\n</resources>\n',
    };
    const { extract, read } = await createSource(files);
    const file = 'android/values/strings.xml';
    expect(await extract(file, '--target', 'de')).toMatchObject({ units: 1 });
    const { outputs } = await extract(file, '--target', 'de', '--show-locked');
    expect(await read(outputs[0]?.path ?? '')).toMatch(/<unit id="u2" name="b" translate="no"/);
  });

  test('X105 notes tell which words are not to be translated where a format has no marks', async () => {
    const resx =
      '<root>\n  <data name="a" xml:space="preserve"><value>Open Acme now</value><comment>{Locked="Acme"}</comment></data>\n</root>\n';
    const { extract, read } = await createSource({ 'Strings.resx': resx });
    const { outputs } = await extract('Strings.resx', '--target', 'de', '--to', 'po');
    expect(await read(outputs[0]?.path ?? '')).toContain('#. Do not translate: Acme\n');
  });

  test('X104 files that went out are no sources of the next batch', async () => {
    const { extract } = await createSource();
    const first = await extract('.', '--target', 'de');
    expect(await extract('.', '--target', 'de')).toMatchObject({ batch: first.batch, status: 'unchanged' });
  });

  test('X107 --with-source stores the bytes of the files', async () => {
    const { extract, read, manifest } = await createSource();
    const { batch } = await extract('locales/en.json', '--target', 'de', '--with-source');
    const { sha256 = '' } = (await manifest(batch)).files[0] ?? {};
    expect(await read(`.helve/exchange/${batch}/source/${sha256}`)).toBe(en);
  });

  test('X98 losses are listed before anything is written, and --strict allows none', async () => {
    const { extract, helve, read } = await createSource();
    const argv = ['locales/en.json', '--target', 'de', '--to', 'po'];
    const explained = await extract(...argv, '--explain', '--losses', 'losses.json');
    const loss = { kind: 'metadata-lost', document: 'locales/en.json', detail: { what: 'codeType', count: 1 } };
    expect(explained).toMatchObject({ status: 'explained', losses: [loss] });
    expect(JSON.parse(await read('losses.json'))).toMatchObject({ schema: 'helve.losses/v1', losses: [loss] });
    const strict = await helve(['extract', ...argv, '--strict']);
    expect(strict.code).toBe(1);
    expect(strict.stderr).toContain('codeType would be lost (1)');
    await expect(read(`exchange/${explained.batch}/de/locales/en.json.po`)).rejects.toThrow('ENOENT');
  });

  test('a file that a translator has changed is not replaced by another batch', async () => {
    const { extract, helve, write, folder } = await createSource();
    await extract('locales/en.json', '--target', 'de', '-o', 'out');
    await write({ 'locales/en.json': en.replace('Goodbye', 'Farewell') });
    await extract('locales/en.json', '--target', 'de', '-o', 'out');
    await writeFile(join(folder, 'out/de/locales/en.json.xlf'), 'a translator was here');
    await write({ 'locales/en.json': en.replace('Goodbye', 'So long') });
    const ran = await helve(['extract', 'locales/en.json', '--target', 'de', '-o', 'out']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('Cannot write "out/de/locales/en.json.xlf"');
  });

  test('X109 a workbook is a table that a person can edit', needs('openpyxl'), async () => {
    const { extract, folder } = await createSource();
    const { outputs } = await extract('locales/en.json', '--target', 'de', '--to', 'xlsx', '--note', 'Be formal');
    const script = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
sheet = book.worksheets[0]
row = sheet[2]
print(json.dumps({
  'sheets': book.sheetnames, 'frozen': sheet.freeze_panes, 'protected': sheet.protection.sheet,
  'header': [cell.value for cell in sheet[1]][:5], 'source': row[2].value, 'codes': row[5].value,
  'locked': [row[at].protection.locked for at in (0, 2, 3)], 'wrapped': row[2].alignment.wrap_text,
  'format': row[3].number_format, 'note': book.worksheets[-1].cell(9, 2).value }))`;
    const { stdout } = spawnSync('/usr/bin/python3', ['-c', script, join(folder, outputs[0]?.path ?? '')], {
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual({
      sheets: ['locales_en.json', 'Legend'],
      frozen: 'A2',
      protected: true,
      header: ['id', 'name', 'source:en', 'target:de', 'state'],
      source: 'Hello {1}',
      codes: '{1} = {name}',
      locked: [true, true, false],
      wrapped: true,
      format: '@',
      note: 'Be formal',
    });
  });
});

describe('helve exchange', () => {
  interface BatchesJson {
    readonly batches: readonly { readonly batch: string; readonly counts: object }[];
    readonly units?: readonly { readonly unit: string; readonly state?: string }[];
    readonly removed?: readonly string[];
  }

  async function createBatch() {
    const project = await createSource();
    const { batch } = await project.extract('locales/en.json', '--target', 'de');
    const exchange = async (...argv: readonly string[]) => {
      const ran = await project.helve(['exchange', ...argv, '--json']);
      return { code: ran.code, ...(JSON.parse(ran.stdout) as BatchesJson) };
    };
    return { ...project, batch, exchange };
  }

  test('X119 list tells what is out, back, late and stale', async () => {
    const { batch, exchange, write, read, folder, helve } = await createBatch();
    const counts = async () => (await exchange('list')).batches[0]?.counts;
    expect(await counts()).toEqual({ out: 3, back: 0, late: 0, stale: 0 });
    await write({ 'locales/de.json': '{"bye": "Tschüss", "hello": "Hallo {name}"}' });
    expect(await counts()).toEqual({ out: 1, back: 2, late: 0, stale: 0 });
    await write({ 'locales/en.json': en.replace('Open', 'Close') });
    expect(await counts()).toEqual({ out: 0, back: 2, late: 0, stale: 1 });
    await write({ 'locales/en.json': en });
    const file = `.helve/exchange/${batch}/manifest.json`;
    await writeFile(join(folder, file), (await read(file)).replace(/"createdAt":"\d{4}/, '"createdAt":"2020'));
    expect(await counts()).toEqual({ out: 1, back: 2, late: 1, stale: 0 });
    expect((await helve(['exchange'])).stdout).toMatch(/Batch +Date +Format +Language +Units +Out +Back +Late +Stale/);
  });

  test('X119 a unit that was translated before is out until it comes back, changed or as it was', async () => {
    const { batch, exchange, helve } = await createBatch();
    const stateOf = async () => (await exchange('show', batch)).units?.find(({ unit }) => unit === 'u2')?.state;
    expect(await stateOf()).toBe('out');
    await helve(['merge', 'exchange', '--check']);
    expect(await stateOf()).toBe('out');
    await helve(['merge', 'exchange']);
    expect(await stateOf()).toBe('back');
  });

  test('X119 show names each unit with its place, by the beginning of the batch id', async () => {
    const { batch, exchange, helve } = await createBatch();
    expect((await exchange('show', batch.slice(0, 6))).units).toMatchObject([
      { file: 'locales/en.json', line: 2, unit: 'u1', block: '/hello', locale: 'de', state: 'out' },
      { unit: 'u2', state: 'out' },
      { unit: 'u3', state: 'out' },
    ]);
    const unknown = await helve(['exchange', 'show', 'ffffffff']);
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.stderr).toContain('Cannot find the batch "ffffffff"');
  });

  test('X119 diff lists units whose source has changed or is gone, and exits with 3', async () => {
    const { batch, exchange, write, folder } = await createBatch();
    expect(await exchange('diff', batch)).toMatchObject({ code: 0, units: [] });
    await write({ 'locales/en.json': '{"hello": "Hi {name}", "bye": "Goodbye"}' });
    expect(await exchange('diff', batch)).toMatchObject({
      code: 3,
      units: [
        { unit: 'u1', reason: 'source has changed' },
        { unit: 'u3', reason: 'key is gone' },
      ],
    });
    await rm(join(folder, 'locales/en.json'));
    expect((await exchange('diff', batch)).units).toHaveLength(3);
  });

  test('X119 clean removes batches that are over, or the one that is named', async () => {
    const { batch, exchange, write } = await createBatch();
    expect((await exchange('clean')).removed).toEqual([]);
    await write({ 'locales/de.json': '{"bye": "b", "hello": "h {name}", "menu": {"open": "o"}}' });
    expect((await exchange('clean', '--older-than', '3')).removed).toEqual([]);
    expect((await exchange('clean')).removed).toEqual([batch]);
    expect((await exchange('list')).batches).toEqual([]);
  });

  test('X106 a flow fills targets between reading and writing, with their state', async () => {
    const { extract, read } = await createSource();
    const { outputs } = await extract('locales/en.json', '--target', 'de', '--flow', 'ai-translate');
    const text = await read(outputs[0]?.path ?? '');
    expect(text).toMatch(/<segment state="initial">\s+<source>Open the file<\/source>\s+<target>⟦de⟧ Open the file</);
    expect(text).toMatch(/<segment state="translated">\s+<source>Goodbye/);
  });

  test('X106 a target that a memory has filled has its state and the quality of its match', async () => {
    const { helve, extract, read } = await createSource({
      'fuzzy.yaml': 'steps:\n  - tool: tm-leverage\n    config: { fuzzyThreshold: 50, fillTargetThreshold: 60 }\n',
      'known/en.json': '{"a": "Open the file now"}',
      'known/de.json': '{"a": "Datei jetzt öffnen"}',
    });
    expect(await helve(['tm', 'learn', 'known/en.json', '--with', 'de=known/de.json'])).toMatchObject({ code: 0 });
    const { outputs } = await extract('locales/en.json', '--target', 'de', '--flow', 'fuzzy.yaml');
    const text = await read(outputs[0]?.path ?? '');
    expect(text).toMatch(/<mtc:match ref="#s1" similarity="([\d.]+)" matchQuality="\1">/);
    expect(text).toMatch(/<segment id="s1" state="initial">\s+<source>Open the file<\/source>\s+<target>Datei jetzt/);
    const old = await extract('known/en.json', '--to', 'xliff', '--target', 'de', '--existing', 'known/{lang}.json');
    expect(await read(old.outputs[0]?.path ?? '')).toContain('<target state="translated">Datei jetzt öffnen</target>');
  });

  test('X106 redacted text leaves only as tokens, not even in names', async () => {
    const { extract, read } = await createSource({
      'p/en.json': '{"a": "Write to ada@example.org today"}',
      'en.lproj/App.strings': '"Ask bo@example.org" = "Ask bo@example.org";\n"Close" = "Close";\n',
      'redact.yaml': 'steps:\n  - tool: redact\n    config:\n      presets: [email]\n',
    });
    const argv = ['--target', 'fr', '--flow', 'redact.yaml', '--context', '1'];
    const { outputs } = await extract('p/en.json', 'en.lproj/App.strings', ...argv);
    const texts = await Promise.all(outputs.map(({ path }) => read(path)));
    expect(texts.join('\n').match(/REDACTED:Email/g)?.length).toBeGreaterThanOrEqual(2);
    expect(texts.join('\n')).not.toContain('example.org');
    expect(texts.join('\n')).toContain('name="Close"');
  });

  test('X104 --segment splits texts into sentences', async () => {
    const { extract, read } = await createSource({ 's/en.json': '{"a": "One is here. Two is there."}' });
    const { outputs } = await extract('s/en.json', '--target', 'fr', '--segment');
    expect((await read(outputs[0]?.path ?? '')).match(/<segment/g)).toHaveLength(2);
  });
});

test('X105 a text of a YAML file with several languages refers to its line', async () => {
  const { helve, folder } = await createProject({ 'loc.yml': 'en:\n  a: One\n  b:\n    c: Two\nde:\n  a: Eins\n' });
  await helve(['extract', 'loc.yml', '--input-format', 'yaml:locales', '--target', 'de', '-o', 'out']);
  const sent = await readFile(join(folder, 'out/de/loc.yml.xlf'), 'utf8');
  expect(sent.match(/loc\.yml:\d+(?=<)/gu)).toEqual(['loc.yml:2', 'loc.yml:4']);
});
