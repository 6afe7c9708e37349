import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Io } from '../../io.js';
import { main } from '../../main.js';

beforeAll(() => import('@helve/project/run'), 120_000);

const longText = 'A text that is longer than the names that reports have room for';
/** Every target has two spaces in a row, so that each block has a finding. */
const files: Readonly<Record<string, string>> = {
  'helve.config.json': '{ "govern": false, "locales": { "source": "en", "targets": ["de"] } }',
  'json/en.json': '{"home":{"title":"Hello you","body":"Some text"},"nav":{"title":"Menu bar"}}',
  'json/de.json': '{"home":{"title":"Hallo  du","body":"Etwas  Text"},"nav":{"title":"Menü  leiste"}}',
  'properties/en.properties': 'home.title=Hello you\nhome.body=Some text\nnav.title=Menu bar\n',
  'properties/de.properties': 'home.title=Hallo  du\nhome.body=Etwas  Text\nnav.title=Men\\u00fc  leiste\n',
  'po/de.po': `msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "door"
msgid "Stop here"
msgstr "Halt  hier"

msgid "Go on"
msgstr "Weiter  gehen"

msgid "${longText}"
msgstr "Ein  Text"
`,
  'xliff/de.xlf': `<?xml version="1.0"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="1" resname="home.title"><source>Hello you</source><target>Hallo  du</target></trans-unit>
<trans-unit id="nav"><source>Menu bar</source><target>Menü  leiste</target></trans-unit>
</body></file></xliff>
`,
};

async function createFolder() {
  const cwd = await mkdtemp(join(tmpdir(), 'helve-select-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), content);
  }
  const helve = async (...argv: readonly string[]) => {
    const out = { stdout: '', stderr: '' };
    const io: Io = {
      stdout: { write: (text) => (out.stdout += text) },
      stderr: { write: (text) => (out.stderr += text) },
      stdin: (async function* () {})(),
      cwd,
      user: 'tester',
      env: {},
      signal: new AbortController().signal,
    };
    return { code: await main(argv, io), ...out };
  };
  const keysIn = async (...argv: readonly string[]) => {
    const { stdout } = await helve('check', ...argv, '--check', 'qa-check', '--json');
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly location: { readonly key: string } }[];
    };
    return [...new Set(findings.map(({ location }) => location.key))].toSorted();
  };
  return { helve, keysIn, read: (name: string) => readFile(join(cwd, name), 'utf8') };
}

const checked = ['json/de.json', 'properties/de.properties', 'po/de.po', 'xliff/de.xlf'];

describe('--only and --except of helve check', () => {
  test.each(checked)('T128 each name that the report of %s shows selects its block', async (file) => {
    const { keysIn } = await createFolder();
    const keys = await keysIn(file);
    expect(keys.length).toBeGreaterThan(1);
    for (const key of keys) {
      expect(await keysIn(file, '--only', key)).toEqual([key]);
      expect(await keysIn(file, '--except', key)).toEqual(keys.filter((other) => other !== key));
    }
  });

  test('T128 globs select keys of json, properties and xliff, and texts and contexts of po', async () => {
    const { keysIn } = await createFolder();
    expect(await keysIn('json/de.json', '--only', 'home.*')).toEqual(['home.body', 'home.title']);
    expect(await keysIn('properties/de.properties', '--only', '**.title', '--except', 'nav.**')).toEqual([
      'home.title',
    ]);
    expect(await keysIn('xliff/de.xlf', '--only', 'home.*,nav')).toEqual(['home.title', 'nav']);
    expect(await keysIn('po/de.po', '--only', 'door*')).toEqual(['door "Stop here"']);
    expect(await keysIn('po/de.po', '--only', 'Go on')).toEqual(['"Go on"']);
    expect(await keysIn('po/de.po', '--only', longText)).toHaveLength(1);
    expect(await keysIn('po/de.po', '--only', 'A text *')).toHaveLength(1);
  });
});

describe('--only and --except of helve run', () => {
  test.each([
    ['json/en.json', 'home.title', '⟦de⟧ Hello', 'Menu bar'],
    ['properties/en.properties', 'home.title', '\\u27E6de\\u27E7 Hello', 'Menu bar'],
    ['po/de.po', '"Go on"', '⟦de⟧ Go on', 'Halt  hier'],
    ['xliff/de.xlf', 'home.title', '⟦de⟧ Hello', 'Menü  leiste'],
  ])('T128 work on the chosen keys of %s', async (file, key, made, kept) => {
    const { helve, read } = await createFolder();
    const engine = ['ai-translate', file, '--target', 'de', '--skip-matched=false'];
    expect(await helve(...engine, '--only', key, '-o', 'out/{relpath}')).toMatchObject({ code: 0 });
    const text = await read(`out/${file}`);
    expect(text).toContain(made);
    expect(text).toContain(kept);
  });
});

test('K108 {relpath} of an input outside of the working folder leads below -o, with one extension', async () => {
  const { helve, read } = await createFolder();
  const outside = await mkdtemp(join(tmpdir(), 'helve-outside-'));
  onTestFinished(() => rm(outside, { recursive: true, force: true }));
  await writeFile(join(outside, 'app.json'), '{"a":"Save"}');
  const folder = outside.split('/').at(-1) ?? '';
  for (const [template, made] of [
    ['out/{relpath}', `out/${folder}/app.json`],
    ['ext/{relpath}{ext}', `ext/${folder}/app.json`],
    ['lang/{relpath}.{lang}.json', `lang/${folder}/app.qps.json`],
  ] as const) {
    expect((await helve('pseudo-translate', join(outside, 'app.json'), '-o', template)).code).toBe(0);
    expect(await read(made)).toContain('Šàṽé');
  }
});
