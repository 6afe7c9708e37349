import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { main } from '../../main.js';

// The rooms of flows are many files, which take their time to be read as TypeScript.
beforeAll(() => import('@helve/project/run'), 120_000);

/** A folder with these files, and `helve status` in it. */
async function project(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'helve-status-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const write = async (more: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(more)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  };
  await write(files);
  const status = async (...argv: readonly string[]) => {
    const out = { stdout: '', stderr: '' };
    const code = await main(['status', ...argv], {
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
  const counts = async (...argv: readonly string[]) => JSON.parse((await status(...argv, '--json')).stdout) as Counts;
  return { folder, write, status, counts };
}

interface Row {
  readonly file?: string;
  readonly locale: string;
  readonly percent: number;
  readonly units: Readonly<Record<string, number>>;
  readonly words: Readonly<Record<string, number>>;
}
interface Counts {
  readonly files: readonly Row[];
  readonly languages: readonly Row[];
}

const head = (language: string) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ${language}\\n"\n\n`;
const german = `${head('de')}msgid "Open the file"
msgstr "Datei öffnen"

#, fuzzy
msgid "Close"
msgstr "Schliesse"

#, fuzzy
#| msgid "Save"
msgid "Save all"
msgstr "Speichern"

msgid "Print"
msgstr ""
`;
const french = `${head('fr')}msgid "Open the file"\nmsgstr "Ouvrir le fichier"\n`;
const english = JSON.stringify({ open: 'Open the file', close: 'Close', save: 'Save' });

describe('helve status', () => {
  test('counts each unit of a catalog in one state', async () => {
    const { counts } = await project({ 'de.po': german });
    expect((await counts('de.po')).files).toEqual([
      {
        file: 'de.po',
        locale: 'de',
        percent: 25,
        units: { translated: 1, fuzzy: 1, changed: 1, empty: 1 },
        words: { translated: 3, fuzzy: 1, changed: 2, empty: 1 },
      },
    ]);
  });

  test('counts catalogs of a folder each in its language, with sums of languages', async () => {
    const { counts, status } = await project({ 'po/de.po': german, 'po/fr.po': french, 'more/de.po': german });
    const { files, languages } = await counts('po', 'more');
    expect(files.map(({ file, locale, percent }) => [file, locale, percent])).toEqual([
      ['po/de.po', 'de', 25],
      ['po/fr.po', 'fr', 100],
      ['more/de.po', 'de', 25],
    ]);
    expect(languages.map(({ locale, units }) => [locale, units['empty']])).toEqual([
      ['de', 2],
      ['fr', 0],
    ]);
    const { stdout } = await status('po', 'more');
    expect(stdout).toMatch(/^Language +Done +Translated +Fuzzy +Changed +Empty +Words +Words left +File\n/);
    expect(stdout).toMatch(/\nfr +100\.0 % +1 +0 +0 +0 +3 +0 +po\/fr\.po\n/);
    expect(stdout).toMatch(/\nde +25\.0 % +2 +2 +2 +2 +14 +8 +all files\n/);
  });

  test('X121 counts the translations beside a source, and languages that have none yet', async () => {
    const { counts } = await project({
      'helve.config.json': JSON.stringify({ locales: { source: 'en', targets: ['de', 'fr'] } }),
      'locales/en.json': english,
      'locales/de.json': JSON.stringify({ open: 'Datei öffnen', close: '' }),
    });
    const { files } = await counts('locales');
    expect(files.map(({ file, locale, units }) => [file, locale, units['translated'], units['empty']])).toEqual([
      ['locales/de.json', 'de', 1, 2],
      ['locales/en.json', 'fr', 0, 3],
    ]);
  });

  test('X122 --since finds translations whose source has changed', async () => {
    const { folder, write, counts } = await project({
      'locales/en.json': english,
      'locales/de.json': JSON.stringify({ open: 'Datei öffnen', close: 'Schließen', save: 'Sichern' }),
    });
    const git = (...argv: readonly string[]) => execFileSync('git', argv, { cwd: folder, stdio: 'ignore' });
    git('init');
    git('add', '.');
    git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-m', 'first');
    await write({ 'locales/en.json': english.replace('Close', 'Close it') });
    const { files } = await counts('locales/en.json', '--since', 'HEAD');
    expect(files.map(({ file, units }) => [file, units])).toEqual([
      ['locales/de.json', { translated: 0, fuzzy: 0, changed: 1, empty: 0 }],
    ]);
  });

  test('texts without words have nothing to translate', async () => {
    const { counts } = await project({
      'en.json': JSON.stringify({ a: 'Hi', b: '', c: ' ', d: '{name}' }),
      'de.json': JSON.stringify({ a: 'Hallo' }),
    });
    expect((await counts('.')).files).toMatchObject([{ percent: 100, units: { translated: 1, empty: 0 } }]);
  });

  test('a plural that lacks forms of its language is not complete', async () => {
    const plural = (...quantities: readonly string[]) =>
      `<resources><plurals name="n">${quantities.map((one) => `<item quantity="${one}">%d x</item>`).join('')}</plurals></resources>`;
    const { counts } = await project({
      'values/strings.xml': plural('one', 'other'),
      'values-pl/strings.xml': plural('one', 'other'),
      'values-de/strings.xml': plural('one', 'other'),
    });
    expect((await counts('values/strings.xml')).files).toMatchObject([
      { locale: 'de', units: { translated: 1, fuzzy: 0 } },
      { locale: 'pl', units: { translated: 0, fuzzy: 1 } },
    ]);
  });

  test('X121 a file in another language without a source is told, and no source', async () => {
    const texts = JSON.stringify({ a: 'One' });
    const { status } = await project({
      'locales/en.json': texts,
      'locales/de.json': texts,
      'fr.json': texts,
      'more/app_fr.json': texts,
      'values-it/strings.xml': '<resources><string name="a">A</string></resources>',
      'sign-in.json': texts,
    });
    const { stdout, stderr } = await status('.');
    expect(stdout.split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^de +100.0 % .* locales\/de.json$/),
      expect.stringMatching(/^de +0.0 % .* sign-in.json \(not translated yet\)$/),
    ]);
    for (const file of ['fr.json', 'more/app_fr.json', 'values-it/strings.xml'])
      expect(stderr).toContain(`${file}: skipped, no source beside it\n`);
  });

  test.each([
    ['l', '--target', 'it'],
    ['l/de.json', '--target', 'fr'],
  ])('X121 translations without any source are refused: %s %s %s', async (...argv) => {
    const texts = JSON.stringify({ a: 'One' });
    const { status } = await project({ 'l/de.json': texts, 'l/fr.json': texts });
    expect(await status(...argv)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no source of "l/de.json" was found beside it; looked for "l/en.json"'),
    });
  });

  test('--fail-under exits with 3 and names the languages', async () => {
    const { status } = await project({ 'de.po': german, 'fr.po': french });
    const { code, stderr } = await status('.', '--fail-under', '95');
    expect(code).toBe(3);
    expect(stderr).toContain('de: 25 % is translated, less than 95 %');
    expect(stderr).not.toContain('fr:');
    expect((await status('fr.po', '--fail-under', '100')).code).toBe(0);
  });

  test('a unit of which some segments have no translation is not complete', async () => {
    const { counts } = await project({
      'a.xlf': `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="u"><segment id="1"><source>One.</source><target>Eins.</target></segment><segment id="2"><source>Two.</source></segment></unit></file></xliff>`,
    });
    expect((await counts('a.xlf')).languages).toMatchObject([
      { locale: 'de', percent: 0, units: { translated: 0, fuzzy: 1, changed: 0, empty: 0 } },
    ]);
  });

  test('rounds down, so that 100 % means all', async () => {
    const many = Array.from({ length: 1999 }, (_, at) => `msgid "Text ${at}"\nmsgstr "Wort ${at}"\n`).join('\n');
    const { status } = await project({ 'de.po': `${head('de')}${many}\nmsgid "Last"\nmsgstr ""\n` });
    const { code, stdout } = await status('de.po', '--fail-under', '100');
    expect(code).toBe(3);
    expect(stdout).toContain('99.9 %');
  });

  test('--fail-under exits with 3 for a language that was asked for and has no file', async () => {
    const { status, counts } = await project({ 'po/fr.po': french });
    const { code, stdout, stderr } = await status('po', '--target', 'fr,it', '--fail-under', '50');
    expect({ code, stderr }).toEqual({ code: 3, stderr: 'it: no file was found\n' });
    expect(stdout).toMatch(/\nit +0\.0 % +0 +0 +0 +0 +0 +0 +\(no file\)\n/);
    expect((await counts('po', '--target', 'fr,it')).languages).toMatchObject([
      { locale: 'fr' },
      { locale: 'it', missing: true },
    ]);
    expect((await status('po', '--fail-under', '50')).code).toBe(0);
  });

  test('without files, every language of the config is expected', async () => {
    const config = { locales: { source: 'en', targets: ['fr', 'it'] }, content: [{ path: 'po/*.po' }] };
    const { status } = await project({ 'helve.config.json': JSON.stringify(config), 'po/fr.po': french });
    expect(await status('--fail-under', '50')).toMatchObject({ code: 3, stderr: 'it: no file was found\n' });
    expect(await status('po/fr.po', '--fail-under', '50')).toMatchObject({ code: 0, stderr: '' });
  });

  test('a language without a file is told beside its source, in the order of languages', async () => {
    const { status } = await project({
      'helve.config.json': JSON.stringify({ locales: { source: 'en', targets: ['fr', 'de', 'bg'] } }),
      'locales/en.json': english,
      'locales/de.json': JSON.stringify({ open: 'Datei öffnen' }),
    });
    const { stdout } = await status('locales/en.json');
    const [, ...rows] = stdout.trimEnd().split('\n');
    expect(rows).toEqual([
      'bg         0.0 %           0      0        0      3      5           5  locales/en.json (not translated yet)',
      'de        33.3 %           1      0        0      2      5           2  locales/de.json',
      'fr         0.0 %           0      0        0      3      5           5  locales/en.json (not translated yet)',
    ]);
  });

  test('T130 the JSON names its schema', async () => {
    const { counts } = await project({ 'fr.po': french });
    expect(Object.keys(await counts('fr.po'))).toEqual(['files', 'languages', 'schema']);
    expect(await counts('fr.po')).toMatchObject({ schema: 'helve.status/v1' });
  });

  test.each(['', 'all', '101', '-1'])('--fail-under %j is refused', async (text) => {
    const { status } = await project({ 'de.po': german });
    const { code, stderr } = await status('de.po', `--fail-under=${text}`);
    expect(code).toBe(2);
    expect(stderr).toContain('--fail-under must be a number from 0 to 100');
  });

  test('a file without translations is told, with what to do', async () => {
    const { status } = await project({ 'en.json': english });
    const { code, stderr } = await status('en.json');
    expect(code).toBe(2);
    expect(stderr).toContain('no translation of "en.json" was found beside it');
    expect(stderr).toContain('--existing');
  });
});

describe('helve status of real files', needs('shared'), () => {
  const data = resolve(import.meta.dirname, '../../../../../../shared/data/l10n');

  test('counts catalogs as msgfmt does', needs('msgfmt'), async () => {
    const { counts } = await project({});
    const { files } = await counts(join(data, 'po/django/django/contrib/admin'));
    expect(files.length).toBeGreaterThan(10);
    for (const { file = '', units } of files) {
      const { stderr } = spawnSync('msgfmt', ['--statistics', '-o', '/dev/null', file], {
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C' },
      });
      const told = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(stderr)?.[1] ?? 0);
      const { translated = 0, fuzzy = 0, changed = 0, empty = 0 } = units;
      expect([file, translated, fuzzy + changed, empty]).toEqual([
        file,
        told('translated'),
        told('fuzzy'),
        told('untranslated'),
      ]);
    }
  });

  test('counts XLIFF 1.2 by language, and JSON in folders that --existing names', async () => {
    const { counts } = await project({});
    const { languages } = await counts(join(data, 'xliff12/symfony/src/Symfony/Component/Security'));
    expect(languages.length).toBeGreaterThan(20);
    expect(languages.find(({ locale }) => locale === 'de')).toMatchObject({ percent: 100 });
    const source = join(
      data,
      'json/vscode-loc/i18n/vscode-language-pack-de/translations/extensions/vscode.coffeescript.i18n.json',
    );
    const existing = join(
      data,
      'json/vscode-loc/i18n/vscode-language-pack-{lang}/translations/extensions/vscode.coffeescript.i18n.json',
    );
    const { files } = await counts(source, '--source', 'de', '--target', 'ru', '--existing', existing);
    expect(files).toMatchObject([{ locale: 'ru', file: expect.stringContaining('pack-ru') }]);
  });
});
