import { targetStatuses, textRun, type Block, type LocaleId, type Target } from '@helve/flow';
import type { BlockIds, ReadContext } from '@helve/flow/content';
import { cellRoles, type CellRole } from '../csv/cell-role.js';
import { columnsOf, isHeader, type Column } from '../csv/column.js';
import { tableColumns, type TableColumns } from '../csv/table-columns.js';
import { kindOf } from '../csv/table-shape.js';
import type { CodeFinder } from '../code/code-finder.js';
import { walkMember, type XmlMember } from '../package/member-xml.js';
import { readBlock } from '../read-block.js';
import { attributeValue } from '../xml/xml-node.js';
import type { CellFilter } from './cell-filter.js';
import type { SharedStrings } from './shared-strings.js';
import { SheetCell } from './sheet-cell.js';
import { TableRow, type TableCell } from './table-row.js';

/** A sheet that is a table of texts. */
export interface TableSheet {
  readonly name: string;
  readonly member: XmlMember;
  readonly filter: CellFilter;
  readonly strings: SharedStrings;
  readonly find: CodeFinder;
  /** Names of its columns from the left, by option; empty where its first row names them. */
  readonly names: readonly string[];
  readonly ids: BlockIds;
  /** Context of the member. */
  readonly ctx: ReadContext;
}

/** Reads a sheet in which each row is a text, with columns for its key, its languages and its notes. */
export async function readTable(sheet: TableSheet): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  let reader: RowReader | undefined;
  let number = 0;
  await walkMember(
    sheet.member,
    { local: 'sheetData', depth: 1 },
    {
      head: (root) => sheet.filter.head(root),
      child: (element, piece) => {
        number = Number(attributeValue(element, 'r') ?? number + 1);
        if (!sheet.filter.hasRow(element)) return;
        const row = new TableRow(element, piece, number, sheet);
        if (reader === undefined) {
          const { texts } = row;
          reader = new RowReader(sheet, columnsOf(sheet.names.length > 0 ? sheet.names : texts));
          if (sheet.names.length === 0 || isHeader(texts)) return;
        }
        const block = reader.block(row);
        if (block !== undefined) blocks.push(block);
      },
    },
  );
  return blocks;
}

/** Makes the blocks of the rows of one sheet. */
class RowReader {
  readonly #sheet: TableSheet;
  readonly #columns: TableColumns;
  readonly #roles: ReturnType<typeof cellRoles>;

  constructor(sheet: TableSheet, columns: readonly Column[]) {
    this.#sheet = sheet;
    this.#columns = tableColumns(columns, sheet.ctx.sourceLocale);
    this.#roles = cellRoles(this.#columns, { kind: kindOf(columns) }, sheet.ctx);
  }

  /** Undefined for a row without a text. */
  block(row: TableRow): Block | undefined {
    const { key, source: sourceColumn, context, note, maxLength } = this.#columns;
    const source = row.cell(sourceColumn?.index);
    if (source === undefined || sourceColumn === undefined || source.text.trim() === '') return undefined;
    const { name: sheet, ids, ctx } = this.#sheet;
    const name = row.text(key?.index) || `${sheet}!${row.number}`;
    const properties: Record<string, string> = {};
    const about = row.text(context?.index);
    if (about !== '') properties['context'] = about;
    const id = ids.claim(name, properties);
    const targets: Record<LocaleId, Target> = {};
    const cells = [this.#cell(row, id, sourceColumn, this.#roles.source, source, source)];
    for (const { column, state, role, stateRole } of this.#roles.targets) {
      const cell = row.cell(column.index);
      const status = targetStatuses.find((one) => one === row.text(state?.index).trim().toLowerCase());
      if (cell !== undefined && cell.text !== '')
        targets[role.variant] = { runs: cell.runs, status: status ?? 'translated' };
      cells.push(this.#cell(row, id, column, role, cell, source));
      if (state === undefined) continue;
      const word = cell === undefined || cell.text === '' ? '' : (status ?? 'translated');
      cells.push(this.#cell(row, id, state, stateRole, { ...source, runs: [textRun(word)] }, source));
    }
    const remark = row.text(note?.index);
    const length = Number(row.text(maxLength?.index));
    const fields = {
      id,
      name,
      type: 'string',
      source: source.runs,
      properties,
      preserveWhitespace: true,
      format: 'xlsx',
      entry: this.#append(cells),
      note: remark === '' ? undefined : remark,
      noteIsKept: true,
      displayHint:
        Number.isSafeInteger(length) && length > 0 ? ({ maxLength: length, unit: 'chars' } as const) : undefined,
    };
    return Object.assign(readBlock(fields, ctx), { targets });
  }

  #cell(
    row: TableRow,
    id: string,
    { index }: Column,
    role: CellRole,
    cell: Pick<TableCell, 'runs'> | undefined,
    source: TableCell,
  ): SheetCell {
    const place = row.place(index, this.#columns.source?.index);
    return new SheetCell(id, place, role, cell?.runs ?? none, source.item);
  }

  #append(cells: readonly SheetCell[]): number | undefined {
    const { skeleton } = this.#sheet.ctx;
    const sorted = cells.toSorted((one, other) => one.offset - other.offset);
    let first: number | undefined;
    for (const [at, cell] of sorted.entries()) {
      if (at < sorted.length - 1) cell.more = true;
      const number = skeleton?.append(cell);
      first ??= number;
    }
    return first;
  }
}

const none = Object.freeze([textRun('')]);
