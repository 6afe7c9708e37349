import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from './project.js';

const unit = (en: string, de: string) =>
  `<tu><tuv xml:lang="en-US"><seg>${en}</seg></tuv><tuv xml:lang="de"><seg>${de}</seg></tuv><tuv xml:lang="fr"><seg>${de} (fr)</seg></tuv></tu>`;
const tmx = (...units: readonly string[]) => `<?xml version="1.0"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en-US" creationtool="other"/><body>
${units.join('\n')}
</body></tmx>`;

const po = `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: de\\n"

msgid "Close the window"
msgstr "Fenster schließen"

#, fuzzy
msgid "Open the window"
msgstr "Fenster"
`;

const files = {
  'helve.config.json': '{ "locales": { "source": "en", "targets": ["de"] } }',
  'vendor.tmx': tmx(unit('Save the file', 'Datei speichern'), unit('Hello <ph>{0}</ph>', 'Hallo')),
  'po/de.po': po,
};

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

test('T128 a memory is imported, looked up, taught, counted, audited and exported again', async () => {
  const { helve, folder } = await createProject(files);
  const imported = await helve(['tm', 'import', 'vendor.tmx']);
  expect(imported).toMatchObject({ code: 0 });
  expect(imported.stdout).toMatch(/^UNITS +ADDED.*\n2 +2 +0 +0 +0 +vendor.tmx\n$/u);
  expect(imported.stderr).toContain('vendor.tmx:5:1  its languages have different inline codes');
  expect(imported.stderr).toContain('left out (2 in fr); --all-pairs takes them too');

  const found = await helve(['tm', 'lookup', 'Save the files', '--json']);
  expect(json(found.stdout)).toMatchObject({
    schema: 'helve.tm/v1',
    from: 'en',
    to: 'de',
    matches: [{ tier: 'fuzzy', target: [{ kind: 'text', text: 'Datei speichern' }], memory: 'project' }],
  });
  const nothing = await helve(['tm', 'lookup', 'Quite something else']);
  expect(nothing).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing in en is alike at 75 % or above\n' });

  const learned = await helve(['tm', 'learn', 'po/de.po', '--project', 'shop', '--json']);
  expect(json(learned.stdout)).toMatchObject({
    added: 1,
    files: [{ file: 'po/de.po', learned: 1, early: 1, broken: 0 }],
  });

  const stats = await helve(['tm', 'stats', '--json']);
  expect(json(stats.stdout)).toMatchObject({
    memories: [{ name: 'project', entries: 3, locales: { de: 3, en: 3 }, projects: { shop: 1 }, sessions: [{}, {}] }],
  });
  expect((await helve(['tm', 'ls'])).stdout).toMatch(/project +3 +de en +.*\.helve\/tm\/project\.db/u);
  expect((await helve(['tm', 'ls', '--tm', 'project', '--match', 'window'])).stdout).toContain('Close the window');

  const audit = await helve(['tm', 'audit', '--json']);
  expect(audit.code).toBe(3);
  expect(json(audit.stdout)).toMatchObject({ problems: 1, counts: { 'tm.codes': 1, 'tm.damaged': 0 } });

  const exported = await helve(['tm', 'export', 'out.tmx', '--json']);
  expect(json(exported.stdout)).toMatchObject({ entries: 3, file: 'out.tmx', form: 'tmx' });
  expect(await readFile(join(folder, 'out.tmx'), 'utf8')).toContain('<seg>Fenster schließen</seg>');
  const piped = await helve(['tm', 'export', '--format', 'ndjson']);
  const dashed = await helve(['tm', 'export', '-', '--format', 'ndjson']);
  expect(dashed.stdout.split('\n').length).toBe(piped.stdout.split('\n').length);
  expect(piped.stdout.trimEnd().split('\n')).toHaveLength(1 + 2 + 3);
});

test('T83 another memory takes what was exported, with every language on request', async () => {
  const { helve } = await createProject(files);
  await helve(['tm', 'import', 'vendor.tmx', '--tm', 'all', '--all-pairs']);
  const both = await helve(['tm', 'lookup', 'Datei speichern', '--tm', 'all', '--from', 'de', '--to', 'fr', '--json']);
  expect(json(both.stdout)).toMatchObject({ matches: [{ score: 1, memory: 'all' }] });
  await helve(['tm', 'export', 'all.ndjson', '--tm', 'all', '--all-pairs']);
  const again = await helve(['tm', 'import', 'all.ndjson', '--tm', './copy.db', '--all-pairs', '--json']);
  expect(json(again.stdout)).toMatchObject({ files: [{ added: 2, units: 2 }] });
  const twice = await helve(['tm', 'import', 'all.ndjson', '--tm', './copy.db', '--all-pairs', '--json']);
  expect(json(twice.stdout)).toMatchObject({ files: [{ added: 0, unchanged: 2 }] });
});

test('T82 tm-leverage fills what the memory of the project knows', async () => {
  const { helve, folder } = await createProject({
    ...files,
    'app/en.json': '{ "save": "Save the file", "new": "New here" }',
  });
  await helve(['tm', 'import', 'vendor.tmx']);
  const ran = await helve(['tm-leverage', 'app/en.json', '--target', 'de', '-o', 'app/{lang}.json']);
  expect(ran).toMatchObject({ code: 0 });
  expect(JSON.parse(await readFile(join(folder, 'app', 'de.json'), 'utf8'))).toMatchObject({ save: 'Datei speichern' });
});

test('T82 two files of one language beside each other teach as well', async () => {
  const { helve } = await createProject({
    ...files,
    'app/en.json': '{ "a": "One boat" }',
    'app/de.json': '{ "a": "Ein Boot" }',
  });
  const learned = await helve(['tm', 'learn', 'app/en.json', '--with', 'de=app/de.json', '--json']);
  expect(json(learned.stdout)).toMatchObject({ added: 1, files: [{ blocks: 1, learned: 1 }] });
});

test('two files beside each other teach no pair whose codes differ', async () => {
  const { helve } = await createProject({
    ...files,
    'app/en.json': '{ "a": "Open {{file}}", "b": "Hello {{name}}", "c": "{{a}} of {{b}}" }',
    'app/de.json': '{ "a": "{{datei}} öffnen", "b": "Hallo {{name}}", "c": "{{b}} hat {{a}}" }',
  });
  const learned = await helve(['tm', 'learn', 'app/en.json', '--with', 'de=app/de.json', '--json']);
  expect(json(learned.stdout)).toMatchObject({ added: 2, files: [{ blocks: 3, learned: 2, broken: 1 }] });
});

test('a placeholder of Android is the same one in a span that protects it and without', async () => {
  const strings = (hello: string, bye: string) =>
    `<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"><string name="hello">${hello}</string><string name="bye">${bye}</string></resources>`;
  const span = '<xliff:g id="name" example="Ann">%1$s</xliff:g>';
  const { helve } = await createProject({
    ...files,
    'values/strings.xml': strings(`Hello ${span}`, 'Goodbye %1$s'),
    'values-de/strings.xml': strings('Hallo %1$s', `Tschüss ${span}`),
  });
  const pair = 'de=values-de/strings.xml';
  const learned = await helve(['tm', 'learn', 'values/strings.xml', '--with', pair, '--json']);
  expect(json(learned.stdout)).toMatchObject({ added: 2, files: [{ blocks: 2, learned: 2, broken: 0 }] });
  expect((await helve(['check', 'values', '--target', 'de'])).code).toBe(0);
});

test('T76 a text with a placeholder is looked up as it is written, and is shown with it', async () => {
  const { helve } = await createProject({
    ...files,
    'more.tmx': tmx(
      unit('Cannot open %s', '%s kann nicht geöffnet werden'),
      unit('A <ph>{x}</ph>', 'Ein <ph>{x}</ph>'),
    ),
  });
  await helve(['tm', 'import', 'more.tmx']);
  const { stdout } = await helve(['tm', 'lookup', 'Cannot open %s']);
  expect(stdout).toMatch(/100 % +structural-exact +Cannot open %s +%s kann nicht geöffnet werden/u);
  expect((await helve(['tm', 'lookup', 'A {x}'])).stdout).toMatch(/100 % .* A \{x\} +Ein \{x\}/u);
  expect((await helve(['tm', 'ls', '--tm', 'project', '--match', '%s'])).stdout).toContain('Cannot open %s');
});

test('texts that a run wrote as their source for want of a translation are not learned', async () => {
  const { helve, folder } = await createProject({
    ...files,
    'app/en.json': '{ "a": "Save the file", "b": "Unknown words here", "c": "Three green boats" }',
  });
  await helve(['tm', 'import', 'vendor.tmx']);
  expect(await helve(['tm-leverage', 'app/en.json', '--target', 'de', '-o', 'auto'])).toMatchObject({ code: 0 });
  expect(json(await readFile(join(folder, 'app/de.json'), 'utf8'))).toMatchObject({ c: 'Three green boats' });
  const learned = await helve(['tm', 'learn', 'app/en.json', '--with', 'de=app/de.json', '--json']);
  expect(json(learned.stdout)).toMatchObject({ added: 0, files: [{ blocks: 3, learned: 1, early: 2 }] });
});

/** A source of a monolingual format, and the file of its German translation. */
const monolingual: Readonly<Record<string, readonly [source: string, target: string, text: string]>> = {
  json: ['app/en.json', 'app/de.json', '{ "a": "Hello {{name}}", "b": "Three boats", "c": "Old boats" }'],
  i18next: [
    'app/en.json',
    'app/de.json',
    '{ "a_one": "{{count}} sea", "a_other": "{{count}} seas", "b": "Three boats" }',
  ],
  properties: ['app.properties', 'app_de.properties', 'a = Hello {0}\nb = Three \\u00e4 boats\n'],
  yaml: ['app/en.yml', 'app/de.yml', 'en:\n  a: "Hello %{name}"\n  b: Three boats\n'],
  android: [
    'res/values/strings.xml',
    'res/values-de/strings.xml',
    '<resources><string name="a">It\\\'s <b>%1$s</b></string><string name="b">Three boats</string>' +
      '<plurals name="c"><item quantity="one">%d sea</item><item quantity="other">%d seas</item></plurals></resources>',
  ],
  html: ['app/en.html', 'app/de.html', '<p>Hello <b>you</b> &amp; me</p><p>Three boats</p>'],
};

test.each(Object.entries(monolingual))(
  'drafts of engines in a file that has no place for a status are not learned: %s',
  async (_, [source, target, text]) => {
    const { helve, folder, write } = await createProject({ ...files, [source]: text });
    const learn = async (...flags: readonly string[]) =>
      helve(['tm', 'learn', source, '--with', `de=${target}`, ...flags]);
    expect(await helve(['ai-translate', source, '--target', 'de', '-o', 'auto'])).toMatchObject({ code: 0 });
    const { files: counts } = json((await learn('--json')).stdout) as { files: [{ blocks: number }] };
    const { blocks } = counts[0];
    expect(counts).toMatchObject([{ learned: 0, early: blocks, drafts: blocks }]);

    const made = await readFile(join(folder, target), 'utf8');
    await write({ [target]: made.replace(/Three (.*?)boats/u, 'Drei $1Boote') });
    const learned = await learn();
    expect(learned.stdout).toMatch(new RegExp(`\\n${blocks} +1 +${blocks - 1} +0 +${source}\\n`, 'u'));
    expect(learned.stderr).toMatch(new RegExp(`\\b${blocks - 1} drafts? of engines left out`, 'u'));
    expect(learned.stderr).toContain('--status draft learns them too');
    const all = await learn('--status', 'draft', '--json');
    expect(json(all.stdout)).toMatchObject({ files: [{ learned: blocks, early: 0, drafts: 0 }] });
  },
);

test('pseudo-translations in a file that has no place for a status are not learned', async () => {
  const [source, target, text] = monolingual['json'] ?? ['', '', ''];
  const { helve } = await createProject({ ...files, [source]: text });
  await helve(['pseudo-translate', source, '--target', 'de', '-o', 'auto']);
  const learned = await helve(['tm', 'learn', source, '--with', `de=${target}`, '--json']);
  expect(json(learned.stdout)).toMatchObject({ files: [{ learned: 0, early: 3, drafts: 3 }] });
});

test('T82 the store sink teaches what was reviewed, when the project says so', async () => {
  const reviewed = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="1" approved="yes"><source>Sea</source><target state="signed-off">Meer</target></trans-unit>
<trans-unit id="2"><source>Lake</source><target state="translated">See</target></trans-unit></body></file></xliff>`;
  const { helve } = await createProject({
    'helve.config.json':
      '{ "locales": { "source": "en", "targets": ["de"] }, "tm": { "write": "own", "learn": "reviewed" } }',
    'a.xlf': reviewed,
    'flows/keep.yaml': 'name: keep\nsteps:\n  - tool: word-count\n',
  });
  expect(await helve(['run', 'flows/keep.yaml', 'a.xlf', '--to', 'store'])).toMatchObject({ code: 0 });
  const listed = await helve(['tm', 'ls', '--tm', 'own', '--json']);
  const { entries } = json(listed.stdout) as { entries: readonly { variants: object }[] };
  expect(entries.map(({ variants }) => variants)).toEqual([
    { en: [{ kind: 'text', text: 'Sea' }], de: [{ kind: 'text', text: 'Meer' }] },
  ]);
});

test('T83 a broken file is refused with the place, and says what is in the memory', async () => {
  const { helve } = await createProject({
    ...files,
    'broken.tmx': tmx(unit('Save', 'Speichern')).replace('</tmx>', '').replace('</body>', '<tu><tuv>'),
  });
  const failed = await helve(['tm', 'import', 'broken.tmx', '--json']);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(json(failed.stderr)).toMatchObject({
    schema: 'helve.error/v1',
    code: 'L10N_IMPORT',
    message: expect.stringMatching(/broken.tmx.* at line \d+, column \d+; 1 entries before it are in the memory/u),
  });
});

test('T130 progress is lines of JSON on request, and ends with `done`', async () => {
  const { helve } = await createProject(files);
  const { stderr } = await helve(['tm', 'import', 'vendor.tmx', '--progress', 'ndjson', '--json']);
  const kinds = stderr
    .trimEnd()
    .split('\n')
    .map((line) => json(line)['kind']);
  expect(kinds).toEqual(['file-start', 'step', 'file-done', 'done']);
});

test.each([
  [['tm', 'lookup', 'x', '--tm', 'nobody'], 'PROJECT_MEMORY_UNKNOWN', 'nobody'],
  [['tm', 'lookup', 'x', '--to', 'de,fr'], 'CLI_USAGE', 'one target language'],
  [['tm', 'lookup', 'x', '--min', '300'], 'CLI_USAGE', '--min'],
  [['tm', 'import', 'vendor.tmx', '--all-pairs', '--to', 'de'], 'CLI_USAGE', '--all-pairs'],
  [['tm', 'import', 'vendor.tmx', '--to', 'no locale'], 'CLI_USAGE', 'no locale'],
  [['tm', 'export', '--json'], 'CLI_USAGE', 'standard output'],
  [['tm', 'learn', 'po/de.po', '--status', 'reviewd'], 'CLI_USAGE', 'reviewd'],
  [['tm', 'learn', 'po/de.po', '--with', 'de.po'], 'PROJECT_REQUEST_INVALID', '--with'],
])('T129 helve %j is refused', async (args, code, text) => {
  const { helve } = await createProject(files);
  const refused = await helve([...args, ...(args.includes('--json') ? [] : ['--json'])]);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(json(refused.stderr)).toMatchObject({ code, message: expect.stringContaining(text) });
});
