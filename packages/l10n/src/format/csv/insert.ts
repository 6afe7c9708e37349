import type { Block } from '@helve/flow';
import { bytesSource, type InsertRequest } from '@helve/flow/content';
import { contentText } from '../code/content-text.js';
import { locationAt, parseError } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { insertLines, type LineEntry } from '../insert/insert-lines.js';
import { noteLines } from '../insert/note-lines.js';
import { lineEndOf, spliceText } from '../insert/splice-text.js';
import { MessageIds } from '../po/message-id.js';
import { loadText } from '../text/open-text.js';
import { ScanFault } from '../text/scan-entries.js';
import { cellReader, spellCell } from './cell-style.js';
import type { Column } from './column.js';
import type { TableOptions } from './options.js';
import { cellAt, type TableRecord } from './record.js';
import { tableScanner } from './table-scanner.js';
import { tableColumns, type TableColumns } from './table-columns.js';
import { readShape, sampleLength, type TableShape } from './table-shape.js';

/** Puts records into a table, each behind its neighbour, and takes others out. */
export async function insertRecords(format: string, request: InsertRequest<TableOptions>): Promise<Uint8Array> {
  const { bytes, entries: added, remove, options, ctx } = request;
  const { maxBytes, encoding } = options;
  const loaded = await loadText(bytesSource(bytes), {
    file: ctx.document,
    maxBytes,
    encoding: namedEncoding(encoding),
  });
  const { text } = loaded;
  const sample = { text: text.slice(0, sampleLength), isWhole: text.length < sampleLength };
  const shape = readShape(sample, options);
  const table = new Table(text, shape, options, ctx.sourceLocale);
  try {
    const [first, ...rest] = table.records();
    const rows = first === undefined || shape.hasHeader ? rest : [first, ...rest];
    const splices = insertLines({
      text,
      entries: rows.map((record, at) => table.entry(record, at + 1)),
      added,
      remove,
      head: shape.hasHeader ? (first?.end ?? text.length) : text.length,
      lineEnd: lineEndOf(loaded),
      ...(shape.kind === 'bilingual' ? { key: 'id' as const } : {}),
      spell: ({ block }, neighbour) => table.spell(block, neighbour?.record ?? first, format),
    });
    return spliceText(bytes, loaded, splices, { format });
  } catch (error) {
    if (!(error instanceof ScanFault)) throw error;
    throw parseError(ctx.document, format, error.message, locationAt(text, error.index));
  }
}

interface RecordLine extends LineEntry {
  readonly record: TableRecord;
}

/** A table as text, for new records. */
class Table {
  readonly #text: string;
  readonly #shape: TableShape;
  readonly #options: TableOptions;
  readonly #columns: TableColumns;
  readonly #ids = new MessageIds();

  constructor(text: string, shape: TableShape, options: TableOptions, sourceLocale: string) {
    this.#text = text;
    this.#shape = shape;
    this.#options = options;
    this.#columns = tableColumns(shape.columns, sourceLocale);
  }

  records(): readonly TableRecord[] {
    const scan = tableScanner(this.#shape.syntax, this.#options);
    const records: TableRecord[] = [];
    for (let at = 0; at < this.#text.length;) {
      const scanned = scan(this.#text, at, true);
      if (scanned === undefined) break;
      if (scanned.entry !== undefined) records.push(scanned.entry);
      at = scanned.end;
    }
    return records;
  }

  entry(record: TableRecord, number: number): RecordLine {
    return { key: this.#key(record, number), start: record.start, end: record.end, record };
  }

  /** Name of a record, or its id where the table is known by ids. */
  #key(record: TableRecord, number: number): string {
    const { key, source, context: column } = this.#columns;
    if (key !== undefined) {
      const name = this.#textOf(record, key);
      return name === '' && this.#shape.kind === 'bilingual' ? '(empty)' : name;
    }
    if (this.#shape.kind === 'monolingual') return String(number);
    const text = this.#textOf(record, source);
    if (this.#shape.kind !== 'bilingual') return text;
    const context = this.#textOf(record, column);
    return this.#ids.ofText(context === '' ? undefined : context, text, {});
  }

  #textOf(record: TableRecord, column: Column | undefined): string {
    if (column === undefined) return '';
    return cellReader(this.#shape.syntax)(cellAt(this.#text, record, column.index) ?? '').text;
  }

  /** Spells the record of a block with the quotation marks of its neighbour. */
  spell(block: Block, neighbour: TableRecord | undefined, format: string): string {
    const width = neighbour?.ends.length ?? Math.max(0, ...this.#shape.columns.map(({ index }) => index + 1));
    const { delimiter } = this.#shape.syntax;
    const cells = Array.from({ length: Math.max(1, width) }, (_, index) => {
      const comment = index === 0 ? this.#options.commentPrefix : '';
      const place = { comment, alone: width <= 1, doubtful: this.#shape.doubtful, guarded: this.#shape.guarded };
      const near = neighbour === undefined ? '' : (cellAt(this.#text, neighbour, index) ?? '');
      const { style } = cellReader(this.#shape.syntax, place)(near);
      return spellCell(this.#newText(block, index), { ...style, lineEnd: '' }, block.id, format);
    });
    return cells.join(delimiter);
  }

  #newText(block: Block, index: number): string {
    if (index === this.#columns.source?.index) return contentText(block.source, false);
    switch (this.#shape.columns.find((column) => column.index === index)?.role) {
      case 'key':
        return block.name;
      case 'context':
        return block.properties['context'] ?? '';
      case 'note':
        return noteLines(block).join('\n');
      case 'maxlength':
        return block.displayHint?.maxLength?.toString() ?? '';
      default:
        return '';
    }
  }
}
