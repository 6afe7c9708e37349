import { ScanFault, type EntryBatch } from '../text/scan-entries.js';
import { strayText } from './cell.js';
import { cellReader, type ReadCell } from './cell-style.js';
import type { Column } from './column.js';
import type { TableOptions } from './options.js';
import { cellAt, cellStart, type TableRecord } from './record.js';
import type { TableShape } from './table-shape.js';

/** The cells of one record after another, by their columns. */
export class RowCells {
  readonly #shape: TableShape;
  readonly #options: Pick<TableOptions, 'commentPrefix'>;
  readonly #readers = new Map<number, (cell: string) => ReadCell>();
  #record: TableRecord = { start: 0, ends: [], end: 0 };
  #batch: Pick<EntryBatch<TableRecord>, 'text' | 'bytes' | 'passed'> | undefined;

  constructor(shape: TableShape, options: Pick<TableOptions, 'commentPrefix'>) {
    this.#shape = shape;
    this.#options = options;
  }

  /** Turns to a record of the text that was read. */
  turn(record: TableRecord, batch: EntryBatch<TableRecord>): void {
    this.#record = record;
    this.#batch = batch;
  }

  /** The spelling of a cell; undefined where the record has none. */
  raw(column: Column | undefined): string | undefined {
    return column === undefined ? undefined : cellAt(this.#batch?.text ?? '', this.#record, column.index);
  }

  /** Reads a cell; undefined where the record has none, and a fault where text is behind its quotes. */
  read(column: Column | undefined): ReadCell | undefined {
    const raw = this.raw(column);
    if (raw === undefined || column === undefined) return undefined;
    const { syntax } = this.#shape;
    const stray = strayText(raw, syntax);
    if (stray === undefined) return this.#reader(column)(raw);
    const problem = `"${syntax.delimiter}" or a line end is expected behind the quotation mark`;
    throw new ScanFault(problem, (this.#batch?.passed ?? 0) + cellStart(this.#record, column.index) + stray);
  }

  /** Bytes of a cell, or of a part of it. */
  range(index: number, part?: { readonly from: number; readonly length: number }): CellRange {
    const start = cellStart(this.#record, index) + (part?.from ?? 0);
    const end = part === undefined ? (this.#record.ends[index] ?? start) : start + part.length;
    const offset = this.#batch?.bytes.byteAt(start) ?? 0;
    return { offset, length: (this.#batch?.bytes.byteAt(end) ?? 0) - offset };
  }

  #reader({ index }: Column): (cell: string) => ReadCell {
    const known = this.#readers.get(index);
    // Only records of one cell are hidden by a blank line, and all of a table have as many.
    const alone = this.#record.ends.length === 1;
    if (known !== undefined && !alone) return known;
    const comment = index === 0 ? this.#options.commentPrefix : '';
    const reader = cellReader(this.#shape.syntax, {
      comment,
      alone,
      doubtful: this.#shape.doubtful,
      guarded: this.#shape.guarded,
    });
    if (!alone) this.#readers.set(index, reader);
    return reader;
  }
}

/** Byte range of a cell. */
export interface CellRange {
  readonly offset: number;
  readonly length: number;
}
