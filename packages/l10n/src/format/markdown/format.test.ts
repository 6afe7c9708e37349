import { textRun, type Block, type Run, type Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { probeTexts } from '../../testing/probe-text.js';
import { jsonFormat } from '../json/format.js';
import { markdownFormat } from './format.js';

const prose = [
  '# A *bold* move #',
  '',
  'First line,\nsecond line with `code`.  \nA break, \\*no stars\\* and &copy;.',
  '',
  'Under',
  '=====',
  '',
  '> A quote\n> of two lines',
  '',
  '- one',
  '- [x] two\n  goes on',
  '  1. nested\n\n     more of it',
  '',
  '| Name | Use |\n|------|:---:|\n| a \\| b | **x** |',
  '',
  '***',
  '',
].join('\n');

const markup = [
  'See **the [docs](/d "All") and** <b>this</b> ![Logo](l.png), <https://x.y>, ~~no~~, [^1] and [Site].',
  '',
  '[^1]: A note.',
  '',
  '[site]: https://s.t "The site"',
  '',
].join('\n');

const hugo = [
  '---',
  'title: "A page"',
  'weight: 10',
  'menu:',
  "  label: 'It''s'",
  '---',
  '',
  '<!-- overview -->',
  '',
  '{{< note >}}',
  'Use {{< skew min="1" >}} of {x} at https://a.b/c_d_e.',
  '{{< /note >}}',
  '',
  '## Next {#next}',
  '',
  '{{% heading "more" %}}',
  '',
].join('\n');

const code = '```js\nlet a;\n\nb\n```\n\n- x\n\n      indented\n';
const html = '<table>\n <tr><td>One &amp; two</td></tr>\n</table>\n\n<div>\n\n*x*\n\n</div>\n';

describeFormat(markdownFormat, {
  testedApart: ['maxBytes', 'maxDepth'],
  probed: ['prose', 'old line ends in UTF-16', 'front matter and shortcodes'],
  cases: [
    {
      name: 'prose',
      input: prose,
      blocks: [
        { id: '1', name: 'heading.1', type: 'heading', text: 'A *bold* move', properties: { level: '1' } },
        { type: 'paragraph', text: 'First line,\nsecond line with `code`.  \nA break, *no stars* and ©.' },
        { type: 'heading', text: 'Under', properties: { level: '1' } },
        { type: 'quote', text: 'A quote\nof two lines' },
        { type: 'list-item', text: 'one' },
        { type: 'list-item', text: 'two\ngoes on' },
        { type: 'list-item', text: 'nested' },
        { type: 'list-item', text: 'more of it' },
        { type: 'table-cell', text: 'Name' },
        { type: 'table-cell', text: 'Use' },
        { type: 'table-cell', text: 'a | b' },
        { type: 'table-cell', text: '**x**' },
      ],
    },
    {
      name: 'markup',
      input: markup,
      blocks: [
        { id: '1.title2', type: 'title', text: 'All' },
        { id: '1.alt4', type: 'alt', text: 'Logo' },
        {
          id: '1',
          text: 'See **the [docs](/d "All") and** <b>this</b> ![Logo](l.png), <https://x.y>, ~~no~~, [^1] and [Site][Site].',
        },
        { type: 'footnote', text: 'A note.' },
        { type: 'title', text: 'The site' },
      ],
    },
    {
      name: 'front matter and shortcodes',
      input: hugo,
      options: { frontMatterKeys: ['title', 'menu.label'], codeFinder: { enabled: true, presets: ['brace'] } },
      blocks: [
        { id: 'front.title', name: 'front.title', type: 'front-matter', text: 'A page' },
        { id: 'front.menu.label', text: "It's" },
        { text: 'Use {{< skew min="1" >}} of {x} at https://a.b/c_d_e.' },
        { type: 'heading', text: 'Next' },
      ],
    },
    {
      name: 'code that is only shown',
      input: code,
      blocks: [
        { type: 'code', text: 'let a;\n\nb', translatable: false, properties: { role: 'code', language: 'js' } },
        { type: 'list-item', text: 'x' },
        { type: 'code', text: 'indented', translatable: false },
      ],
    },
    { name: 'code that is left out', input: code, options: { extractNonTranslatable: false }, blocks: [{ text: 'x' }] },
    {
      name: 'inline code, which is protected',
      input: 'Run `npm ci` or ``a `b` c`` now.\n\n- `only`\n- `one` or\n  `two`\n',
      blocks: [
        {
          source: [
            textRun('Run '),
            { kind: 'ph', id: '1', type: 'code:placeholder', subType: 'md:code', data: '`npm ci`', equiv: 'npm ci' },
            textRun(' or '),
            {
              kind: 'ph',
              id: '2',
              type: 'code:placeholder',
              subType: 'md:code',
              data: '``a `b` c``',
              equiv: 'a `b` c',
            },
            textRun(' now.'),
          ],
        },
        { text: '`one` or\n`two`' },
      ],
    },
    {
      name: 'inline code that is opened',
      input: 'Run `npm ci` now.\n',
      options: { inlineCode: true },
      blocks: [
        {
          source: [
            textRun('Run '),
            { kind: 'pc-open', id: '1', type: 'fmt:code', subType: 'md:code', data: '`' },
            textRun('npm ci'),
            { kind: 'pc-close', id: '1', type: 'fmt:code', subType: 'md:code', data: '`' },
            textRun(' now.'),
          ],
        },
      ],
    },
    {
      name: 'code that is translated',
      input: code,
      options: { codeBlocks: true },
      blocks: [{ text: 'let a;\n\nb', translatable: true }, { text: 'x' }, { text: 'indented' }],
    },
    {
      name: 'blocks of HTML',
      input: html,
      blocks: [
        { type: 'html', text: 'One & two' },
        { type: 'paragraph', text: '*x*' },
      ],
    },
    {
      name: 'blocks of HTML that are only shown',
      input: html,
      options: { htmlBlocks: false },
      blocks: [{ text: 'One & two', translatable: false, properties: { role: 'html' } }, { text: '*x*' }],
    },
    {
      name: 'surfaces that are asked for',
      input: markup,
      options: { imageAlt: false, titles: false, urls: true },
      blocks: [
        { id: '1.url2', text: '/d' },
        { id: '1.url4', text: 'l.png' },
        { id: '1' },
        { text: 'A note.' },
        { type: 'url', text: 'https://s.t' },
      ],
    },
    {
      name: 'old line ends in UTF-16',
      input: Buffer.from('\uFEFF> a\r> b\r\rc', 'utf16le'),
      blocks: [{ text: 'a\nb' }, { text: 'c' }],
    },
    {
      name: 'a named encoding',
      input: Buffer.from([0xe0, 0x0a]),
      options: { encoding: 'windows-1251' },
      blocks: [{ text: 'а' }],
    },
    { name: 'nothing', input: '\n \n', blocks: [] },
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
    { name: 'bytes that are not UTF-8', input: Buffer.from([0x61, 0xc0, 0x80]), code: 'L10N_ENCODING' },
    { name: 'more bytes than allowed', input: 'abc', options: { maxBytes: 2 }, code: 'L10N_LIMIT' },
    { name: 'quotes that nest too deep', input: `${'> '.repeat(10_000)}x`, code: 'L10N_LIMIT' },
  ],
  readBack: (written) => written.replaceAll('\r\n', '\n'),
});

/** Reads one paragraph to runs. */
async function runsOf(markdown: string, options = {}): Promise<Runs> {
  const { blocks } = await readDocument(markdownFormat, markdown, { options });
  return blocks.find(({ skeleton }) => skeleton !== undefined)?.source ?? [];
}

/** Rewrites a document in which some block has other content. */
async function rewritten(input: string, id: string, runs: (source: Runs) => Runs, options = {}): Promise<string> {
  const document = await readDocument(markdownFormat, input, { options });
  const change = (block: { readonly id: string; readonly source: Runs }) =>
    block.id === id ? runs(block.source) : undefined;
  const parts = withContent(markdownFormat, document.parts, change, 'de');
  const { bytes } = await writeDocument(markdownFormat, { ...document, parts }, { options });
  return Buffer.from(bytes).toString();
}

const spell = (runs: Runs) =>
  runs.map((run) => (run.kind === 'text' ? run.text : 'type' in run ? `<${run.kind} ${run.type}>` : '')).join('');

describe('markdownFormat', () => {
  test.each([
    [
      '**a** _b_ ~~c~~',
      '<pc-open fmt:bold>a<pc-close fmt:bold> <pc-open fmt:italic>b<pc-close fmt:italic> <pc-open fmt:strikethrough>c<pc-close fmt:strikethrough>',
    ],
    ['Run `` a`b `` now', 'Run <ph code:placeholder> now'],
    ['[a](b) ![c](d)', '<pc-open link:hyperlink>a<pc-close link:hyperlink> <ph media:image>'],
    ['a  \nb\\\nc', 'a<ph struct:break>b<ph struct:break>c'],
    ['<me@x.y> <xx:y> www.a.b, [^1]', '<ph link:email> <ph link:hyperlink> <ph link:hyperlink>, <ph struct:footnote>'],
    ['<b>a</b><br><!-- c -->x', '<pc-open fmt:bold>a<pc-close fmt:bold><ph struct:break><ph code:markup>x'],
    ['**a <i>b** c</i>', '<pc-open fmt:bold>a <pc-open fmt:italic>b<pc-close fmt:bold> c<pc-close fmt:italic>'],
    [
      '{{< x a="*" >}} {{% y %}} {% z %} {{ v }} w',
      '<ph code:function> <ph code:function> <ph code:function> <ph code:variable> w',
    ],
    ['a_b_c 2*3*4', 'a_b_c 2<pc-open fmt:italic>3<pc-close fmt:italic>4'],
  ])('T115 reads %j as codes of the vocabulary', async (markdown, spelled) => {
    expect(spell(await runsOf(markdown))).toBe(spelled);
  });

  test('T115 keeps prefixes, list style and line ends when a block gets more lines', async () => {
    const two = () => [textRun('x\ny')];
    expect(await rewritten('> * a\r\n\r\nb\r\n', '1', two)).toBe('> * x\r\n>   y\r\n\r\nb\r\n');
    expect(await rewritten('12) a\n    b\n', '1', two)).toBe('12) x\n    y\n');
    expect(await rewritten('- a\n b\n', '1', two)).toBe('- x\n  y\n');
    expect(await rewritten('# a #\n', '1', two)).toBe('# x&#10;y #\n');
    expect(await rewritten('|a|b|\n|-|-|\n', '2', () => [textRun('x|y\\')])).toBe('|a|x\\|y\\\\|\n|-|-|\n');
    expect(await rewritten('> ```\n> a\n> ```\n', '1', () => [textRun('x\n\ny')])).toBe('> ```\n> x\n>\n> y\n> ```\n');
    expect(await rewritten('[^1]: a\n', '1', two)).toBe('[^1]: x\n    y\n');
    expect(await rewritten('  ~~~\n  a\n  ~~~\n', '1', () => [textRun(' x\n y')])).toBe('  ~~~\n   x\n   y\n  ~~~\n');
    expect(await rewritten('<!-- a --> b\n', '1', two)).toBe('<!-- a --> x&#10;y\n');
    expect(await rewritten('<p>\n> b\n', '1', two)).toBe('<p>\nx\ny\n');
    expect(await rewritten('[a]: b "c"\n', '1', two)).toBe('[a]: b "x&#10;y"\n');
  });

  test('T115 escapes what a line would begin with, and nothing more', async () => {
    const text = '# a\n- b\n1. c\n> d\n===\n| e\nsnake_case, C#, 5 * 3, a < b & c [x]';
    const written = await rewritten('a\n', '1', () => [textRun(text)]);
    expect(written).toBe('\\# a\n\\- b\n1\\. c\n\\> d\n\\===\n\\| e\nsnake_case, C#, 5 \\* 3, a < b & c \\[x\\]\n');
    expect(await runsOf(written)).toEqual([textRun(text)]);
  });

  test('T115 writes emphasis that languages without spaces would break', async () => {
    const strong = await runsOf('这是 **重点** 后面');
    const [before, open, , close, after] = strong;
    const runs = [before, open, textRun('重点。'), close, textRun('后面'), after].filter((run): run is Run => !!run);
    const written = await rewritten('这是 **重点** 后面\n', '1', () => runs);
    expect(written).toBe('这是 **重点。**&#21518;面 后面\n');
    expect(spell(await runsOf(written))).toBe('这是 <pc-open fmt:bold>重点。<pc-close fmt:bold>后面 后面');
  });

  test('T115 gives a link that has no label of its own the one of its text', async () => {
    const translated = (source: Runs) => source.map((run) => (run.kind === 'text' ? textRun('Seite') : run));
    expect(await rewritten('[Site]\n\n[site]: /s\n', '1', translated)).toBe('[Seite][Site]\n\n[site]: /s\n');
  });

  test('T115 writes titles, texts of images and addresses into their codes', async () => {
    const input = 'a [b](c "d") ![e](f (g))\n';
    const options = { urls: true };
    const change = async (id: string, text: string) => rewritten(input, id, () => [textRun(text)], options);
    expect(await change('1.title1', 'say "x"')).toBe('a [b](c "say \\"x\\"") ![e](f (g))\n');
    expect(await change('1.alt2', '[x] *y*')).toBe('a [b](c "d") ![\\[x\\] \\*y\\*](f (g))\n');
    expect(await change('1.title2', '(x)')).toBe('a [b](c "d") ![e](f (\\(x\\)))\n');
    expect(await change('1.url1', 'x y')).toBe('a [b](<x y> "d") ![e](f (g))\n');
    expect(await change('1.url2', 'x(y)')).toBe('a [b](c "d") ![e](x\\(y\\) (g))\n');
  });

  test('T115 writes the surfaces of a target into the codes of that target', async () => {
    const document = await readDocument(markdownFormat, '![one](a)\n');
    const target = (text: string) => ({ de: { runs: [textRun(text)], status: 'translated' } as const });
    const parts = document.parts.map((part) =>
      part.kind === 'block' && part.block.type === 'alt'
        ? { kind: part.kind, block: { ...part.block, targets: target('eins') } }
        : part,
    );
    const { bytes } = await writeDocument(markdownFormat, { ...document, parts }, { targetLocale: 'de' });
    expect(Buffer.from(bytes).toString()).toBe('![eins](a)\n');
  });

  test.each([
    ['a\n', '1', [textRun('')], {}],
    ['a\n', '1', [textRun('x\0y')], {}],
    ['```\na\n```\n', '1', [textRun('```')], { codeBlocks: true }],
    ['<p>a</p><p>b</p>\n', '1', [textRun('x')], {}],
    [
      'a `b`\n',
      '1',
      [
        { kind: 'pc-open', id: '1', type: 'fmt:code', subType: 'md:code', data: '`' },
        textRun('x`y'),
        { kind: 'pc-close', id: '1', type: 'fmt:code', subType: 'md:code', data: '`' },
      ],
      {},
    ],
  ] satisfies readonly (readonly [string, string, Runs, object])[])(
    'T100 %j refuses for block %s what would be read back as something else',
    async (input, id, runs, options) => {
      await expect(rewritten(input, id, () => runs, options)).rejects.toMatchObject({
        code: 'L10N_UNWRITABLE',
        details: { block: id },
      });
    },
  );

  test.each(['\u00a0\\', '\u2003a', '\u3000', '\va', '\f', ' \\'])('a task item may begin with %j', async (text) => {
    const written = await rewritten('1. [ ] a\n', '1', () => [textRun(`${text}b`)]);
    expect(written).toMatch(/^1\. \[ \] /);
    expect(dataText(await runsOf(written))).toBe(`${text}b`);
  });

  test('T100 any text in any place is read back as it was written', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...'\\`*_[]<>&#+-=.!~|{}()"\':;1 \n\t@^$%/'.split(''),
        '  ',
        '---',
        '```',
        '<b>',
        '&lt;',
        '[a](b)',
        '1. ',
        'é',
        '。',
        '😀',
        '\u00a0',
        '\u2003',
        '\v',
        '\f',
      ),
      fc.constantFrom(...probeTexts),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    );
    const text = fc
      .array(piece, { minLength: 1, maxLength: 8 })
      .map((pieces) => pieces.join('').toWellFormed().replaceAll('\0', ''));
    const documents = ['a\n', '# a\n', 'a\n===\n', '> - a\n\nb', '|a|\n|-|\n', '1. [ ] a\n', '<p>a</p>\n', 'b **a** c'];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...documents), text, async (input, content) => {
        fc.pre(content.trim() !== '');
        const written = await rewritten(input, '1', () => [textRun(content)]);
        expect(dataText(await runsOf(written))).toBe(content.replaceAll('\r\n', '\n'));
      }),
      { numRuns: 300 },
    );
  });

  test('T103 a document in a value of another format is written with its surfaces', async () => {
    const options = { subfilters: [{ match: '**', format: 'markdown' }] };
    const document = await readDocument(jsonFormat, '{"a":"> b\\n\\n![c](d)"}', { options });
    const change = (block: Block) => (block.type === 'alt' || block.type === 'quote' ? [textRun('x\ny')] : undefined);
    const parts = withContent(jsonFormat, document.parts, change, 'de');
    const { bytes } = await writeDocument(jsonFormat, { ...document, parts }, { options });
    expect(Buffer.from(bytes).toString()).toBe('{"a":"> x\\n> y\\n\\n![x\\ny](d)"}');
  });

  test.each([
    ['brackets', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['links that never end', '[a](b "'.repeat(20_000)],
    ['marks that close', 'a* '.repeat(50_000)],
    ['marks that pair', '*a* '.repeat(20_000)],
    ['marks of both kinds', '*a_ '.repeat(30_000)],
    ['ticks', Array.from({ length: 400 }, (_, at) => `${'`'.repeat(at)} `).join('')],
    ['comments', '<!-- '.repeat(40_000)],
    ['instructions', '<? '.repeat(40_000)],
    ['templates', '{{< '.repeat(10_000)],
    ['tags', '<a><b>'.repeat(10_000) + '</c>'.repeat(10_000)],
    ['definitions', '[a]: b "c"\n'.repeat(10_000)],
    ['addresses', 'https://a.b/)))))'.repeat(5_000)],
    ['quotes', '> > > > > > a\n'.repeat(10_000)],
    ['cells', `${'|a'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|\n`],
  ])('T106 markdown reads or refuses many %s in little time', async (_, markdown) => {
    const began = cpuNow();
    await readDocument(markdownFormat, markdown).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'FLOW_LIMIT' });
    });
    expect(cpuNow() - began).toBeLessThan(5000);
  });

  test.each([
    ['---\ntags:\n  - a # c\n  - "b"\n---\n', ['tags'], 'true', '---\ntags:\n  - "true" # c\n  - "b"\n---\n'],
    ["---\na: 'b'\n---\n", ['a'], "it's", "---\na: 'it''s'\n---\n"],
    ['+++\n[x]\ny = "z"\n+++\n', ['x.y'], 'a "b"', '+++\n[x]\ny = "a \\"b\\""\n+++\n'],
    ['---\na: |\n  b\n  c\nd: e\n---\n', ['a'], 'x\n\n y\n', '---\na: |\n  x\n\n   y\nd: e\n---\n'],
    ['---\na: |\n  b\n\nd: e\n---\n', ['a'], 'x\n\n', '---\na: "x\\n\\n"\n\nd: e\n---\n'],
    ['---\na: >-\n  b\n  c\nd: e\n---\n', ['a'], 'x\ny', '---\na: >-\n  x\n\n  y\nd: e\n---\n'],
    ['---\na: > # c\n  b\nd: e\n---\n', ['a'], 'x\n y', '---\na: |- # c\n  x\n   y\nd: e\n---\n'],
    ['---\na: |+\n  b\n\n---\n', ['a'], 'x\n\n\n', '---\na: |+\n  x\n\n\n---\n'],
    ['---\na: |2\n   b\n---\n', ['a'], ' x: "y"\n', '---\na: " x: \\"y\\"\\n"\n---\n'],
    ['---\r\na:\r\n  - |\r\n    b\r\n---\r\n', ['a'], 'x\ny\n', '---\r\na:\r\n  - |\r\n    x\r\n    y\r\n---\r\n'],
  ])('T115 writes the front matter of %j', async (input, frontMatterKeys, text, output) => {
    const id = `front.${frontMatterKeys[0]}`;
    expect(await rewritten(input, id, () => [textRun(text)], { frontMatterKeys })).toBe(output);
  });

  test.each([
    ['a: |\n  b\n\n   c\n  d\n\n', 'b\n\n c\nd\n'],
    ['a: |-\n  b\n\n', 'b'],
    ['a: |+\n  b\n\n', 'b\n\n'],
    ['a: >\n  b\n  c\n\n  d\n   e\n  f\n', 'b c\nd\n e\nf\n'],
    ['a: >2-\n   b\n  c\n', ' b\nc'],
    ['a: |1\n b\n', 'b\n'],
  ])('T115 markdown reads the front matter %j', async (yaml, text) => {
    const input = `---\n${yaml}z: end\n---\n\nBody\n`;
    const { blocks } = await readDocument(markdownFormat, input, { options: { frontMatterKeys: ['a', 'z'] } });
    expect(blocks.map((block) => dataText(block.source))).toEqual([text, 'end', 'Body']);
  });

  test('T115 markdown leaves a plain text of the front matter alone that goes on below', async () => {
    const input = '---\na: one\n  two\nb: three\n---\n';
    const { blocks } = await readDocument(markdownFormat, input, { options: { frontMatterKeys: ['a', 'b'] } });
    expect(blocks.map(({ id }) => id)).toEqual(['front.b']);
  });

  test.each([
    ['quotes', '>'.repeat(10_000)],
    ['lists', '- '.repeat(10_000)],
  ])('TV43 markdown refuses %s that nest 10,000 deep', async (_, marks) => {
    const began = cpuNow();
    await expect(readDocument(markdownFormat, `${marks}x\n`)).rejects.toMatchObject({ code: 'L10N_LIMIT' });
    expect(cpuNow() - began).toBeLessThan(1000);
    await expect(readDocument(markdownFormat, '> > x', { options: { maxDepth: 1 } })).rejects.toMatchObject({
      code: 'L10N_LIMIT',
    });
  });
});
