import type { Part } from '@helve/flow';
import type { ByteSink, WriteContext, WriteReport } from '@helve/flow/content';
import { csvFormat } from '../csv/format.js';
import { parseTable } from '../csv/record.js';
import { unwritable } from '../format-error.js';
import { createMemorySink } from '../memory-sink.js';
import { rootLayerId } from '../read-embedded.js';
import { maxCellLength } from './cell-text.js';
import { cellStyles, sheetXml, textCell, writeWorkbookParts } from './workbook-parts.js';

/** Request to write a workbook that was never read. */
export interface NewWorkbook {
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  readonly ctx: WriteContext;
}

/** Width of the column of keys, and of all others, in characters. */
const [keyWidth, textWidth] = [28, 50];

/** Writes texts as a workbook with one sheet: the table that a new CSV file would be, as cells with text. */
export async function generateXlsx({ parts, sink, ctx }: NewWorkbook): Promise<WriteReport> {
  const table = createMemorySink();
  const report = await csvFormat.write(parts, table, undefined, { delimiter: ',' }, ctx);
  const [header = [], ...records] = parseTable(Buffer.from(table.bytes()).toString());
  const rows = [header, ...records].map((texts, at) => {
    const long = texts.find(({ length }) => length > maxCellLength);
    if (long !== undefined) throw unwritable(texts[0] ?? rootLayerId, 'xlsx', tooLong);
    const style = at === 0 ? cellStyles.header : cellStyles.open;
    return texts.map((text, column) => (text === '' ? '' : textCell(column, at + 1, text, style))).join('');
  });
  const widths = header.map((_, at) => (at === 0 ? keyWidth : textWidth));
  const sheet = { name: 'Texts', xml: sheetXml(rows, widths, '') };
  const bytes = await writeWorkbookParts([sheet], sheet);
  await sink.write(bytes);
  return { ...report, bytes: bytes.length };
}

const tooLong = `a cell holds at most ${maxCellLength} characters`;
