import { keyMatcher } from '../key-matcher.js';
import { attributeValue, childElements, findChild, type XmlElement } from '../xml/xml-node.js';
import { columnNumber } from './cell-address.js';
import type { XlsxOptions } from './options.js';
import type { TableHeader } from './table-headers.js';
import type { Sheet } from './workbook.js';

interface ColumnRange {
  readonly first: number;
  readonly last: number;
}

/** Cells of a sheet that are not read, whatever the options say about columns. */
export interface ExcludedCells {
  /** Numbers of cell styles. */
  readonly styles: ReadonlySet<string>;
  readonly headers: readonly TableHeader[];
}

/** True for a sheet of which nothing is read. */
export function isSheetExcluded({ hidden, name }: Sheet, options: XlsxOptions): boolean {
  return (hidden && !options.hidden) || keyMatcher(options.excludeSheets)(name);
}

/** Decides which cells of one sheet are read. */
export class CellFilter {
  readonly #options: XlsxOptions;
  readonly #isExcluded: boolean;
  /** Columns of the option; undefined for all. */
  readonly #columns: readonly ColumnRange[] | undefined;
  readonly #excludedStyles: ReadonlySet<string>;
  readonly #headers: readonly TableHeader[];
  #hiddenColumns: readonly ColumnRange[] = [];

  constructor(sheet: Sheet, options: XlsxOptions, { styles, headers }: ExcludedCells) {
    this.#options = options;
    this.#isExcluded = isSheetExcluded(sheet, options);
    this.#columns = columnsOf(sheet.name, options.columns);
    this.#excludedStyles = styles;
    this.#headers = headers;
  }

  /** Takes the start of the sheet, in which the hidden columns are. */
  head(root: XmlElement): void {
    const columns = findChild(root, 'cols');
    if (columns === undefined || this.#options.hidden) return;
    this.#hiddenColumns = childElements(columns)
      .filter((column) => isTrue(column, 'hidden'))
      .map((column) => ({
        first: Number(attributeValue(column, 'min')),
        last: Number(attributeValue(column, 'max')),
      }));
  }

  /** True for a row with cells that are read. */
  hasRow(row: XmlElement): boolean {
    return !this.#isExcluded && (this.#options.hidden || !isTrue(row, 'hidden'));
  }

  /** True for a cell, in a row that is read. */
  hasCell(cell: XmlElement, row: number, column: number): boolean {
    if (
      isWithin(
        this.#headers.filter((header) => header.row === row),
        column,
      )
    )
      return false;
    if (this.#columns !== undefined && !isWithin(this.#columns, column)) return false;
    if (isWithin(this.#hiddenColumns, column)) return false;
    return !this.#excludedStyles.has(attributeValue(cell, 's') ?? '0');
  }
}

function isTrue(element: XmlElement, name: string): boolean {
  return ['1', 'true'].includes(attributeValue(element, name) ?? '');
}

function isWithin(ranges: readonly ColumnRange[], column: number): boolean {
  return ranges.some(({ first, last }) => column >= first && column <= last);
}

/** Returns the columns that the option names for a sheet: its own, else those for all sheets. */
function columnsOf(sheet: string, columns: readonly string[]): readonly ColumnRange[] | undefined {
  const rules = columns.map((rule) => {
    const mark = rule.lastIndexOf('!');
    const [first = '', last = first] = rule.slice(mark + 1).split(':');
    return { sheet: mark < 0 ? undefined : rule.slice(0, mark), first: columnNumber(first), last: columnNumber(last) };
  });
  const own = rules.filter((rule) => rule.sheet === sheet);
  const general = rules.filter((rule) => rule.sheet === undefined);
  if (own.length > 0) return own;
  return general.length > 0 ? general : undefined;
}
