import type { ScanEntry } from '../text/scan-entries.js';
import type { CellSyntax } from './cell.js';
import type { TableOptions } from './options.js';
import { isBlank, scanLine, scanRecord, type TableRecord } from './record.js';

/** Creates a scanner of one table: it passes lines before the table, comments and blank lines, and gives the records. */
export function tableScanner(
  syntax: CellSyntax,
  { skipRows, commentPrefix }: Pick<TableOptions, 'skipRows' | 'commentPrefix'>,
): ScanEntry<TableRecord> {
  let skipped = 0;
  return (text, at, isLast) => {
    const isSkipped = skipped < skipRows;
    // A prefix may not be there as a whole yet.
    if (!isSkipped && !isLast && text.length - at < commentPrefix.length) return undefined;
    if (isSkipped || (commentPrefix !== '' && text.startsWith(commentPrefix, at))) {
      const end = scanLine(text, at, isLast);
      if (end === undefined) return undefined;
      skipped += isSkipped ? 1 : 0;
      return { end };
    }
    const record = scanRecord(text, at, isLast, syntax);
    if (record === undefined) return undefined;
    return isBlank(record) ? { end: record.end } : { end: record.end, entry: record };
  };
}
