import { textRun, type Block } from '@helve/flow';
import { bytesSource, dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { readDocument, writeDocument, type KitOptions } from '../../testing/document-kit.js';
import { makeWorkbook } from '../../testing/format/make-workbook.js';
import { partsOf, richBlocks } from '../../testing/format/rich-blocks.js';
import { ZipArchive } from '../zip/zip-archive.js';
import { xlsxFormat } from './format.js';

const limits = { maxBytes: 1e6, maxMemberBytes: 1e6 };
const strings = ['key', 'en', 'de', 'hi', 'Hi {name}', 'Hallo {name}', 'bye'].map((text) => `<si><t>${text}</t></si>`);
const rows =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>' +
  '<row r="2"><c r="A2" t="s"><v>3</v></c><c r="B2" s="4" t="s"><v>4</v></c><c r="C2" t="s" s="1"><v>5</v></c><c r="D2"><v>9</v></c></row>' +
  '<row r="3"><c r="A3" t="s"><v>6</v></c><c r="B3" s="2" t="inlineStr"><is><t>Bye</t></is></c><c r="D3"/></row>';
const workbook = makeWorkbook({ sheets: [{ name: 'Texts', rows }], strings });
const table = { key: 'A', en: 'B', de: 'C' };

/** Translates blocks of a table into German, and gives the rows as they are written. */
async function translated(german: Readonly<Record<string, string>>, kit: KitOptions) {
  const document = await readDocument(xlsxFormat, workbook, kit);
  const parts = document.parts.map((part) => {
    const text = part.kind === 'block' ? german[part.block.name] : undefined;
    if (part.kind !== 'block' || text === undefined) return part;
    const target = { runs: [textRun(text)], status: 'translated' } as const;
    return { ...part, block: { ...part.block, targets: { de: target } } };
  });
  const { bytes } = await writeDocument(xlsxFormat, { ...document, parts }, kit);
  const sheet = (
    await (await ZipArchive.open(bytesSource(bytes), 'a', limits)).read('xl/worksheets/sheet1.xml')
  ).toString();
  return { bytes, rows: sheet.slice(sheet.indexOf('<row'), sheet.indexOf('</sheetData>')) };
}

const shown = ({ name, source, targets, properties }: Block) => [
  name,
  dataText(source),
  Object.entries(targets).map(([locale, { runs, status }]) => [locale, dataText(runs), status]),
  properties['context'],
];

describe('sheets as tables of texts', () => {
  test('X85 each row is a text with its translations, by the columns of an option', async () => {
    const { blocks } = await readDocument(xlsxFormat, workbook, { options: { table } });
    expect(blocks.map(shown)).toEqual([
      ['hi', 'Hi {name}', [['de', 'Hallo {name}', 'translated']], undefined],
      ['bye', 'Bye', [], undefined],
    ]);
  });

  test('X85 a translation changes its cell alone, and a new one looks like its source', async () => {
    const kit = { options: { table }, targetLocale: 'de' };
    expect(Buffer.from((await translated({}, kit)).bytes).equals(workbook)).toBe(true);
    const written = await translated({ hi: 'Servus <{name}>', bye: ' Tschüs' }, kit);
    expect(written.rows).toBe(
      rows
        .replace(
          '<c r="C2" t="s" s="1"><v>5</v></c>',
          '<c r="C2" s="1" t="inlineStr"><is><t>Servus &lt;{name}&gt;</t></is></c>',
        )
        .replace(
          '<c r="D3"/>',
          '<c r="C3" s="2" t="inlineStr"><is><t xml:space="preserve"> Tschüs</t></is></c><c r="D3"/>',
        ),
    );
    const { blocks } = await readDocument(xlsxFormat, written.bytes, kit);
    expect(blocks.map(({ targets }) => dataText(targets['de']?.runs ?? []))).toEqual(['Servus <{name}>', ' Tschüs']);
  });

  test('X85 a translation without a column is refused', async () => {
    const kit = { options: { table: { key: 'A', en: 'B', fr: 'C' } } };
    await expect(translated({ bye: 'Tschüs' }, kit)).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
  });

  test('X31 a new workbook is a table of all languages, and read back as one', async () => {
    const { bytes } = await writeDocument(xlsxFormat, { parts: partsOf(richBlocks), skeleton: undefined }, {});
    const again = await readDocument(xlsxFormat, bytes, {});
    expect(again.blocks.map(({ name }) => name)).toEqual(richBlocks.map(({ name }) => name));
    expect(again.blocks[0]?.targets['de']).toMatchObject({ status: 'reviewed' });
    expect(Buffer.from((await writeDocument(xlsxFormat, again, {})).bytes).equals(bytes)).toBe(true);
  });
});
