import { textRun, type Part } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument, type KitOptions } from '../../testing/document-kit.js';
import { propertiesFormat } from './format.js';

const everything = `# A comment above
! and a second line
home.title = Hello {0}
with:colon
with\\ space\\=and\\:more   value
long = one \\
       two \\
       three

# lost by the blank line

empty=
bare
tabbed\t\tvalue with \\t tab and \\u00e9 and \\q
=no key
last=no line end`;

describeFormat(propertiesFormat, {
  testedApart: ['htmlValues', 'subfilters', 'messageFormat'],
  cases: [
    {
      name: 'everything a file may hold',
      input: everything,
      blocks: [
        { id: 'home.title', name: 'home.title', text: 'Hello {0}', note: 'A comment above\nand a second line' },
        { name: 'with', text: 'colon', note: undefined },
        { name: 'with space=and:more', text: 'value' },
        { name: 'long', text: 'one two three' },
        { name: 'empty', text: '', note: undefined },
        { name: 'bare', text: '' },
        { name: 'tabbed', text: 'value with \t tab and é and q' },
        { id: '(empty)', name: '', text: 'no key' },
        { name: 'last', text: 'no line end' },
      ],
    },
    {
      name: 'repeated keys and all line ends',
      input: 'a=1\r\na=2\ra=3\\\r\n  4\n',
      blocks: [
        { id: 'a', text: '1' },
        { id: 'a#2', text: '2' },
        { id: 'a#3', text: '34' },
      ],
    },
    {
      name: 'Latin-1 where the bytes are no UTF-8',
      input: Buffer.from('key=caf\u00e9 \u0085\n', 'latin1'),
      blocks: [{ text: 'café \u0085' }],
    },
    { name: 'UTF-8', input: 'key=café 😀\nnext=x\n', blocks: [{ text: 'café 😀' }, { text: 'x' }] },
    { name: 'a byte order mark', input: '\uFEFFkey=x\n', blocks: [{ name: 'key', text: 'x' }] },
    {
      name: 'codes that are not looked for',
      input: 'a={x}',
      options: { codeFinder: { enabled: false } },
      blocks: [{ source: [textRun('{x}')] }],
    },
    { name: 'nothing', input: '', blocks: [] },
    { name: 'only comments', input: '# a\n\n!b', blocks: [] },
    { name: 'a backslash at the very end', input: 'a=b\\', blocks: [{ text: 'b' }] },
    {
      name: 'keys of the prototype',
      input: '__proto__=a\nconstructor=b\n',
      blocks: [
        { name: '__proto__', text: 'a' },
        { name: 'constructor', text: 'b' },
      ],
    },
  ],
  badValues: [{ name: 'a wrong escape', input: 'é=1\nb = x\\u12\nc=y\n', block: 'b', line: 2, column: 6 }],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => `a=${raw}`,
      raw: 'caf\\u00e9 é \\= =',
      text: 'café é = =',
    },
  ],
  exceptions: [{ check: 'X15', reason: 'a table of texts' }],
  malformed: [
    { name: 'an escape without digits', input: 'a=1\nb=x\\u12g4\n', line: 2, column: 4 },
    { name: 'an escape that is cut off', input: 'a=\\u12', line: 1, column: 3 },
    {
      name: 'bytes that are not UTF-8 when told so',
      input: Buffer.from('a=\u00e9', 'latin1'),
      options: { encoding: 'utf-8' },
      code: 'L10N_ENCODING',
    },
    { name: 'more bytes than allowed', input: 'a=bcd', options: { maxBytes: 3 }, code: 'L10N_LIMIT' },
  ],
});

describe('writeProperties', () => {
  const written = async (
    input: string | Uint8Array,
    text: string,
    options: KitOptions['options'] = {},
  ): Promise<Buffer> => {
    const document = await readDocument(propertiesFormat, input, { options });
    const parts = withContent(propertiesFormat, document.parts, () => [textRun(text)], 'de');
    return Buffer.from((await writeDocument(propertiesFormat, { ...document, parts }, { options })).bytes);
  };

  test('T110 keeps a file of plain ASCII plain, and writes UTF-8 into one that has it', async () => {
    expect((await written('a=x', 'é😀')).toString()).toBe('a=\\u00E9\\uD83D\\uDE00');
    expect((await written('a=ü', 'é')).toString()).toBe('a=é');
    expect((await written('a=x', 'é', { encoding: 'utf-8' })).toString()).toBe('a=é');
    expect(await written('a=x', 'é—', { encoding: 'latin1' })).toEqual(Buffer.from('a=\u00e9\\u2014', 'latin1'));
  });

  test('T110 a needless backslash before a character that the encoding lacks goes', async () => {
    const document = await readDocument(propertiesFormat, 'a=\\\\\\ж\\\\ж\n');
    const parts = document.parts.map((part): Part =>
      part.kind === 'layer-start' ? { ...part, layer: { ...part.layer, encoding: 'latin1' } } : part,
    );
    const { bytes } = await writeDocument(propertiesFormat, { ...document, parts });
    expect(Buffer.from(bytes).toString()).toBe('a=\\\\\\u0436\\\\\\u0436\n');
    expect((await readDocument(propertiesFormat, bytes)).blocks).toMatchObject([{ source: [{ text: '\\ж\\ж' }] }]);
  });

  test('T110 puts a separator behind a bare key, and escapes what would be one', async () => {
    expect((await written('bare\n', 'x')).toString()).toBe('bare=x\n');
    expect((await written('key value', '=x')).toString()).toBe('key \\=x');
    expect((await written('key=value', '  x ')).toString()).toBe('key=\\  x ');
  });

  test('T100 a comment that says something else is rewritten where it stands', async () => {
    const input = '# One\r\n  !  two  \r\na=b\n# lone\n\nc=d\n';
    const rewritten = async (text: string) => {
      const document = await readDocument(propertiesFormat, input);
      const parts = document.parts.map((part): Part => {
        if (part.kind !== 'block' || part.block.id !== 'a') return part;
        return { ...part, block: { ...part.block, annotations: { note: { type: 'note', items: [{ text }] } } } };
      });
      return Buffer.from((await writeDocument(propertiesFormat, { ...document, parts })).bytes).toString();
    };
    expect(await rewritten('One\ntwo')).toBe(input);
    expect(await rewritten('1\n2')).toBe(input.replace('One', '1').replace('two', '2'));
    expect(await rewritten('1\n2\n3')).toBe(input.replace('One', '1').replace('  two  ', '  2  \r\n  !  3  '));
    expect(await rewritten('1')).toBe(input.replace('One\r\n  !  two  ', '1'));
  });

  test('T110 doubles apostrophes in messages, and only there', async () => {
    const input = "a=It''s {0}, {1,number,#.#}\n";
    const { blocks } = await readDocument(propertiesFormat, input, { options: { messageFormat: true } });
    expect(blocks[0]?.source).toMatchObject([
      { text: "It's " },
      { data: '{0}' },
      { text: ', ' },
      { data: '{1,number,#.#}' },
    ]);
    expect((await written(input, "that's", { messageFormat: true })).toString()).toBe("a=that''s\n");
    expect((await written("a=It's\n", "that's")).toString()).toBe("a=that's\n");
  });

  test('T110 reads a value as text that is no message after all', async () => {
    const { blocks } = await readDocument(propertiesFormat, 'a=open {', { options: { messageFormat: true } });
    expect(blocks[0]?.source).toEqual([textRun('open {')]);
  });
});
