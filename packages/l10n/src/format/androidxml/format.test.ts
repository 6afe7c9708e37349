import { textRun, type Block, type PluralKey, type Runs } from '@helve/flow';
import { dataText, structuralText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument, type KitOptions } from '../../testing/document-kit.js';
import { pluralContent } from '../plural/plan-members.js';
import { androidXmlFormat } from './format.js';

const xliff = 'xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"';
const tools = 'xmlns:tools="http://schemas.android.com/tools"';
const file = (...lines: readonly string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<resources ${xliff} ${tools}>\n${lines.map((line) => `    ${line}\n`).join('')}</resources>\n`;
const text = (value: string): Runs => [textRun(value)];

describeFormat(androidXmlFormat, {
  cases: [
    {
      name: 'strings with escapes and codes',
      input: file(
        '<string name="a">it\\\'s \\"q\\" \\u00e9\\n</string>',
        '<string name="b">"  two  "</string>',
        '<string name="c">%1$s of %2$d, 100%%</string>',
        '<string name="d"/>',
        '<string name="e" />',
        '<string name="f"><![CDATA[<b>it\\\'s</b>  & "x"]]></string>',
      ),
      blocks: [
        { name: 'a', text: 'it\'s "q" é\n' },
        { name: 'b', text: '  two  ' },
        { name: 'c', text: '%1$s of %2$d, 100%%' },
        { name: 'd', text: '' },
        { name: 'e', text: '' },
        { name: 'f', text: "<b>it's</b> & x" },
      ],
    },
    {
      name: 'plurals and arrays',
      input: file(
        '<plurals name="n">',
        '    <item quantity="one">%d file</item>',
        '    <!-- many -->',
        '    <item quantity="other">%d files</item>',
        '</plurals>',
        '<string-array name="days">',
        '    <item>Mon</item>',
        '    <item>Tue</item>',
        '</string-array>',
        '<item type="string" name="i">x</item>',
        '<integer name="j">3</integer>',
        '<plurals name="empty"></plurals>',
      ),
      blocks: [
        { name: 'n', type: 'plural' },
        { name: 'days[0]', text: 'Mon' },
        { name: 'days[1]', text: 'Tue' },
        { name: 'i', text: 'x' },
      ],
    },
    {
      name: 'comments',
      input: file(
        '<!-- Section -->',
        '',
        '<!-- Title of the page -->',
        '<string name="a">A</string>',
        '<string name="b">B</string> <!-- behind -->',
        '<string name="c">C</string>',
        '<!-- one -->',
        '<!-- two -->',
        '<string name="d">D</string>',
        '<!-- nobody -->',
      ),
      blocks: [
        { name: 'a', note: 'Title of the page' },
        { name: 'b', note: 'behind' },
        { name: 'c', note: undefined },
        { name: 'd', note: 'one\ntwo' },
      ],
    },
    {
      name: 'values that are not translated',
      input: file(
        '<string name="a" translatable="false">x</string>',
        '<string name="b">@string/a</string>',
        '<string name="c" tools:ignore="Typos, MissingTranslation">x</string>',
        '<string name="d">?attr/color</string>',
        '<string name="e" tools:ignore="Typos">x</string>',
        '<string name="f">@null</string>',
        '<string name="g">@home is where</string>',
      ),
      options: { extractNonTranslatable: true },
      blocks: [
        { name: 'a', translatable: false },
        { name: 'b', translatable: false, text: '@string/a' },
        { name: 'c', translatable: false },
        { name: 'd', translatable: false },
        { name: 'e', translatable: true },
        { name: 'f', translatable: false },
        { name: 'g', translatable: true },
      ],
    },
    {
      name: 'products and repeated names',
      input: file(
        '<string name="a" product="tablet">T</string>',
        '<string name="a" product="default">D</string>',
        '<string name="b">1</string>',
        '<string name="b">2</string>',
      ),
      blocks: [
        { id: 'a{tablet}', text: 'T' },
        { id: 'a{default}', text: 'D' },
        { id: 'b', text: '1' },
        { id: 'b#2', text: '2', name: 'b', properties: { key: 'b', '@document-id': 'b' } },
      ],
    },
    {
      name: 'markup and entities',
      input: `<!DOCTYPE resources [<!ENTITY brand "Acme">]>\r\n<resources ${xliff}>\r\n\t<string name="a">Hi <b>you</b> &amp; <xliff:g id="n" example="3">%1$d</xliff:g></string>\r\n\t<string name="b">&brand; is<br/><!-- c -->here</string>\r\n</resources>`,
      blocks: [
        { name: 'a', text: 'Hi <b>you</b> & <xliff:g id="n" example="3">%1$d</xliff:g>' },
        { name: 'b', text: '&brand; is<br/><!-- c -->here' },
      ],
    },
    {
      name: 'UTF-16',
      input: Buffer.from(
        '\uFEFF<?xml version="1.0" encoding="utf-16"?>\n<resources><string name="a">é</string></resources>',
        'utf16le',
      ),
      options: { encoding: 'utf-16le' },
      blocks: [{ name: 'a', text: 'é' }],
    },
    {
      name: 'Compose',
      input: file('<string name="a">it\'s "q" @x\\n\\u00e9 \\q</string>', '<string name="b">  a  \n  b</string>'),
      options: { dialect: 'compose' },
      blocks: [
        { name: 'a', text: 'it\'s "q" @x\né \\q' },
        { name: 'b', text: '  a  \n  b' },
      ],
    },
    {
      name: 'codes that are not looked for',
      input: file('<string name="a">%s</string>'),
      options: { codeFinder: { enabled: false } },
      blocks: [{ source: text('%s') }],
    },
    {
      name: 'a value that is JSON',
      input: file(
        '<string name="json_a"><![CDATA[{\\"k\\": \\"it\\\'s\\"}]]></string>',
        '<string name="b">x<b/></string>',
      ),
      options: { subfilters: [{ match: 'json_a', format: 'json' }] },
      blocks: [{ text: "it's" }, { name: 'b' }],
    },
  ],
  testedApart: ['htmlValues', 'maxLengthPattern'],
  exceptions: [
    {
      check: 'X30',
      of: 'plurals and arrays',
      blocks: ['days[0]'],
      reason: 'an item of an array is called after its position, so that the next one takes its name',
    },
    { check: 'X31', of: 'markup and entities', reason: 'a new file declares no entities, and has their text' },
    {
      check: 'X30',
      of: 'a value that is JSON',
      reason: 'the blocks are those of the JSON text inside of the value',
    },
    {
      check: 'X31',
      of: 'a value that is JSON',
      reason: 'the blocks are those of the JSON text inside of the value',
    },
  ],
  badValues: [
    {
      name: 'a wrong escape',
      input: file('<string name="a">x</string>', '<string name="b">x \\u00g0</string>'),
      block: 'b',
      line: 4,
      column: 24,
    },
    {
      name: 'a wrong escape in a plural',
      input: '<resources><plurals name="p"><item quantity="other">\\u1</item></plurals></resources>',
      block: 'p',
      line: 1,
      column: 53,
    },
  ],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => `<resources>\n  <string name="a">${raw}</string>\n</resources>`,
      raw: 'caf&#233; é \\u00e9 &amp; &gt; > &#160;x',
      text: 'café é é & > >  x',
    },
  ],
  plurals: [
    {
      name: 'a plural',
      input:
        '<resources>\n  <plurals name="n">\n    <item quantity="one">a</item>\n    <item quantity="other">b</item>\n  </plurals>\n</resources>',
    },
  ],
  malformed: [
    { name: 'another root', input: '<strings/>', line: 1, column: 1 },
    { name: 'a value without a name', input: '<resources>\n <string>x</string></resources>', line: 2, column: 2 },
    {
      name: 'an unknown quantity',
      input: '<resources>\n<plurals name="a">\n<item quantity="lots">x</item></plurals></resources>',
      line: 3,
      column: 1,
    },
    {
      name: 'an item without a quantity',
      input: '<resources><plurals name="a"><item>x</item></plurals></resources>',
      line: 1,
      column: 30,
    },
    {
      name: 'a repeated quantity',
      input:
        '<resources><plurals name="a"><item quantity="one">x</item>\n<item quantity="one">x</item></plurals></resources>',
      line: 2,
      column: 1,
    },
    {
      name: 'tags that do not nest',
      input: '<resources>\n<string name="a">x<b>y</i></string></resources>',
      line: 2,
      column: 23,
    },
    {
      name: 'an unknown entity',
      input: '<resources>\n<string name="a">é &b;</string></resources>',
      line: 2,
      column: 20,
    },
    {
      name: 'an unknown prefix',
      input: '<resources>\n<string name="a"><x:g/></string></resources>',
      line: 2,
      column: 18,
    },
    { name: 'no end', input: '<resources><string name="a">x</string>\n', line: 2, column: 1 },
    { name: 'nothing', input: '' },
    { name: 'more bytes than allowed', input: '<resources/>', options: { maxBytes: 8 }, code: 'L10N_LIMIT' },
    {
      name: 'more depth than allowed',
      input: '<resources><string name="a"><b><b><b/></b></b></string></resources>',
      options: { maxDepth: 2 },
      code: 'L10N_LIMIT',
    },
    {
      name: 'entities that expand to too much',
      input: '<!DOCTYPE resources [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><resources/>',
      options: { maxExpansion: 15 },
      code: 'L10N_LIMIT',
    },
  ],
});

/** Writes a file with other content in some blocks, by name. */
async function edited(input: string, changes: Readonly<Record<string, Runs | string>>, kit: KitOptions = {}) {
  const document = await readDocument(androidXmlFormat, input, kit);
  const change = ({ name }: Block): Runs | undefined => {
    const content = changes[name];
    return typeof content === 'string' ? text(content) : content;
  };
  const parts = withContent(androidXmlFormat, document.parts, change, 'de');
  const { bytes, losses } = await writeDocument(androidXmlFormat, { ...document, parts }, kit);
  return { written: Buffer.from(bytes).toString(), losses };
}

const value = (raw: string): string => `<resources ${xliff}><string name="a">${raw}</string></resources>`;

/** Writes a value as another text, and returns its new spelling. */
async function rewritten(raw: string, content: Runs | string, kit: KitOptions = {}): Promise<string> {
  const { written } = await edited(value(raw), { a: content }, kit);
  return written.slice(value('').indexOf('</string>'), written.indexOf('</string>'));
}

/** Reads a value. */
async function read(raw: string, kit: KitOptions = {}): Promise<Runs> {
  const { blocks } = await readDocument(androidXmlFormat, value(raw), kit);
  return blocks[0]?.source ?? [];
}

/** Replaces texts in content, and leaves codes as they are. */
const replaced = (runs: Runs, from: string, to: string): Runs =>
  runs.map((run) => (run.kind === 'text' ? textRun(run.text.replace(from, to)) : run));

const forms = (...entries: readonly (readonly [PluralKey, string])[]): Runs =>
  pluralContent(entries.map(([key, content]) => [key, text(content)]));

describe('androidxml', () => {
  test('XV1a escapes are text, and are written again', async () => {
    expect(dataText(await read('it\\\'s \\"q\\" \\u00e9'))).toBe('it\'s "q" é');
    expect(await rewritten('it\\\'s \\"q\\" \\u00e9', "he's")).toBe("he\\'s");
  });

  test('XV1b a value in quotes keeps its spaces and its quotes', async () => {
    expect(dataText(await read('"  two  "'))).toBe('  two  ');
    expect(await rewritten('"  two  "', '  x  ')).toBe('"  x  "');
  });

  test('XV1c white space collapses, and stays at the edges', async () => {
    expect(dataText(await read('  a   b\n   c '))).toBe('a b c');
    expect(await rewritten('  a   b\n   c ', 'a b d')).toBe('  a b d ');
  });

  test('XV1d tags are pairs, and xliff:g is one placeholder', async () => {
    const raw = 'Hi <b>you</b> &amp; <xliff:g id="n" example="3">%1$d</xliff:g>';
    const runs = await read(raw);
    expect(structuralText(runs)).toBe('Hi {1}you{/1} & {2/}');
    expect(runs.at(-1)).toMatchObject({ type: 'code:variable', equiv: 'n', disp: '3' });
    expect(await rewritten(raw, replaced(runs, 'Hi', 'Hé'))).toBe(raw.replace('Hi', 'Hé'));
  });

  test('XV1e a section stays one, and Android reads it like any text', async () => {
    const raw = '<![CDATA[<b>it\\\'s</b>  & "x"]]>';
    const runs = await read(raw);
    expect(structuralText(runs)).toBe("{1}it's{/1} & x");
    expect(await rewritten(raw, replaced(runs, "it's", "that's"))).toBe("<![CDATA[<b>that\\'s</b> & x]]>");
  });

  test.each([
    ['<![CDATA[Read <a href="https://x.y/?a=1&b" class=\'k\'>it</a> "now"]]>', 'Read', 'See'],
    ['Read &lt;a href=&quot;x  y&quot; t="k">it&lt;/a>', 'Read', 'See'],
  ])('XV1e the tags in %s keep their quotes', async (raw, old, fresh) => {
    const runs = await read(raw);
    const written = await rewritten(raw, replaced(runs, `${old} `, `${fresh} `));
    const kept = raw
      .replace(old, fresh)
      .replace("class='k'", String.raw`class=\'k\'`)
      .replace('"now"', 'now');
    expect(written).toBe(kept);
    expect(await read(written)).toEqual(replaced(runs, `${old} `, `${fresh} `));
  });

  test.each([
    ['@home', '\\@home'],
    ['?x', '\\?x'],
    [' a', '\\u0020a'],
    ['a  b', 'a \\u0020b'],
    ['a\nb', 'a\\nb'],
    ['"q"', '\\"q\\"'],
  ])('XV1f the text %j is written with escapes', async (content, expected) => {
    expect(await rewritten('x', content)).toBe(expected);
  });

  test('XV1g a plural has the items of the target language, indented as before', async () => {
    const item = (quantity: string, content: string) => `        <item quantity="${quantity}">${content}</item>\n`;
    const plural = (...items: readonly string[]) =>
      `<resources>\n    <plurals name="a">\n${items.join('')}    </plurals>\n</resources>\n`;
    const input = plural(item('one', 'x'), item('other', 'y'));
    const polish = forms(['one', '1'], ['few', '2'], ['many', '5'], ['other', '0,5']);
    expect((await edited(input, { a: polish }, { targetLocale: 'pl' })).written).toBe(
      plural(item('one', '1'), item('few', '2'), item('many', '5'), item('other', '0,5')),
    );
    expect((await edited(input, { a: forms(['one', '1'], ['other', 'z']) }, { targetLocale: 'ja' })).written).toBe(
      plural(item('other', 'z')),
    );
  });

  test('XV1h references and excluded values are not translatable', async () => {
    const input =
      '<resources><string name="a">@string/a</string><string name="b" translatable="false">x</string></resources>';
    const { blocks } = await readDocument(androidXmlFormat, input);
    expect(blocks.map(({ translatable }) => translatable)).toEqual([false, false]);
    const apart = await readDocument(androidXmlFormat, '<resources><string name="a">x</string></resources>', {
      document: 'res/values/donottranslate-cldr.xml',
    });
    expect(apart.blocks).toMatchObject([{ translatable: false, properties: { role: 'excluded' } }]);
  });

  test('XV1i a reference stays spelled as it was', async () => {
    expect(await rewritten('&#160;x', '\u00A0y')).toBe('&#160;y');
  });

  test('XV1j a bare apostrophe is text with one warning, and wrong tags refuse the file', async () => {
    const bare = await readDocument(androidXmlFormat, value('it\'s</string><string name="b">she\'s'));
    expect(bare.blocks.map(({ source }) => dataText(source))).toEqual(["it's", "she's"]);
    expect(bare.losses).toEqual([{ kind: 'repaired', detail: { reason: 'bare-apostrophe', count: 2 } }]);
    await expect(readDocument(androidXmlFormat, value('x<b>y</i>'))).rejects.toMatchObject({ code: 'L10N_PARSE' });
  });

  test.each([
    ['a\\qb\\\nc', 'aqb\nc'],
    ['&quot;  q  &quot; &#10; x&#160; &#160;y', '  q   x\u00A0 \u00A0y'],
    ['a&#x2003;&#x2003;b', 'a\u2003\u2003b'],
    ['a <!-- c --> b', 'a b'],
    ['<![CDATA[  a]]>  <![CDATA[  b]]>', 'a b'],
    ['"unterminated  q', 'unterminated  q'],
    ['a"  "b', 'a  b'],
    ['  "  x  "  ', '  x  '],
    ['\\#x \\:y \\?z', '#x :y ?z'],
    ['a \\n b', 'a \n b'],
    ['"it\'s"', "it's"],
  ])('X32 the text of %j is what Android makes of it', async (raw, expected) => {
    const shown = (await read(raw)).map((run) => (run.kind === 'text' ? run.text : '')).join('');
    expect(shown).toBe(expected);
  });

  test.each([
    ['Hi <b> you </b> there', 'Hi {1} you {/1} there'],
    [' <b> you </b> there', ' {1} you {/1} there'],
    ['  <xliff:g>x</xliff:g>  ', '{1/}'],
    ['a  <xliff:g>x</xliff:g>  b', 'a {1/} b'],
    ['a<xliff:g/>  b', 'a{1/} b'],
    ['"a <b> x </b> b"', 'a {1} x {/1} b'],
    ['"a <xliff:g>x</xliff:g>  b"', 'a {1/}  b'],
  ])('X32 white space in %j is that of spans and of other elements', async (raw, expected) => {
    expect(structuralText(await read(raw))).toBe(expected);
  });

  test('X33 quotes are not put around markup, and positions of placeholders stay', async () => {
    const raw = '"Hi  <b>you</b> %1$s"';
    expect(await rewritten(raw, replaced(await read(raw), 'Hi', "It's "))).toBe("It\\'s \\u0020\\u0020<b>you</b> %1$s");
  });

  test('X33 white space around a value with spans stands for the spaces at its edges', async () => {
    const raw = '\n      Hi <b>you</b>\n    ';
    const runs = await read(raw);
    expect(structuralText(runs)).toBe(' Hi {1}you{/1} ');
    expect(await rewritten(raw, replaced(runs, 'Hi', 'Ho'))).toBe(raw.replace('Hi', 'Ho'));
    expect(await rewritten(raw, replaced(runs, ' Hi', 'Ho'))).toBe('Ho <b>you</b>\n    ');
  });

  test('X34 the end of a section in new text is split over two', async () => {
    expect(await rewritten('<![CDATA[a]]>', 'x]]>y')).toBe('<![CDATA[x]]]]><![CDATA[>y]]>');
    expect(await rewritten('a', 'x]]>y')).toBe('x]]&gt;y');
    expect(
      await rewritten('a <![CDATA[<i>]]> b<b>c</b>', [
        textRun('x < '),
        { kind: 'pc-open', id: '1', type: 'fmt:bold', subType: 'xml:b', data: '<b>' },
        textRun('c'),
        { kind: 'pc-close', id: '1', type: 'fmt:bold', subType: 'xml:b', data: '</b>' },
      ]),
    ).toBe('<![CDATA[x < ]]><b>c</b>');
  });

  test('X34 void elements and declared entities are placeholders', async () => {
    const input = `<!DOCTYPE resources [<!ENTITY brand "Acme &amp; Co">]>${value('&brand;<br/>x')}`;
    const { blocks } = await readDocument(androidXmlFormat, input);
    expect(blocks[0]?.source).toMatchObject([
      { kind: 'ph', type: 'code:variable', data: '&brand;', equiv: 'brand', disp: 'Acme &amp; Co' },
      { kind: 'ph', type: 'struct:break', data: '<br/>' },
      { text: 'x' },
    ]);
  });

  test('X12 entities of the doctype stay references in changed values', async () => {
    const input = `<!DOCTYPE resources [<!ENTITY brand "Acme">]>${value('I use &brand;.')}`;
    const { blocks } = await readDocument(androidXmlFormat, input);
    const { written } = await edited(input, { a: replaced(blocks[0]?.source ?? [], 'I use', 'Ich nutze') });
    expect(written).toBe(input.replace('I use', 'Ich nutze'));
  });

  test('X34 markup that is not well-formed is refused', async () => {
    const runs = await read('a <b>x</b>');
    const writing = rewritten(
      'a <b>x</b>',
      runs.filter(({ kind }) => kind !== 'pc-close'),
    );
    await expect(writing).rejects.toMatchObject({ code: 'L10N_UNWRITABLE', details: { block: 'a' } });
  });

  test('X35 an apostrophe of new text has always a backslash', async () => {
    expect(await rewritten("it's", "he's")).toBe("he\\'s");
    expect(await rewritten('&apos;', "'x'")).toBe("\\'x\\'");
  });

  test('X36 bytes of a bare apostrophe stay until the value changes', async () => {
    const input = value('it\'s</string><string name="b">she\'s');
    const { written } = await edited(input, { b: "she's" });
    expect(written).toBe(input);
  });

  test('X36 Compose escapes neither quotes nor references', async () => {
    const kit = { options: { dialect: 'compose' } };
    expect(await rewritten('x', '@a "b" it\'s  \n\t\\', kit)).toBe('@a "b" it\'s  \\n\\t\\\\');
    expect(dataText(await read("\\\\n \\u0041\\'", kit))).toBe("\\n A\\'");
    expect(await rewritten('a\n  b', 'x\ny', kit)).toBe('x\ny');
  });

  test('X36 moko-resources has plural elements, and breaks lines only where it is told to', async () => {
    const kit = { options: { dialect: 'moko' } };
    expect(dataText(await read('a\n    b "q" \\n\\\'c\\\' d', kit))).toBe('a b "q" \n\'c\' d');
    expect(await rewritten('x', '"a"\n\'b\' @c \\d', kit)).toBe('"a"\\n\'b\' @c \\d');
    await expect(rewritten('x', '\\n', kit)).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
    const plural = '<resources><plural name="p"><item quantity="other">x</item></plural></resources>';
    expect((await readDocument(androidXmlFormat, plural, kit)).blocks).toMatchObject([{ name: 'p', type: 'plural' }]);
    expect((await readDocument(androidXmlFormat, plural)).blocks).toEqual([]);
  });

  test('X11 repeated names are reported once', async () => {
    const input = value('x</string><string name="a">y</string><string name="a">z');
    expect((await readDocument(androidXmlFormat, input)).losses).toEqual([
      { kind: 'repaired', detail: { reason: 'duplicate-key', count: 2 } },
    ]);
  });

  test('X14 a note is written in the place of its comment', async () => {
    const input =
      '<resources>\n  <!-- old\n       note -->\n  <string name="a">x</string> <!--y-->\n  <string name="b">x</string> <!--y-->\n</resources>';
    const document = await readDocument(androidXmlFormat, input);
    const parts = document.parts.map((part) =>
      part.kind === 'block' && part.block.name === 'b'
        ? { ...part, block: { ...part.block, annotations: { note: { type: 'note', items: [{ text: 'new' }] } } } }
        : part,
    );
    const { bytes } = await writeDocument(androidXmlFormat, { ...document, parts });
    expect(Buffer.from(bytes).toString()).toBe(input.replace(/<!--y-->\n<\/res/u, '<!--new-->\n</res'));
  });

  test('X16 a text for zero that Android never shows is kept, and never offered', async () => {
    const input =
      '<resources><plurals name="a"><item quantity="zero">none</item> <item quantity="other">x</item></plurals></resources>';
    const { blocks } = await readDocument(androidXmlFormat, input);
    expect(blocks[0]?.source).toEqual(forms(['other', 'x']));
    expect((await edited(input, { a: forms(['other', 'y']) })).written).toBe(input.replace('x', 'y'));
    const german = await edited(input, { a: forms(['one', '1'], ['other', 'y']) }, { targetLocale: 'de' });
    expect(german.written).toBe(
      '<resources><plurals name="a"> <item quantity="one">1</item> <item quantity="other">y</item></plurals></resources>',
    );
  });

  test('X17 exact numbers are reported, since Android has no items for them', async () => {
    const input = '<resources><plurals name="a"><item quantity="other">x</item></plurals></resources>';
    const { losses } = await edited(input, { a: forms(['=1', 'a'], ['other', 'b']) });
    expect(losses).toEqual([{ kind: 'form-lost', block: 'a', detail: { reason: 'not-in-format', forms: ['=1'] } }]);
  });

  test('X15 a plain text is written into every item, and the text around a plural into each', async () => {
    const input =
      '<resources><plurals name="a"><item quantity="one">x</item><item quantity="other">y</item></plurals></resources>';
    expect((await edited(input, { a: 'same' })).written).toBe(input.replace('x', 'same').replace('>y', '>same'));
    const around = await edited(input, { a: [textRun('('), ...forms(['one', '1'], ['other', '2']), textRun(')')] });
    expect(around.written).toBe(input.replace('x', '(1)').replace('>y', '>(2)'));
  });
});
