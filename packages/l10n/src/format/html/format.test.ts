import { textRun, type Block, type Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument, type KitOptions } from '../../testing/document-kit.js';
import { allFormats } from '../all-formats.js';
import { createFormats } from '../create-formats.js';

const html = createFormats(allFormats).byId('html') ?? expect.fail('There is no format html');

const everything = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>My page</title>
<meta name="description" content="About &quot;me&quot;">
<meta property="og:image" content="https://example.org/a.png">
<script>if (a<b) alert("<p>no</p>");</script>
<style>p { color: red }</style>
</head>
<body>
<!-- a comment -->
<h1 id="top">Hello <em>there</em></h1>
<p>One&nbsp;<a href="x">link</a>, two
  words &amp; {{ name }}.
<p>Two <img src=a.png> and <br> a break
<ul><li>One<li>Two <ul><li>Inner</ul></ul>
<pre>
 kept
   lines
</pre>
<input type="submit" value="Send"><input value="no">
<p translate="no">Acme</p><p>Buy <span translate=no>Acme <b>Pro</b></span> now</p>
<table><tr><td>a<td>b<tr><th abbr="c">d</table>
<?php echo "<p>no</p>"; ?>
</body>
</html>
`;

describeFormat(html, {
  cases: [
    {
      name: 'everything a page may hold',
      input: everything,
      blocks: [
        { id: 'title[1]', name: 'title[1]', type: 'title', text: 'My page' },
        { id: 'meta[1]@content', text: 'About "me"' },
        { id: '#top/h1[1]', text: 'Hello <em>there</em>' },
        { id: 'p[1]', text: 'One\u00a0<a href="x">link</a>, two words & {{ name }}.' },
        { id: 'p[2]', text: 'Two <img src=a.png> and <br> a break' },
        { id: 'li[1]', text: 'One' },
        { id: 'li[2]', text: 'Two' },
        { id: 'li[3]', text: 'Inner' },
        { id: 'pre[1]', text: 'kept\n   lines' },
        { id: 'input[1]@value', text: 'Send' },
        { id: 'p[3]', text: 'Buy <span translate=no>Acme <b>Pro</b></span> now' },
        { id: 'td[1]', text: 'a' },
        { id: 'td[2]', text: 'b' },
        { id: 'th[1]@abbr', text: 'c' },
        { id: 'th[1]', text: 'd' },
      ],
    },
    {
      name: 'a byte order mark and CRLF',
      input: '\uFEFF<p>one\r\n two</p>\r\n<pre>a\r\nb</pre>\r\n',
      blocks: [{ text: 'one two' }, { text: 'a\nb' }],
    },
    {
      name: 'an encoding that is declared',
      input: Buffer.from('<meta charset=iso-8859-1><p>caf\u00e9</p>', 'latin1'),
      blocks: [{ text: 'café' }],
    },
    {
      name: 'an encoding that is told',
      input: Buffer.from('<p>caf\u00e9</p>', 'latin1'),
      options: { encoding: 'latin1' },
      blocks: [{ text: 'café' }],
    },
    {
      name: 'roles of elements',
      input: '<my-card>a</my-card><div>b<aside>c</aside></div><svg><text>d</text></svg><kbd>e</kbd>',
      options: { elements: { 'my-card': 'block', aside: 'inline', svg: 'block', text: 'block', kbd: 'skip' } },
      blocks: [{ text: 'a' }, { text: 'b<aside>c</aside>' }, { text: 'd' }],
    },
    {
      name: 'attributes and meta elements that are named',
      input: '<meta name=author content=me><p data-tip="a b" title=c>d</p>',
      options: { attributes: ['data-tip'], meta: ['author'] },
      blocks: [{ text: 'me' }, { text: 'a b' }, { text: 'd' }],
    },
    {
      name: 'JSON-LD',
      input: '<script type="application/ld+json">{"@type": "Thing", "name": "A <b> é"}</script><p>b',
      options: { jsonLd: ['name'] },
      blocks: [{ id: 'script[1]!/name', text: 'A <b> é' }, { text: 'b' }],
    },
    {
      name: 'codes that are looked for',
      input: '<p>a {x} <b>{y}</b></p>',
      options: { codeFinder: { presets: ['brace'] } },
      blocks: [
        {
          source: [
            textRun('a '),
            { kind: 'ph', id: '1', type: 'code:variable', data: '{x}' },
            textRun(' '),
            { kind: 'pc-open', id: '2', type: 'fmt:bold', subType: 'html:b', data: '<b>' },
            { kind: 'ph', id: '3', type: 'code:variable', data: '{y}' },
            { kind: 'pc-close', id: '2', type: 'fmt:bold', subType: 'html:b', data: '</b>' },
          ],
        },
      ],
    },
    {
      name: 'a direction that is kept',
      input: '<p>a</p>',
      options: { direction: 'keep' },
      targetLocale: 'ar',
      blocks: [{ text: 'a' }],
    },
    {
      name: 'attributes of tags in a text',
      input: `<p>One <a href="x" title='the "x"'>link</a> <img alt=Logo> two</p>`,
      blocks: [
        { id: 'p[1]/1@title', text: 'the "x"' },
        { id: 'p[1]/2@alt', text: 'Logo' },
        { id: 'p[1]', text: `One <a href="x" title='the "x"'>link</a> <img alt=Logo> two` },
      ],
    },
    { name: 'nothing', input: '', blocks: [] },
    { name: 'no text', input: '<p>&nbsp;</p><br><b></b>{{ x }}<!-- c -->', blocks: [] },
    { name: 'text without tags', input: ' just\n text ', blocks: [{ id: 'html[1]', text: 'just text' }] },
  ],
  // A probe text would drop the tags that have the attributes.
  probed: [
    'everything a page may hold',
    'a byte order mark and CRLF',
    'an encoding that is declared',
    'text without tags',
  ],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => `<p>${raw}</p>`,
      raw: 'caf&eacute; é&nbsp;&#33; ! &gt; >',
      text: 'café é ! ! > >',
    },
  ],
  exceptions: [
    { check: 'X9', reason: 'every text is legal' },
    { check: 'X15', reason: 'a document has texts' },
  ],
  malformed: [
    { name: 'more bytes than allowed', input: '<p>abc</p>', options: { maxBytes: 3 }, code: 'L10N_LIMIT' },
    { name: 'bytes that are no UTF-8', input: Buffer.from('<p>\u00e9</p>', 'latin1'), code: 'L10N_ENCODING' },
  ],
  readBack: (text) => text.replaceAll('\r\n', '\n'),
});

const read = async (input: string, kit: KitOptions = {}) => (await readDocument(html, input, kit)).blocks;
const texts = async (input: string, kit: KitOptions = {}) =>
  (await read(input, kit)).map(({ source }) => dataText(source));

/** Changes blocks to a text, or by a function, and writes the file. */
async function edited(
  input: string,
  change: string | ((block: Block) => Runs | undefined),
  kit: KitOptions = {},
): Promise<string> {
  const document = await readDocument(html, input, kit);
  const parts = withContent(
    html,
    document.parts,
    (block) => (typeof change === 'string' ? [textRun(change)] : change(block)),
    kit.targetLocale ?? 'de',
  );
  return Buffer.from((await writeDocument(html, { ...document, parts }, kit)).bytes).toString();
}

/** Replaces a text in all text runs. */
const replaced =
  (from: string, to: string) =>
  ({ source }: Block): Runs =>
    source.map((run) => (run.kind === 'text' ? textRun(run.text.replace(from, to)) : run));

/** Shows codes by their numbers. */
const shown = (runs: Runs): string =>
  runs
    .map((run) => {
      if (run.kind === 'text') return run.text;
      if (!('id' in run)) return '?';
      if (run.kind === 'pc-open') return `[${run.id}]`;
      return run.kind === 'pc-close' ? `[/${run.id}]` : `{${run.id}}`;
    })
    .join('');
const shownAll = async (input: string) => (await read(input)).map(({ source }) => shown(source));

describe('html', () => {
  test('XV3a inline elements are pairs, and references keep their spelling', async () => {
    const input = '<p>Hi <b>you</b>&nbsp;!</p>';
    expect(await shownAll(input)).toEqual(['Hi [1]you[/1]\u00a0!']);
    expect(await edited(input, replaced('Hi', 'Hé'))).toBe('<p>Hé <b>you</b>&nbsp;!</p>');
  });

  test('XV3b white space collapses, and stays at the edges', async () => {
    const input = '<p>\n  Two\n  words\n</p>';
    expect(await shownAll(input)).toEqual(['Two words']);
    expect(await edited(input, 'Deux mots')).toBe('<p>\n  Deux mots\n</p>');
  });

  test('XV3c an attribute without quotes gets them where it needs them', async () => {
    expect(await edited('<img alt=A src=x>', 'A "B"')).toBe('<img alt="A &quot;B&quot;" src=x>');
    expect(await edited('<img alt=A src=x>', 'B')).toBe('<img alt=B src=x>');
  });

  test('XV3d end tags may be left out', async () => {
    const input = '<ul><li>One<li>Two</ul>';
    expect(await shownAll(input)).toEqual(['One', 'Two']);
    expect(await edited(input, replaced('Two', 'Zwei'))).toBe('<ul><li>One<li>Zwei</ul>');
  });

  test('XV3e an inline element that is not translated is one placeholder', async () => {
    expect(await shownAll('<p>Buy <span translate=no>Acme</span> now')).toEqual(['Buy {1} now']);
  });

  test('XV3f a script is not text', async () => {
    expect(await shownAll('<script>a<b</script><p>x</p>')).toEqual(['x']);
  });

  test('XV3g the language of the source becomes that of the target', async () => {
    const kit = { targetLocale: 'de' };
    expect(await edited('<html lang=en><p lang="en">x', () => undefined, kit)).toBe('<html lang=de><p lang="de">x');
    const inline = '<p>a  b <i lang="en" xml:lang=en hreflang=en>c</i> <i lang=fr>d</i>';
    expect(await edited(inline, () => undefined, kit)).toBe(
      '<p>a  b <i lang="de" xml:lang=de hreflang=en>c</i> <i lang=fr>d</i>',
    );
  });

  test('XV3h signs that are no markup stay, and new ones are escaped', async () => {
    const input = '<p>1 < 2 & 3</p>';
    expect(await edited(input, () => undefined)).toBe(input);
    expect(await edited(input, '1 < 3')).toBe('<p>1 &lt; 3</p>');
  });

  test('XV3i comments and breaks are placeholders', async () => {
    expect(await shownAll('<p>a<!-- c -->b<br>d</p>')).toEqual(['a{1}b{2}d']);
  });

  test('XV3j a block in an inline element ends its text', async () => {
    expect(await shownAll('<i>a<p>b</p></i>')).toEqual(['a', 'b']);
    expect(await shownAll('x <i>a<p>b</p>c</i> y')).toEqual(['x [1]a', 'b', 'c[/1] y']);
  });

  test('X70 white space of preformatted text counts, and its edges are references', async () => {
    const input = '<pre>\na\n  b</pre>';
    expect(await texts(input)).toEqual(['a\n  b']);
    expect(await edited(input, ' c\n  d')).toBe('<pre>\n&#32;c\n  d</pre>');
    expect(await texts('<pre>\n&#32;c\n  d</pre>')).toEqual([' c\n  d']);
  });

  test.each([
    ['<p>a<div>b</div>c', ['a', 'b', 'c']],
    ['<p a=1 a=2 title=x title=y>b', ['x', 'b']],
    ['a</b></i>b', ['a</b></i>b']],
    ['<table><td>a<td>b<tr><td>c</table>d', ['a', 'b', 'c', 'd']],
    ['<dl><dt>a<dd>b<dt>c</dl>', ['a', 'b', 'c']],
    ['<select><option>a<option>b</select>', ['a', 'b']],
    ['<p>a<svg><title>b</title><![CDATA[<p>]]></svg>c</p>', ['a<svg><title>b</title><![CDATA[<p>]]></svg>c']],
    ['<textarea><b>a</b></textarea><title>b<i></title>', ['<b>a</b>', 'b<i>']],
    ['<script><!--<script></script>--></script>a', ['a']],
    ['a<b', ['a']],
    ['<p translate=no>a<p>b', ['b']],
    ['<div translate=no>a<p translate=yes>b</p>c</div>', ['b']],
    ['<p>a <span translate=no>b</p><p>c</p>', ['a <span translate=no>b', 'c']],
  ])('X70 %s is read as browsers read it', async (input, expected) => {
    expect(await texts(input)).toEqual(expected);
  });

  test('X71 attributes that people read are blocks, named by their tags', async () => {
    const input =
      '<div id=a aria-label=b><meta name=keywords content=c><meta property=og:title content=d><meta property=og:url content=/e>' +
      '<input type=button value=f placeholder=g><option label=h><img alt=""></div>';
    const blocks = await read(input);
    expect(blocks.map(({ id, source }) => `${id}: ${dataText(source)}`)).toEqual([
      '#a/div[1]@aria-label: b',
      '#a/meta[1]@content: c',
      '#a/meta[2]@content: d',
      '#a/input[1]@value: f',
      '#a/input[1]@placeholder: g',
      '#a/option[1]@label: h',
    ]);
  });

  test('X71 new values keep their quotes and escape what would end them', async () => {
    expect(await edited(`<img alt='a'>`, `it's "b" & <c>`)).toBe(`<img alt='it&#39;s "b" &amp; &lt;c>'>`);
    expect(
      await edited(`<p>x <img alt='a'>  &#120; y</p>`, ({ id, source }) =>
        id.endsWith('@alt') ? [textRun("'")] : source,
      ),
    ).toBe(`<p>x <img alt='&#39;'>  &#120; y</p>`);
  });

  test.each([
    '<p>a <?php if (1 > 0) { ?>b</p>',
    '<p>a <% if x > "<p>" %> b</p>',
    '<a title="<?php echo "x>y" ?>" class=z>b</a>',
    '<p>a {% if b < c %} d {{ "<p>" }}</p>',
    '<p>a<!--[if IE]><p>b</p><![endif]-->c</p>',
  ])('X72 code of templates and servers in %s is never cut', async (input) => {
    const [first = '', ...rest] = await texts(input);
    expect(input).toContain(first);
    expect(rest).toEqual([]);
    expect(await edited(input, ({ source }) => [...source, textRun('!')])).toBe(input.replace(first, `${first}!`));
  });

  test('X72 the direction of a changed block is set for languages that are written from right to left', async () => {
    const input = '<p title=a>b</p><p dir=ltr>b</p><div><input placeholder=c>b</div>';
    expect(await edited(input, 'ش', { targetLocale: 'ar' })).toBe(
      '<p title=ش dir="rtl">ش</p><p dir=ltr>ش</p><div dir="rtl"><input placeholder=ش>ش</div>',
    );
    expect(await edited(input, () => undefined, { targetLocale: 'ar' })).toBe(input);
    expect(await edited(input, 'ش', { targetLocale: 'de' })).not.toContain('rtl');
  });

  test('X19 JSON-LD stays in its script', async () => {
    const input = '<script type="application/ld+json">{"name": "a"}</script>';
    expect(await edited(input, '</script>')).toBe(
      '<script type="application/ld+json">{"name": "\\u003c/script>"}</script>',
    );
    const broken = '<script type="application/ld+json">{"name": </script>';
    expect(await texts(broken)).toEqual([]);
  });

  test('X22 characters that the encoding lacks are written as references', async () => {
    const document = await readDocument(html, Buffer.from('<meta charset=latin1><p title=a>b</p>', 'latin1'));
    const parts = withContent(html, document.parts, () => [textRun('é–')], 'de');
    const { bytes } = await writeDocument(html, { ...document, parts });
    expect(Buffer.from(bytes).toString('latin1')).toBe('<meta charset=latin1><p title=é&#8211;>é&#8211;</p>');
  });

  test('X73 any text is read back, and makes no markup', async () => {
    const text = fc.array(
      fc.constantFrom('a', ' ', '<', '&', 'lt;', '>', '"', "'", '\n', '\t', '--', '/', '\u00a0', 'é'),
      {
        minLength: 1,
      },
    );
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('p', 'pre', 'title', 'textarea'), async (chars, tag) => {
        const wanted = `x${chars.join('')}y`;
        const input = `<${tag} title='a &quot;'>a &lt;</${tag}>`;
        const written = await edited(input, wanted);
        expect(await texts(written)).toEqual([wanted, wanted]);
      }),
    );
  });

  test.each([
    '<',
    '<a ',
    '<!--',
    '<p>',
    '<b>',
    '</x>',
    '<%',
    '{%',
    '{{',
    '&',
    '<svg>',
    '<table><td>',
    '<p title="',
    '<?php ',
  ])('X10 two megabytes of %s are read in linear time', { timeout: 60_000 }, async (unit) => {
    const input = unit.repeat(Math.floor(2_000_000 / unit.length));
    const start = process.cpuUsage();
    await readDocument(html, input).catch((error: unknown) => expect(error).toMatchObject({ code: 'L10N_LIMIT' }));
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(3);
  });
});

describe('html in other files', () => {
  test('T103 a value of JSON is read as a page, and written through both escapings', async () => {
    const json = createFormats(allFormats).byId('json') ?? expect.fail('There is no format json');
    const input = JSON.stringify({ a: '<p>One <b>"two"</b></p><p>Three</p>' });
    const options = { subfilters: [{ match: 'a', format: 'html' }] };
    const document = await readDocument(json, input, { options });
    expect(document.blocks.map(({ source }) => dataText(source))).toEqual(['One <b>"two"</b>', 'Three']);
    const parts = withContent(json, document.parts, replaced('Three', '<"Drei">'), 'de');
    const { bytes } = await writeDocument(json, { ...document, parts }, { options });
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({
      a: '<p>One <b>"two"</b></p><p>&lt;"Drei"&gt;</p>',
    });
  });

  test('X70 elements of XHTML may end themselves', async () => {
    const input =
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script src="a"/><p>a<![CDATA[<b>]]>c</p></html>';
    expect(await texts(input)).toEqual(['a<![CDATA[<b>]]>c']);
  });
});
