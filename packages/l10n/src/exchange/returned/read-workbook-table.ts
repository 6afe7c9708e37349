import type { Part } from '@helve/flow';
import { bytesSource, type ByteSource, type ReadContext } from '@helve/flow/content';
import { columnsOf } from '../../format/csv/column.js';
import { csvFormat } from '../../format/csv/format.js';
import { spellRecord } from '../../format/csv/record.js';
import { parseError } from '../../format/format-error.js';
import type { PackageReading } from '../../format/package/package-reading.js';
import { readPackage, type PackageMember } from '../../format/package/read-package.js';
import { workbookMimeType, type XlsxOptions } from '../../format/xlsx/options.js';
import { readSharedTexts } from '../../format/xlsx/shared-texts.js';
import { readSheetRows } from '../../format/xlsx/sheet-rows.js';
import { readWorkbook } from '../../format/xlsx/workbook.js';
import { xlsxMember } from '../../format/xlsx/xlsx-member.js';
import { guardCell } from '../table/guard-cell.js';

/** Reads the sheets of a workbook that are tables of units, as the same tables in CSV; other sheets are passed over. */
export function readWorkbookTable(source: ByteSource, options: XlsxOptions, ctx: ReadContext): AsyncGenerator<Part> {
  const { skeleton: _, ...own } = ctx;
  const members = (reading: PackageReading) => tablesOf(reading, own);
  return readPackage({ source, format: 'xlsx', mimeType: workbookMimeType, options, ctx: own, members });
}

async function tablesOf(reading: PackageReading, ctx: ReadContext): Promise<readonly PackageMember[]> {
  const { sheets, sharedStrings } = await readWorkbook(reading);
  const strings =
    sharedStrings === undefined ? [] : await readSharedTexts(await xlsxMember(reading, sharedStrings, 'sst'));
  const tables: PackageMember[] = [];
  for (const { path } of sheets) {
    ctx.signal.throwIfAborted();
    const rows = await readSheetRows(await xlsxMember(reading, path, 'worksheet'), strings);
    if (isTable(rows[0] ?? [])) tables.push({ name: path, read: () => readRows(rows, ctx) });
  }
  if (tables.length > 0) return tables;
  const problem = 'no sheet is a table with the columns "id", "source" and "target" in its first row';
  throw parseError(ctx.document, 'xlsx', problem, { line: 1, column: 1 });
}

/** True for the names of the columns of a table of units. */
function isTable(names: readonly string[]): boolean {
  const roles = new Set(columnsOf(names).map(({ role }) => role));
  return roles.has('key') && roles.has('source') && roles.has('target');
}

/** Cells of a workbook have no guard; in CSV they get one, which is taken off again where they are compared. */
async function* readRows(rows: readonly (readonly string[])[], ctx: ReadContext): AsyncGenerator<Part> {
  const width = rows[0]?.length ?? 0;
  const records = rows.map((row) => Array.from({ length: width }, (_, at) => guardCell(row[at] ?? '')));
  const text = records.map((cells) => `${spellRecord(cells)}\r\n`).join('');
  for await (const part of csvFormat.read(bytesSource(Buffer.from(text)), { delimiter: ',' }, ctx))
    if (part.kind === 'block') yield part;
}
