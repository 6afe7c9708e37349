import type { Style } from './style.js';
import { cutText, oneLine, textWidth } from './text-width.js';

export interface TableOptions {
  readonly header?: readonly string[];
  readonly style: Style;
  /** Columns of the terminal; without it nothing is cut. */
  readonly width?: number | undefined;
  readonly indent?: number;
  /** Columns of numbers, which end below each other. */
  readonly numbers?: ReadonlySet<number>;
}

const gap = 2;
const narrowest = 20;

/** Rows as aligned columns; only the last column is cut, since the others are what one copies. */
export function toTable(rows: readonly (readonly string[])[], options: TableOptions): string {
  const { header, style, width, indent = 0, numbers } = options;
  const cells = [...(header === undefined ? [] : [header]), ...rows].map((row) => row.map(oneLine));
  const widths = columnWidths(cells);
  const before = widths.slice(0, -1).reduce((sum, column) => sum + column + gap, indent);
  const room = width === undefined ? Number.POSITIVE_INFINITY : Math.max(narrowest, width - before);
  const lines = cells.map((row) => ' '.repeat(indent) + toLine(row, widths, { room, numbers }));
  if (header !== undefined) lines[0] = style.dim(lines[0] ?? '');
  return lines.join('\n');
}

interface LineOptions {
  /** Columns for the last cell. */
  readonly room: number;
  readonly numbers: TableOptions['numbers'];
}

function toLine(row: readonly string[], widths: readonly number[], { room, numbers }: LineOptions): string {
  const parts = row.map((cell, index) => {
    if (index === widths.length - 1) return cutText(cell, room);
    const space = ' '.repeat((widths[index] ?? 0) - textWidth(cell));
    return (numbers?.has(index) === true ? space + cell : cell + space) + ' '.repeat(gap);
  });
  return parts.join('').trimEnd();
}

function columnWidths(cells: readonly (readonly string[])[]): number[] {
  const columns = Math.max(0, ...cells.map((row) => row.length));
  return Array.from({ length: columns }, (_, index) => Math.max(...cells.map((row) => textWidth(row[index] ?? ''))));
}
