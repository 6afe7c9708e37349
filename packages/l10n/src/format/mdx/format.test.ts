import { textRun, type Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { mdxFormat } from './format.js';

const page = [
  '---',
  'title: A page',
  '---',
  '',
  "import { Tabs } from '../components/tabs'",
  'import Chart from "./chart"',
  '',
  'export const data = {',
  "  name: 'it {is',",
  '',
  '  list: [1, 2],',
  '}',
  '',
  '# Hello, {props.name}!',
  '',
  '<Tabs items={["a", "b"]} label="It\'s">',
  '    Text with <b>bold</b>,<br/> a <Link.To href="/x">link</Link.To> and {count(1) > 0 ? `a}` : "}"} more.',
  '',
  '    - an item',
  '</Tabs>',
  '',
  '{/* a comment */}',
  '',
  '{list.map((x) => (',
  '  <li>{x}</li>',
  '))}',
  '',
  'Before',
  '<Chart data={data} />',
  'after 1 \\< 2 and \\{braces}.',
  '',
  '```js',
  'const a = {};',
  '```',
  '',
  '| A | B |',
  '|---|---|',
  '| {x} | <i>y</i> |',
  '',
].join('\n');

const runsOf = async (input: string): Promise<readonly Runs[]> =>
  (await readDocument(mdxFormat, input)).blocks.map(({ source }) => source);

async function rewritten(input: string, change: (runs: Runs) => Runs): Promise<string> {
  const document = await readDocument(mdxFormat, input);
  const parts = withContent(mdxFormat, document.parts, ({ source }) => change(source), 'de');
  return Buffer.from((await writeDocument(mdxFormat, { ...document, parts })).bytes).toString();
}

describeFormat(mdxFormat, {
  probed: ['prose in components'],
  readBack: (text) => text.replaceAll('\r\n', '\n'),
  cases: [
    {
      name: 'a page',
      input: page,
      options: { frontMatterKeys: ['title'] },
      blocks: [
        { id: 'front.title', text: 'A page' },
        { type: 'heading', text: 'Hello, {props.name}!' },
        {
          type: 'paragraph',
          text: 'Text with <b>bold</b>,<br/> a <Link.To href="/x">link</Link.To> and {count(1) > 0 ? `a}` : "}"} more.',
        },
        { type: 'list-item', text: 'an item' },
        { type: 'paragraph', text: 'Before' },
        { type: 'paragraph', text: 'after 1 < 2 and {braces}.' },
        { type: 'code', translatable: false, text: 'const a = {};' },
        { type: 'table-cell', text: 'A' },
        { type: 'table-cell', text: 'B' },
        { type: 'table-cell', text: '<i>y</i>' },
      ],
    },
    {
      name: 'prose in components',
      input: '<Note>\n  One text\n  on two lines\n</Note>\n\n> quoted\n\n- item\n',
      blocks: [
        { type: 'paragraph', text: 'One text\non two lines' },
        { type: 'quote', text: 'quoted' },
        { type: 'list-item', text: 'item' },
      ],
    },
    {
      name: 'images, links and their texts',
      input: '![alt](a.png "title") [text](b.md)\n',
      options: { imageAlt: false, titles: false, urls: true },
      blocks: [{ type: 'url' }, { type: 'url' }, { type: 'paragraph' }],
    },
    { name: 'code that is left out', input: '~~~\na\n~~~\n', options: { extractNonTranslatable: false }, blocks: [] },
    {
      name: 'inline code that is opened',
      input: 'a `b`\n',
      options: { inlineCode: true },
      blocks: [{ text: 'a `b`' }],
    },
    { name: 'code that is translated', input: '~~~\na\n~~~\n', options: { codeBlocks: true }, blocks: [{ text: 'a' }] },
    {
      name: 'no codes in text',
      input: 'Escaped \\{x}\n',
      options: { codeFinder: { enabled: false } },
      blocks: [{ source: [textRun('Escaped {x}')] }],
    },
    {
      name: 'an encoding that the options name',
      input: Buffer.from('Größe\n', 'latin1'),
      options: { encoding: 'latin1' },
      blocks: [{ text: 'Größe' }],
    },
    { name: 'no byte', input: '', blocks: [] },
  ],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => `${raw}\n`,
      raw: 'caf&eacute; é&nbsp;&#33; ! \\! &gt;',
      text: 'café é ! ! ! >',
    },
  ],
  exceptions: [
    { check: 'X9', reason: 'every text is legal' },
    { check: 'X15', reason: 'a document has texts' },
  ],
  malformed: [
    { name: 'more bytes than allowed', input: 'text', options: { maxBytes: 2 }, code: 'L10N_LIMIT' },
    { name: 'quotes that are too deep', input: '> > > a', options: { maxDepth: 2 }, code: 'L10N_LIMIT' },
  ],
});

describe('mdx', () => {
  test('T115 mdx pairs tags by their names and their case, and takes expressions for codes', async () => {
    const [runs = []] = await runsOf('<Em>a <em>b</em></Em> {x} {f(x)} <></> <br>\n');
    expect(runs).toMatchObject([
      { kind: 'pc-open', id: '1', type: 'code:markup', subType: 'mdx:Em' },
      { text: 'a ' },
      { kind: 'pc-open', id: '2', type: 'fmt:italic' },
      { text: 'b' },
      { kind: 'pc-close', id: '2' },
      { kind: 'pc-close', id: '1' },
      { text: ' ' },
      { kind: 'ph', type: 'code:variable', subType: 'mdx:expression', data: '{x}' },
      { text: ' ' },
      { kind: 'ph', type: 'code:function', data: '{f(x)}' },
      { text: ' ' },
      { kind: 'pc-open' },
      { kind: 'pc-close' },
      { text: ' ' },
      { kind: 'pc-open', isolated: true },
    ]);
  });

  test.each([
    ['import a from "b"\n\nText\n', 'Text'],
    ['export default function Page() {\n  return (\n\n    <p>no text</p>\n  );\n}\n\nText\n', 'Text'],
    ['export const a = `\n\n${b ? `}` : "{"}\n`;\n\nText\n', 'Text'],
    ['Imports are text.\n', 'Imports are text.'],
    ['exported goods\n', 'exported goods'],
    ['> import a from "b"\n', 'import a from "b"'],
    ['<A\n  b={1}\n\n  c="d"\n/>\n\nText\n', 'Text'],
    ['{\n  // a brace }\n  a\n}\nText\n', 'Text'],
    ['    Text is no code\n', 'Text is no code'],
    ['<div>Text</div>\n', '<div>Text</div>'],
    ["{cond && <p>it's</p>}\n\nText\n", 'Text'],
  ])('T115 mdx leaves modules, tags and expressions on lines of their own alone: %j', async (input, text) => {
    expect((await runsOf(input)).map(dataText)).toEqual([text]);
  });

  test.each([
    ['not closed {a\n\nText\n', ['not closed {a', 'Text']],
    ['{\n\nText\n', ['{', 'Text']],
    ['1 < 2\n', ['1 < 2']],
    ['<a b=c>\n', ['<a b=c>']],
    ['export const a = {\n\nText\n', ['Text']],
  ])('T115 mdx takes what is broken for text: %j', async (input, texts) => {
    expect((await runsOf(input)).map(dataText)).toEqual(texts);
  });

  test.each([
    ['A\n', 'a < b {c} <i>', 'a \\< b \\{c} \\<i>\n'],
    ['A\n', 'import a from "b"', '&#105;mport a from "b"\n'],
    ['# A\n', '{x}', '# \\{x}\n'],
  ])('T115 mdx writes text that looks like code as text: %j', async (input, text, output) => {
    expect(await rewritten(input, () => [textRun(text)])).toBe(output);
  });

  test('T115 mdx keeps codes and their bytes when the text around them changes', async () => {
    const input = '<B a={`}`}>\n\nSee <A href={x}>this</A>, {y.z}.\n\n</B>\n';
    const output = await rewritten(input, (runs) =>
      runs.map((run) => (run.kind === 'text' ? textRun(run.text.toUpperCase()) : run)),
    );
    expect(output).toBe('<B a={`}`}>\n\nSEE <A href={x}>THIS</A>, {y.z}.\n\n</B>\n');
  });

  test.each([
    ['braces', '{\n'.repeat(50_000)],
    ['braces in a line', '{'.repeat(50_000)],
    ['tags', '<a b='.repeat(20_000)],
    ['quotes', `<a b='${'<a b="'.repeat(20_000)}`],
    ['exports', 'export {\n\n'.repeat(2_000)],
    ['templates', '{`${'.repeat(500)],
  ])('T106 mdx reads or refuses many %s in little time', async (_, input) => {
    const began = cpuNow();
    await readDocument(mdxFormat, input).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'FLOW_LIMIT' });
    });
    expect(cpuNow() - began).toBeLessThan(5000);
  });
});
