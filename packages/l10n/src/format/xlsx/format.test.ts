import { runsText, textRun, type Block, type Runs } from '@helve/flow';
import { bytesSource, dataText } from '@helve/flow/content';
import type { JsonObject } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { makeWorkbook, type MadeSheet, type MadeWorkbook } from '../../testing/format/make-workbook.js';
import { makeZip } from '../../testing/format/make-zip.js';
import { ZipArchive } from '../zip/zip-archive.js';
import { decodeCellText, encodeCellText } from './cell-text.js';
import { xlsxFormat } from './format.js';

/** XML of a row of cells: shared strings by number, or XML of the cell's content. */
function row(number: number, ...cells: readonly (number | string)[]): string {
  const made = cells.map((cell, at) => {
    const address = `${String.fromCharCode(65 + at)}${number}`;
    if (typeof cell === 'number') return `<c r="${address}" t="s"><v>${cell}</v></c>`;
    return cell.replace('<c', `<c r="${address}"`);
  });
  return `<row r="${number}">${made.join('')}</row>`;
}

function oneSheet(rows: string, strings: readonly string[], more: Partial<MadeSheet & MadeWorkbook> = {}): Buffer {
  const { name = 'S', head, state, comments, styles } = more;
  const sheet = {
    name,
    rows,
    ...(head === undefined ? {} : { head }),
    ...(state === undefined ? {} : { state }),
    ...(comments === undefined ? {} : { comments }),
  };
  return makeWorkbook({ sheets: [sheet], strings, ...(styles === undefined ? {} : { styles }) });
}

const hi = '<si><t>Hi</t></si>';
const fills =
  '<fills><fill><patternFill/></fill><fill><patternFill><fgColor rgb="FFffff00"/></patternFill></fill></fills>' +
  '<cellXfs><xf fillId="0"/><xf fillId="1"/></cellXfs>';

describeFormat(xlsxFormat, {
  testedApart: ['sheetNames', 'validationLists', 'headersFooters', 'drawings'],
  cases: [
    {
      name: 'sheets in the order of their tabs',
      input: makeWorkbook({
        sheets: [
          { name: 'Zwei & drei', rows: row(1, 2, 0) },
          { name: 'Eins', rows: row(4, 1, 0) + row(7, '<c t="inlineStr"><is><t>own {name}</t></is></c>') },
        ],
        strings: [hi, '<si><t>é 😀</t></si>', '<si><t xml:space="preserve"> a </t></si>', '<si><t>unused</t></si>'],
      }),
      blocks: [
        { id: 'Zwei & drei!A1', name: 'Zwei & drei!A1', type: 'cell', text: ' a ', properties: { cells: '1' } },
        { name: 'Zwei & drei!B1', text: 'Hi', properties: { cells: '2' } },
        { name: 'Eins!A4', text: 'é 😀' },
        { name: 'Eins!A7', text: 'own {name}' },
      ],
    },
    {
      name: 'cells without addresses',
      input: oneSheet('<row><c t="s"><v>0</v></c></row><row><c/><c t="s"><v> 1 </v></c></row>', [
        hi,
        '<si><t>b</t></si>',
      ]),
      options: { codeFinder: { presets: [] } },
      blocks: [{ name: 'S!A1' }, { name: 'S!B2' }],
    },
    {
      name: 'comments as notes',
      input: oneSheet(row(1, 0), [hi], { comments: { A1: 'a greeting' } }),
      blocks: [{ text: 'Hi', note: 'a greeting' }],
    },
    {
      name: 'comments left alone',
      input: oneSheet(row(1, 0), [hi], { comments: { A1: 'a greeting' } }),
      options: { comments: false },
      blocks: [{ text: 'Hi', note: undefined }],
    },
    {
      name: 'rows as texts',
      input: oneSheet(
        row(1, 0, 1) + row(2, 2, 3),
        ['greeting', 'Hi', 'bye', 'Bye'].map((text) => `<si><t>${text}</t></si>`),
      ),
      options: { table: { key: 'A', source: 'B' } },
      blocks: [
        { name: 'greeting', text: 'Hi' },
        { name: 'bye', text: 'Bye' },
      ],
    },
    {
      name: 'columns of a sheet',
      input: makeWorkbook({
        sheets: [
          { name: 'S', rows: row(1, 0, 1, 2, 3) },
          { name: 'T', rows: row(1, 4, 5) },
        ],
        strings: ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => `<si><t>${text}</t></si>`),
      }),
      options: { columns: ['S!b:C', 'A'] },
      blocks: [{ name: 'S!B1' }, { name: 'S!C1' }, { name: 'T!A1' }],
    },
    {
      name: 'cells of a color left out',
      input: oneSheet(
        '<row r="1"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="0" t="s"><v>1</v></c></row>',
        [hi, hi],
        {
          styles: fills,
        },
      ),
      options: { excludeColors: ['FFFF00'] },
      blocks: [{ name: 'S!B1' }],
    },
    {
      name: 'sheets left out',
      input: makeWorkbook({
        sheets: [
          { name: 'Data 1', rows: row(1, 0) },
          { name: 'Text', rows: row(1, 1) },
        ],
        strings: [hi, hi],
      }),
      options: { excludeSheets: ['Data *'] },
      blocks: [{ name: 'Text!A1' }],
    },
    {
      name: 'hidden cells asked for',
      input: oneSheet(`<row r="1" hidden="1"><c r="A1" t="s"><v>0</v></c></row>`, [hi], { state: 'veryHidden' }),
      options: { hidden: true },
      blocks: [{ name: 'S!A1' }],
    },
    {
      name: 'a string that a cell shares which is not read',
      input: oneSheet(row(1, 0) + `<row r="2" hidden="true"><c r="A2" t="s"><v>0</v></c></row>`, [hi]),
      blocks: [{ name: 'S!A1', properties: { cells: '1' } }],
      spreads: 'the cell points to a copy of its string',
    },
  ],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => oneSheet(row(1, 0), [`<si><t>${raw}</t></si>`]),
      raw: "caf&#233; é &apos; ' &gt; >",
      text: "café é ' ' > >",
    },
  ],
  exceptions: [
    { check: 'X9', reason: 'members of packages are well-formed or refused' },
    { check: 'X15', reason: 'a document has texts' },
  ],
  malformed: [
    { name: 'a file that is no package', input: 'Hi', code: 'L10N_PACKAGE' },
    { name: 'a package without a workbook', input: makeZip([{ name: 'x', data: '' }]), code: 'L10N_PACKAGE' },
    { name: 'a sheet that is not well-formed', input: oneSheet('<row r="1">\n<c></row>', []), line: 3, column: 4 },
    { name: 'strings that are not well-formed', input: oneSheet('', ['<si><t>\n&no;</t></si>']), line: 3, column: 1 },
    {
      name: 'a workbook with another root',
      input: makeZip([{ name: 'xl/workbook.xml', data: '<w/>' }]),
      line: 1,
      column: 1,
    },
    { name: 'a workbook that is too large', input: oneSheet('', []), options: { maxBytes: 9 }, code: 'L10N_LIMIT' },
    { name: 'a member that is too large', input: oneSheet('', []), options: { maxMemberBytes: 9 }, code: 'L10N_LIMIT' },
    { name: 'a string that nests without end', input: oneSheet('', ['<r>'.repeat(10_000)]), code: 'L10N_LIMIT' },
  ],
});

const limits = { maxBytes: 2 ** 30, maxMemberBytes: 2 ** 30 };

/** Changes blocks by name, and gives the text of the members and the losses. */
async function edited(input: Uint8Array, changes: Readonly<Record<string, string | Runs>>, options: JsonObject = {}) {
  const document = await readDocument(xlsxFormat, input, { options });
  const change = ({ name }: Block): Runs | undefined => {
    const to = changes[name];
    return typeof to === 'string' ? [textRun(to)] : to;
  };
  const parts = withContent(xlsxFormat, document.parts, change, 'de');
  const { bytes, losses } = await writeDocument(xlsxFormat, { ...document, parts }, { options });
  const archive = await ZipArchive.open(bytesSource(bytes), 'a', limits);
  const inside = async (name: string, tag: string) => {
    const text = (await archive.read(name)).toString();
    return text.slice(text.indexOf(`<${tag}`), text.lastIndexOf(`</${tag}>`) + tag.length + 3);
  };
  const strings = archive.has('xl/sharedStrings.xml') ? await inside('xl/sharedStrings.xml', 'sst') : '';
  const sheet = await inside('xl/worksheets/sheet1.xml', 'sheetData');
  return { bytes, losses, strings: strings.slice(strings.indexOf('>') + 1, -6), sheet, table: strings };
}

async function blocksOf(input: Uint8Array, options: JsonObject = {}): Promise<readonly Block[]> {
  return (await readDocument(xlsxFormat, input, { options })).blocks;
}

describe('xlsx', () => {
  test('XV12a a string that two cells show is one block, which counts them', async () => {
    const blocks = await blocksOf(oneSheet(row(1, 0) + row(2, '<c/>', 0), [hi]));
    expect(blocks.map(({ name, properties }) => [name, properties['cells']])).toEqual([['S!A1', '2']]);
  });

  test('XV12b a cell that is not read keeps a string that changes elsewhere', async () => {
    const options = { columns: ['A'] };
    const input = oneSheet(row(1, 0) + row(2, '<c/>', 0), [hi]);
    const { strings, sheet, table } = await edited(input, { 'S!A1': 'Hallo' }, options);
    expect(strings).toBe(`${hi}<si><t>Hallo</t></si>`);
    expect(table).toContain('count="9" uniqueCount="2"');
    expect(sheet).toContain('<c r="A1" t="s"><v>1</v></c>');
    expect(sheet).toContain('<c r="B2" t="s"><v>0</v></c>');
  });

  test('XV12c runs with a format are pairs', async () => {
    const input = oneSheet(row(1, 0), ['<si><r><t>a</t></r><r><rPr><b/></rPr><t>b</t></r></si>']);
    const [block] = await blocksOf(input);
    expect(block?.source).toMatchObject([
      { kind: 'text', text: 'a' },
      { kind: 'pc-open', id: '1', type: 'fmt:bold' },
      { kind: 'text', text: 'b' },
      { kind: 'pc-close', id: '1' },
    ]);
    const source = (block?.source ?? []).map((run) => (run.kind === 'text' ? textRun(`${run.text} x`) : run));
    const { strings } = await edited(input, { 'S!A1': source });
    expect(strings).toBe('<si><r><t>a x</t></r><r><rPr><b/></rPr><t>b x</t></r></si>');
  });

  test('XV12d what is said about pronunciation is no text, and is lost with a change', async () => {
    const phonetic = '<rPh sb="0" eb="1"><t>トウ</t></rPh><phoneticPr fontId="1"/>';
    const input = oneSheet(row(1, 0), [`<si><t>東</t>${phonetic}</si>`]);
    expect((await blocksOf(input)).map(({ source }) => runsText(source))).toEqual(['東']);
    const { strings, losses } = await edited(input, { 'S!A1': 'Ost' });
    expect(strings).toBe('<si><t>Ost</t></si>');
    expect(losses).toEqual([{ kind: 'metadata-lost', block: 'S!A1', detail: { what: 'phonetic', count: 1 } }]);
  });

  test('XV12e characters by number are decoded, and text that looks like one is escaped', async () => {
    const input = oneSheet(row(1, 0), ['<si><t>a_x000D_b</t></si>']);
    expect((await blocksOf(input)).map(({ source }) => runsText(source))).toEqual(['a\rb']);
    expect((await edited(input, { 'S!A1': '_x0041_' })).strings).toBe('<si><t>_x005F_x0041_</t></si>');
    const half = oneSheet(row(1, 0), ['<si><t>_xD800_ _xD83D__xDE00_</t></si>', '<si><t>_xD83D__xDE00_</t></si>']);
    expect((await blocksOf(half)).map(({ source }) => runsText(source))).toEqual(['_xD800_ _xD83D__xDE00_']);
    expect((await edited(input, { 'S!A1': 'a\r\u0001' })).strings).toBe('<si><t>a_x000D__x0001_</t></si>');
  });

  test('XV12f a string of the cell is a block, and the result of a formula is not', async () => {
    const own = '<c t="inlineStr"><is><t>own</t></is></c>';
    const input = oneSheet(row(1, own, '<c t="str"><f>A1</f><v>own</v></c>'), []);
    expect((await blocksOf(input)).map(({ name }) => name)).toEqual(['S!A1']);
    const { sheet } = await edited(input, { 'S!A1': 'eigen' });
    expect(sheet).toContain('<is><t>eigen</t></is></c><c r="B1" t="str"><f>A1</f><v>own</v></c>');
  });

  test('XV12g white space at an edge is kept by xml:space', async () => {
    const { strings } = await edited(oneSheet(row(1, 0), [hi]), { 'S!A1': ' x' });
    expect(strings).toBe('<si><t xml:space="preserve"> x</t></si>');
  });

  test('X13 references that were spelled stay, and characters that were literal stay so', async () => {
    const input = oneSheet(row(1, 0), ['<si><t>&#233; &gt; > &amp;<![CDATA[<]]></t></si>']);
    expect((await blocksOf(input)).map(({ source }) => runsText(source))).toEqual(['é > > &<']);
    const { strings } = await edited(input, { 'S!A1': 'é! > > & < ]]>' });
    expect(strings).toBe('<si><t>&#233;! &gt; > &amp; &lt; ]]&gt;</t></si>');
  });

  test('XV12h more characters than a cell holds are refused', async () => {
    const input = oneSheet(row(1, 0), [hi]);
    const writing = edited(input, { 'S!A1': 'x'.repeat(32_768) });
    await expect(writing).rejects.toMatchObject({ code: 'L10N_UNWRITABLE', details: { block: 'S!A1' } });
    expect((await edited(input, { 'S!A1': 'x'.repeat(32_767) })).strings).toHaveLength(32_767 + 16);
  });

  test('X83 several copies are numbered in their order, and equal strings stay apart', async () => {
    const hidden = '<row r="9" hidden="1"><c r="A9" t="s"><v>0</v></c><c r="B9" t="s"><v>2</v></c></row>';
    const input = oneSheet(row(1, 2, 1, 0) + row(2, 0, 2) + hidden, [hi, hi, '<si><t>b</t></si>']);
    const { strings, sheet, bytes } = await edited(input, { 'S!A1': 'B', 'S!B1': 'same', 'S!C1': 'H' });
    expect(strings).toBe('<si><t>Hi</t></si><si><t>same</t></si><si><t>b</t></si><si><t>B</t></si><si><t>H</t></si>');
    expect(sheet.slice(sheet.indexOf('<row r="9"'))).toBe(`${hidden}</sheetData>`);
    const again = await blocksOf(bytes);
    expect(again.map(({ name, source, properties }) => [name, runsText(source), properties['cells']])).toEqual([
      ['S!A1', 'B', '2'],
      ['S!B1', 'same', '1'],
      ['S!C1', 'H', '2'],
    ]);
  });

  test('X83 a string is not copied when it does not change', async () => {
    const hidden = '<row r="9" hidden="1"><c r="A9" t="s"><v>0</v></c></row>';
    const input = oneSheet(row(1, 0, 1) + hidden, [hi, '<si><t>b</t></si>']);
    const { strings, sheet } = await edited(input, { 'S!B1': 'c' });
    expect(strings).toBe(`${hi}<si><t>c</t></si>`);
    expect(sheet).toContain('<c r="A1" t="s"><v>0</v></c>');
  });

  test('X84 neighbours of one format are one pair, and a pair without text goes', async () => {
    const bold = (text: string) => `<r><rPr><sz val="9"/><b/></rPr><t>${text}</t></r>`;
    const input = oneSheet(row(1, 0), [`<si>${bold('a')}${bold('b')}<r><rPr><i/></rPr><t>c</t></r></si>`]);
    const [block] = await blocksOf(input);
    expect(block?.source.map((run) => (run.kind === 'text' ? run.text : run.kind))).toEqual(
      'pc-open ab pc-close pc-open c pc-close'.split(' '),
    );
    const emptied = (block?.source ?? []).filter((run) => !(run.kind === 'text' && run.text === 'c'));
    expect((await edited(input, { 'S!A1': emptied })).strings).toBe(`<si>${bold('ab')}</si>`);
  });

  test('X84 a format that the cell does not have is refused', async () => {
    const input = oneSheet(row(1, 0), ['<si><r><rPr><b/></rPr><t>b</t></r></si>']);
    const [block] = await blocksOf(input);
    const forged = (block?.source ?? []).map((run) => (run.kind === 'pc-open' ? { ...run, data: '<r><x/><t>' } : run));
    await expect(edited(input, { 'S!A1': forged })).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
  });

  test('X84 elements with a prefix keep it', async () => {
    const space = 'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
    const input = makeWorkbook({
      sheets: [
        {
          name: 'S',
          rows: `<x:row ${space} r="1"><x:c r="A1" t="inlineStr"><x:is><x:r><x:rPr><x:i/></x:rPr><x:t>a</x:t></x:r></x:is></x:c></x:row>`,
        },
      ],
    });
    const [block] = await blocksOf(input);
    const source: Runs = [textRun('b '), ...(block?.source ?? [])];
    const { sheet } = await edited(input, { 'S!A1': source });
    expect(sheet).toContain(
      '<x:is><x:r><x:t xml:space="preserve">b </x:t></x:r><x:r><x:rPr><x:i/></x:rPr><x:t>a</x:t></x:r></x:is>',
    );
  });

  test('X85 numbers, dates, booleans, errors, hidden rows, columns and sheets are no text', async () => {
    const input = makeWorkbook({
      sheets: [
        { name: 'H', rows: row(1, 0), state: 'hidden' },
        {
          name: 'S',
          head: '<cols><col min="2" max="3" hidden="1"/></cols>',
          rows:
            row(
              1,
              '<c><v>1</v></c>',
              1,
              2,
              '<c t="b"><v>1</v></c>',
              '<c t="e"><v>#N/A</v></c>',
              '<c t="d"><v>2020</v></c>',
            ) +
            '<row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>x</t></is></c></row>' +
            row(3, 3),
        },
      ],
      strings: ['a', 'b', 'c', 'd'].map((text) => `<si><t>${text}</t></si>`),
    });
    expect((await blocksOf(input)).map(({ name }) => name)).toEqual(['S!A3']);
    const names = (await blocksOf(input, { hidden: true })).map(({ name }) => name);
    expect(names).toEqual(['H!A1', 'S!B1', 'S!C1', 'S!A2', 'S!A3']);
  });

  test('X85 headers of tables stay, since tables and formulas name columns by them', async () => {
    const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
    const links = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
    const input = makeWorkbook({
      sheets: [{ name: 'S', rows: row(2, 0, 1, 0) + row(3, 1) }],
      strings: [hi, '<si><t>b</t></si>'],
      more: [
        {
          name: 'xl/worksheets/_rels/sheet1.xml.rels',
          data: `<Relationships ${links}><Relationship Id="t" Type="x/table" Target="../tables/t.xml"/></Relationships>`,
        },
        { name: 'xl/tables/t.xml', data: `<table ${space} ref="A2:B9"><tableColumns count="2"/></table>` },
      ],
    });
    expect((await blocksOf(input)).map(({ name }) => name)).toEqual(['S!C2', 'S!A3']);
    const { sheet } = await edited(input, { 'S!C2': 'Hallo' });
    expect(sheet).toContain('<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c>');
  });

  test('X84 the text of cells is decoded and encoded without loss', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }).map((one) => one.replaceAll(/[&<>]/gu, '')),
      fc.constantFrom('_', 'x', '_x', '_x0041', '_x0041_', '_x005F_', '\r', '\n', '\u0001'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(decodeCellText(encodeCellText(text))).toBe(text);
      }),
    );
  });

  test('X84 any texts are read back as they were written', async () => {
    const input = oneSheet(row(1, 0, 1, '<c t="inlineStr"><is><t>c</t></is></c>'), [hi, '<si><t>b</t></si>']);
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).map((one) => `x${one}`);
    await fc.assert(
      fc.asyncProperty(text, text, text, async (one, two, three) => {
        const { bytes } = await edited(input, { 'S!A1': one, 'S!B1': two, 'S!C1': three });
        expect((await blocksOf(bytes)).map(({ source }) => dataText(source))).toEqual([one, two, three]);
      }),
    );
  });
});
