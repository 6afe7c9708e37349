import { textRun, type Block } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument, type KitOptions } from '../../testing/document-kit.js';
import { allFormats } from '../all-formats.js';
import { createFormats } from '../create-formats.js';
import { csvFormat } from './format.js';

const readBack = (text: string): string => text.replaceAll('\r\n', '\n');

describeFormat(csvFormat, {
  cases: [
    {
      name: 'languages side by side',
      input: 'key,en,de,note\na,Hi {name},"Hallo, {name}",greeting\nb,Two,,\nc,"He said ""x""",,""\n',
      blocks: [
        { id: 'a', name: 'a', text: 'Hi {name}', target: 'Hallo, {name}', note: 'greeting', properties: { key: 'a' } },
        { name: 'b', text: 'Two', target: '', note: undefined },
        { name: 'c', text: 'He said "x"' },
      ],
    },
    {
      name: 'states, contexts and lengths',
      input:
        'Context;Key;EN;pt_BR;state:pt-BR;MaxLength;other\r\nmenu;open;Open;Abrir;reviewed;20;1\r\n;shut;Shut;Fechar;In work;x;2',
      targetLocale: 'pt-BR',
      blocks: [
        {
          name: 'open',
          text: 'Open',
          target: 'Abrir',
          properties: { key: 'open', context: 'menu' },
          displayHint: { maxLength: 20, unit: 'chars' },
        },
        { name: 'shut', target: 'Fechar' },
      ],
    },
    {
      name: 'repeated and empty keys, and records without text',
      input: '\uFEFFkey\ten\tde\na\t1\t\na\t2\t\n\t3\t\n\t\t\n\n',
      blocks: [
        { id: 'a', text: '1' },
        { id: 'a#2', name: 'a', text: '2' },
        { id: '(empty)', name: '', text: '3' },
      ],
    },
    {
      name: 'no keys',
      input: 'en|de\nHi|Hallo\nBye|\n',
      blocks: [
        { name: 'Hi', properties: {}, target: 'Hallo' },
        { name: 'Bye', target: '' },
      ],
    },
    {
      name: 'columns by option',
      input: '1,a,x,Hi,Hallo\n2,b,x,Bye,\n',
      options: { columns: ['', 'key', '', 'en', 'de'] },
      blocks: [{ name: 'a', text: 'Hi', target: 'Hallo' }, { name: 'b' }],
    },
    {
      name: 'a header that the option replaces',
      input: 'Nr;Term;Begriff\n1;House;Haus\n',
      options: { header: 'yes', columns: ['key', 'en', 'de'], delimiter: ';' },
      blocks: [{ name: '1', text: 'House', target: 'Haus' }],
    },
    {
      name: 'lines before the table, and comments',
      input: 'My "table,\n\nkey,en,de\n# comment "\na,#1,x\n\n#\n',
      options: { skipRows: 2, commentPrefix: '#' },
      blocks: [{ name: 'a', text: '#1' }],
    },
    {
      name: 'UTF-16 with a byte order mark',
      input: Buffer.from('\uFEFFkey;en;de\r\na;é;ü\r\n', 'utf16le'),
      blocks: [{ name: 'a', text: 'é', target: 'ü' }],
    },
    {
      name: 'records of different lengths',
      input: 'key,en,de\na,Hi,Hallo,x,y\nb,Bye,\n',
      options: { ragged: true },
      blocks: [{ name: 'a', target: 'Hallo' }, { name: 'b' }],
    },
    {
      name: 'codes that are not looked for',
      input: 'key,en,de\na,{0},{0}\n',
      options: { codeFinder: { enabled: false } },
      blocks: [{ source: [textRun('{0}')] }],
    },
  ],
  testedApart: ['htmlValues', 'subfilters', 'quotes', 'encoding'],
  readBack,
  exceptions: [
    { check: 'X13', reason: 'a table has no references' },
    { check: 'X15', reason: 'a table has texts' },
    {
      check: 'X30',
      of: 'records of different lengths',
      blocks: ['a'],
      reason: 'a new record is as long as its neighbour',
    },
    { check: 'X31', of: 'columns by option', reason: 'a new table has a header of its own' },
    { check: 'X31', of: 'lines before the table, and comments', reason: 'a new table has no lines before it' },
    { check: 'X31', of: 'no keys', reason: 'a new table has a column of keys' },
    { check: 'X31', of: 'repeated and empty keys, and records without text', reason: 'a new table cannot repeat keys' },
  ],
  badValues: [
    {
      name: 'text behind a quotation mark',
      input: 'key,en,de\na,"Hi" x,Hallo\nb,c,d\n',
      block: 'a',
      line: 2,
      column: 7,
    },
  ],
  malformed: [
    { name: 'a record that is too short', input: 'key,en,de\na,b\n', line: 2, column: 1 },
    { name: 'a record that is too long', input: 'key,en,de\na,"b\nc",d,e\n', line: 2, column: 1 },
    { name: 'an open quotation mark', input: 'key,en,de\na,b,"c\nd,e,f\n', line: 2, column: 5 },
    { name: 'a stray text behind a key', input: 'key,en,de\n"a"x,b,c\n', line: 2, column: 4 },
    { name: 'more bytes than allowed', input: 'key,en\n', options: { maxBytes: 4 }, code: 'L10N_LIMIT' },
  ],
});

describeFormat(
  { ...csvFormat, kind: 'bilingual' },
  {
    cases: [
      {
        name: 'source and target',
        input:
          '"location","source","target","fuzzy","context"\r\n"a.c:1","Open","Öffnen","False","menu"\r\n"","Shut","",,""\r\n',
        blocks: [
          { name: 'Open', text: 'Open', target: 'Öffnen', properties: { context: 'menu' } },
          { name: 'Shut', target: '' },
        ],
      },
      {
        name: 'keys, a state and a language',
        input: 'id,source,target:fr,state\nx,One,Un,draft\ny,Two,,\n',
        targetLocale: 'fr',
        blocks: [{ id: 'x', target: 'Un' }, { id: 'y' }],
      },
    ],
    testedApart: Object.keys(csvFormat.options.properties),
    malformed: [],
    readBack,
    exceptions: [
      { check: 'X9', reason: 'the tests of tables with languages do' },
      { check: 'X13', reason: 'a table has no references' },
      { check: 'X15', reason: 'a table has texts' },
      { check: 'X31', reason: 'new tables have columns of languages' },
    ],
  },
);

describeFormat(
  { ...csvFormat, kind: 'monolingual' },
  {
    cases: [
      {
        name: 'keys and texts',
        input: 'key,text,comment\na,it\'s,note\nb,"x, y",\n',
        blocks: [
          { name: 'a', text: "it's", note: 'note' },
          { name: 'b', text: 'x, y', note: undefined },
        ],
      },
      { name: 'a language', input: 'key,en\na,Hi\n', blocks: [{ name: 'a', text: 'Hi' }] },
      { name: 'no header', input: 'no,No\nyes,Yes', blocks: [{ name: 'no', text: 'No' }, { name: 'yes' }] },
      {
        name: 'one column',
        input: 'One\n"Two, three"\n\nFour\n',
        options: { header: 'no' },
        blocks: [
          { name: '1', text: 'One' },
          { name: '2', text: 'Two, three' },
          { name: '3', text: 'Four' },
        ],
      },
      {
        name: 'a value that is JSON',
        input: 'key,text\na,"{""k"": ""v""}"\nb,c\n',
        options: { subfilters: [{ match: 'a', format: 'json' }] },
        blocks: [{ text: 'v' }, { name: 'b' }],
      },
    ],
    testedApart: Object.keys(csvFormat.options.properties),
    malformed: [],
    readBack,
    probed: ['keys and texts', 'a language', 'no header', 'one column'],
    exceptions: [
      { check: 'X9', reason: 'the tests of tables with languages do' },
      { check: 'X13', reason: 'a table has no references' },
      { check: 'X15', reason: 'a table has texts' },
      { check: 'X30', of: 'one column', reason: 'records are known by their numbers, which change' },
      { check: 'X30', of: 'a value that is JSON', reason: 'the blocks are those of the JSON text inside of the value' },
      { check: 'X31', reason: 'new tables have columns of languages' },
    ],
  },
);

/** Writes a table with other texts in some blocks, by name. */
async function edited(input: string, changes: Readonly<Record<string, string>>, kit: KitOptions = {}): Promise<string> {
  const { format } = createFormats(allFormats).detect({ path: 'a.csv', head: Buffer.from(input) });
  if (format === undefined) throw new Error('it is not read');
  const document = await readDocument(format, input, kit);
  const change = ({ name }: Block) => (changes[name] === undefined ? undefined : [textRun(changes[name])]);
  const parts = withContent(format, document.parts, change, kit.targetLocale ?? 'de');
  return Buffer.from((await writeDocument(format, { ...document, parts }, kit)).bytes).toString();
}

async function blocksIn(input: string, kit: KitOptions = {}): Promise<readonly Block[]> {
  return (await readDocument(csvFormat, input, kit)).blocks;
}

const texts = (blocks: readonly Block[]) => blocks.map(({ name, source }) => `${name}: ${dataText(source)}`);
const de = { targetLocale: 'de' };

describe('csv', () => {
  test('XV9a a translation goes into the column of its language', async () => {
    expect(await edited('key,en,de\na,Hi,\n', { a: 'Hallo' }, de)).toBe('key,en,de\na,Hi,Hallo\n');
  });

  test('XV9b a text with the delimiter is quoted', async () => {
    expect(await edited('key,en,de\na,Hi,\n', { a: 'Hallo, Welt' }, de)).toBe('key,en,de\na,Hi,"Hallo, Welt"\n');
  });

  test('XV9c a quoted cell stays quoted', async () => {
    expect(await edited('key,en,de\n"a","Hi",""\n', { a: 'Hallo' }, de)).toBe('key,en,de\n"a","Hi","Hallo"\n');
  });

  test('XV9d quotation marks are doubled in a quoted cell, and a table needs no header', async () => {
    expect(texts(await blocksIn('a;"x ""y"""'))).toEqual(['a: x "y"']);
    expect(await edited('a;"x ""y"""', { a: '"z"' })).toBe('a;"""z"""');
  });

  test('XV9e a line end inside of a cell stays as it is', async () => {
    const input = 'key,text\r\na,"l1\nl2"\r\nb,"l1\r\nl2"\r\n';
    expect(texts(await blocksIn(input))).toEqual(['a: l1\nl2', 'b: l1\nl2']);
    expect(await edited(input, { a: 'x\ny', b: 'x\ny\nz' })).toBe('key,text\r\na,"x\ny"\r\nb,"x\r\ny\r\nz"\r\n');
  });

  test('XV9f a record of another length is refused with its line', async () => {
    await expect(blocksIn('a,b\n1\n')).rejects.toMatchObject({ code: 'L10N_PARSE', details: { line: 2 } });
  });

  test('XV9g a formula is text, and untouched', async () => {
    const input = 'key,text\na,=SUM(A1)\nb,-1\n';
    expect(texts(await blocksIn(input))).toEqual(['a: =SUM(A1)', 'b: -1']);
    expect(await edited(input, { b: '@x' })).toBe('key,text\na,=SUM(A1)\nb,@x\n');
  });

  test('XV9h a byte order mark is not in the name of the first column', async () => {
    expect(texts(await blocksIn('\uFEFFkey,text\na,b\n'))).toEqual(['a: b']);
  });

  test('XV9i an apostrophe is no quotation mark', async () => {
    expect(texts(await blocksIn('key,text\na,it\'s\nb,"x, y"\n'))).toEqual(["a: it's", 'b: x, y']);
  });

  test.each([
    ['key;text\na;Hello, world\nb;Bye, you', ';'],
    ['key\ttext\na\tb, c; d | e', '\t'],
    ["key|text\na|it's, so\nb|'quoted, text'", '|'],
    ['key,text\na,"1;2\n1;2\n1;2\n1;2\n1;2"\n', ','],
    ['key,text\na,b|c\nd,e|f\n', ','],
  ])('X53 the delimiter of %j is %j, which is equally often in the most records', async (input, delimiter) => {
    const [block] = await blocksIn(input);
    expect(block?.name).toBe('a');
    expect(await edited(input, { a: `x${delimiter}y` })).toContain(`"x${delimiter}y"`);
  });

  test('a column "id" among languages is Indonesian, if there is another key', async () => {
    const [block] = await blocksIn('key,en,id\na,Hi,Hai\n');
    expect([block?.name, Object.keys(block?.targets ?? {})]).toEqual(['a', ['id']]);
    expect(texts(await blocksIn('id,en,de\na,Hi,\n'))).toEqual(['a: Hi']);
    const { parts } = await readDocument(csvFormat, 'key,en,id\na,Hi,Hai\n');
    const { bytes } = await writeDocument(csvFormat, { parts, skeleton: undefined }, { targetLocale: 'id' });
    expect(Buffer.from(bytes).toString()).toBe('key,en,target:id\na,Hi,Hai\n');
  });

  test('X53 a table without quotation marks cannot hold a delimiter', async () => {
    const kit = { options: { quotes: false, delimiter: '\t' } };
    expect(texts(await blocksIn('key\ttext\na\t"b\n', kit))).toEqual(['a: "b']);
    await expect(edited('key\ttext\na\t"b\n', { a: 'x\ty' }, kit)).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
  });

  test('X54 what a spreadsheet would compute is never changed', async () => {
    const risky = ['=1', '+1', '-1', '@a', '\tx', '\rx'];
    const changes = Object.fromEntries(risky.map((text, at) => [`k${at}`, text]));
    const input = `key,text\n${risky.map((_, at) => `k${at},x\n`).join('')}`;
    expect(texts(await blocksIn(await edited(input, changes)))).toEqual(risky.map((text, at) => `k${at}: ${text}`));
  });

  test.each([
    ['key,en,fr,note\n\na,Hi,,x\nb,Ho,,\n', 'key,en,fr,de,note\n\na,Hi,,Hallo,x\nb,Ho,,,\n'],
    ['\uFEFF"key";"en";"fr"\r\n"a";"Hi";"Salut"', '\uFEFF"key";"en";"fr";"de"\r\n"a";"Hi";"Salut";"Hallo"'],
  ])('X6 a language without a column gets one behind the others of %j', async (input, expected) => {
    expect(await edited(input, { a: 'Hallo' }, de)).toBe(expected);
    expect(await edited(input, {}, de)).toBe(input);
  });

  test('translations in a new column are counted as changes', async () => {
    const { parts, skeleton } = await readDocument(csvFormat, 'key,en,de\na,Hi,\nb,Ho,\nc,Ha,\n', de);
    const translated = parts.map((part) => {
      if (part.kind !== 'block' || part.block.name === 'c') return part;
      return {
        ...part,
        block: { ...part.block, targets: { fr: { runs: [textRun('Salut')], status: 'draft' } as const } },
      };
    });
    const { bytes, report } = await writeDocument(csvFormat, { parts: translated, skeleton }, { targetLocale: 'fr' });
    expect(Buffer.from(bytes).toString()).toBe('key,en,de,fr\na,Hi,,Salut\nb,Ho,,Salut\nc,Ha,,\n');
    expect(report.changed).toBe(2);
  });

  test('a new column spells its language as the others do', async () => {
    const kit = { targetLocale: 'zh-Hant-TW' };
    const written = await edited('key,en,pt_BR\na,"x, y",\n', { a: 'a, b' }, kit);
    expect(written).toBe('key,en,pt_BR,zh_Hant_TW\na,"x, y",,"a, b"\n');
  });

  test('a translation is refused where its table cannot have more columns', async () => {
    const kit = { ...de, options: { ragged: true } };
    await expect(edited('key,en,fr\na,Hi,\nb,Ho\n', { a: 'Hallo' }, kit)).rejects.toMatchObject({
      code: 'L10N_UNWRITABLE',
      message: expect.stringContaining('the table has no column "de"'),
    });
  });

  test('an encoding that nothing tells is an option', async () => {
    const input = Buffer.from('key,text\na,caf\u00e9\n', 'latin1');
    const { blocks } = await readDocument(csvFormat, input, { options: { encoding: 'latin1' } });
    expect(texts(blocks)).toEqual(['a: caf\u00e9']);
    await expect(readDocument(csvFormat, input)).rejects.toMatchObject({ code: 'L10N_ENCODING' });
  });

  test('a table of one language names another language when it is translated', async () => {
    expect(await edited('key,"en"\na,Hi\n', { a: 'Hallo' }, de)).toBe('key,"de"\na,Hallo\n');
  });

  test('a state follows its translation, and a note is written', async () => {
    const { parts, skeleton } = await readDocument(csvFormat, 'key,en,de,state,note\na,Hi,Hallo,Reviewed,x\n', de);
    const changed = parts.map((part) => {
      if (part.kind !== 'block') return part;
      const note = { type: 'note', items: [{ text: 'y' }] } as const;
      const target = { runs: [textRun('Hallo')], status: 'draft' } as const;
      return { ...part, block: { ...part.block, targets: { de: target }, annotations: { note } } };
    });
    const { bytes } = await writeDocument(csvFormat, { parts: changed, skeleton }, de);
    expect(Buffer.from(bytes).toString()).toBe('key,en,de,state,note\na,Hi,Hallo,draft,y\n');
  });

  test('X31 a new table has a column for each language and fact', async () => {
    const input = 'key,context,en,de,state:de,maxlength,note\na,menu,Open,Öffnen,draft,9,"x, y"\nb,,Shut,,,,\n';
    const { parts } = await readDocument(csvFormat, input, de);
    const { bytes } = await writeDocument(csvFormat, { parts, skeleton: undefined }, de);
    expect(Buffer.from(bytes).toString()).toBe(input);
  });

  test('X30 a new record is quoted as its neighbour is', async () => {
    const [block] = await blocksIn('key,en,de\nb,"x ""y""",z\n', de);
    if (block === undefined || csvFormat.insert === undefined) throw new Error('nothing to insert');
    const request = {
      remove: ['c'],
      options: {},
      ctx: { document: 'a', sourceLocale: 'en', signal: new AbortController().signal, lose: () => undefined },
    };
    const bytes = Buffer.from('"key";"en";de;more\r\n"a";"1";;q\r\n"c";"3";;');
    const made = await csvFormat.insert({ ...request, bytes, entries: [{ block, after: 'a' }] });
    expect(Buffer.from(made).toString()).toBe('"key";"en";de;more\r\n"a";"1";;q\r\n"b";"x ""y""";;\r\n');
  });

  test('any texts of any cells are read back', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('"', ',', ';', '\t', '|', '\n', ' ', 'a', 'é', '😀', "'", '=', '#'),
    });
    await fc.assert(
      fc.asyncProperty(cell, cell, fc.constantFrom(',', ';', '\t', '|'), async (one, two, delimiter) => {
        const input = ['key', 'text'].join(delimiter) + `\na${delimiter}1\nb${delimiter}"2"\n`;
        const kit = { options: { delimiter } };
        const written = await edited(input, { a: one, b: two }, kit);
        expect(texts(await blocksIn(written, kit))).toEqual([`a: ${one}`, `b: ${two}`]);
      }),
    );
  });
});

describe('the kind of a table', () => {
  const formats = createFormats(allFormats);
  test.each([
    ['key,text\na,b\n', 'monolingual'],
    ['key,en\na,b\n', 'monolingual'],
    ['a,b\nc,d\n', 'monolingual'],
    ['key,en,de\na,b,c\n', 'multilingual'],
    ['source,de,fr\na,b,c\n', 'multilingual'],
    ['source,target\na,b\n', 'bilingual'],
    ['key;source;target:de\na;b;c\n', 'bilingual'],
    ['', 'monolingual'],
  ])('of %j is %s', (input, kind) => {
    expect(formats.detect({ path: 'a.csv', head: Buffer.from(input) })).toMatchObject({ format: { id: 'csv', kind } });
  });

  test('follows the options of a preset', () => {
    const named = { ...csvFormat, presets: [{ id: 'mine', title: 'Mine', options: { columns: ['en', 'de'] } }] };
    const found = createFormats([named]).detect({ formatId: 'csv:mine', head: Buffer.from('a,b\n') });
    expect(found).toMatchObject({ format: { kind: 'multilingual' } });
    expect(formats.byId('csv')?.kind).toBe('multilingual');
  });
});
