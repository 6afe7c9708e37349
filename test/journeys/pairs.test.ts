import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from './project.js';

const en = '{\n  "hello": "Hello {name}",\n  "bye": "Goodbye",\n  "new": "What is new"\n}\n';
const de = '{\n\t"bye":   "Tschüss",\n\t"hello": "Hallo {name}"\n}\n';

async function createPair(files: Readonly<Record<string, string>> = {}) {
  const project = await createProject({ 'en.json': en, 'de.json': de, ...files });
  const read = (file: string) => readFile(join(project.folder, file), 'utf8');
  return { ...project, read };
}

interface RunJson {
  readonly documents: readonly {
    readonly pairs?: readonly object[];
    readonly outputs: readonly { readonly path: string; readonly changed: number }[];
  }[];
  readonly lossCounts: Readonly<Record<string, number>>;
}

describe('a run onto an existing translation', () => {
  test('it is refused before any work when the file is not read', async () => {
    const { helve, read } = await createPair();
    const ran = await helve(['ai-translate', 'en.json', '--target', 'de', '-o', '{lang}.json']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('Cannot write "de.json": it exists, and the run does not read it');
    expect(ran.stderr).toContain('--existing');
    expect(ran.stderr).toContain('--overwrite');
    expect(await read('de.json')).toBe(de);
  });

  test('it goes on with --overwrite', async () => {
    const { helve, read } = await createPair();
    const ran = await helve(['ai-translate', 'en.json', '--target', 'de', '-o', '{lang}.json', '--overwrite']);
    expect(ran.code).toBe(0);
    expect(JSON.parse(await read('de.json'))).toMatchObject({ bye: '⟦de⟧ Goodbye' });
  });

  test('X121 a template that leads to no file for a language is told once, and is no failure', async () => {
    const { helve } = await createPair({ 'more/en.json': en });
    const argv = ['ai-translate', 'en.json', 'more/en.json', '--target', 'de,fr', '--existing', '{dir}/{lang}.json'];
    const ran = await helve([...argv, '-o', 'out/{relpath}_{lang}{ext}']);
    expect(ran.code).toBe(0);
    expect(ran.stderr.match(/--existing .*/g)).toEqual(['--existing "{dir}/{lang}.json" leads to no file for "fr"']);
    const { stdout } = await helve([...argv, '-o', 'out/{relpath}_{lang}{ext}', '--force', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ unmatched: [{ template: '{dir}/{lang}.json', locale: 'fr' }] });
    const found = await helve(['ai-translate', 'en.json', '--target', 'de', '--existing', '{lang}.json', '--force']);
    expect(found.stderr).not.toContain('leads to no file');
  });

  test.each([['auto'], ['{lang}.json']])(
    'X121 --existing %s keeps every translation and fills only what is missing',
    async (existing) => {
      const { helve, read } = await createPair();
      const ran = await helve(['ai-translate', 'en.json', '--target', 'de', '--existing', existing, '--json']);
      expect(ran.code).toBe(0);
      const report = JSON.parse(ran.stdout) as RunJson;
      expect(report.documents[0]?.pairs).toMatchObject([
        { id: 'de.json', locale: 'de', translated: 2, missing: 1, orphans: [] },
      ]);
      expect(report.documents[0]?.outputs).toMatchObject([{ changed: 1 }]);
      expect(JSON.parse(await read('de.json'))).toEqual({
        hello: 'Hallo {name}',
        bye: 'Tschüss',
        new: '⟦de⟧ What is new',
      });
      expect(await read('en.json')).toBe(en);
    },
  );

  test('a text without words is not counted as untranslated', async () => {
    const texts = JSON.stringify({ a: 'Hi', b: '', c: ' ', d: '{name}' });
    const { helve } = await createPair({ 'en.json': texts, 'de.json': '{"a":"Hallo"}' });
    const ran = await helve(['ai-translate', 'en.json', '--target', 'de,fr', '--existing', '{lang}.json']);
    expect(ran.stdout).toContain('de.json (0 changed)');
    expect(ran.stdout).toContain('fr.json (1 changed)');
  });

  test('a translation that lacks nothing stays as it is, byte for byte', async () => {
    const whole = '{\r\n\t"bye":   "Tsch\\u00fcss", "hello": "{name}, hallo",\r\n"new": "Neues", "old": "Altes"\r\n}';
    const { helve, read } = await createPair({ 'de.json': whole });
    const ran = await helve(['ai-translate', 'en.json', '--target', 'de', '--existing', 'auto']);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toContain('de.json (0 changed)');
    expect(ran.stderr).toContain('de.json: 1 key is not in the source, kept: "old"');
    expect(await read('de.json')).toBe(whole);
  });

  test('an empty text is filled in its place, and everything around it stays', async () => {
    const { helve, read } = await createPair({
      'de.json': '{ "new":"",  "old": "Altes", "bye": "Tschüss", "hello": "Hallo" }',
    });
    await helve(['ai-translate', 'en.json', '--target', 'de', '--existing', 'auto']);
    expect(await read('de.json')).toBe(
      '{ "new":"⟦de⟧ What is new",  "old": "Altes", "bye": "Tschüss", "hello": "Hallo" }',
    );
  });

  test('X30 keys that the translation lacks are put in, and a key that only it has is kept and reported', async () => {
    const { helve, read } = await createPair({ 'de.json': '{ "old": "Altes", "hello": "Hallo {name}" }' });
    const ran = await helve(['ai-translate', 'en.json', '--target', 'de', '--existing', 'auto', '--json']);
    expect((JSON.parse(ran.stdout) as RunJson).lossCounts).toEqual({});
    expect(ran.stderr).toContain('de.json: 1 key is not in the source, kept: "old"');
    expect(await read('de.json')).toBe(
      '{ "old": "Altes", "hello": "Hallo {name}", "bye": "⟦de⟧ Goodbye", "new": "⟦de⟧ What is new" }',
    );
  });

  test('tm-leverage without a match leaves the translation as it is', async () => {
    const tmx =
      '<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Other</seg></tuv>' +
      '<tuv xml:lang="de"><seg>Anderes</seg></tuv></tu></body></tmx>';
    const project = await createPair({ 'x.tmx': tmx });
    expect((await project.helve(['tm', 'import', 'x.tmx'])).code).toBe(0);
    const ran = await project.helve(['tm-leverage', 'en.json', '--target', 'de', '--existing', '{lang}.json']);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toContain('de.json (0 changed, 1 untranslated)');
    expect(await project.read('de.json')).toBe(de);
  });

  test('a text that a run wrote in the source language for want of a translation is translated by the next one', async () => {
    const tmx =
      '<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Goodbye</seg></tuv>' +
      '<tuv xml:lang="de"><seg>Tschüss</seg></tuv></tu></body></tmx>';
    const project = await createProject({ 'en.json': en, 'x.tmx': tmx });
    await project.helve(['tm', 'import', 'x.tmx']);
    const ran = await project.helve(['tm-leverage', 'en.json', '--target', 'de', '-o', '{lang}.json']);
    expect(ran.stdout).toContain('de.json (1 changed, 2 untranslated)');
    const read = () => readFile(join(project.folder, 'de.json'), 'utf8');
    expect(JSON.parse(await read())).toEqual({ hello: 'Hello {name}', bye: 'Tschüss', new: 'What is new' });
    await project.write({ 'de.json': (await read()).replace('Hello {name}', 'Hi {name}') });
    await project.helve(['ai-translate', 'en.json', '--target', 'de', '--existing', 'auto']);
    expect(JSON.parse(await read())).toEqual({ hello: 'Hi {name}', bye: 'Tschüss', new: '⟦de⟧ What is new' });
  });

  test('drafts of engines are replaced on request and count as unfinished, until a person changes them', async () => {
    const { helve, read, write, folder } = await createPair();
    const run = (...flags: readonly string[]) =>
      helve(['ai-translate', 'en.json', '--target', 'de', '--existing', 'auto', ...flags]);
    const units = async () => {
      const { stdout } = await helve(['status', 'en.json', '--target', 'de', '--json']);
      return (JSON.parse(stdout) as { files: readonly { units: object }[] }).files.map((file) => file.units);
    };
    expect(await run()).toMatchObject({ code: 0 });
    expect(await units()).toMatchObject([{ translated: 2, fuzzy: 1, empty: 0 }]);
    await write({ 'en.json': en.replace('What is new', 'News') });
    await run('--force');
    expect(JSON.parse(await read('de.json'))).toMatchObject({ new: '⟦de⟧ What is new' });
    expect(await units()).toMatchObject([{ translated: 2, fuzzy: 1, empty: 0 }]);
    await run('--redo', 'draft');
    expect(JSON.parse(await read('de.json'))).toMatchObject({ bye: 'Tschüss', new: '⟦de⟧ News' });
    await write({ 'de.json': (await read('de.json')).replace('⟦de⟧ News', 'Neues') });
    expect(await units()).toMatchObject([{ translated: 3, fuzzy: 0, empty: 0 }]);
    await run('--redo', 'draft', '--force');
    expect(JSON.parse(await read('de.json'))).toMatchObject({ new: 'Neues' });
    expect(await readdir(join(folder, '.helve', 'drafts'))).toEqual([]);
  });

  test('content[].target in the config is read as the existing translation', async () => {
    const config =
      "export default { locales: { source: 'en', targets: ['de'] }, content: [{ path: 'en.json', target: '{lang}.json' }] };";
    const { helve, read } = await createPair({ 'helve.config.mjs': config });
    expect(await helve(['run', 'ai-translate'])).toMatchObject({ code: 0 });
    expect(JSON.parse(await read('de.json'))).toEqual({
      hello: 'Hallo {name}',
      bye: 'Tschüss',
      new: '⟦de⟧ What is new',
    });
    const other = await helve(['run', 'ai-translate', '-o', 'out-{lang}.json']);
    expect(other).toMatchObject({ code: 0 });
    expect(JSON.parse(await read('out-de.json'))).toMatchObject({ bye: 'Tschüss' });
  });
});

/** A plugin with a format of lines, `a: Text`, whose blocks have these properties. */
const linesPlugin = (properties: string) => `
import { runsText, textRun } from '@helve/flow';
import { defineFormat, formatSchema, loadText, pickMonolingual, readBlock, rootLayer, rootLayerId, runsDigest, spliceWriter } from '@helve/l10n';

async function* read(source, _, ctx) {
  const { text, form, byteAt } = await loadText(source, { file: ctx.document, maxBytes: 1000 });
  yield { kind: 'layer-start', layer: rootLayer({ format: 'lines', mimeType: 'text/plain', form }, ctx) };
  for (const { index, 1: id, 2: value } of text.matchAll(/^(\\w+): (.*)$/gm)) {
    const runs = [textRun(value)];
    const [offset, end] = [byteAt(index + id.length + 2), byteAt(index + id.length + 2 + value.length)];
    const entry = ctx.skeleton?.append({ kind: 'ref', blockId: id, side: 'source', offset, length: end - offset, digest: runsDigest(runs) });
    const block = readBlock({ id, name: id, type: 'line', source: runs, properties: ${properties}, format: 'lines', entry }, ctx);
    yield { kind: 'block', block };
  }
  yield { kind: 'layer-end', id: rootLayerId };
}

export const register = (helve) => helve.format(defineFormat({
  id: 'lines', title: 'Lines', extensions: ['.lines'], mimeTypes: [], kind: 'monolingual',
  caps: { read: true, write: true, streamRead: false, streamWrite: false, insert: false, generative: false, package: false },
  options: formatSchema('lines', 'Lines', {}), read,
  write: spliceWriter({ pick: pickMonolingual, encode: (runs) => runsText(runs ?? []) }),
}));
`;

describe('a translation in the format of a plugin', () => {
  const config =
    "export default { plugins: ['./lines.mjs'], locales: { source: 'en', targets: ['de'] }, content: [{ path: 'en.lines', target: '{lang}.lines' }] };";
  const texts = { 'helve.config.mjs': config, 'en.lines': 'a: One\nb: Two\n', 'de.lines': 'b: Zwei\n' };

  test.each([[['run', 'ai-translate']], [['ai-translate', 'en.lines', '--existing', 'auto']]])(
    'it gets what it lacks where blocks have keys: %j',
    async (argv) => {
      const { helve, read } = await createPair({ ...texts, 'lines.mjs': linesPlugin('{ key: id }') });
      expect(await helve(argv)).toMatchObject({ code: 0 });
      expect(await read('de.lines')).toBe('a: ⟦de⟧ One\nb: Zwei\n');
    },
  );

  test('it is refused where blocks have no keys, and the error says what the format lacks', async () => {
    const { helve, read } = await createPair({ ...texts, 'lines.mjs': linesPlugin('{}') });
    const { code, stderr } = await helve(['run', 'ai-translate']);
    expect(code).toBe(1);
    expect(stderr).toContain('Cannot read "de.lines" as a translation: block 1 is "a" in "en.lines" and "b" in the');
    expect(stderr).toContain(
      'blocks of the format "lines" have no "properties.key", so they are paired by their order',
    );
    expect(stderr).not.toContain('not in the source');
    expect(await read('de.lines')).toBe('b: Zwei\n');
  });
});

describe('a run after one that kept an existing translation', () => {
  const mapped = ['ai-translate', 'en.json', '--target', 'de', '-o', '{lang}.json'];

  test('it is refused when it does not read the texts that were kept', async () => {
    const { helve, read } = await createPair();
    expect(await helve([...mapped, '--existing', '{lang}.json'])).toMatchObject({ code: 0 });
    const merged = await read('de.json');
    const ran = await helve(mapped);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('Cannot write "de.json"');
    expect(await read('de.json')).toBe(merged);
    expect(await helve([...mapped, '--existing', '{lang}.json', '--force'])).toMatchObject({ code: 0 });
    expect((await helve(mapped)).code).toBe(2);
    expect(await read('de.json')).toBe(merged);
  });

  test('it is refused when content[].target named the translation', async () => {
    const config =
      "export default { locales: { source: 'en', targets: ['de'] }, content: [{ path: 'en.json', target: '{lang}.json' }] };";
    const { helve, read } = await createPair({ 'helve.config.mjs': config });
    expect(await helve(['run', 'ai-translate'])).toMatchObject({ code: 0 });
    expect((await helve([...mapped, '--config', 'content=[]'])).code).toBe(2);
    expect(JSON.parse(await read('de.json'))).toMatchObject({ bye: 'Tschüss' });
    expect((await helve(mapped)).code).toBe(0);
    expect(JSON.parse(await read('de.json'))).toMatchObject({ bye: 'Tschüss' });
  });

  test('it goes on when it reads them again, from wherever they came', async () => {
    const { helve, write, read } = await createPair();
    const elsewhere = ['ai-translate', 'en.json', '--target', 'de', '-o', 'out-{lang}.json'];
    expect(await helve([...elsewhere, '--existing', '{lang}.json'])).toMatchObject({ code: 0 });
    expect((await helve(elsewhere)).code).toBe(2);
    await write({ 'en.json': en.replace('What is new', 'News') });
    expect(await helve([...elsewhere, '--existing', '{lang}.json'])).toMatchObject({ code: 0 });
    expect(JSON.parse(await read('out-de.json'))).toMatchObject({ bye: 'Tschüss', new: '⟦de⟧ News' });
  });

  test('it goes on when everything that was kept came from a run', async () => {
    const { helve, folder, write } = await createProject({ 'en.json': en });
    expect(await helve(mapped)).toMatchObject({ code: 0 });
    await write({ 'en.json': en.replace('What is new', 'News') });
    expect(await helve([...mapped, '--existing', '{lang}.json', '--force'])).toMatchObject({ code: 0 });
    expect(await helve(mapped)).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(join(folder, 'de.json'), 'utf8'))).toMatchObject({ new: '⟦de⟧ News' });
  });

  test('a file that was changed in place is not replaced by what another one becomes', async () => {
    const catalog = 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "Bye"\nmsgstr "Tschüss"\n\nmsgid "New"\nmsgstr ""\n';
    const { helve, read } = await createPair({ 'de.po': catalog, 'b.po': catalog.replace('Tschüss', '') });
    expect(await helve(['ai-translate', 'de.po', '--target', 'de', '--in-place'])).toMatchObject({ code: 0 });
    expect((await helve(['ai-translate', 'b.po', '--target', 'de', '-o', 'de.po'])).code).toBe(2);
    expect(await read('de.po')).toContain('Tschüss');
  });
});

describe('a bilingual file in another language than the run', () => {
  const catalogs = {
    'fr.po': 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgid "Bye"\nmsgstr "Salut"\n',
    'one.xlf':
      '<xliff version="1.2"><file original="a" datatype="plaintext" source-language="en" target-language="fr"><body>' +
      '<trans-unit id="u"><source>Bye</source><target>Salut</target></trans-unit></body></file></xliff>',
    'two.xlf':
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr"><file id="f">' +
      '<unit id="u"><segment><source>Bye</source><target>Salut</target></segment></unit></file></xliff>',
  };

  test.each(Object.entries(catalogs))('%s is not replaced', async (file, text) => {
    const { helve, read } = await createPair({ [file]: text });
    const ran = await helve(['ai-translate', file, '--target', 'de', '--in-place']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(`"${file}" is a translation into "fr", and the run is for de`);
    expect(ran.stderr).toContain('--target fr');
    expect(await read(file)).toBe(text);
  });

  test.each(Object.entries(catalogs))(
    '%s is worked on where its language is named or it is kept',
    async (file, text) => {
      const { helve, read } = await createPair({ [file]: text });
      expect(await helve(['ai-translate', file, '--target', 'fr', '--in-place'])).toMatchObject({ code: 0 });
      await helve(['ai-translate', file, '--target', 'fr-CA', '--in-place']);
      expect(await helve(['ai-translate', file, '--target', 'de', '-o', 'out'])).toMatchObject({ code: 2 });
      expect(await read(file)).toContain('Salut');
      expect(await helve(['pseudo-translate', file, '--in-place'])).toMatchObject({ code: 0 });
    },
  );
});

test('a template beside catalogs takes part where no step needs a translation', async () => {
  const catalog = (language: string, text: string) =>
    `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n${language}"\n\nmsgid "Open the file"\nmsgstr "${text}"\n`;
  const project = await createProject({
    'po/app.pot': catalog('', ''),
    'po/de.po': catalog('Language: de\\n', 'Datei öffnen'),
    'po/fr.po': catalog('Language: fr\\n', 'Ouvrir'),
  });
  const counted = await project.helve(['word-count', 'po', '--json']);
  const { reports } = JSON.parse(counted.stdout) as { readonly reports: Record<string, { readonly totals: object }> };
  expect(reports['word-count']?.totals).toMatchObject({ source: 9 });
  const checked = await project.helve(['check', 'po']);
  expect(checked.stderr).toContain('app.pot: skipped, no target language');
});

describe('outputs', () => {
  test('an explicit -o is written by a flow that only annotates', async () => {
    const { helve, read } = await createPair();
    expect(await helve(['word-count', 'en.json', '-o', 'copy.json'])).toMatchObject({ code: 0 });
    expect(await read('copy.json')).toBe(en);
  });

  test('--to with another format is refused', async () => {
    const { helve } = await createPair();
    const ran = await helve(['ai-translate', 'en.json', '--target', 'de', '--to', 'xliff:out.xlf']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(
      '"en.json" is json, and a file is written in the format that it was read in, not as xliff',
    );
  });

  test('pseudo-translate writes the locale that --target names', async () => {
    const { helve, read } = await createPair();
    expect(await helve(['pseudo-translate', 'en.json', '--target', 'fr'])).toMatchObject({ code: 0 });
    expect(await read('en_fr.json')).toContain('Ĝööđƃýé');
  });
});

describe('a selection of keys', () => {
  const nested = '{"home":{"title":"Home","text":"A text"},"legal":{"title":"Legal"}}';

  test('--only and --except choose the blocks that steps touch, by the names that reports show', async () => {
    const { helve, folder } = await createProject({ 'en.json': nested });
    const ran = await helve([
      'pseudo-translate',
      'en.json',
      '--only',
      'home.*,legal.**',
      '--except',
      '**.title',
      '-o',
      'x.json',
    ]);
    expect(ran.code).toBe(0);
    const made = JSON.parse(await readFile(join(folder, 'x.json'), 'utf8')) as Record<string, Record<string, string>>;
    expect(made).toMatchObject({ home: { title: 'Home' }, legal: { title: 'Legal' } });
    expect(made['home']?.['text']).toContain('ţéẋţ');
    const none = await helve(['pseudo-translate', 'en.json', '--only', 'nothing', '-o', 'y.json']);
    expect(none).toMatchObject({ code: 2, stderr: 'No block has a key that --only and --except leave\n' });
    expect(await helve(['check', 'en.json', '--only', 'nothing'])).toMatchObject({ code: 2 });
  });

  test('helve check looks at the chosen keys only, and --existing keeps the others', async () => {
    const { helve, folder } = await createProject({
      'en.json': '{"a":"Hello {name}","b":"Bye {name}"}',
      'de.json': '{"a":"Hallo","b":"Tschüss"}',
    });
    const ran = await helve(['check', 'de.json', '--only', 'a', '--json']);
    const { findings } = JSON.parse(ran.stdout) as {
      readonly findings: readonly { readonly location: { readonly name: string } }[];
    };
    expect(new Set(findings.map(({ location }) => location.name))).toEqual(new Set(['a']));
    await helve(['pseudo-translate', 'en.json', '--target', 'de', '--existing', 'auto', '--only', 'a']);
    expect(await readFile(join(folder, 'de.json'), 'utf8')).toBe('{"a":"Hallo","b":"Tschüss"}');
  });

  test('redact leaves alone what is not chosen', async () => {
    const { helve, folder } = await createProject({ 'en.json': '{"a":"Mail a@example.org","b":"Mail b@example.org"}' });
    const env = { HELVE_VAULT_KEY: Buffer.alloc(32, 7).toString('base64') };
    const ran = await helve(['redact', 'en.json', '--presets', 'email', '--only', 'a', '-o', 'out.json'], { env });
    expect(ran).toMatchObject({ code: 0 });
    const made = await readFile(join(folder, 'out.json'), 'utf8');
    expect([made.includes('a@example.org'), made.includes('b@example.org')]).toEqual([false, true]);
  });
});

test('paths in a flow file begin at that file, wherever helve is run', async () => {
  const { helve, folder } = await createProject({
    'app/en.json': '{"a":"Mail Ada"}',
    'flows/hide.yaml': 'steps: [{ tool: redact, config: { rulesPath: lib/names.json } }]\n',
    'flows/lib/names.json': '[{ "term": "Ada", "category": "person" }]',
  });
  const env = { HELVE_VAULT_KEY: Buffer.alloc(32, 7).toString('base64') };
  const ran = await helve(['run', 'flows/hide.yaml', 'app/en.json', '-o', 'out.json'], { env });
  expect(ran).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, 'out.json'), 'utf8')).not.toContain('Ada');
});

describe('helve check on monolingual files', () => {
  const broken = '{ "hello": "Hallo", "bye": "Tschüss", "new": "Neues" }';

  test.each([
    ['de.json', 'en.json', 'de.json'],
    ['messages_de.properties', 'messages.properties', 'messages_de.properties'],
    ['locales/de/app.json', 'locales/en/app.json', 'locales/de/app.json'],
    ['app.de.json', 'app.en.json', 'app.de.json'],
  ])('%s is checked against %s', async (file, source, target) => {
    const isJson = source.endsWith('.json');
    const { helve } = await createProject({
      [source]: isJson ? en : 'hello=Hello {0}\n',
      [target]: isJson ? broken : 'hello=Hallo\n',
    });
    const ran = await helve(['check', file, '--json']);
    const report = JSON.parse(ran.stdout) as { readonly findings: readonly { readonly location: object }[] };
    expect(ran.code).toBe(3);
    expect(report.findings[0]?.location).toMatchObject({ file: target, line: 1 });
  });

  test('a folder with en.json, de.json and fr.json checks both translations', async () => {
    const { helve } = await createProject({
      'locales/en.json': en,
      'locales/de.json': broken,
      'locales/fr.json': broken,
    });
    const ran = await helve(['check', 'locales', '--json']);
    const report = JSON.parse(ran.stdout) as {
      readonly findings: readonly { readonly location: { readonly file: string } }[];
    };
    expect(new Set(report.findings.map(({ location }) => location.file))).toEqual(
      new Set(['locales/de.json', 'locales/fr.json']),
    );
    expect(ran.code).toBe(3);
  });

  test('a translation without a source beside it is refused, with the names that were looked for', async () => {
    const { helve } = await createProject({ 'l/pl.json': broken, 'app_pl.json': broken, 'en.json': en });
    const ran = await helve(['check', 'l/pl.json']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/no source of "l\/pl[.]json" was found beside it; looked for .*"l\/en[.]json"/);
    expect(ran.stderr).toContain('--existing');
    expect(ran.stderr).toContain('--source');
    expect(ran.stderr).not.toContain('needs target');
    expect((await helve(['check', 'app_pl.json'])).stderr).toMatch(/looked for "app_en[.]json".*"app[.]json"/);
    expect((await helve(['check', 'en.json'])).stderr).toContain('no translation of "en.json" was found beside it');
  });

  test('a translation without a source beside it is skipped when others are left', async () => {
    const { helve } = await createPair({ 'l/pl.json': broken });
    const ran = await helve(['check', 'l/pl.json', 'de.json']);
    expect(ran.code).not.toBe(2);
    expect(ran.stderr).toContain('l/pl.json: skipped, no source beside it');
  });

  test('--fix changes the translation and not the source', async () => {
    const { helve, read } = await createPair({
      'de.json': '{ "hello": "Hallo {Name}", "bye": "Tschüss", "new": "Neues" }',
    });
    const ran = await helve(['check', 'de.json', '--fix']);
    expect(ran.stderr).toMatch(/Changed 1 message$/m);
    expect(await read('de.json')).toBe('{ "hello": "Hallo {name}", "bye": "Tschüss", "new": "Neues" }');
    expect(await read('en.json')).toBe(en);
  });
});

test('helve check --keep-going reports the findings of the files that can be read', async () => {
  const good =
    '<xliff version="1.2"><file original="a" datatype="plaintext" source-language="en" target-language="de"><body>' +
    '<trans-unit id="u"><source>Bye {name}</source><target>Hallo</target></trans-unit></body></file></xliff>';
  const { helve } = await createProject({ 'a.xlf': good, 'bad.xlf': good.replace('</target>', '') });
  for (const names of [['a.xlf', 'bad.xlf'], ['.']]) {
    const ran = await helve(['check', ...names, '--keep-going', '--json']);
    const { findings } = JSON.parse(ran.stdout) as {
      readonly findings: readonly { readonly location: { readonly file: string } }[];
    };
    expect(ran.code).toBe(1);
    expect(findings.map(({ location }) => location.file)).toContain('a.xlf');
    expect(ran.stderr).toContain('bad.xlf: ');
  }
  const alone = await helve(['check', 'bad.xlf']);
  expect([alone.code, alone.stderr.includes('bad.xlf')]).toEqual([1, true]);
});

describe('places of translations', () => {
  test('X25 formats with places of their own are found there, and written there', async () => {
    const table = (text: string) => `<resources><string name="a">${text}</string></resources>`;
    const project = await createProject({
      'res/values/strings.xml': table('Hello'),
      'res/values-de/strings.xml': table('Hallo'),
      'res/values-pt-rBR/strings.xml': table('Olá'),
    });
    const status = await project.helve(['status', 'res', '--existing', 'auto', '--json']);
    expect(status).toMatchObject({ code: 0 });
    expect(status.stdout).toContain('res/values-de/strings.xml');
    expect(status.stdout).toContain('res/values-pt-rBR/strings.xml');
    const ran = await project.helve(['ai-translate', 'res/values/strings.xml', '--target', 'fr-CA', '-o', 'auto']);
    expect(ran).toMatchObject({ code: 0 });
    const made = await readFile(join(project.folder, 'res/values-fr-rCA/strings.xml'), 'utf8');
    expect(made).toContain('⟦fr-CA⟧ Hello');
  });

  test.each([
    ['--target', 'km-kh', 'km-kh.json'],
    ['--target', 'sr-latn', 'sr-latn.json'],
    ['--config', 'locales.targets=["km-kh"]', 'km-kh.json'],
  ])('X25 a translation stays where it is found with %s %s, whatever its letters', async (flag, value, file) => {
    const project = await createProject({ 'l/en.json': '{"a": "Open", "b": "Close"}', [`l/${file}`]: '{"b": "X"}' });
    const ran = await project.helve(['ai-translate', 'l/en.json', flag, value, '--existing', 'auto']);
    expect(ran).toMatchObject({ code: 0 });
    const made = await readFile(join(project.folder, 'l', file), 'utf8');
    expect(Object.keys(JSON.parse(made) as object)).toEqual(['a', 'b']);
    const others = (await readdir(join(project.folder, 'l'))).filter((name) => name.endsWith('.json'));
    expect(others).toEqual(['en.json', file]);
  });

  test('X25 a file in the source language beside the one for all languages has no translations of its own', async () => {
    const project = await createProject({
      'm.properties': 'a=Open\nb=Close it\n',
      'm_en.properties': 'a=Open\n',
      'm_de.properties': 'a=Öffnen\nb=Zu  machen\n',
    });
    const checked = await project.helve(['check', '.', '--json']);
    expect((JSON.parse(checked.stdout) as { readonly findings: readonly object[] }).findings).toHaveLength(1);
    const status = await project.helve(['status', '.', '--json']);
    const { files } = JSON.parse(status.stdout) as { readonly files: readonly { readonly file: string }[] };
    expect(files.filter(({ file }) => file.includes('m_'))).toHaveLength(1);
    const ran = await project.helve(['ai-translate', '.', '--target', 'fr', '--existing', 'auto']);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stderr).toContain('m_en.properties: skipped');
    const made = await readFile(join(project.folder, 'm_fr.properties'), 'utf8');
    expect(made).toContain('Close it');
  });

  test.each([
    [
      'a/values/a.xml',
      'a/values-fr/a.xml',
      'a/values-ru/a.xml',
      '<resources><string name="a">Open all of the files</string></resources>',
    ],
    ['a/en.lproj/M.strings', 'a/fr.lproj/M.strings', 'a/ru.lproj/M.strings', '"a" = "Open all of the files";\n'],
    ['a/app_en.arb', 'a/app_fr.arb', 'a/app_ru.arb', '{"a": "Open all of the files"}'],
  ])('X25 of %s, %s is no source of %s', async (source, other, translation, text) => {
    const project = await createProject({ [source]: text, [other]: text, [translation]: text });
    for (const files of [['a'], [source, other, translation]]) {
      const status = await project.helve(['status', ...files, '--target', 'ru', '--json']);
      expect(JSON.parse(status.stdout)).toMatchObject({ files: [{ file: translation }] });
      const checked = await project.helve(['check', ...files, '--target', 'ru', '--json']);
      const { findings } = JSON.parse(checked.stdout) as { readonly findings: readonly object[] };
      expect(findings).toMatchObject([{ rule: 'qa.same-as-source', location: { file: translation } }]);
      expect(checked.stderr).toContain(`${other}: skipped, translation of a file beside it\n`);
    }
  });

  test.each([
    ['res/values/strings.xml', 'res/values-es/strings.xml', '<resources><string name="a">Hello</string></resources>'],
    ['en.lproj/Main.strings', 'es.lproj/Main.strings', '"a" = "Hello";\n'],
    ['lib/app_en.arb', 'lib/app_es.arb', '{"a": "Hello"}'],
    ['config/locales/en.yml', 'config/locales/es.yml', 'en:\n  a: Hello\n'],
    ['config/locales/devise.en.yml', 'config/locales/devise.es.yml', 'en:\n  a: Hello\n'],
    ['openapi.yml', 'openapi_es.yml', 'a: Hello\n'],
    ['locales/en.json', 'locales/en_es.json', '{"a": "Hello"}'],
  ])('X25 a new translation of %s goes to %s', async (source, target, text) => {
    const project = await createProject({ [source]: text });
    expect(await project.helve(['ai-translate', source, '--target', 'es'])).toMatchObject({ code: 0 });
    expect(await readFile(join(project.folder, target), 'utf8')).toContain('⟦es⟧ Hello');
    const again = await project.helve(['ai-translate', source, '--target', 'es', '--existing', 'auto']);
    expect(again).toMatchObject({ code: 0 });
  });
});
