import { textRun, type Block, type Runs } from '@helve/flow';
import { dataText, shapeSpan, structuralText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument, type KitOptions } from '../../testing/document-kit.js';
import { illegalCharacter } from '../xml/reference.js';
import { resxFormat } from './format.js';

const space = 'xml:space="preserve"';
const file = (...entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<root>\n  <resheader name="version">\n    <value>2.0</value>\n  </resheader>\n${entries.map((entry) => `  ${entry}\n`).join('')}</root>`;
const data = (name: string, value: string, comment = ''): string =>
  `<data name="${name}" ${space}>\n    <value>${value}</value>${comment === '' ? '' : `\n    <comment>${comment}</comment>`}\n  </data>`;

describeFormat(resxFormat, {
  cases: [
    {
      name: 'texts with comments and codes',
      input: file(
        data('A', 'Hi {0:N2} &amp; {{x}}', ' a note '),
        data('B', '<![CDATA[a <b>b</b>]]>'),
        `<data name="C" ${space}><comment>first</comment><value>x</value></data>`,
        '<data name="D"><value /></data>',
        data('E', '', '  '),
      ),
      blocks: [
        { name: 'A', text: 'Hi {0:N2} & {{x}}', note: 'a note' },
        { name: 'B', text: 'a <b>b</b>' },
        { name: 'C', text: 'x', note: 'first' },
        { name: 'D', text: '', note: undefined },
        { name: 'E', text: '', note: undefined },
      ],
    },
    {
      name: 'what is no text',
      input: file(
        '<!-- a comment -->',
        '<assembly alias="a" name="b" />',
        '<metadata name="x"><value>x</value></metadata>',
        '<data name="i" type="System.Int32"><value>3</value></data>',
        '<data name="j" mimetype="application/x-microsoft.net.object.binary.base64"><value>AAAA</value></data>',
        '<data name="&gt;&gt;b.Name" xml:space="preserve"><value>b</value></data>',
        data('b.Size', '1, 2'),
        data('b.Mood', 'good'),
        data('$this.Text', 'Title'),
        data('b.ToolTip', 'Tip'),
        data('Size', 'Size'),
      ),
      options: { designerProperties: ['Size', 'Mood'] },
      blocks: [{ name: '$this.Text' }, { name: 'b.ToolTip' }, { name: 'Size' }],
    },
    {
      name: 'repeated names and entities',
      input: `<!DOCTYPE root [<!ENTITY brand "Acme">]>\r\n<root>\r\n\t<data name="a"><value>&brand; x</value></data>\r\n\t<data name="a"><value>2</value></data>\r\n\t<data name=""><value>3</value></data>\r\n</root>\r\n`,
      blocks: [
        { id: 'a', text: '&brand; x' },
        { id: 'a#2', name: 'a', text: '2' },
        { id: '(empty)', name: '', text: '3' },
      ],
    },
    {
      name: 'codes that are not looked for',
      input: file(data('a', '{0}')),
      options: { codeFinder: { enabled: false } },
      blocks: [{ source: [textRun('{0}')] }],
    },
    {
      name: 'a value that is JSON',
      input: file(data('a', '{"k": "v &lt; w"}'), data('b', 'x')),
      options: { subfilters: [{ match: 'a', format: 'json' }] },
      blocks: [{ text: 'v < w' }, { name: 'b' }],
    },
    {
      name: 'UTF-16',
      input: Buffer.from(`\uFEFF<root>${data('a', 'é')}</root>`, 'utf16le'),
      options: { encoding: 'utf-16le' },
      blocks: [{ text: 'é' }],
    },
  ],
  testedApart: ['htmlValues', 'maxLengthPattern'],
  exceptions: [
    { check: 'X15', reason: 'a table of texts' },
    { check: 'X30', of: 'a value that is JSON', reason: 'the blocks are those of the JSON text inside of the value' },
    { check: 'X31', of: 'a value that is JSON', reason: 'the blocks are those of the JSON text inside of the value' },
    { check: 'X31', of: 'repeated names and entities', reason: 'a new file cannot repeat names' },
  ],
  badValues: [
    { name: 'a value with an element', input: file(data('a', 'x <b>y</b>')), block: 'a', line: 7, column: 14 },
  ],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => file(data('a', raw)),
      raw: "caf&#233; é &apos; ' &gt; >",
      text: "café é ' ' > >",
    },
  ],
  malformed: [
    { name: 'another root', input: '<resources/>', line: 1, column: 1 },
    { name: 'a text without a name', input: '<root>\n <data><value>x</value></data></root>', line: 2, column: 2 },
    { name: 'a wrong end tag', input: '<root>\n<data name="a"><value>a</data></root>', line: 2, column: 24 },
    {
      name: 'an unknown entity',
      input: '<root>\n<data name="a"><value>&b;</value></data></root>',
      line: 2,
      column: 23,
    },
    { name: 'an unknown prefix', input: '<root>\n<x:data/></root>', line: 2, column: 1 },
    { name: 'no end', input: '<root>\n', line: 2, column: 1 },
    { name: 'more bytes than allowed', input: '<root/>', options: { maxBytes: 4 }, code: 'L10N_LIMIT' },
    {
      name: 'more depth than allowed',
      input: '<root><a><b><c/></b></a></root>',
      options: { maxDepth: 1 },
      code: 'L10N_LIMIT',
    },
    {
      name: 'entities that expand to too much',
      input: '<!DOCTYPE root [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><root/>',
      options: { maxExpansion: 15 },
      code: 'L10N_LIMIT',
    },
  ],
  refuses: [{ matches: illegalCharacter, reason: 'XML 1.0 does not allow it' }],
});

/** Writes a file with other content in some blocks, by name. */
async function edited(input: string, changes: Readonly<Record<string, Runs | string>>, kit: KitOptions = {}) {
  const document = await readDocument(resxFormat, input, kit);
  const change = ({ name }: Block): Runs | undefined => {
    const content = changes[name];
    return typeof content === 'string' ? [textRun(content)] : content;
  };
  const parts = withContent(resxFormat, document.parts, change, 'de');
  return Buffer.from((await writeDocument(resxFormat, { ...document, parts }, kit)).bytes).toString();
}

/** A file as Visual Studio writes it. */
const windows = (...entries: readonly string[]): string => `\uFEFF<root>\r\n  ${entries.join('\r\n  ')}\r\n</root>`;

async function blocksIn(input: string, kit: KitOptions = {}): Promise<readonly Block[]> {
  return (await readDocument(resxFormat, input, kit)).blocks;
}

describe('resx', () => {
  test('XV7a a value is text with codes, its comment a note, and new text is escaped', async () => {
    const input = windows('<data name="A" xml:space="preserve"><value>Hi {0}</value><comment>c</comment></data>');
    const [block] = await blocksIn(input);
    expect(structuralText(block?.source ?? [])).toBe('Hi {1/}');
    expect(block?.annotations).toEqual({ note: { type: 'note', items: [{ text: 'c' }] } });
    expect(await edited(input, { A: 'a < b & c' })).toBe(input.replace('Hi {0}', 'a &lt; b &amp; c'));
  });

  test('XV7b numbers and objects are no blocks', async () => {
    const input = windows(
      '<data name="A" type="System.Int32"><value>1</value></data>',
      '<data name="B" mimetype="x"><value>AA==</value></data>',
    );
    expect(await blocksIn(input)).toEqual([]);
  });

  test('XV7c names of the designer are no blocks, and texts of the form are', async () => {
    const input = windows('<data name="&gt;&gt;b.Name"><value>b</value></data>', data('$this.Text', 'T'));
    expect((await blocksIn(input)).map(({ name }) => name)).toEqual(['$this.Text']);
  });

  test('XV7d line breaks are those of the file', async () => {
    const input = windows('<data name="A" xml:space="preserve"><value>a\r\nb</value></data>');
    expect(dataText((await blocksIn(input))[0]?.source ?? [])).toBe('a\nb');
    expect(await edited(input, { A: 'a\nc' })).toBe(input.replace('a\r\nb', 'a\r\nc'));
    const one = windows('<data name="A" xml:space="preserve"><value>x</value></data>');
    expect(await edited(one, { A: 'a\nc' })).toBe(one.replace('x<', 'a\r\nc<'));
  });

  test('XV7e an empty element gets an end tag', async () => {
    const input = windows('<data name="A" xml:space="preserve"><value /></data>');
    expect(await edited(input, { A: 'x' })).toBe(input.replace('<value />', '<value>x</value>'));
  });

  test('XV7f an entry is told to keep white space that it did not have', async () => {
    const input = windows('<data name="A"><value>x</value></data>');
    expect(await edited(input, { A: ' x' })).toBe(
      input.replace('<data name="A"><value>', '<data name="A" xml:space="preserve"><value> '),
    );
    expect(await edited(input, { A: 'y' })).toBe(input.replace('x<', 'y<'));
    const kept = windows('<data name="A"><value> x</value><comment>n</comment></data>');
    expect(await edited(kept, {})).toBe(kept);
  });

  test('XV7g locked words of a comment are marked as not translated', async () => {
    const [block] = await blocksIn(windows(data('A', 'Use {0} of Acme Pro, Acme', '{Locked="Acme,Acme Pro"} name')));
    const source = block?.source ?? [];
    const shown = block?.overlays.map(({ type, variant, spans }) => ({
      type,
      variant,
      spans: spans.map(({ range }) => range && shapeSpan(source, range)),
    }));
    expect(shown).toEqual([
      {
        type: 'protected',
        variant: null,
        spans: [
          { start: 9, end: 17 },
          { start: 19, end: 23 },
        ],
      },
    ]);
  });

  test('XV7h a value that is not closed is refused where another tag stands', async () => {
    await expect(blocksIn('<root>\n  <data name="A"><value>a</data>\n</root>')).rejects.toMatchObject({
      code: 'L10N_PARSE',
      details: { line: 2, column: 26 },
    });
  });

  test('X48 a value of a property of the designer is left alone', async () => {
    const input = windows(data('label1.Size', '10, 20'), data('label1.Font', 'Arial'), data('label1.Text', 'Name'));
    expect((await blocksIn(input)).map(({ name }) => name)).toEqual(['label1.Text']);
  });

  test('X49 a locked value is not translatable, and languages without quotes lock nothing', async () => {
    const input = windows(data('A', 'x', '{Locked} why'), data('B', 'x', '{Locked=qps-ploc}'));
    expect((await blocksIn(input)).map(({ translatable }) => translatable)).toEqual([false, true]);
  });

  test('X49 a maximum length and placeholders of a comment are those of the block', async () => {
    const [block] = await blocksIn(windows(data('A', 'Press [key] now', '{MaxLength=20} {Placeholder="[key]"}')));
    expect(block?.displayHint).toEqual({ maxLength: 20, unit: 'chars' });
    expect(block?.source).toMatchObject([{}, { kind: 'ph', type: 'code:placeholder', data: '[key]' }, {}]);
  });

  test('X49 unknown attributes and comments stay', async () => {
    const input = windows(
      '<!-- c --><data x="1" name="A" y=\'2\' xml:space="preserve"><!-- d --><value z="3">x</value></data>',
    );
    expect(await edited(input, { A: 'y' })).toBe(input.replace('>x<', '>y<'));
  });

  test('X13 references stay spelled as they were, and literal characters literal', async () => {
    const input = windows(data('A', '&#160;&quot;a&quot; > b'));
    expect(await edited(input, { A: '\u00A0"c" > d "e"' })).toBe(
      input.replace('&#160;&quot;a&quot; > b', '&#160;&quot;c&quot; > d &quot;e&quot;'),
    );
  });

  test('X14 a note is written into its comment', async () => {
    const input = windows(data('A', 'x', ' old '));
    const document = await readDocument(resxFormat, input);
    const parts = document.parts.map((part) =>
      part.kind === 'block'
        ? { ...part, block: { ...part.block, annotations: { note: { type: 'note', items: [{ text: 'a & b' }] } } } }
        : part,
    );
    const { bytes } = await writeDocument(resxFormat, { ...document, parts });
    expect(Buffer.from(bytes).toString()).toBe(input.replace(' old ', ' a &amp; b '));
  });
});
