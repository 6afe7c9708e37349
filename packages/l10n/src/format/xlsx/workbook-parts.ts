import { elementAround, emptyTag } from '../xml/element-text.js';
import { escapeXmlText } from '../xml/escape-xml.js';
import { columnLetters } from './cell-address.js';
import { encodeCellText } from './cell-text.js';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Styles of cells, as numbers in `styles.xml`. */
export const cellStyles = Object.freeze({ usual: 0, header: 1, locked: 2, open: 3 });

/** Styles: text format everywhere, so that nothing becomes a date or a number; wrapped; locked or open. */
const stylesPart = `${declaration}<styleSheet xmlns="${spreadsheet}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEFEFEF"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${xf('1', '2', '1')}${xf('0', '2', '1')}${xf('0', '0', '0')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** A style of cells with the number format for text, 49. */
function xf(font: string, fill: string, locked: '0' | '1'): string {
  return `<xf numFmtId="49" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1" applyProtection="1"><alignment vertical="top" wrapText="1"/><protection locked="${locked}"/></xf>`;
}

/** One sheet with its cells as XML. */
export interface SheetPart {
  readonly name: string;
  readonly xml: string;
}

/** Spells a cell that holds a text, whatever it looks like. */
export function textCell(column: number, row: number, text: string, style: number): string {
  const address = `${columnLetters(column + 1)}${row}`;
  if (text === '') return `<c r="${address}" s="${style}"/>`;
  const content = elementAround('t', { 'xml:space': 'preserve' }, encodeCellText(text));
  return `<c r="${address}" s="${style}" t="inlineStr"><is>${content}</is></c>`;
}

/** Spells a sheet: pane, widths, rows, and what protects and checks its cells. */
export function sheetXml(rows: readonly string[], widths: readonly number[], end: string): string {
  const cols = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  const pane =
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>';
  const view = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  const lines = rows.map((cells, at) => `<row r="${at + 1}">${cells}</row>`);
  return `${declaration}<worksheet xmlns="${spreadsheet}">${view}<cols>${cols.join('')}</cols><sheetData>${lines.join('')}</sheetData>${end}</worksheet>`;
}

/** Makes the bytes of a workbook; the sheet of a table that holds whole texts is told by a name. */
export async function writeWorkbookParts(sheets: readonly SheetPart[], table?: SheetPart): Promise<Uint8Array> {
  const { zipSync } = await import('fflate');
  const files = [...workbookParts(sheets, table)].map(([name, text]) => [name, Buffer.from(text)] as const);
  // The earliest time that a zip file can name, in any time zone, so that equal units make equal files.
  return zipSync(Object.fromEntries(files), { level: 6, mtime: new Date(1980, 0, 1) });
}

/** Name in a workbook for the header of a table that Helve wrote. */
export const TABLE_NAME = 'helve.table';

/** All parts of a workbook, by their names in the package. */
function workbookParts(sheets: readonly SheetPart[], table: SheetPart | undefined): ReadonlyMap<string, string> {
  const header = table === undefined ? '' : escapeXmlText(`'${table.name.replaceAll("'", "''")}'!$1:$1`);
  const names =
    table === undefined ? '' : `<definedNames><definedName name="${TABLE_NAME}">${header}</definedName></definedNames>`;
  const types = sheets.map(
    (_, at) =>
      `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
  );
  const listed = sheets.map(({ name }, at) =>
    emptyTag('sheet', { name, sheetId: String(at + 1), 'r:id': `rId${at + 1}` }),
  );
  const relations = sheets.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`));
  return new Map([
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${types.join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packageRelations}">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${spreadsheet}" xmlns:r="${officeRelations}"><sheets>${listed.join('')}</sheets>${names}</workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packageRelations}">${relations.join('')}${relation(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', stylesPart],
    ...sheets.map(({ xml }, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml] as const),
  ]);
}

function relation(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${officeRelations}/${type}" Target="${target}"/>`;
}
