import { textRun, type Block, type Runs } from '@helve/flow';
import { bytesSource, dataText } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument, type KitOptions } from '../../testing/document-kit.js';
import { makeDocument, wordPrefixes, type MadeDocument } from '../../testing/format/make-document.js';
import { makeZip } from '../../testing/format/make-zip.js';
import { ZipArchive } from '../zip/zip-archive.js';
import { docxFormat } from './format.js';

const p = (content: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
const r = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const box = (content: string): string =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx></w:drawing></mc:Choice>` +
  `<mc:Fallback><w:pict><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
const header = { type: 'header', name: 'header1.xml', xml: `<w:hdr ${wordPrefixes}>${p(r('Head'))}</w:hdr>` };
const notes = {
  type: 'footnotes',
  name: 'footnotes.xml',
  xml: `<w:footnotes ${wordPrefixes}><w:footnote w:id="1">${p(r('Note'))}</w:footnote></w:footnotes>`,
};
const comments = {
  type: 'comments',
  name: 'comments.xml',
  xml: `<w:comments ${wordPrefixes}><w:comment w:id="1">${p(r('Remark'))}</w:comment></w:comments>`,
};
const chart = {
  type: 'chart',
  name: 'charts/chart1.xml',
  xml: '<c:chartSpace xmlns:c="c" xmlns:a="a"><a:p><a:r><a:t>Axis &amp; more</a:t></a:r></a:p></c:chartSpace>',
};
const styles = {
  type: 'styles',
  name: 'styles.xml',
  xml: `<w:styles ${wordPrefixes}><w:style w:styleId="C1"><w:name w:val="Code Line"/></w:style></w:styles>`,
};
const core =
  '<cp:coreProperties xmlns:cp="cp" xmlns:dc="dc"><dc:title>Report</dc:title><dc:creator>me</dc:creator></cp:coreProperties>';

describeFormat(docxFormat, {
  cases: [
    {
      name: 'parts in the order of reading',
      input: makeDocument({
        body:
          p(r('Hello ') + r('big', '<w:b/>') + r(' world'), '<w:pStyle w:val="Heading1"/>') +
          p('') +
          p(r('é 😀 &amp;')),
        parts: [comments, notes, header],
        core,
      }),
      blocks: [
        { id: 'document!p1', name: 'document!p1', type: 'paragraph', properties: { style: 'Heading1' } },
        { id: 'document!p3', text: 'é 😀 &' },
        { id: 'header1!p1', text: 'Head' },
        { id: 'footnotes!p1', text: 'Note' },
      ],
    },
    {
      name: 'fewer parts',
      input: makeDocument({ body: p(r('a')), parts: [notes, header] }),
      options: { headers: false, footnotes: false },
      blocks: [{ text: 'a' }],
    },
    {
      name: 'more parts',
      input: makeDocument({ body: p(r('a')), parts: [comments, chart], core }),
      options: { comments: true, charts: true, properties: true },
      blocks: [{ text: 'a' }, { text: 'Remark' }, { text: 'Axis & more' }, { text: 'Report' }],
    },
    {
      name: 'tables and content controls',
      input: makeDocument({
        body:
          `<w:tbl><w:tr><w:tc>${p(r('a'))}<w:tbl><w:tr><w:tc>${p(r('b'))}</w:tc></w:tr></w:tbl>${p('')}</w:tc></w:tr></w:tbl>` +
          `<w:sdt><w:sdtContent>${p(r('c'))}</w:sdtContent></w:sdt>` +
          `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${p(r('Click here'))}</w:sdtContent></w:sdt>`,
      }),
      blocks: [{ text: 'a' }, { text: 'b' }, { text: 'c' }],
    },
    {
      name: 'styles left out',
      input: makeDocument({
        body: p(r('a'), '<w:pStyle w:val="C1"/>') + p(r('b')) + p(r('c') + r('d', '<w:rStyle w:val="Skip"/>') + r('e')),
        parts: [styles],
      }),
      options: { excludeStyles: ['code line', 'Skip'] },
      blocks: [{ text: 'b' }, { text: `c${r('d', '<w:rStyle w:val="Skip"/>')}e` }],
    },
    {
      name: 'one style alone',
      input: makeDocument({ body: p(r('a'), '<w:pStyle w:val="C1"/>') + p(r('b')), parts: [styles] }),
      options: { includeStyles: ['C1'] },
      blocks: [{ text: 'a' }],
    },
    {
      name: 'colors left out',
      input: makeDocument({
        body: p(r('a', '<w:color w:val="ff0000"/>')) + p(r('b', '<w:shd w:fill="00FF00"/>')) + p(r('c')),
      }),
      options: { excludeColors: ['FF0000', '00ff00'] },
      blocks: [{ text: 'c' }],
    },
    {
      name: 'hidden text that is read',
      input: makeDocument({ body: p(r('a', '<w:vanish/>')) }),
      options: { hidden: true },
      blocks: [{ text: 'a' }],
    },
    {
      name: 'fields that are text',
      input: makeDocument({ body: p(r('a ') + field(' QUOTE "b" ', r('b'))) }),
      options: { fields: ['quote'] },
      blocks: [{ id: 'document!p1' }],
    },
    {
      name: 'codes that are not looked for',
      input: makeDocument({ body: p(r('a {b}')) }),
      options: { codeFinder: { enabled: false } },
      blocks: [{ source: [textRun('a {b}')] }],
    },
    {
      name: 'language and direction left alone',
      input: makeDocument({ body: p(r('a')) }),
      options: { setLanguage: false, direction: 'keep' },
      targetLocale: 'ar',
      blocks: [{ text: 'a' }],
    },
    {
      name: 'changes that are refused',
      input: makeDocument({
        body: p(
          `${r('a')}<w:ins w:id="1">${r('b')}</w:ins><w:del w:id="2"><w:r><w:delText>c</w:delText></w:r></w:del>`,
        ),
      }),
      options: { trackedChanges: 'refuse' },
      blocks: [{ text: 'ac' }],
    },
    {
      name: 'strict Office Open XML',
      input: makeDocument({ body: p(r('a')), strict: true }),
      blocks: [{ text: 'a' }],
    },
    {
      name: 'a text box in a text',
      input: makeDocument({ body: p(r('a') + box(p(r('b'))) + r('c')) }),
      spreads: 'its bytes stand in those of the paragraph around it',
      blocks: [{ id: 'document!p1~1.1', text: 'b' }, { id: 'document!p1' }],
    },
  ],
  probed: ['parts in the order of reading', 'tables and content controls', 'strict Office Open XML'],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => makeDocument({ body: `<w:p><w:r><w:t>${raw}</w:t></w:r></w:p>` }),
      raw: "caf&#233; é &apos; ' &gt; >",
      text: "café é ' ' > >",
    },
  ],
  exceptions: [
    { check: 'X9', reason: 'members of packages are well-formed or refused' },
    { check: 'X15', reason: 'a document has texts' },
  ],
  malformed: [
    { name: 'a missing main part', input: makeZip([{ name: 'a', data: 'b' }]), code: 'L10N_PACKAGE' },
    {
      name: 'a part that is not well-formed',
      input: makeDocument({ body: '<w:p><w:r></w:p>' }),
      line: 2,
    },
    {
      name: 'another root',
      input: makeDocument({ body: '', parts: [{ ...header, xml: '<x/>' }] }),
      line: 2,
      column: 1,
    },
    {
      name: 'tracked changes where there may be none',
      input: makeDocument({ body: p(`<w:ins w:id="1">${r('a')}</w:ins>`) }),
      options: { trackedChanges: 'error' },
      line: 2,
    },
    {
      name: 'more bytes than allowed',
      input: makeDocument({ body: '' }),
      options: { maxBytes: 10 },
      code: 'L10N_LIMIT',
    },
    {
      name: 'a part that is too large',
      input: makeDocument({ body: p(r('a')) }),
      options: { maxMemberBytes: 100 },
      code: 'L10N_LIMIT',
    },
  ],
  refuses: [{ matches: / control$/u, reason: 'XML 1.0 has no control characters' }],
  readBack: (text) => text.replaceAll(/\r\n|[\r\n]/gu, '<w:br/>').replaceAll('\t', '<w:tab/>'),
});

const read = async (body: string, kit: KitOptions = {}) =>
  (await readDocument(docxFormat, makeDocument({ body }), kit)).blocks;

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
const shownAll = async (body: string, kit: KitOptions = {}) =>
  (await read(body, kit)).map(({ source }) => shown(source));

type Change = (block: Block) => Runs | undefined;

async function written(made: MadeDocument, change: Change, kit: KitOptions = {}) {
  const document = await readDocument(docxFormat, makeDocument(made), kit);
  const parts = withContent(docxFormat, document.parts, change, kit.targetLocale ?? 'de');
  return writeDocument(docxFormat, { ...document, parts }, kit);
}

async function partOf(bytes: Uint8Array, name: string): Promise<string> {
  const limits = { maxBytes: 2 ** 30, maxMemberBytes: 2 ** 30 };
  return (await (await ZipArchive.open(bytesSource(bytes), 'a.docx', limits)).read(name)).toString();
}

/** Changes a body and returns the XML of the new one. */
async function edited(body: string, change: string | Change, kit: KitOptions = {}): Promise<string> {
  const { bytes } = await written({ body }, typeof change === 'string' ? () => [textRun(change)] : change, kit);
  return /<w:body>([^]*)<w:sectPr\/>/u.exec(await partOf(bytes, 'word/document.xml'))?.[1] ?? '';
}

const replaced =
  (from: string, to: string): Change =>
  ({ source }) =>
    source.map((run) => (run.kind === 'text' ? textRun(run.text.replace(from, to)) : run));

const split =
  '<w:r w:rsidR="1"><w:t>Hel</w:t></w:r><w:proofErr w:type="spellStart"/><w:r w:rsidR="2"><w:t>lo</w:t></w:r>';

describe('docx', () => {
  test('XV11a runs that differ in nothing people see are one text', async () => {
    expect(await shownAll(p(split))).toEqual(['Hello']);
    expect(await edited(p(split), 'Hallo')).toBe(p('<w:r w:rsidR="1"><w:t>Hallo</w:t></w:r>'));
  });

  test('XV11b a format in the middle is a pair', async () => {
    const body = p(r('a ') + r('b', '<w:b/>') + r(' c'));
    expect(await shownAll(body)).toEqual(['a [1]b[/1] c']);
    expect((await read(body))[0]?.source[1]).toMatchObject({ type: 'fmt:bold' });
    expect(await edited(body, replaced('b', 'x'))).toBe(
      p(`${r('a ')}<w:r><w:rPr><w:b/></w:rPr><w:t>x</w:t></w:r>${r(' c')}`),
    );
  });

  test('XV11c a hyperlink is a pair', async () => {
    const link = `<w:hyperlink r:id="rId4">${r('link', '<w:rStyle w:val="Hyperlink"/>')}</w:hyperlink>`;
    const body = p(`${r('a ')}${link}${r(' b')}`);
    expect(await shownAll(body)).toEqual(['a [1]link[/1] b']);
    expect((await read(body))[0]?.source[1]).toMatchObject({
      type: 'link:hyperlink',
      data: '<w:hyperlink r:id="rId4">',
    });
    expect(await edited(body, replaced('link', ' x'))).toBe(body.replace('>link<', '> x<'));
  });

  test('XV11d tabs and breaks are placeholders', async () => {
    const body = p('<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>');
    expect(await shownAll(body)).toEqual(['a{1}b{2}c']);
    expect(await edited(body, replaced('c', 'd'))).toBe(body.replace('>c<', '>d<'));
  });

  test('XV11e tracked changes are read as accepted, and go where the text changes', async () => {
    const marks = `<w:ins w:id="1">${r('b')}</w:ins><w:del w:id="2"><w:r><w:delText>x</w:delText></w:r></w:del>`;
    const body = p(r('a') + marks) + p(r('c') + marks);
    expect(await shownAll(body)).toEqual(['ab', 'cb']);
    const change: Change = ({ id }) => (id === 'document!p1' ? [textRun('z')] : undefined);
    const { bytes, losses } = await written({ body }, change);
    expect(await partOf(bytes, 'word/document.xml')).toContain(p('<w:r><w:t>z</w:t></w:r>') + p(r('c') + marks));
    expect(losses).toMatchObject([{ kind: 'repaired', block: 'document!p1' }]);
  });

  test('XV11f a page number is one placeholder, and a link field a pair', async () => {
    expect(await shownAll(p(r('Page ') + field(' PAGE ', r('1')) + r('.')))).toEqual(['Page {1}.']);
    const body = p(r('a ') + field(' HYPERLINK "x" ', r('b')) + r(' c'));
    expect(await shownAll(body)).toEqual(['a [1]b[/1] c']);
    expect(await edited(body, replaced(' c', ' d'))).toBe(
      body.replace('<w:t xml:space="preserve">b</w:t>', '<w:t>b</w:t>').replace('> c<', '> d<'),
    );
    expect(await shownAll(p(`<w:fldSimple w:instr=" PAGE ">${r('1')}</w:fldSimple>${r(' b')}`))).toEqual(['{1} b']);
  });

  test('XV11g a text box is one block, written to both of its places', async () => {
    const body = p(box(p(r('Box'))));
    expect(await shownAll(body)).toEqual(['Box']);
    const xml = await edited(body, 'Kasten');
    expect(xml).toBe(body.replaceAll('<w:t xml:space="preserve">Box<', '<w:t>Kasten<'));
    const inText = p(r('a ') + box(p(r('Box'))) + r(' b'));
    expect(await shownAll(inText)).toEqual(['Box', 'a {1} b']);
    const one = await edited(inText, ({ id }) => (id.includes('~') ? [textRun('Kasten')] : undefined));
    expect(one).toBe(inText.replaceAll('<w:t xml:space="preserve">Box<', '<w:t>Kasten<'));
    const both = await edited(inText, ({ id, source }) =>
      id.includes('~') ? [textRun('Kasten')] : [...source, textRun('!')],
    );
    expect(both).toContain('> b!<');
    expect(both.split('Kasten').length).toBe(3);
  });

  test('XV11h white space at the edges is preserved', async () => {
    expect(await edited(p('<w:r><w:t>a</w:t></w:r>'), ' x')).toBe(p('<w:r><w:t xml:space="preserve"> x</w:t></w:r>'));
  });

  test('XV11i all other entries have the same bytes, order and times', async () => {
    const made = { body: p(r('a')), parts: [header, notes] };
    const before = makeDocument(made);
    const { bytes } = await written(made, ({ id }) => (id === 'document!p1' ? [textRun('b')] : undefined));
    const limits = { maxBytes: 2 ** 30, maxMemberBytes: 2 ** 30 };
    const [old, now] = await Promise.all(
      [before, Buffer.from(bytes)].map(async (each) => ({
        bytes: each,
        entries: (await ZipArchive.open(bytesSource(each), 'a.docx', limits)).entries,
      })),
    );
    if (old === undefined || now === undefined) throw new TypeError('There are no archives');
    expect(now.entries.map(({ name }) => name)).toEqual(old.entries.map(({ name }) => name));
    for (const [at, entry] of old.entries.entries()) {
      const other = now.entries[at];
      if (other === undefined || entry.name === 'word/document.xml') continue;
      const raw = (from: Buffer, { start, dataAt, packed }: typeof entry) => from.subarray(start, dataAt + packed);
      expect(raw(now.bytes, other).equals(raw(old.bytes, entry)), entry.name).toBe(true);
    }
  });

  test('XV11j an entry outside of the package is refused', async () => {
    const bytes = makeDocument({ body: p(r('a')), more: [{ name: '../x', data: 'b' }] });
    await expect(readDocument(docxFormat, bytes)).rejects.toMatchObject({ code: 'L10N_PACKAGE' });
  });

  test('X77 marks and wrappers do not split words', async () => {
    const marks = '<w:bookmarkStart w:id="1" w:name="a"/>';
    expect(
      await shownAll(
        p(`<w:r><w:t>on</w:t></w:r><w:smartTag><w:r><w:rPr><w:noProof/></w:rPr><w:t>e</w:t></w:r></w:smartTag>`),
      ),
    ).toEqual(['one']);
    const body = p(`${marks}${r('a')}${marks}${r('b')}<w:bookmarkEnd w:id="1"/>`);
    expect(await shownAll(body)).toEqual(['a{1}b']);
    expect(await edited(body, replaced('b', 'c '))).toBe(
      p(`${marks}<w:r><w:t>a</w:t></w:r>${marks}${r('c ')}<w:bookmarkEnd w:id="1"/>`),
    );
  });

  test('X78 the most frequent format is that of the text, and every other one a pair', async () => {
    expect(await shownAll(p(r('long text', '<w:i/>') + r('b')))).toEqual(['long text[1]b[/1]']);
    const note = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>';
    const [block] = await read(p(`${r('a')}${note}${r('b')}`));
    expect(block?.source).toMatchObject([{}, { kind: 'ph', data: note, type: 'struct:footnote' }, {}]);
    expect(await shownAll(p(`${r('a')}<m:oMath><m:r/></m:oMath>${r('b')}`))).toEqual(['a{1}b']);
  });

  test('X78 a table of contents over several paragraphs is no text', async () => {
    const begin =
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>';
    const body = p(begin + r('One')) + p(r('Two')) + p(`<w:r><w:fldChar w:fldCharType="end"/></w:r>${r('Three')}`);
    expect(await shownAll(body)).toEqual(['{1}Three']);
  });

  test('X79 a changed paragraph keeps its properties, and references keep their spelling', async () => {
    const body = p('<w:r w:rsidR="7"><w:t>a &#233; b</w:t></w:r>', '<w:jc w:val="center"/>');
    expect(await edited(body, 'é < c')).toBe(
      p('<w:r w:rsidR="7"><w:t>&#233; &lt; c</w:t></w:r>', '<w:jc w:val="center"/>'),
    );
  });

  test('X80 a deleted paragraph mark joins paragraphs, and refuses a change', async () => {
    const body = p(r('a '), '<w:rPr><w:del w:id="1"/></w:rPr>') + p(r('b'));
    expect(await shownAll(body)).toEqual(['a b']);
    expect(await edited(body, () => undefined)).toBe(body);
    await expect(edited(body, 'c')).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
  });

  test('X80 moved text is read at its new place', async () => {
    const body = p(`<w:moveFrom w:id="1">${r('a')}</w:moveFrom>${r('b')}<w:moveTo w:id="2">${r('a')}</w:moveTo>`);
    expect(await shownAll(body)).toEqual(['ba']);
    expect(await shownAll(body, { options: { trackedChanges: 'refuse' } })).toEqual(['ab']);
  });

  test('X81 hidden text stays where it is', async () => {
    const hidden = r('secret', '<w:vanish/>');
    expect(await shownAll(p(hidden))).toEqual([]);
    expect(await shownAll(p(r('a') + hidden + r('b')))).toEqual(['a{1}b']);
  });

  test('X81 changed text gets the language of the target', async () => {
    const kit = { targetLocale: 'de' };
    expect(await edited(p('<w:r><w:t>a</w:t></w:r>'), 'b', kit)).toBe(
      p('<w:r><w:rPr><w:lang w:val="de"/></w:rPr><w:t>b</w:t></w:r>'),
    );
    const known = p('<w:r><w:rPr><w:b/><w:lang w:val="en-US" w:eastAsia="ja-JP"/></w:rPr><w:t>a</w:t></w:r>');
    expect(await edited(known, 'b', kit)).toBe(known.replace('en-US', 'de').replace('>a<', '>b<'));
    expect(await edited(known, 'b', { ...kit, options: { setLanguage: false } })).toBe(known.replace('>a<', '>b<'));
  });

  test('X81 changed paragraphs get the direction of a language that is written from right to left', async () => {
    const options = { setLanguage: false };
    const body = p(
      '<w:r><w:rPr><w:b/><w:lang w:val="en"/></w:rPr><w:t>a</w:t></w:r>',
      '<w:keepNext/><w:jc w:val="left"/>',
    );
    expect(await edited(body, 'ש', { targetLocale: 'he', options })).toBe(
      p(
        '<w:r><w:rPr><w:b/><w:rtl/><w:lang w:val="en"/></w:rPr><w:t>ש</w:t></w:r>',
        '<w:keepNext/><w:bidi/><w:jc w:val="left"/>',
      ),
    );
    expect(await edited(body, 'ש', { targetLocale: 'he', options: { ...options, direction: 'keep' } })).not.toContain(
      'rtl',
    );
  });

  test('a code of another paragraph is refused', async () => {
    const foreign = { kind: 'ph', id: '1', type: 'code:markup', subType: 'docx:out', data: '<w:evil/>' } as const;
    await expect(edited(p(r('a')), () => [textRun('b'), foreign])).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
  });

  test('X79 any text between codes is read back', async () => {
    const text = fc.array(fc.constantFrom('a', ' ', '<', '&', '>', '"', ']]>', 'é', '😀', '  '), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(text, text, async (one, other) => {
        const body = p(r('a ') + r('b', '<w:b/>') + r(' c'));
        const [first, second] = [`x${one.join('')}`, `y${other.join('')}`];
        const change: Change = ({ source: [, open, , close] }) =>
          open && close ? [textRun(first), open, textRun(second), close] : undefined;
        const again = await read(await edited(body, change));
        expect(again.map(({ source }) => source.flatMap((run) => (run.kind === 'text' ? [run.text] : [])))).toEqual([
          [first, second],
        ]);
        expect(dataText(again[0]?.source ?? [])).toContain(first);
      }),
      { numRuns: 30 },
    );
  });
});
