import { walkMember, type XmlMember } from '../package/member-xml.js';
import type { XmlPiece } from '../xml/split-children.js';
import { attributeValue, childElements, elementText, findChild, type XmlElement } from '../xml/xml-node.js';
import { columnLetters, parseAddress } from './cell-address.js';
import type { CellFilter } from './cell-filter.js';

/** A cell with text of its own or of the shared strings. */
export interface TextCell {
  readonly address: string;
  /** True when it is read; one that is not may share its string with others that are. */
  readonly included: boolean;
  /** Number of its shared string; undefined for text of its own. */
  readonly shared: number | undefined;
  /** The element with its number (`v`) or its text (`is`), whose positions are those in the piece. */
  readonly value: XmlElement;
  readonly piece: XmlPiece;
}

/** Walks the cells with text of a sheet; numbers, dates, errors and results of formulas are passed over. */
export async function scanSheet(member: XmlMember, filter: CellFilter, take: (cell: TextCell) => void): Promise<void> {
  let lastRow = 0;
  await walkMember(
    member,
    { local: 'sheetData', depth: 1 },
    {
      head: (root) => {
        filter.head(root);
      },
      child: (row, piece) => {
        lastRow = rowNumber(row) ?? lastRow + 1;
        scanRow({ row, piece, number: lastRow }, filter, take);
      },
    },
  );
}

interface ScannedRow {
  readonly row: XmlElement;
  readonly piece: XmlPiece;
  readonly number: number;
}

function scanRow({ row, piece, number }: ScannedRow, filter: CellFilter, take: (cell: TextCell) => void): void {
  const hasRow = filter.hasRow(row);
  let column = 0;
  for (const cell of childElements(row)) {
    if (cell.local !== 'c') continue;
    // Addresses may be left out; then a cell is behind the one before it.
    const given = parseAddress(attributeValue(cell, 'r') ?? '');
    column = given?.column ?? column + 1;
    const text = textOf(cell);
    if (text === undefined) continue;
    const line = given?.row ?? number;
    const included = hasRow && filter.hasCell(cell, line, column);
    const { shared, value } = text;
    take({ address: `${columnLetters(column)}${line}`, included, shared, value, piece });
  }
}

function textOf(cell: XmlElement): Pick<TextCell, 'shared' | 'value'> | undefined {
  const type = attributeValue(cell, 't');
  if ((type !== 's' && type !== 'inlineStr') || findChild(cell, 'f') !== undefined) return undefined;
  const value = findChild(cell, type === 's' ? 'v' : 'is');
  if (value === undefined) return undefined;
  if (type === 'inlineStr') return { shared: undefined, value };
  const number = elementText(value).trim();
  return /^[0-9]{1,9}$/u.test(number) ? { shared: Number(number), value } : undefined;
}

function rowNumber(row: XmlElement): number | undefined {
  const number = Number(attributeValue(row, 'r') ?? Number.NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
