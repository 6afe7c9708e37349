import { ScanFault } from '../text/scan-entries.js';
import { closingQuote, commaSyntax, decodeCell, encodeCell, type CellSyntax } from './cell.js';

/** One record of a table, by positions in the text: its cells end where `ends` says, and a delimiter is between two. */
export interface TableRecord {
  readonly start: number;
  readonly ends: readonly number[];
  /** Behind its line end. */
  readonly end: number;
}

/** Scans the record that begins at a position; undefined when the text ends before the record does. */
export function scanRecord(text: string, at: number, isLast: boolean, syntax: CellSyntax): TableRecord | undefined {
  const ends: number[] = [];
  for (let start = at; ;) {
    const end = cellEnd(text, start, isLast, syntax);
    if (end === undefined || (end === text.length && !isLast)) return undefined;
    ends.push(end);
    if (text.charAt(end) === syntax.delimiter) {
      start = end + 1;
      continue;
    }
    // The other half of a line end may follow.
    if (text.charAt(end) === '\r' && end + 1 === text.length && !isLast) return undefined;
    return { start: at, ends, end: afterLineEnd(text, end) };
  }
}

function cellEnd(text: string, start: number, isLast: boolean, { delimiter, quotes }: CellSyntax): number | undefined {
  let at = start;
  if (quotes && text.charAt(start) === '"') {
    const close = closingQuote(text, start + 1);
    if (close < 0 && isLast) throw new ScanFault('the quotation mark is not closed', start);
    // A second quotation mark may follow.
    if (close < 0 || (close + 1 === text.length && !isLast)) return undefined;
    at = close + 1;
  }
  const mark = delimiter.charCodeAt(0);
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === mark || unit === 0x0a || unit === 0x0d) break;
  }
  return at;
}

/** Position behind the line end at a position. */
function afterLineEnd(text: string, at: number): number {
  if (text.startsWith('\r\n', at)) return at + 2;
  return Math.min(at + 1, text.length);
}

/** Scans to the end of a line; undefined when the text ends before the line does. */
export function scanLine(text: string, at: number, isLast: boolean): number | undefined {
  const length = text.slice(at).search(/[\r\n]/u);
  if (length < 0) return isLast ? text.length : undefined;
  const end = at + length;
  if (text.charAt(end) === '\r' && end + 1 === text.length && !isLast) return undefined;
  return afterLineEnd(text, end);
}

/** The spelling of a cell; undefined where the record is too short. */
export function cellAt(text: string, { start, ends }: TableRecord, index: number): string | undefined {
  const end = ends[index];
  if (end === undefined) return undefined;
  return text.slice(cellStart({ start, ends }, index), end);
}

/** Where a cell begins. */
export function cellStart({ start, ends }: Pick<TableRecord, 'start' | 'ends'>, index: number): number {
  return index === 0 ? start : (ends[index - 1] ?? start) + 1;
}

/** The texts of all cells of a record. */
export function recordTexts(text: string, record: TableRecord, syntax: CellSyntax): readonly string[] {
  return record.ends.map((_, index) => decodeCell(cellAt(text, record, index) ?? '', syntax));
}

/**
 * Reads the records of a whole table, or the first ones, as the texts of their cells. Blank lines are none; an open
 * quotation mark is a fault.
 */
export function parseTable(
  text: string,
  syntax: CellSyntax = commaSyntax,
  most = Number.POSITIVE_INFINITY,
): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  for (let at = 0; at < text.length && rows.length < most;) {
    const record = scanRecord(text, at, true, syntax);
    if (record === undefined) break;
    if (!isBlank(record)) rows.push(recordTexts(text, record, syntax));
    at = record.end;
  }
  return rows;
}

/** True for a line without any text. */
export function isBlank({ start, ends }: TableRecord): boolean {
  return ends.length === 1 && ends[0] === start;
}

/** Spells a record of texts, without its line end. One empty cell is quoted: a blank line is no record. */
export function spellRecord(texts: readonly string[], syntax: CellSyntax = commaSyntax): string {
  const cells = texts.map((text) => encodeCell(text, syntax, texts.length === 1 && text === ''));
  return cells.map((cell) => cell ?? '').join(syntax.delimiter);
}
