import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textRun } from '@helve/flow';
import { DOCUMENT_ID } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { needs } from '../../../../../test/needs.js';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { insertInto } from '../../testing/format/insert-kit.js';
import { presetOptions, withOptions } from '../preset.js';
import { jsonFormat } from './format.js';

const preset = (id: string) => presetOptions(jsonFormat, id);

const chrome = `{
  "hi": {
    "description": "Greeting",
    "message": "Hi $NAME$, $1 left",
    "placeholders": { "name": { "content": "$1", "example": "Ann" } }
  },
  "bye": { "message": "Bye" }
}
`;
const goTables = `{
  "cats": {
    "description": "Number of cats",
    "one": "{{.N}} cat",
    "other": "{{.N}} cats"
  },
  "hello": { "hash": "sha1-0", "other": "Hello" },
  "plain": "Plain",
  "group": { "description": "About", "title": "Words" }
}
`;

const tested = Object.keys(jsonFormat.options.properties);

describeFormat(withOptions(jsonFormat, {}), {
  testedApart: tested,
  cases: [
    {
      name: 'X52 chrome: messages with notes and placeholders',
      input: chrome,
      options: preset('chrome'),
      blocks: [
        {
          id: '/hi',
          name: 'hi',
          note: 'Greeting',
          source: [
            textRun('Hi '),
            { kind: 'ph', id: '1', type: 'code:variable', data: '$NAME$', disp: 'Ann' },
            textRun(', '),
            { kind: 'ph', id: '2', type: 'code:variable', data: '$1' },
            textRun(' left'),
          ],
        },
        { id: '/bye', name: 'bye', text: 'Bye', note: undefined },
      ],
    },
    {
      name: 'X52 formatjs: extracted messages',
      input: '{"a":{"defaultMessage":"Hi {name}","description":"d"},"en":{"b":{"defaultMessage":"B"}}}',
      options: preset('formatjs'),
      blocks: [
        { name: 'a', text: 'Hi {name}', note: 'd' },
        { name: 'en.b', text: 'B' },
      ],
    },
    {
      name: 'X52 formatjs: a list of messages',
      input: '[{"id":"a.b","defaultMessage":"A"},{"id":"c","defaultMessage":"C","description":"d"}]',
      options: preset('formatjs'),
      blocks: [
        { id: 'a.b', name: 'a.b', text: 'A' },
        { name: 'c', text: 'C', note: 'd' },
      ],
    },
    {
      name: 'X52 formatjs: plain messages, and compiled ones, which stay',
      input: '{"a":"Hi {n, plural, one {# x} other {# y}}","b":[{"type":0,"value":"built"}]}',
      options: preset('formatjs'),
      blocks: [{ name: 'a' }],
    },
    {
      name: 'X52 go-i18n: a list',
      input: `[
  {"id": "a", "translation": "A {{.X}}"},
  {"id": "n", "translation": {"one": "1 day", "other": "{{.N}} days"}, "description": "d"}
]`,
      options: preset('go-i18n'),
      blocks: [
        { id: 'a', name: 'a', text: 'A {{.X}}' },
        {
          name: 'n',
          note: 'd',
          source: [
            {
              kind: 'plural',
              pivot: 'n',
              forms: {
                one: [textRun('1 day')],
                other: [{ kind: 'ph', id: '1', type: 'code:variable', data: '{{.N}}' }, textRun(' days')],
              },
            },
          ],
        },
      ],
    },
    {
      name: 'X52 go-i18n: tables of plural forms',
      input: goTables,
      options: preset('go-i18n'),
      blocks: [
        { id: '/cats', name: 'cats', note: 'Number of cats' },
        { id: '/hello', name: 'hello', text: 'Hello' },
        { name: 'plain', text: 'Plain' },
        { name: 'group.description', text: 'About' },
        { name: 'group.title', text: 'Words' },
      ],
    },
    {
      name: 'X52 gotext: translations with placeholders',
      input: `{"language": "en", "messages": [
  {"id": "Hi {Name}", "message": "Hi {Name}", "translation": "Hi {Name}", "translatorComment": "c",
   "placeholders": [{"id": "Name", "string": "%[1]s", "example": "Ann"}]},
  {"id": "b", "message": "b", "translation": "B"}
]}`,
      options: preset('gotext'),
      blocks: [
        {
          id: 'Hi {Name}',
          name: 'Hi {Name}',
          note: 'c',
          source: [textRun('Hi '), { kind: 'ph', id: '1', type: 'code:variable', data: '{Name}', disp: 'Ann' }],
        },
        { name: 'b', text: 'B' },
      ],
    },
    {
      name: 'X52 resjson: values with comments',
      input: '{\n  "a": "A {0}",\n  "_a.comment": "of a",\n  "b": { "c": "C", "_c.comment": "of c" },\n  "_x": "y"\n}',
      options: preset('resjson'),
      blocks: [
        { name: 'a', text: 'A {0}', note: 'of a' },
        { name: 'b.c', text: 'C', note: 'of c' },
      ],
    },
    {
      name: 'X52 dtcg: descriptions of tokens',
      input: '{"$description":"All","color":{"$type":"color","red":{"$value":"#f00","$description":"Red"}}}',
      options: preset('dtcg'),
      blocks: [
        { name: '$description', text: 'All' },
        { name: 'color.red.$description', text: 'Red' },
      ],
    },
    {
      name: 'X52 smartling: values without the directives',
      input: '{"smartling":{"string_format":"icu"},"a":{"title":"A","note":"of a"}}',
      options: preset('smartling'),
      blocks: [{ name: 'a.title', text: 'A', note: 'of a' }],
    },
  ],
  exceptions: [
    { check: 'X9', reason: 'tests of their own do' },
    { check: 'X13', reason: 'the spelling does not depend on the preset' },
    {
      check: 'X30',
      of: 'X52 go-i18n: tables of plural forms',
      reason: 'its entries have several shapes, and a new one has that of its neighbour',
    },
    {
      check: 'X30',
      of: 'X52 formatjs: plain messages, and compiled ones, which stay',
      reason: 'a file without messages gets them as objects',
    },
    {
      check: 'X30',
      of: 'X52 gotext: translations with placeholders',
      reason: 'examples of placeholders are no part of a message, and are not put in',
    },
  ],
  plurals: [
    {
      name: 'a table of forms',
      input: '{"a":{"description":"d","one":"x","other":"y"}}',
      options: preset('go-i18n'),
    },
  ],
  malformed: [],
});

describe('presets of json', () => {
  const write = async (id: string, input: string, targetLocale: string, name: string, runs: readonly object[]) => {
    const options = preset(id);
    const document = await readDocument(jsonFormat, input, { options });
    const parts = document.parts.map((part) =>
      part.kind === 'block' && part.block.name === name
        ? {
            ...part,
            block: { ...part.block, targets: { [targetLocale]: { runs: runs as never, status: 'draft' as const } } },
          }
        : part,
    );
    return Buffer.from(
      (await writeDocument(jsonFormat, { ...document, parts }, { options, targetLocale })).bytes,
    ).toString();
  };
  const plural = (forms: Record<string, string>) => [
    {
      kind: 'plural',
      pivot: 'n',
      forms: Object.fromEntries(Object.entries(forms).map(([key, text]) => [key, [textRun(text)]])),
    },
  ];

  test('X15 a table of plural forms gets the categories of the target, with the layout of its neighbours', async () => {
    const forms = plural({ one: '1', few: '2', many: '3', other: '4' });
    expect(await write('go-i18n', goTables, 'pl', 'cats', forms)).toBe(
      goTables.replace(
        '    "one": "{{.N}} cat",\n    "other": "{{.N}} cats"',
        '    "one": "1",\n    "few": "2",\n    "many": "3",\n    "other": "4"',
      ),
    );
    expect(await write('go-i18n', goTables, 'ja', 'cats', plural({ other: '4' }))).toBe(
      goTables.replace('    "one": "{{.N}} cat",\n    "other": "{{.N}} cats"', '    "other": "4"'),
    );
  });

  test('X52 a gotext file names the language of its translations', async () => {
    const input = '{"language":"en","messages":[{"id":"a","message":"A","translation":"A"}]}';
    expect(await write('gotext', input, 'de', 'a', [textRun('Ä')])).toBe(
      '{"language":"de","messages":[{"id":"a","message":"A","translation":"Ä"}]}',
    );
  });

  test('X30 a new message is an object like its neighbours', async () => {
    const options = preset('chrome');
    const entry = { name: 'new', text: 'New', note: 'n', after: 'hi' };
    expect(await insertInto(jsonFormat, chrome, [entry], [], { options })).toBe(
      chrome.replace('  "bye"', '  "new": {\n    "message": "New",\n    "description": "n"\n  },\n  "bye"'),
    );
  });

  test.each([
    ['forms alike', `{"a":{"description":"d",${'"one":"x",'.repeat(100_000)}"other":"y"}}`],
    ['entries alike', `{${'"a":{"one":"x","other":"y"},'.repeat(15_000)}"b":"c"}`],
    ['strings in deep objects', `${'{"a":'.repeat(900)}{${'"b":"x",'.repeat(20_000)}"c":"y"}${'}'.repeat(900)}`],
    ['an entry with many strings', `{"a":{"translation":"x","z":{${'"b":"x",'.repeat(100_000)}"c":"y"}}}`],
  ])('X10 %s are read within a second or two', async (_, input) => {
    const start = cpuNow();
    const options = preset('go-i18n');
    const { blocks } = await readDocument(jsonFormat, input, { options });
    expect(blocks.length).toBeGreaterThan(0);
    expect(cpuNow() - start).toBeLessThan(3000);
  });

  test('X11 forms of a table that are there twice are values of their own', async () => {
    const input = '{"a":{"description":"d","one":"x","one":"z","other":"y"}}';
    const { blocks } = await readDocument(jsonFormat, input, { options: preset('go-i18n') });
    expect(blocks.map(({ id }) => id)).toEqual(['/a/one', '/a/one#2', '/a/other']);
  });

  test('X9 a broken form of a table is shown alone', async () => {
    const input = '{"a":{"description":"d","one":"x\\q","other":"y"}}';
    const options = { ...preset('go-i18n'), onBadValue: 'skip' };
    const { blocks } = await readDocument(jsonFormat, input, { options });
    expect(blocks.map(({ name, translatable }) => [name, translatable])).toEqual([
      ['a.one', false],
      ['a.other', true],
    ]);
  });

  test('X52 a changed message keeps everything around it', async () => {
    const options = preset('chrome');
    const document = await readDocument(jsonFormat, chrome, { options });
    const parts = withContent(
      jsonFormat,
      document.parts,
      ({ name }) => (name === 'bye' ? [textRun('Tschüs')] : undefined),
      'de',
    );
    expect(Buffer.from((await writeDocument(jsonFormat, { ...document, parts }, { options })).bytes).toString()).toBe(
      chrome.replace('"Bye"', '"Tschüs"'),
    );
  });
});

const shared = resolve(import.meta.dirname, '../../../../../..', 'shared', 'data', 'l10n');

describe('real files', needs('shared'), () => {
  test.each([
    ['chrome', 'json-chrome'],
    ['formatjs', 'json-formatjs'],
    ['go-i18n', 'json-goi18n'],
    ['gotext', 'json-gotext'],
    ['resjson', 'json-resjson'],
    ['smartling', 'json-smartling'],
  ])('X7 JSON.parse reads the texts that json:%s wrote, key for key', async (name, folder) => {
    const options = preset(name);
    for (const file of filesIn(join(shared, folder))) {
      const document = await readDocument(jsonFormat, readFileSync(file), { options }, 2);
      const parts = withContent(jsonFormat, document.parts, (block) => [...block.source, textRun('»\n"')], 'de');
      const { bytes } = await writeDocument(jsonFormat, { ...document, parts }, { options });
      const before = strings(JSON.parse(textOf(readFileSync(file))));
      const after = strings(JSON.parse(textOf(bytes)));
      expect(
        after.map(([path]) => path),
        file,
      ).toEqual(before.map(([path]) => path));
      const changed = after.filter(([, text], at) => text !== before[at]?.[1]);
      // Of a repeated key, JSON.parse sees the last.
      const places = document.blocks.map(({ id, properties }) =>
        id.startsWith('/') ? (properties[DOCUMENT_ID] ?? id) : id,
      );
      expect(changed.length, file).toBe(new Set(places).size);
      for (const [, text] of changed) expect(text.endsWith('»\n"'), file).toBe(true);
    }
  });
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString()
    .replace(/^\uFEFF/u, '');
}

/** The strings of a value with their paths. */
function strings(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => strings(inner, `${path}/${key}`));
}
