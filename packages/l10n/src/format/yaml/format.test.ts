import { textRun, type Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument, type KitOptions } from '../../testing/document-kit.js';
import { yamlFormat } from './format.js';
import { encodeScalar, type ScalarStyle } from './scalar-style.js';

const everything = `%YAML 1.2
---
# A comment above
title: Hello %{name} # behind
quoted: "caf\\u00e9 \\"x\\""
single: 'it''s'
literal: |-
  one
  two
folded: >
  three
  four

list:
  - first
  - {a: in flow, b: "quoted"}
anchored: &x Same
alias: *x
count: 3
yes: no
date: 2001-01-01
empty: ""
nothing:
`;

describeFormat(yamlFormat, {
  testedApart: ['subfilters', 'plurals', 'rootLocales', 'encoding'],
  cases: [
    {
      name: 'everything a file may hold',
      input: everything,
      blocks: [
        { id: 'title', name: 'title', text: 'Hello %{name}', note: 'A comment above' },
        { name: 'quoted', text: 'café "x"' },
        { name: 'single', text: "it's" },
        { name: 'literal', text: 'one\ntwo' },
        { name: 'folded', text: 'three four\n' },
        { name: 'list[0]', text: 'first' },
        { name: 'list[1].a', text: 'in flow' },
        { name: 'list[1].b', text: 'quoted' },
        { name: 'anchored', text: 'Same', properties: { key: 'anchored', aliases: '1' } },
        { name: 'yes', text: 'no' },
        { name: 'date', text: '2001-01-01' },
        { name: 'empty', text: '' },
      ],
    },
    {
      name: 'line ends of Windows and a byte order mark',
      input: '\uFEFFa: x\r\nb: |\r\n  one\r\n  two\r\nc: y\r\n',
      blocks: [
        { name: 'a', text: 'x' },
        { name: 'b', text: 'one\ntwo\n' },
        { name: 'c', text: 'y' },
      ],
    },
    {
      name: 'several documents and repeated keys',
      input: 'a: x\na: y\n---\na: z\n',
      blocks: [
        { id: 'a', text: 'x' },
        { id: 'a#2', text: 'y' },
        { id: '2/a', text: 'z' },
      ],
    },
    {
      name: 'values that are left out',
      input: 'a: x\nb: y\nc: z\n',
      options: { include: ['a', 'b'], exclude: ['b'], extractNonTranslatable: false },
      blocks: [{ name: 'a', text: 'x' }],
    },
    {
      name: 'codes that are not looked for',
      input: 'a: "%{x}"\n',
      options: { codeFinder: { enabled: false } },
      blocks: [{ source: [textRun('%{x}')] }],
    },
    { name: 'nothing', input: '', blocks: [] },
    { name: 'only a comment', input: '# a\n', blocks: [] },
  ],
  badValues: [{ name: 'a wrong escape', input: 'é: 1\nb: "x\\q"\nc: z\n', block: 'b', line: 2, column: 6 }],
  exceptions: [
    {
      check: 'X30',
      of: 'everything a file may hold',
      reason: 'elements of lists and keys in braces stay where they are',
    },
    {
      check: 'X30',
      of: 'several documents and repeated keys',
      blocks: ['2/a'],
      reason: 'keys go into the first document of a file alone',
    },
    {
      check: 'X10',
      of: 'a megabyte of each delimiter',
      reason: 'of half a million quoted texts in a row, the library makes as many errors, which takes it three seconds',
    },
  ],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => `a: "${raw}"\n`,
      raw: 'caf\\u00e9 é \\x41 A',
      text: 'café é A A',
    },
  ],
  plurals: [
    {
      name: 'a map of Rails',
      input: 'en:\n  n:\n    one: "x"\n    other: "y"\n',
      options: { plurals: 'rails', rootLocales: 'single' },
    },
  ],
  malformed: [
    { name: 'a tab as indentation', input: 'a:\n\tb: x', line: 2, column: 1 },
    { name: 'an open quotation mark', input: 'a: x\nb: "y\n', line: 2, column: 4 },
    { name: 'an alias without an anchor', input: 'a: *u\n', line: 1, column: 4 },
    { name: 'wrong indentation', input: 'a: x\n  b: y\n' },
    { name: 'too deep nesting', input: '['.repeat(20) + ']'.repeat(20), options: { maxDepth: 10 }, code: 'L10N_LIMIT' },
    { name: 'very deep nesting', input: '['.repeat(20_000), code: 'L10N_LIMIT' },
    { name: 'more bytes than allowed', input: 'a: bcd', options: { maxBytes: 3 }, code: 'L10N_LIMIT' },
  ],
});

describe('yaml', () => {
  const written = async (input: string, text: string | Runs, kit: KitOptions = {}, only?: string): Promise<string> => {
    const document = await readDocument(yamlFormat, input, kit);
    const runs = typeof text === 'string' ? [textRun(text)] : text;
    const parts = withContent(
      yamlFormat,
      document.parts,
      ({ id }) => (only === undefined || id === only ? runs : undefined),
      'de',
    );
    return Buffer.from((await writeDocument(yamlFormat, { ...document, parts }, kit)).bytes).toString();
  };
  const texts = async (input: string, kit: KitOptions = {}) => {
    const { blocks } = await readDocument(yamlFormat, input, kit);
    return blocks.map(({ id, source }) => [id, dataText(source)]);
  };
  const rails = { options: { rootLocales: 'single', plurals: 'rails' } };

  test('XV2a a root key that is the source locale is left out of names, and set for a target', async () => {
    const input = 'en:\n  a: Hi %{name}\n';
    expect(await texts(input)).toEqual([['a', 'Hi %{name}']]);
    const [block] = (await readDocument(yamlFormat, input)).blocks;
    const runs = block?.source.map((run) => (run.kind === 'text' ? textRun('Hallo ') : run)) ?? [];
    expect(await written(input, runs, { targetLocale: 'de' })).toBe('de:\n  a: Hallo %{name}\n');
  });

  test('X37 the root key that is a locale is found by the name of the file or the source, or as it is told', async () => {
    const german = 'de:\n  a: x\n';
    expect(await texts(german)).toEqual([['de.a', 'x']]);
    expect(await texts(german, { document: 'config/devise.de.yml' })).toEqual([['a', 'x']]);
    expect(await texts(german, { options: { rootLocales: 'single' } })).toEqual([['a', 'x']]);
    expect(await texts('en:\n  a: x\n', { options: { rootLocales: 'none' } })).toEqual([['en.a', 'x']]);
    expect(await texts('en: x\nb: y\n', { options: { rootLocales: 'single' } })).toEqual([
      ['en', 'x'],
      ['b', 'y'],
    ]);
    const kit = { sourceLocale: 'de', targetLocale: 'fr', options: { rootLocales: 'single' } };
    expect(await written(german, 'z', kit)).toBe('fr:\n  a: z\n');
  });

  test('X41 names of further documents are numbered, and faults have the place of their token', async () => {
    expect(await texts('a: x\n---\na: y\n--- z\n')).toEqual([
      ['a', 'x'],
      ['2/a', 'y'],
      ['3/', 'z'],
    ]);
    const faults: readonly (readonly [input: string, line: number, column: number])[] = [
      ['a: *x\n', 1, 4],
      ['a:\n\tb: x\n', 2, 1],
      ['a:\n    b: x\n  c: y\n', 3, 3],
      ['a: "x\n', 1, 4],
    ];
    for (const [input, line, column] of faults) {
      const reading = readDocument(yamlFormat, input);
      await expect(reading, input).rejects.toMatchObject({ code: 'L10N_PARSE', details: { line, column } });
    }
    const deep = `a: ${'['.repeat(900)}${']'.repeat(900)}\n`;
    await expect(readDocument(yamlFormat, deep)).rejects.toMatchObject({ code: 'L10N_LIMIT' });
  });

  test.each([
    ['yes', '"yes"'],
    ['1:30', '"1:30"'],
    ['x: y', '"x: y"'],
    ['', '""'],
    [' a', '" a"'],
    ['a\nb', '"a\\nb"'],
    ['ok', 'ok'],
    ['0x1F', '"0x1F"'],
    ['1_000', '"1_000"'],
    ['.5', '".5"'],
    ['2001-01-01', '"2001-01-01"'],
    ['<<', '"<<"'],
    ['a #b', '"a #b"'],
    ['- x', '"- x"'],
    ['Über uns', 'Über uns'],
  ])('XV2b the plain value %j is written as %s', async (text, value) => {
    expect(await written('a: x\n', text)).toBe(`a: ${value}\n`);
  });

  test('XV2c single quotes stay, and double their own', async () => {
    expect(await texts("a: 'it''s'\n")).toEqual([['a', "it's"]]);
    expect(await written("a: 'it''s'\n", "he's")).toBe("a: 'he''s'\n");
  });

  test('XV2d a literal block gets the header that its text needs', async () => {
    const input = 'a: |-\n  one\n  two\n';
    expect(await texts(input)).toEqual([['a', 'one\ntwo']]);
    expect(await written(input, 'uno\ndos\n')).toBe('a: |\n  uno\n  dos\n');
    expect(await written(input, ' x\ny')).toBe('a: |2-\n   x\n  y\n');
  });

  test('XV2e a folded block is written on one line for each line of its text', async () => {
    const input = 'a: >-\n  one\n  two\n';
    expect(await texts(input)).toEqual([['a', 'one two']]);
    expect(await written(input, 'uno dos')).toBe('a: >-\n  uno dos\n');
  });

  test('XV2f an alias is no block, and follows its anchor', async () => {
    const input = 'a: &x Hi\nb: *x\n';
    expect(await texts(input)).toEqual([['a', 'Hi']]);
    expect(await written(input, 'Hé')).toBe('a: &x Hé\nb: *x\n');
  });

  test('XV2g a map of plural categories is one block, with the members of the target', async () => {
    const input = 'en:\n  n:\n    one: "1"\n    other: "%{count}"\n  z: x\n';
    const document = await readDocument(yamlFormat, input, rails);
    expect(document.blocks.map(({ id }) => id)).toEqual(['n', 'z']);
    const [block] = document.blocks;
    const other = block?.source[0]?.kind === 'plural' ? (block.source[0].forms.other ?? []) : [];
    const runs: Runs = [
      {
        kind: 'plural',
        pivot: 'count',
        forms: { one: [textRun('1')], few: [textRun('f')], many: [textRun('m')], other },
      },
    ];
    expect(await written(input, runs, { ...rails, targetLocale: 'pl' }, 'n')).toBe(
      'pl:\n  n:\n    one: "1"\n    few: "f"\n    many: "m"\n    other: "%{count}"\n  z: x\n',
    );
  });

  test('X15 a map with one member gets the others at its own place', async () => {
    const input = 'en:\n  n:\n    other: x\n  z: y\n';
    const runs: Runs = [{ kind: 'plural', pivot: 'count', forms: { one: [textRun('1')], other: [textRun('o')] } }];
    expect(await written(input, runs, { ...rails, targetLocale: 'de' }, 'n')).toBe(
      'de:\n  n:\n    one: "1"\n    other: o\n  z: y\n',
    );
  });

  test('X40 plural categories are one block by default only below a locale', async () => {
    expect(await texts('n:\n  one: a\n  other: b\n')).toEqual([
      ['n.one', 'a'],
      ['n.other', 'b'],
    ]);
    expect(
      (await readDocument(yamlFormat, 'en:\n  n:\n    one: a\n    other: b\n')).blocks.map(({ id }) => id),
    ).toEqual(['n']);
  });

  test('XV2h the member zero is the number 0 where the language lacks the category', async () => {
    const input = 'en:\n  n:\n    zero: none\n    one: a\n    other: b\n';
    const [block] = (await readDocument(yamlFormat, input, rails)).blocks;
    expect(block?.source[0]).toMatchObject({ kind: 'plural', forms: { '=0': {}, one: {}, other: {} } });
  });

  test('XV2i a quoted key has its text as name, and comments stay', async () => {
    const input = "'no': Nor # c\n";
    expect(await texts(input)).toEqual([['no', 'Nor']]);
    expect(await written(input, 'Norge')).toBe("'no': Norge # c\n");
  });

  test('XV2j in braces a comma needs quotes', async () => {
    expect(await written('{a: x, b: "y"}', 'x, z', {}, 'a')).toBe('{a: "x, z", b: "y"}');
  });

  test('XV2k repeated keys are two blocks', async () => {
    expect(await texts('a: x\na: y\n')).toEqual([
      ['a', 'x'],
      ['a#2', 'y'],
    ]);
  });

  test('XV2l a tab as indentation is refused where it stands', async () => {
    await expect(readDocument(yamlFormat, 'a:\n\tb: x')).rejects.toMatchObject({
      code: 'L10N_PARSE',
      details: { line: 2, column: 1 },
    });
  });

  test('X39 a changed value keeps anchor, tag and the spelling of escaped characters', async () => {
    expect(await written('a: !!str &x "caf\\u00e9"\nb: *x\n', 'é!')).toBe('a: !!str &x "\\u00e9!"\nb: *x\n');
  });

  test('X38 what is written in any style reads back in YAML 1.1 and 1.2', () => {
    const style = fc.record<ScalarStyle>({
      kind: fc.constantFrom('plain', 'single', 'double', 'literal', 'folded'),
      isInFlow: fc.constant(false),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      indent: fc.constant('    '),
      relative: fc.constant(2),
      spelled: fc.constant(''),
    });
    const text = fc.oneof(
      fc.stringMatching(/^[a-z0-9:#\-?!&*{}[\],'"|>%@`~. \n\t]{0,12}$/u),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'yes',
        'null',
        '1e3',
        '0o7',
        '12:30:45',
        '---',
        '...',
        '- a',
        'a:',
        '\u2028',
        ' ',
        '\n',
        'a\n\n b\n',
      ),
    );
    fc.assert(
      fc.property(text, style, (value, one) => {
        const scalar = encodeScalar(value, one);
        const file = `k:\n  a: ${scalar}${one.lineEnd}  b: end\n`;
        for (const version of ['1.1', '1.2'] as const) {
          const [document] = parseAllDocuments(file, { version });
          if (document === undefined || !('contents' in document)) throw new Error('there is no document');
          expect(document.errors, file).toEqual([]);
          expect(document.toJS(), file).toEqual({ k: { a: value, b: 'end' } });
        }
      }),
    );
  });
});
