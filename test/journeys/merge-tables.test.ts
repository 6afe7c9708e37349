import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from './project.js';

interface Merged {
  readonly outputs: readonly { readonly path: string }[];
  readonly counts: Readonly<Record<string, number>>;
  readonly units: readonly { readonly name: string; readonly result: string; readonly detail?: string }[];
}

/** Sends a file out as a table, fills in translations by their sources, and merges it. */
async function mergeTable(
  files: Readonly<Record<string, string>>,
  targets: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
) {
  const { helve, folder } = await createProject(files);
  const argv = [
    'extract',
    ...Object.keys(files),
    '--source',
    'en',
    '--target',
    'de',
    '--to',
    'csv',
    '--join',
    '--json',
  ];
  const sent = await helve(argv);
  const { outputs } = JSON.parse(sent.stdout) as { readonly outputs: readonly { readonly path: string }[] };
  const path = join(folder, outputs[0]?.path ?? '');
  const lines = (await readFile(path, 'utf8')).split('\r\n');
  const columns = lines[0]?.replace(/^\uFEFF/, '').split(',') ?? [];
  const [source, target] = [columns.indexOf('source:en'), columns.indexOf('target:de')];
  const filled = lines.map((line, at) => {
    const cells = line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/gu)?.map((cell) => cell.replace(/,$/, '')) ?? [];
    const text = targets[(cells[source] ?? '').replaceAll(/^"|"$/g, '').replaceAll('""', '"')];
    if (at > 0 && text !== undefined) cells[target] = `"${text.replaceAll('"', '""')}"`;
    return cells.slice(0, columns.length).join(',');
  });
  await writeFile(path, filled.join('\r\n'));
  const ran = await helve(['merge', 'exchange', '--no-tm', ...flags, '--json']);
  const merged = JSON.parse(ran.stdout) as Merged;
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  return { code: ran.code, ...merged, read };
}

const foreign = 'is not in the source';

describe('translations in a table', () => {
  test.each([
    ['{9}Drei', '{9}'],
    ['Drei %s', '%s'],
    ['<9>Drei</9>', '<9>'],
    ['Drei <b>fett</b>', '<b>'],
  ])('X113 a code that its source lacks is damage: %s', async (text, code) => {
    const strings = '<resources>\n<string name="a">Three</string>\n</resources>\n';
    const files = { 'res/values/strings.xml': strings, 'locales/en.json': '{"a":"Three"}' };
    const merged = await mergeTable(files, { Three: text });
    expect(merged).toMatchObject({ code: 1, counts: { applied: 0, damaged: 2 } });
    expect(merged.units[0]?.detail).toBe(`the code "${code}" ${foreign}`);
    await expect(merged.read('res/values-de/strings.xml')).rejects.toThrow('ENOENT');
  });

  test('X113 a code beside those of the source is damage', async () => {
    const files = { 'locales/en.json': '{"a":"%d of it"}' };
    const merged = await mergeTable(files, { '{1} of it': '{1} davon, %s' });
    expect(merged).toMatchObject({ code: 1, counts: { applied: 0, damaged: 1 } });
  });

  test('X113 a code in a form that its message lacks is damage', async () => {
    const source = '{n, plural, one {# file} other {# files}}';
    const target = '{n, plural, one {# Datei} other {# Dateien in {folder}}}';
    const merged = await mergeTable({ 'locales/en.json': JSON.stringify({ a: source }) }, { [source]: target });
    expect(merged).toMatchObject({ code: 1, counts: { applied: 0, damaged: 1 } });
  });

  test('X113 text that looks like a code comes home where its source has it as text too', async () => {
    const files = { 'page.html': '<p>Type {9} or %s or 100 % of 5</p>\n' };
    const sent = String.raw`Type \{9} or %s or 100 % of 5`;
    const back = String.raw`\{9} oder %s oder 100 % von 5`;
    const merged = await mergeTable(files, { [sent]: back });
    expect(merged).toMatchObject({ code: 0, counts: { applied: 1, damaged: 0 } });
    expect(await merged.read(merged.outputs[0]?.path ?? '')).toBe('<p>{9} oder %s oder 100 % von 5</p>\n');
  });

  test('X113 a plural with text around it is damage in a catalog, and costs no other unit', async () => {
    const po = [
      'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n',
      'msgid "Red"\nmsgstr ""\n',
      'msgid "%d user"\nmsgid_plural "%d users"\nmsgstr[0] ""\nmsgstr[1] ""\n',
    ].join('\n');
    const source = '{n, plural, one {%d user} other {%d users}}';
    const merged = await mergeTable({ 'po/de.po': po }, { Red: 'Rot', [source]: `Ü${source}` });
    expect(merged).toMatchObject({ code: 1, counts: { applied: 1, damaged: 1 } });
    expect(await merged.read('po/de.po')).toContain('msgstr "Rot"');
  });

  test.each([[[]], [['-o', 'auto']], [['--in-place']]])(
    'X115 a catalog is written where it was read with the flags %j',
    async (flags) => {
      const po = 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "Red"\nmsgstr ""\n';
      const merged = await mergeTable({ 'po/de.po': po }, { Red: 'Rot' }, flags);
      expect(merged).toMatchObject({ code: 0, outputs: [{ path: 'po/de.po' }] });
    },
  );

  test('X101 a catalog of another language does not go out', async () => {
    const po = (language: string) => `msgid ""\nmsgstr "Language: ${language}\\n"\n\nmsgid "Red"\nmsgstr ""\n`;
    const { helve } = await createProject({ 'po/de.po': po('de'), 'po/pl.po': po('pl') });
    const ran = await helve(['extract', 'po/de.po', 'po/pl.po', '--source', 'en', '--target', 'de', '--json']);
    const skipped = [{ path: 'po/pl.po', reason: 'another target language' }];
    expect(JSON.parse(ran.stdout)).toMatchObject({ files: 1, skipped });
    const alone = await helve(['extract', 'po/pl.po', '--source', 'en', '--target', 'de']);
    expect(alone.code).toBe(2);
    expect(alone.stderr).toContain('"po/pl.po" is a translation into "pl"');
  });

  test('X54 a flow over a table that is out works on texts without the apostrophes of the guards', async () => {
    const strings = { sum: '=SUM(A1)', cold: '-5 degrees', own: "'=quoted", plain: 'Plain' };
    const { helve, folder } = await createProject({ 'en.json': JSON.stringify(strings) });
    await helve(['extract', 'en.json', '--to', 'csv', '--target', 'de', '-o', 'out']);
    const table = 'out/de/en.json.csv';
    expect((await helve(['create-target', table, '--copy-source', '--target', 'de', '-o', 'copy.csv'])).code).toBe(0);
    expect(await readFile(join(folder, 'copy.csv'), 'utf8')).toContain("'=SUM(A1),'=SUM(A1),");
    expect((await helve(['ai-translate', table, '--target', 'de', '--in-place'])).code).toBe(0);
    const merged = await helve(['merge', table, '-o', 'de.json', '--no-tm']);
    expect(merged.code, merged.stderr).toBe(0);
    const translated = Object.entries(strings).map(([key, text]) => [key, `⟦de⟧ ${text}`]);
    expect(JSON.parse(await readFile(join(folder, 'de.json'), 'utf8'))).toEqual(Object.fromEntries(translated));
  });

  test.each(['draft', 'apply'])(
    'X113 a code that its source lacks is damage with --on-stale %s too',
    async (choice) => {
      const { helve, write, folder } = await createProject({ 'en.json': '{"a":"Three","b":"Four"}' });
      await helve(['extract', 'en.json', '--to', 'csv', '--target', 'de', '-o', 'out']);
      await write({ 'en.json': '{"a":"Three files","b":"Four files"}' });
      const table = join(folder, 'out/de/en.json.csv');
      const sent = await readFile(table, 'utf8');
      await writeFile(table, sent.replace('Three,,', 'Three,Drei %s,').replace('Four,,', 'Four,Vier,'));
      const merged = await helve(['merge', table, '-o', 'de.json', '--on-stale', choice, '--no-tm', '--json']);
      expect(JSON.parse(merged.stdout)).toMatchObject({
        counts: { applied: 1, damaged: 1 },
        units: expect.arrayContaining([
          expect.objectContaining({ name: 'a', result: 'damaged', detail: 'the code "%s" is not in the source' }),
        ]),
      });
      expect(await readFile(join(folder, 'de.json'), 'utf8')).not.toContain('%s');
    },
  );
});
