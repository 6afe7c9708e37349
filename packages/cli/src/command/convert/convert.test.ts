import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../main.js';

// The rooms of flows are many files, which take their time to be read as TypeScript.
beforeAll(() => import('@helve/project/run'), 120_000);

/** A folder with these files, and `helve convert` in it. */
async function project(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'helve-convert-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const convert = async (...argv: readonly string[]) => {
    const out = { stdout: '', stderr: '' };
    const code = await main(['convert', ...argv], {
      stdout: { write: (text) => (out.stdout += text.toString()) },
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
  return { folder, convert, read };
}

const json = JSON.stringify({ home: { title: 'Hello {name}' }, bye: 'Bye' });
const german = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: de\\n"

#. A menu
msgid "Open the file"
msgstr "Datei öffnen"

#, fuzzy
msgid "Close"
msgstr "Schliesse"

msgid "Print"
msgstr ""
`;
const catalog = JSON.stringify({
  sourceLanguage: 'en',
  version: '1.0',
  strings: {
    hi: {
      comment: 'A greeting',
      localizations: {
        de: { stringUnit: { state: 'needs_review', value: 'Hallo %@' } },
        en: { stringUnit: { state: 'translated', value: 'Hi %@' } },
      },
    },
  },
});

/** A catalog as Xcode writes it, with plural forms, forms by device, and states. */
const full = `{
  "sourceLanguage" : "en",
  "strings" : {
    "files" : {
      "comment" : "Number of files",
      "localizations" : {
        "de" : {
          "variations" : {
            "plural" : {
              "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld Datei" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld Dateien" } }
            }
          }
        },
        "en" : {
          "variations" : {
            "plural" : {
              "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld file" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld files" } }
            }
          }
        },
        "pl" : {
          "variations" : {
            "plural" : {
              "few" : { "stringUnit" : { "state" : "translated", "value" : "%lld pliki" } },
              "many" : { "stringUnit" : { "state" : "translated", "value" : "%lld plików" } },
              "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld plik" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld pliku" } }
            }
          }
        }
      }
    },
    "open" : {
      "localizations" : {
        "de" : { "stringUnit" : { "state" : "needs_review", "value" : "Öffnen" } },
        "en" : { "stringUnit" : { "state" : "translated", "value" : "Open" } },
        "pl" : { "stringUnit" : { "state" : "new", "value" : "Otwórz" } }
      }
    },
    "tap" : {
      "localizations" : {
        "en" : {
          "variations" : {
            "device" : {
              "iphone" : { "stringUnit" : { "state" : "translated", "value" : "Tap" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "Click" } }
            }
          }
        }
      }
    }
  },
  "version" : "1.0"
}`;

describe('helve convert', () => {
  test('XV14 a string catalog comes back from XLIFF 2 with the same bytes, and with a translation that was changed', async () => {
    const { folder, convert, read } = await project({ 'Localizable.xcstrings': full });
    expect((await convert('Localizable.xcstrings', '--to', 'xliff2', '-o', '{lang}.xlf')).code).toBe(0);
    const home = ['de.xlf', 'pl.xlf', '--to', 'xcstrings', '-o', 'out/Localizable.xcstrings'];
    expect(await convert(...home, '--json')).toMatchObject({ code: 0 });
    expect(await read('out/Localizable.xcstrings')).toBe(full);
    await writeFile(join(folder, 'de.xlf'), (await read('de.xlf')).replace('>Öffnen<', '>Aufmachen<'));
    expect((await convert(...home)).code).toBe(0);
    expect(await read('out/Localizable.xcstrings')).toBe(full.replace('Öffnen', 'Aufmachen'));
  });

  test('XV14 a string catalog becomes resources of Android, and the report counts devices and states', async () => {
    const { convert, read } = await project({ 'Localizable.xcstrings': full });
    const argv = ['Localizable.xcstrings', '--to', 'androidxml', '-o', 'res/values/strings.xml', '--json'];
    const { stdout } = await convert(...argv);
    expect(await read('res/values/strings.xml')).toContain(
      '<!-- Number of files -->\n    <plurals name="files">\n        <item quantity="one">%lld file</item>',
    );
    expect(await read('res/values/strings.xml')).toContain('<string name="tap">Click</string>');
    const polish = await read('res/values-pl/strings.xml');
    expect(polish.match(/quantity="(\w+)"/g)).toHaveLength(4);
    expect(polish).toContain('<string name="open">Otwórz</string>');
    const { losses } = JSON.parse(stdout) as { losses: { kind: string; detail: { what?: string; count?: number } }[] };
    const counts = (what: string) =>
      losses.filter(({ detail }) => detail.what === what).reduce((sum, { detail }) => sum + (detail.count ?? 0), 0);
    expect([counts('select'), counts('state')]).toEqual([1, 2]);
  });

  test('X99 writes one result to stdout, and losses to stderr', async () => {
    const { convert } = await project({ 'en.json': json });
    const { code, stdout, stderr } = await convert('en.json', '--to', 'properties');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'home.title=Hello {name}\nbye=Bye\n' });
    expect(stderr).toBe('Lost: types of codes in 1 unit\n');
  });

  test('X99 converts the translations of a catalog, and counts what is missing', async () => {
    const { convert } = await project({ 'de.po': german });
    const { stdout, stderr } = await convert('de.po', '--to', 'json');
    expect(JSON.parse(stdout)).toEqual({ 'Open the file': 'Datei öffnen', Close: 'Schliesse' });
    expect(stderr).toBe(
      'Lost: notes in 1 unit\nLost: statuses of translations in 1 unit\nLost: units without a translation in 1 unit\n',
    );
    const { stdout: ready } = await convert('de.po', '--to', 'json', '--only', 'translated');
    expect(JSON.parse(ready)).toEqual({ 'Open the file': 'Datei öffnen' });
  });

  test('X99 a file of each language goes where the platform looks for it', async () => {
    const { convert, read } = await project({ 'Localizable.xcstrings': catalog });
    const { code, stdout } = await convert(
      'Localizable.xcstrings',
      '--to',
      'androidxml',
      '-o',
      'res/values/strings.xml',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /res\/values\/strings\.xml +androidxml +en +1 +\d+\nres\/values-de\/strings\.xml +androidxml +de/,
    );
    expect(await read('res/values/strings.xml')).toContain('<!-- A greeting -->\n    <string name="hi">Hi %@</string>');
    expect(await read('res/values-de/strings.xml')).toContain('<string name="hi">Hallo %@</string>');
  });

  test('X101 placeholders, and the number of a message, are written in another notation', async () => {
    const { convert } = await project({
      'en.json': JSON.stringify({ hi: 'Hi {name}, 5 %', n: '{count, plural, one {# file} other {# files}}' }),
    });
    const { stdout } = await convert('en.json', '--to', 'androidxml', '--placeholders', 'android');
    expect(stdout).toContain('<string name="hi">Hi %s, 5 %%</string>');
    expect(stdout).toContain('<item quantity="other">%d files</item>');
    expect((await convert('en.json', '--to', 'po', '--target', 'de')).stdout).toContain('msgid "{count} file"');
  });

  test('X31 writes YAML, and locale files of Rails', async () => {
    const { convert } = await project({
      'en.json': JSON.stringify({ home: { title: 'yes' }, files: '{count, plural, one {1 file} other {many: files}}' }),
    });
    const { stdout } = await convert('en.json', '--to', 'yaml:rails');
    const files = '  files:\n    # helve:plural="count"\n    one: 1 file\n    other: "many: files"\n';
    expect(stdout).toBe(`en:\n  home:\n    title: "yes"\n${files}`);
  });

  test.each(['resx', 'stringsdict', 'applestrings', 'json'])(
    'X101 markup of Android is text in %s, and an entity has its value',
    async (format) => {
      const strings =
        '<!DOCTYPE resources [<!ENTITY app "Kite">]>\n<resources><string name="a">Fly <b>&app;</b></string></resources>';
      const { convert } = await project({ 'strings.xml': strings });
      const { code, stdout } = await convert('strings.xml', '--to', format);
      expect(code).toBe(0);
      const isXml = format === 'resx' || format === 'stringsdict';
      expect(stdout).toContain(isXml ? '>Fly &lt;b&gt;Kite&lt;/b&gt;<' : '"Fly <b>Kite</b>"');
    },
  );

  test('X98 a text without a word has no place in a catalog, which is told', async () => {
    const { convert } = await project({ 'en.json': '{"a": "", "b": "Hi"}' });
    const { code, stdout, stderr } = await convert('en.json', '--to', 'po');
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Lost: empty source texts in 1 unit\n' });
    expect(stdout).toContain('msgid "Hi"');
  });

  test('X99 a catalog with an empty key becomes a locale file of Rails', async () => {
    const strings = { '': {}, hi: { localizations: { en: { stringUnit: { state: 'translated', value: 'Hi' } } } } };
    const { convert } = await project({
      'a.xcstrings': JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' }),
    });
    const { stdout } = await convert('a.xcstrings', '--to', 'yaml:rails');
    expect(stdout).toBe('en:\n  "": ""\n  hi: Hi\n');
  });

  test('X99 a translation memory is made of files, and they of it', async () => {
    const po = `${german}\nmsgctxt "count"\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d Datei"\nmsgstr[1] "%d Dateien"\n`;
    const { convert, read } = await project({ 'de.po': po });
    expect(await convert('de.po', '--to', 'tmx', '-o', 'de.tmx')).toMatchObject({ code: 0 });
    expect(await read('de.tmx')).toContain('<note>A menu</note>');
    expect(await convert('de.tmx', '--to', 'po', '-o', 'again.po')).toMatchObject({ code: 0 });
    const again = await read('again.po');
    expect(again).toContain('msgid "Open the file"\nmsgstr "Datei öffnen"');
    expect(again).toContain('#. A menu\n');
    expect(again).toContain('#, fuzzy\n');
    expect(again).toContain('msgid_plural "%d files"\nmsgstr[0] "%d Datei"\nmsgstr[1] "%d Dateien"');
  });

  test('X99 reads existing translations, and writes a file for each', async () => {
    const { convert, read } = await project({
      'locales/en.json': json,
      'locales/de.json': JSON.stringify({ home: { title: 'Hallo {name}' } }),
    });
    const argv = ['locales/en.json', '--existing', 'auto', '--target', 'de', '--to', 'xliff2', '-o', 'out/{lang}.xlf'];
    expect((await convert(...argv)).code).toBe(0);
    expect(await read('out/de.xlf')).toContain('<target>Hallo <ph');
  });

  test('X98 --strict refuses losses and writes nothing, --explain and --losses tell them', async () => {
    const { convert, read } = await project({ 'de.po': german });
    const refused = await convert('de.po', '--to', 'json', '-o', 'de.json', '--strict');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Cannot write as json: --strict allows no losses');
    await expect(read('de.json')).rejects.toMatchObject({ code: 'ENOENT' });
    const explained = await convert('de.po', '--to', 'json', '-o', 'de.json', '--explain', '--losses', 'losses.json');
    expect(explained.stdout).toContain('de.json');
    await expect(read('de.json')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(JSON.parse(await read('losses.json'))).toMatchObject({
      schema: 'helve.losses/v1',
      losses: expect.arrayContaining([
        expect.objectContaining({ kind: 'unit-missing', detail: { what: 'translation', count: 1 } }),
      ]),
    });
  });

  test('X100 two keys that meet are an error', async () => {
    const { convert } = await project({ 'a.properties': 'a-b=1\na.b=2\n' });
    const { code, stderr } = await convert('a.properties', '--to', 'json', '--keys', 'snake');
    expect(code).toBe(1);
    expect(stderr).toContain('Cannot convert "a.properties": the keys "a.b" and "a-b" would both be "a_b"');
  });

  test('X102 a document becomes an exchange file only, and the refusal says which command to use', async () => {
    const { convert } = await project({ 'a.md': '# Hello\n' });
    const { code, stderr } = await convert('a.md', '--to', 'json');
    expect(code).toBe(1);
    expect(stderr).toContain('it is a document (Markdown), which only becomes an exchange file');
    expect(stderr).toContain('helve merge');
    expect((await convert('a.md', '--to', 'xliff2')).stdout).toContain('<source>Hello</source>');
  });

  test('does not replace a file that it has not written', async () => {
    const { convert, read } = await project({ 'de.po': german, 'de.json': '{"mine": "1"}' });
    const refused = await convert('de.po', '--to', 'json', '-o', 'de.json');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('"de.json"');
    expect(await read('de.json')).toBe('{"mine": "1"}');
    expect((await convert('de.po', '--to', 'json', '-o', 'de.json', '--overwrite')).code).toBe(0);
    expect((await convert('de.po', '--to', 'json', '-o', 'de.json')).code).toBe(0);
    expect(await read('de.json')).toContain('Datei öffnen');
  });

  test('X31 a workbook has all languages in one table, and goes home from it', async () => {
    const { convert, read } = await project({ 'Localizable.xcstrings': catalog });
    const refused = await convert('Localizable.xcstrings', '--to', 'xlsx');
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('a package is not text, and there is no path for it');
    expect(await convert('Localizable.xcstrings', '--to', 'xlsx', '-o', 'texts.xlsx')).toMatchObject({ code: 0 });
    expect(await convert('Localizable.xcstrings', '--to', 'csv', '-o', 'direct.csv')).toMatchObject({ code: 0 });
    expect(await convert('texts.xlsx', '--to', 'csv', '-o', 'texts.csv')).toMatchObject({ code: 0 });
    expect(await read('texts.csv')).toBe(await read('direct.csv'));
  });

  test('a workbook that a conversion wrote becomes files with keys again', async () => {
    const { convert, read } = await project({
      'en.json': '{"a":"One","b":"Two"}',
      'de.json': '{"a":"Eins","b":"Zwei"}',
    });
    const made = await convert('en.json', '--existing', 'auto', '--to', 'xlsx', '-o', 'texts.xlsx');
    expect(made).toMatchObject({ code: 0 });
    expect(await convert('texts.xlsx', '--to', 'json', '-o', 'out.{lang}.json')).toMatchObject({ code: 0 });
    for (const [name, file] of [
      ['out.en.json', 'en.json'],
      ['out.de.json', 'de.json'],
    ] as const)
      expect(JSON.parse(await read(name))).toEqual(JSON.parse(await read(file)));
  });

  test('several results need a path', async () => {
    const { convert } = await project({ 'Localizable.xcstrings': catalog });
    const { code, stderr } = await convert('Localizable.xcstrings', '--to', 'json');
    expect(code).toBe(2);
    expect(stderr).toContain('there are 2 results, and no path for them');
  });

  test('T130 the JSON names its schema, and holds the result', async () => {
    const { convert } = await project({ 'en.json': json });
    const { stdout } = await convert('en.json', '--to', 'properties', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'helve.convert/v1',
      content: 'home.title=Hello {name}\nbye=Bye\n',
    });
  });
});

test.each(['xliff', 'xliff2'])(
  'X103 messages that came as %s from a catalog have the contexts that they had',
  async (format) => {
    const plural = 'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d Datei"\nmsgstr[1] "%d Dateien"\n';
    const { convert } = await project({
      'de.po': `${german}\n${plural}\nmsgctxt "verb"\nmsgid "Open"\nmsgstr "Öffnen"\n`,
    });
    expect(await convert('de.po', '--to', format, '-o', 'de.xlf')).toMatchObject({ code: 0 });
    const { stdout } = await convert('de.xlf', '--to', 'po');
    expect(stdout.match(/msgctxt .*/g)).toEqual(['msgctxt "verb"']);
  },
);
