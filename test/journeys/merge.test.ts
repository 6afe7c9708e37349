import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from './project.js';

interface MergeJson {
  readonly status: string;
  readonly clean: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly outputs: readonly { readonly path: string }[];
  readonly unread: readonly { readonly file: string; readonly problem: string }[];
  readonly units: readonly {
    readonly result: string;
    readonly name: string;
    readonly reason?: string;
    readonly warnings?: readonly string[];
    readonly by?: string;
  }[];
  readonly learned: number;
}

type Edit = readonly [from: string | RegExp, to: string];

const six = `{
  "one": "Save",
  "two": "Open",
  "three": "Hello {name}",
  "four": "Bye {name}",
  "five": "Close",
  "six": "Print"
}
`;
const sixOld = `{
  "one": "alt 1",
  "two": "alt 2",
  "three": "alt {name} 3",
  "four": "alt {name} 4",
  "five": "alt 5",
  "six": "alt 6"
}
`;

async function createSource(en: string, de: string | undefined, ...flags: readonly string[]) {
  const project = await createProject({
    'locales/en.json': en,
    ...(de === undefined ? {} : { 'locales/de.json': de }),
  });
  const at = (file: string) => join(project.folder, file);
  const read = (file: string) => readFile(at(file), 'utf8');
  const write = async (file: string, text: string) => {
    await mkdir(dirname(at(file)), { recursive: true });
    await writeFile(at(file), text);
  };
  const extract = async (...more: readonly string[]) => {
    const ran = await project.helve(['extract', 'locales/en.json', '--target', 'de', ...flags, ...more, '--json']);
    if (ran.code !== 0) throw new Error(ran.stderr + ran.stdout);
    return JSON.parse(ran.stdout) as { readonly batch: string; readonly outputs: readonly { readonly path: string }[] };
  };
  /** Puts an edited copy of what went out where it comes back. */
  const giveBack = async (path: string, file: string, ...edits: readonly Edit[]) => {
    let text = await read(path);
    for (const [from, to] of edits) {
      const next = text.replace(from, to);
      if (next === text) throw new Error(`Cannot edit: ${String(from)} is not in the file`);
      text = next;
    }
    await write(file, text);
  };
  const merge = async (...argv: readonly string[]) => {
    const ran = await project.helve(['merge', ...argv, '--json']);
    return { code: ran.code, stderr: ran.stderr, ...(JSON.parse(ran.stdout) as MergeJson) };
  };
  return { ...project, at, read, write, extract, giveBack, merge };
}

/** A source with one file that is out. */
async function createExtracted(en: string, de: string | undefined, ...flags: readonly string[]) {
  const source = await createSource(en, de, ...flags);
  const { batch, outputs } = await source.extract();
  const path = outputs[0]?.path ?? '';
  return {
    ...source,
    batch,
    out: path,
    returned: (...edits: readonly Edit[]) => source.giveBack(path, 'back/de.xlf', ...edits),
  };
}

const target = (from: string, to: string): Edit => [`<target>${from}</target>`, `<target>${to}</target>`];

describe('helve merge', () => {
  test('XV13 one unit is applied, five keep their old values, and merging again changes no byte', async () => {
    const { merge, returned, write, read, folder } = await createExtracted(six, sixOld);
    await returned(
      target('alt 1', 'neu 1'),
      target('alt 2', 'neu 2'),
      [/<target>alt <ph[^>]*\/> 3<\/target>/, '<target>neu 3</target>'],
      [/<target>alt (<ph[^>]*\/>) 4<\/target>/, '<target>neu $1 $1 4</target>'],
      [
        /<unit id="u5".*?<\/unit>/s,
        '<unit id="u99" name="nine"><segment><source>Not ours</source><target>x</target></segment></unit>',
      ],
      [/<unit id="u6".*?<\/unit>/s, ''],
    );
    await write('locales/en.json', six.replace('"Open"', '"Open it"'));
    const checked = await merge('back', '--check');
    expect(checked.code).toBe(3);
    expect(await read('locales/de.json')).toBe(sixOld);
    const first = await merge('back');
    expect(first.code).toBe(1);
    expect(first.counts).toMatchObject({ applied: 1, stale: 1, damaged: 2, unknown: 1, missing: 2 });
    const merged = sixOld.replace('alt 1', 'neu 1');
    expect(await read('locales/de.json')).toBe(merged);
    const again = await merge('back', '--allow', 'stale,damaged,unknown');
    expect(again).toMatchObject({ code: 0, status: 'unchanged', counts: { applied: 0, unchanged: 1 }, outputs: [] });
    expect(await read('locales/de.json')).toBe(merged);
    expect((await readdir(join(folder, 'locales'))).toSorted()).toEqual(['de.json', 'en.json']);
  });

  test('X111 a translation that is not there yet is made beside its source, with the source text for what is missing', async () => {
    const { merge, returned, read } = await createExtracted('{\n  "a": "One",\n  "b": "Two"\n}\n', undefined);
    await returned(['<source>One</source>', '<source>One</source><target>Eins</target>']);
    expect(await merge('back')).toMatchObject({ code: 0, status: 'merged', counts: { applied: 1, missing: 1 } });
    expect(await read('locales/de.json')).toBe('{\n  "a": "Eins",\n  "b": "Two"\n}\n');
  });

  test.each([
    ['source', '{\n  "a": "Eins",\n  "b": "Two"\n}\n'],
    ['empty', '{\n  "a": "Eins",\n  "b": ""\n}\n'],
    ['omit', '{\n  "a": "Eins"\n}\n'],
  ])('X115 a text without a translation is written as --fallback %s says', async (fallback, expected) => {
    const { merge, returned, read } = await createExtracted('{\n  "a": "One",\n  "b": "Two"\n}\n', undefined);
    await returned(['<source>One</source>', '<source>One</source><target>Eins</target>']);
    expect(await merge('back', '--fallback', fallback)).toMatchObject({ code: 0 });
    expect(await read('locales/de.json')).toBe(expected);
  });

  test('X115 an existing translation keeps its layout and gets new keys in their places', async () => {
    const en = '{\n  "a": "One",\n  "b": "Two",\n  "c": "Three"\n}\n';
    const { merge, returned, read } = await createExtracted(en, '{ "c": "Drei", "own": "bleibt", "a":"Eins" }\n');
    await returned(['<source>Two</source>', '<source>Two</source><target>Zwei</target>']);
    expect(await merge('back')).toMatchObject({ code: 0, counts: { applied: 1, unchanged: 2 } });
    const text = await read('locales/de.json');
    expect(JSON.parse(text)).toEqual({ a: 'Eins', b: 'Zwei', c: 'Drei', own: 'bleibt' });
    expect(text).toContain('"own": "bleibt", "a":"Eins"');
  });

  test('X115 --layout source writes the layout of the source with all translations', async () => {
    const en = '{\n  "a": "One",\n  "b": "Two"\n}\n';
    const { merge, returned, read } = await createExtracted(en, '{"b": "Zwei"}');
    await returned(['<source>One</source>', '<source>One</source><target>Eins</target>']);
    expect(await merge('back', '--layout', 'source')).toMatchObject({ code: 0 });
    expect(await read('locales/de.json')).toBe('{\n  "a": "Eins",\n  "b": "Zwei"\n}\n');
  });

  test('X111 --prune takes out what the source does not have', async () => {
    const en = '{\n  "a": "One"\n}\n';
    const { merge, returned, read } = await createExtracted(en, '{\n  "a": "Eins",\n  "own": "geht"\n}\n');
    await returned(target('Eins', 'Ein'));
    expect(await merge('back', '--prune')).toMatchObject({ code: 0 });
    expect(await read('locales/de.json')).toBe('{\n  "a": "Ein"\n}\n');
  });

  test('X112 a unit that lost its reference is found by its name, and the report says so', async () => {
    const { merge, returned, read } = await createExtracted('{"a": "One", "b": "One"}', undefined);
    await returned(
      [/<unit id="u1" name="a">.*?<segment>/s, '<unit id="x7" name="a"><segment>'],
      ['<source>One</source>', '<source>One</source><target>Eins</target>'],
    );
    const merged = await merge('back');
    expect(merged).toMatchObject({ code: 0, counts: { applied: 1, missing: 1 } });
    expect(merged.units).toContainEqual(expect.objectContaining({ name: 'a', by: 'name' }));
    expect(JSON.parse(await read('locales/de.json'))).toEqual({ a: 'Eins', b: 'One' });
  });

  test('X113 a unit whose source was changed by the translator is damaged', async () => {
    const { merge, returned } = await createExtracted('{"a": "One"}', undefined);
    await returned(['<source>One</source>', '<source>Two</source><target>Zwei</target>']);
    expect(await merge('back')).toMatchObject({ code: 1, units: [{ result: 'damaged', reason: 'source-differs' }] });
  });

  test.each([
    ['skip', 1, 'alt'],
    ['draft', 0, 'neu'],
    ['apply', 0, 'neu'],
  ])('X113 a unit whose source has changed since is treated as --on-stale %s says', async (choice, code, text) => {
    const { merge, returned, write, read } = await createExtracted('{"a": "One"}', '{"a": "alt"}');
    await returned(target('alt', 'neu'));
    await write('locales/en.json', '{"a": "One more"}');
    expect((await merge('back', '--on-stale', choice)).code).toBe(code);
    expect(JSON.parse(await read('locales/de.json'))).toEqual({ a: text });
  });

  test('X113 a unit whose key is gone is stale', async () => {
    const { merge, returned, write } = await createExtracted('{"a": "One", "b": "Two"}', '{"a": "alt"}');
    await returned(target('alt', 'neu'));
    await write('locales/en.json', '{"b": "Two"}');
    const merged = await merge('back');
    expect(merged).toMatchObject({ code: 1, counts: { stale: 1 } });
    expect(merged.units[0]).toMatchObject({ reason: 'source-gone' });
  });

  test('X113 a state below --min-state is not merged yet', async () => {
    const { merge, returned, read } = await createExtracted('{"a": "One"}', '{"a": "alt"}');
    await returned(target('alt', 'neu'));
    expect(await merge('back', '--min-state', 'reviewed')).toMatchObject({ code: 0, counts: { missing: 1 } });
    expect(await merge('back', '--min-state', 'reviewed', '--complete')).toMatchObject({ code: 1 });
    expect(await read('locales/de.json')).toBe('{"a": "alt"}');
    expect(await merge('back', '--min-state', 'translated')).toMatchObject({ code: 0, counts: { applied: 1 } });
  });

  test('X113 codes that are lost at an edge are put back by --on-codes repair, and others are not', async () => {
    const { merge, returned, read } = await createExtracted(
      '{"a": "{name} is here", "b": "It is {name} now"}',
      undefined,
    );
    await returned(
      [/(<source><ph[^>]*\/> is here<\/source>)/, '$1<target> ist da</target>'],
      [/(<source>It is <ph[^>]*\/> now<\/source>)/, '$1<target>Es ist jetzt</target>'],
    );
    expect(await merge('back', '--on-codes', 'repair')).toMatchObject({ code: 1, counts: { applied: 1, damaged: 1 } });
    expect(JSON.parse(await read('locales/de.json'))).toMatchObject({ a: '{name} ist da' });
  });

  test('X113 plural forms have to be complete', async () => {
    const en = '{"n": "{count, plural, one {# file} other {# files}}"}';
    const { merge, returned } = await createExtracted(en, undefined);
    await returned([/(<source>(<ph[^>]*\/>) files<\/source>)/, '$1<target>$2 Dateien</target>']);
    expect(await merge('back')).toMatchObject({ counts: { applied: 0 } });
  });

  test.each([
    ['existing', 1, 'von Hand'],
    ['returned', 0, 'neu'],
    ['newer', 1, 'von Hand'],
  ])(
    'X113 a translation that was changed here too is kept or replaced as --on-conflict %s says',
    async (choice, code, text) => {
      const { merge, returned, write, read } = await createExtracted('{"a": "One"}', '{"a": "alt"}');
      await returned(target('alt', 'neu'));
      await write('locales/de.json', '{"a": "von Hand"}');
      expect((await merge('back', '--on-conflict', choice)).code).toBe(code);
      expect(JSON.parse(await read('locales/de.json'))).toEqual({ a: text });
    },
  );

  test('X114 --report keeps the texts that were not merged, and the answer has none', async () => {
    const { merge, returned, read } = await createExtracted('{"a": "Hello {name}"}', undefined);
    await returned([/(<source>Hello <ph[^>]*\/><\/source>)/, '$1<target>Geheimes Hallo</target>']);
    const { code, units } = await merge('back', '--report', 'refused.json');
    expect(code).toBe(1);
    expect(JSON.stringify(units)).not.toContain('Geheimes');
    expect(JSON.parse(await read('refused.json'))).toMatchObject({
      schema: 'helve.merge/v1',
      units: [{ result: 'damaged', target: 'Geheimes Hallo' }],
    });
  });

  test('X114 --format sarif has a result for each unit that needs attention', async () => {
    const { helve, returned } = await createExtracted('{"a": "Hello {name}"}', undefined);
    await returned([/(<source>Hello <ph[^>]*\/><\/source>)/, '$1<target>Hallo</target>']);
    const { stdout, code } = await helve(['merge', 'back', '--format', 'sarif']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ version: '2.1.0', runs: [{ results: [{ ruleId: 'merge.damaged' }] }] });
  });

  test('X117 a file that nothing tells the origin of is wrong usage, and so is one of an unknown batch', async () => {
    const { helve, batch, returned, write } = await createExtracted('{"a": "One"}', undefined);
    await write(
      'other/x.xlf',
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="u1"><segment><source>Elsewhere</source><target>x</target></segment></unit></file></xliff>',
    );
    expect(await helve(['merge', 'other'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('names no batch'),
    });
    await returned([new RegExp(batch, 'g'), 'feedfeedfeedfeed']);
    expect(await helve(['merge', 'back'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Cannot find the batch'),
    });
  });

  test('X118 a return of an older batch never replaces what a newer one set, in any order', async () => {
    const { extract, giveBack, merge, read, write } = await createSource('{"a": "One"}', '{"a": "alt"}');
    const old = await extract();
    await write('locales/de.json', '{"a": "mittel"}');
    const young = await extract();
    await giveBack(old.outputs[0]?.path ?? '', 'back/1.xlf', target('alt', 'aus alt'));
    await giveBack(young.outputs[0]?.path ?? '', 'back/2.xlf', target('mittel', 'aus jung'));
    const both = await merge('back/1.xlf', 'back/2.xlf');
    expect(both).toMatchObject({ code: 0, counts: { applied: 1, protected: 1 } });
    expect(JSON.parse(await read('locales/de.json'))).toEqual({ a: 'aus jung' });
    expect(await merge('back/1.xlf')).toMatchObject({ code: 0, counts: { applied: 0, protected: 1 } });
    expect(JSON.parse(await read('locales/de.json'))).toEqual({ a: 'aus jung' });
  });

  test('X118 two returns of one unit that differ are a conflict, and a higher state decides it', async () => {
    const { out, giveBack, merge, read } = await createExtracted('{"a": "One"}', '{"a": "alt"}');
    await giveBack(out, 'back/1.xlf', target('alt', 'eins'));
    await giveBack(out, 'back/2.xlf', target('alt', 'zwei'));
    expect(await merge('back')).toMatchObject({ code: 1, counts: { conflict: 2, applied: 0 } });
    await giveBack(out, 'back/2.xlf', target('alt', 'zwei'), ['state="translated"', 'state="reviewed"']);
    expect(await merge('back/2.xlf', 'back/1.xlf')).toMatchObject({ code: 0, counts: { applied: 1, protected: 1 } });
    expect(JSON.parse(await read('locales/de.json'))).toEqual({ a: 'zwei' });
    expect(await merge('back')).toMatchObject({ counts: { applied: 0 } });
    expect(JSON.parse(await read('locales/de.json'))).toEqual({ a: 'zwei' });
  });

  test('X118 accepted units enter the translation memory unless --no-tm', async () => {
    const { returned, merge, helve } = await createExtracted('{"a": "One little text"}', '{"a": "alt"}');
    await returned(target('alt', 'Ein kleiner Text'));
    expect(await merge('back', '--no-tm')).toMatchObject({ learned: 0 });
    await returned(target('alt', 'Ein kleinerer Text'));
    expect(await merge('back')).toMatchObject({ learned: 1 });
    const found = await helve(['tm', 'lookup', 'One little text', '--from', 'en', '--to', 'de']);
    expect(found.stdout).toContain('Ein kleinerer Text');
  });

  test('X116 --atomic writes all files when all are good', async () => {
    const { helve, write, merge, giveBack, read } = await createSource('{"a": "One"}', '{"a": "alt"}');
    await write('more/en.json', '{"a": "One"}');
    await write('more/de.json', '{"a": "alt"}');
    const ran = await helve(['extract', 'locales/en.json', 'more/en.json', '--target', 'de', '--join', '--json']);
    const { outputs } = JSON.parse(ran.stdout) as { outputs: { path: string }[] };
    await giveBack(outputs[0]?.path ?? '', 'back/de.xlf', [/<target>alt<\/target>/g, '<target>neu</target>']);
    expect(await merge('back', '--atomic')).toMatchObject({ code: 0, counts: { applied: 2 } });
    expect([await read('locales/de.json'), await read('more/de.json')]).toEqual(['{"a": "neu"}', '{"a": "neu"}']);
  });
});

test('X115 a catalog that has another language by now is not replaced, and the others are written', async () => {
  const po = (language: string) =>
    `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ${language}\\n"\n\nmsgid "One"\nmsgstr ""\n`;
  const { helve, folder, write } = await createProject({ 'a.po': po('de'), 'b.po': po('de') });
  const files = ['a.po', 'b.po', '--source', 'en', '--target', 'de', '--join'];
  const ran = await helve(['extract', ...files, '--json']);
  const { outputs } = JSON.parse(ran.stdout) as { readonly outputs: readonly { readonly path: string }[] };
  const out = join(folder, outputs[0]?.path ?? '');
  const sent = await readFile(out, 'utf8');
  await writeFile(out, sent.replaceAll('<source>One</source>', '<source>One</source><target>Eins</target>'));
  await write({ 'a.po': po('ru') });
  expect(await helve(['merge', 'exchange', '--atomic'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"ru"'),
  });
  expect(await readFile(join(folder, 'b.po'), 'utf8')).toBe(po('de'));
  const merged = await helve(['merge', 'exchange', '--json']);
  expect(merged.code).toBe(1);
  expect(JSON.parse(merged.stdout)).toMatchObject({ counts: { applied: 1, unwritten: 1 } });
  expect(await readFile(join(folder, 'a.po'), 'utf8')).toBe(po('ru'));
  expect(await readFile(join(folder, 'b.po'), 'utf8')).toContain('msgstr "Eins"');
});

describe('returned files that are hostile', () => {
  test('X120 an entity bomb is refused, and other files are merged', async () => {
    const { merge, returned, write } = await createExtracted('{"a": "One"}', '{"a": "alt"}');
    await returned(target('alt', 'neu'));
    const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
    await write(
      'back/bomb.xlf',
      `<?xml version="1.0"?><!DOCTYPE xliff [<!ENTITY e0 "x">${entities}]><xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="u1"><segment><source>&e9;</source></segment></unit></file></xliff>`,
    );
    expect(await merge('back')).toMatchObject({ code: 1, counts: { applied: 1 }, unread: [{ file: 'back/bomb.xlf' }] });
  });
});

test.each(['xliff2', 'xliff', 'tmx'])(
  'a key with control characters goes out as %s that is well-formed',
  async (to) => {
    const { helve, folder } = await createProject({ 'en.json': String.raw`{"k\u001b[31m":"Hello"}` });
    const sent = await helve(['extract', 'en.json', '--target', 'de', '--to', to, '-o', 'out']);
    expect(sent).toMatchObject({ code: 0 });
    const [file = ''] = (await readdir(join(folder, 'out', 'de'))).map((name) => join(folder, 'out', 'de', name));
    expect(await readFile(file, 'utf8')).not.toMatch(/(?![\n\t])\p{Cc}/u);
  },
);

describe('messages with several forms', () => {
  const en = {
    'en.json': JSON.stringify({
      a: { defaultMessage: 'Hi {name}, {n, plural, one {# file} other {# files}} of {m, plural, one {one} other {#}}' },
    }),
  };

  test.each(['xliff2', 'xliff', 'po'])(
    'X113 their texts go out as %s one by one, and come home together',
    async (to) => {
      const { helve, folder } = await createProject({ ...en, 'pseudo.yaml': 'steps:\n  - tool: pseudo-translate\n' });
      const argv = [
        'extract',
        'en.json',
        '--input-format',
        'json:formatjs',
        '--source',
        'en',
        '--target',
        'pl',
        '--to',
        to,
      ];
      const sent = await helve([...argv, '-o', 'out', '--json']);
      expect(JSON.parse(sent.stdout)).toMatchObject({ units: 1, outputs: [{ units: 1 }] });
      expect(await helve(['run', 'pseudo.yaml', 'out', '--in-place'])).toMatchObject({ code: 0 });
      const merged = await helve(['merge', 'out', '-o', '{lang}.json', '--json']);
      expect(JSON.parse(merged.stdout)).toMatchObject({ counts: { applied: 1, damaged: 0 }, clean: true });
      const text = await readFile(join(folder, 'pl.json'), 'utf8');
      for (const category of ['one', 'few', 'many', 'other']) expect(text.split(`${category} {`)).toHaveLength(3);
      expect(text).toContain('{name}');
      const again = await helve(['merge', 'out', '-o', '{lang}.json', '--json']);
      expect(JSON.parse(again.stdout)).toMatchObject({ counts: { applied: 0, unchanged: 1 } });
    },
  );

  test('X115 a plural goes out as a catalog in a language with more forms, and comes home with them', async () => {
    const rails = { 'en.yml': 'en:\n  n:\n    one: "%{count} file"\n    other: "%{count} files"\n' };
    const { helve, folder } = await createProject({ ...rails, 'pseudo.yaml': 'steps:\n  - tool: pseudo-translate\n' });
    const argv = ['extract', 'en.yml', '--source', 'en', '--target', 'pl', '--to', 'po', '-o', 'out'];
    expect(await helve(argv)).toMatchObject({ code: 0 });
    expect(await helve(['run', 'pseudo.yaml', 'out', '--in-place'])).toMatchObject({ code: 0 });
    expect(await helve(['merge', 'out', '-o', '{lang}.yml'])).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'pl.yml'), 'utf8')).toMatch(/one: .*few: .*many: .*other: /s);
  });

  test('X114 a unit of which one text lacks its translation is missing', async () => {
    const { helve, folder } = await createProject({ ...en, 'pseudo.yaml': 'steps:\n  - tool: pseudo-translate\n' });
    await helve(['extract', 'en.json', '--input-format', 'json:formatjs', '--target', 'de', '-o', 'out']);
    await helve(['run', 'pseudo.yaml', 'out', '--in-place']);
    const [file = ''] = await readdir(join(folder, 'out/de'));
    const place = join(folder, 'out/de', file);
    await writeFile(place, (await readFile(place, 'utf8')).replace(/<unit id="u1\.2".*?<\/unit>/s, ''));
    const merged = await helve(['merge', 'out', '-o', '{lang}.json', '--json']);
    expect(JSON.parse(merged.stdout)).toMatchObject({ counts: { applied: 0, missing: 1 } });
  });
});

test('X112 a file that was recognized by a preset is read with it again', async () => {
  const { helve, folder } = await createProject({
    '_locales/en/messages.json': '{ "a": { "message": "One", "description": "note" } }',
  });
  const sent = await helve(['extract', '_locales/en/messages.json', '--target', 'de', '-o', 'out', '--json']);
  const { outputs } = JSON.parse(sent.stdout) as { readonly outputs: readonly { readonly path: string }[] };
  const out = join(folder, outputs[0]?.path ?? '');
  await writeFile(out, (await readFile(out, 'utf8')).replace('</source>', '</source><target>Eins</target>'));
  const merged = await helve(['merge', 'out', '--json']);
  expect(JSON.parse(merged.stdout)).toMatchObject({ counts: { applied: 1, stale: 0 } });
});

test('X105 a translation that lacks a code goes out in a file that can be read', async () => {
  const { merge, out, giveBack, read } = await createExtracted('{"a": "Hello {name}"}', '{"a": "Hallo"}');
  expect(await read(out)).toContain('<target>Hallo</target>');
  await giveBack(out, 'back/de.xlf', ['<target>Hallo</target>', '<target>Hallo <ph id="1" dataRef="d1"/></target>']);
  expect(await merge('back')).toMatchObject({ counts: { applied: 1 }, unread: [] });
  expect(JSON.parse(await read('locales/de.json'))).toEqual({ a: 'Hallo {name}' });
});

test('X113 a translation that had other codes before it went out, and comes back as it was, is not damaged', async () => {
  const { merge, returned, read } = await createExtracted(
    '{"a": "Hello", "b": "Two"}',
    '{"a": "<b>Hallo</b>", "b": "alt"}',
  );
  await returned(target('alt', 'neu'));
  expect(await merge('back')).toMatchObject({ code: 0, counts: { applied: 1, unchanged: 1, damaged: 0 } });
  expect(JSON.parse(await read('locales/de.json'))).toEqual({ a: '<b>Hallo</b>', b: 'neu' });
});

test('X113 a code that a catalog spells as several is one again', async () => {
  const strings = (text: string) =>
    `<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"><string name="a">${text}</string></resources>`;
  const code = '<xliff:g id="name">%s</xliff:g>';
  const { helve, folder } = await createProject({
    'res/values/strings.xml': strings(`Hello ${code}!`),
    'pseudo.yaml': 'steps:\n  - tool: pseudo-translate\n    config: { mode: none, prefix: "+", suffix: "" }\n',
  });
  await helve(['extract', 'res/values/strings.xml', '--target', 'de', '--to', 'po', '-o', 'out']);
  await helve(['run', 'pseudo.yaml', 'out', '--in-place']);
  const merged = await helve(['merge', 'out', '-o', 'de.xml', '--json']);
  expect(JSON.parse(merged.stdout)).toMatchObject({ counts: { applied: 1, damaged: 0 } });
  expect(await readFile(join(folder, 'de.xml'), 'utf8')).toBe(strings(`+Hello ${code}!`));
  const names = await readdir(join(folder, 'out'), { recursive: true });
  const place = join(folder, 'out', names.find((name) => name.endsWith('.po')) ?? '');
  const text = await readFile(place, 'utf8');
  await writeFile(place, text.replace(/(msgstr "\+Hello )(.*)!/, '$1$2 $2!'));
  const doubled = await helve(['merge', 'out', '-o', 'de.xml', '--json']);
  expect(JSON.parse(doubled.stdout)).toMatchObject({ counts: { applied: 0, damaged: 1 } });
});

test('X113 text that a tool between takes for a code is text again', async () => {
  const { merge, returned, read } = await createExtracted('{"a": "At %B the %e"}', '{"a": "alt"}');
  await returned(target('alt', 'Im %B der %e'));
  expect(await merge('back')).toMatchObject({ counts: { applied: 1, damaged: 0 } });
  expect(JSON.parse(await read('locales/de.json'))).toEqual({ a: 'Im %B der %e' });
});

describe('an outdated translation that is merged as a draft', () => {
  test('X114 is one in a file without states too', async () => {
    const en = '{\n  "a": "Red",\n  "b": "Blue"\n}\n';
    const { merge, returned, write, helve } = await createExtracted(en, undefined);
    await returned(
      ['<source>Red</source>', '<source>Red</source><target>Rot</target>'],
      ['<source>Blue</source>', '<source>Blue</source><target>Blau</target>'],
    );
    await write('locales/en.json', en.replace('Blue', 'Navy'));
    expect(await merge('back', '--on-stale', 'draft')).toMatchObject({ counts: { applied: 2 } });
    expect(await merge('back', '--on-stale', 'draft')).toMatchObject({ counts: { applied: 0, unchanged: 2 } });
    const status = await helve(['status', 'locales/en.json', '--target', 'de', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ languages: [{ units: { fuzzy: 1, translated: 1 } }] });
  });
});

describe('a file that cannot be written', () => {
  const arb = (locale: string, text: string) => JSON.stringify({ '@@locale': locale, b: text });

  /** A JSON file and one of Flutter, whose translation has a brace that it cannot hold as text. */
  async function createHalf() {
    const project = await createProject({
      'locales/en.json': '{"a": "One little text"}',
      'locales/de.json': '{"a": "alt"}',
      'l10n/app_en.arb': arb('en', 'Two'),
      'l10n/app_de.arb': arb('de', 'alt'),
    });
    const files = ['locales/en.json', 'l10n/app_en.arb'];
    const sent = await project.helve(['extract', ...files, '--target', 'de', '--join', '-o', 'out', '--json']);
    const { outputs } = JSON.parse(sent.stdout) as { readonly outputs: readonly { readonly path: string }[] };
    const out = join(project.folder, outputs[0]?.path ?? '');
    const texts = ['neu', 'neu {'];
    const text = (await readFile(out, 'utf8')).replaceAll('<target>alt', () => `<target>${texts.shift() ?? ''}`);
    await writeFile(out, text);
    const read = (file: string) => readFile(join(project.folder, file), 'utf8');
    const merge = async (...argv: readonly string[]) => {
      const ran = await project.helve(['merge', 'out', ...argv, '--json']);
      return { code: ran.code, ...(JSON.parse(ran.stdout) as MergeJson) };
    };
    return { ...project, merge, read };
  }

  test('X116 leaves the others written, remembered and learnt, and the report lists both', async () => {
    const { merge, read, helve } = await createHalf();
    const first = await merge();
    expect(first).toMatchObject({ code: 1, status: 'failed', learned: 1, counts: { applied: 1, unwritten: 1 } });
    expect(first.outputs).toHaveLength(2);
    expect(first.outputs.filter((output) => 'error' in output)).toHaveLength(1);
    expect(JSON.parse(await read('locales/de.json'))).toEqual({ a: 'neu' });
    expect(await read('l10n/app_de.arb')).toBe(arb('de', 'alt'));
    const found = await helve(['tm', 'lookup', 'One little text', '--from', 'en', '--to', 'de']);
    expect(found.stdout).toContain('neu');
    expect(await merge()).toMatchObject({ code: 1, counts: { unchanged: 1, unwritten: 1, applied: 0, conflict: 0 } });
  });

  test('X116 lets --atomic write, remember and learn nothing', async () => {
    const { merge, read } = await createHalf();
    expect(await merge('--atomic')).toMatchObject({ code: 1, status: 'failed', learned: 0, counts: { applied: 0 } });
    expect(JSON.parse(await read('locales/de.json'))).toEqual({ a: 'alt' });
  });
});
