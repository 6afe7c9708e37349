import type { Part } from '@helve/flow';
import { createStructureCheck, type ByteSink, type WriteContext, type WriteReport } from '@helve/flow/content';
import { spellRecord } from '../../format/csv/record.js';
import { tableColumns, tableHeader, toExchangeRow } from './exchange-row.js';
import { GUARD_COLUMN, guardCell, needsGuard } from './guard-cell.js';

/** Writes units as a table of comma-separated values, with CRLF as spreadsheets write it. */
export async function writeCsvTable(
  parts: AsyncIterable<Part>,
  sink: ByteSink,
  { sourceLocale, targetLocale = 'und', signal }: WriteContext,
): Promise<WriteReport> {
  const structure = createStructureCheck('write a table');
  let [bytes, blocks] = [0, 0];
  const put = async (cells: readonly string[]) => {
    const line = Buffer.from(`${spellRecord(cells)}\r\n`);
    bytes += line.length;
    await sink.write(line);
  };
  // Excel takes a table without the mark for one in an old encoding.
  await sink.write(Buffer.from('\uFEFF'));
  bytes += 3;
  await put([...tableHeader(sourceLocale, targetLocale), GUARD_COLUMN]);
  for await (const part of parts) {
    signal.throwIfAborted();
    structure.take(part);
    if (part.kind !== 'block') continue;
    const row = toExchangeRow(part.block, targetLocale);
    const guarded = tableColumns.filter((column) => needsGuard(row[column]));
    await put([...tableColumns.map((column) => guardCell(row[column])), guarded.join(' ')]);
    blocks += 1;
  }
  structure.end();
  return { bytes, blocks, changed: blocks };
}
