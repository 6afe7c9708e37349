import type { FormatKind } from '@helve/flow/content';
import { ScanFault } from '../text/scan-entries.js';
import { isGuarded } from '../../exchange/table/guard-cell.js';
import { isQuoted, strayText, type CellSyntax } from './cell.js';
import { columnsOf, isHeader, type Column } from './column.js';
import { delimiters, type TableOptions } from './options.js';
import { cellAt, isBlank, recordTexts, type TableRecord } from './record.js';
import { tableScanner } from './table-scanner.js';

/** Everything about a table that its first records tell. */
export interface TableShape {
  readonly syntax: CellSyntax;
  readonly hasHeader: boolean;
  /** Texts of the first record. */
  readonly names: readonly string[];
  /** Characters that would be taken for the delimiter in cells without quotes, since nothing else tells it. */
  readonly doubtful: string;
  readonly columns: readonly Column[];
  /** Texts that look like formulas have an apostrophe before them, as in exchange files. */
  readonly guarded: boolean;
  readonly kind: FormatKind;
}

/** The begin of a table; `isWhole` when there is no more of it. */
export interface TableSample {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Number of characters that tell the shape of a table. */
export const sampleLength = 32 * 1024;

/** Reads the shape of a table from its begin. */
export function readShape(sample: TableSample, options: TableOptions): TableShape {
  const syntax = { delimiter: findDelimiter(sample, options), quotes: options.quotes };
  const [first] = sampleRecords(sample, syntax, options);
  const names = first === undefined ? [] : recordTexts(sample.text, first, syntax);
  const hasHeader = options.header === 'auto' ? isHeader(names) : options.header === 'yes';
  const named = columnsOf(options.columns.length > 0 ? options.columns : hasHeader ? names : []);
  const columns = withSource(named, names.length, hasHeader);
  const doubtful = hasHeader || options.delimiter !== 'auto' ? '' : delimiters.join('');
  const guarded = hasHeader && isGuarded(names);
  return { syntax, hasHeader, names, doubtful, columns, guarded, kind: kindOf(columns) };
}

/** Languages are columns of one table, or one language is the table itself. */
export function kindOf(columns: readonly Column[]): FormatKind {
  const count = (role: Column['role']): number => columns.filter((column) => column.role === role).length;
  const [sources, targets, locales] = [count('source'), count('target'), count('locale')];
  if (sources === 0 && locales + targets < 2) return 'monolingual';
  if (targets + locales === 0) return 'monolingual';
  return locales === 0 && targets === 1 ? 'bilingual' : 'multilingual';
}

/** A table in which no name tells the text has it in the first column that has no other part, behind that of the key. */
function withSource(columns: readonly Column[], width: number, hasHeader: boolean): readonly Column[] {
  if (columns.some(({ role }) => role === 'source' || role === 'locale' || role === 'target')) return columns;
  if (columns.length === 0 && !hasHeader && width !== 1)
    return [
      { index: 0, role: 'key' },
      { index: 1, role: 'source' },
    ];
  const taken = new Set(columns.map(({ index }) => index));
  const index = Array.from({ length: width }, (_, at) => at).find((at) => !taken.has(at));
  return index === undefined ? columns : [...columns, { index, role: 'source' as const }];
}

/** Signs that a character is the delimiter of a table. */
interface DelimiterSigns {
  /** Share of records that have the most frequent number of cells, and quotation marks around whole cells only. */
  readonly share: number;
  /** Number of cells that begin with a space, as words behind a punctuation mark do. */
  readonly spaced: number;
  readonly cells: number;
}

/** Finds the delimiter by which the largest share of records has the same number of cells. */
function findDelimiter(sample: TableSample, options: TableOptions): string {
  if (options.delimiter !== 'auto') return options.delimiter;
  const { quotes } = options;
  const [best] = delimiters
    .map((delimiter) => ({ delimiter, ...signsOf(sample, { delimiter, quotes }, options) }))
    .toSorted((one, other) => other.share - one.share || one.spaced - other.spaced || other.cells - one.cells);
  return best?.delimiter ?? ',';
}

function signsOf(sample: TableSample, syntax: CellSyntax, options: TableOptions): DelimiterSigns {
  const records = sampleRecords(sample, syntax, options);
  const counts = new Map<number, number>();
  let spaced = 0;
  for (const record of records) {
    const cells = record.ends.map((_, index) => cellAt(sample.text, record, index) ?? '');
    spaced += cells.filter((cell, at) => at > 0 && cell.startsWith(' ')).length;
    if (cells.every((cell) => isSound(cell, syntax))) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  }
  const [cells, most] = [...counts].reduce((one, other) => (other[1] > one[1] && other[0] > 1 ? other : one), [1, 0]);
  return { share: most / Math.max(1, records.length), spaced, cells };
}

function isSound(cell: string, syntax: CellSyntax): boolean {
  if (isQuoted(cell, syntax)) return strayText(cell, syntax) === undefined;
  return !syntax.quotes || !cell.includes('"');
}

/** Records of a sample that are complete; a fault is left to the reader. */
function sampleRecords(sample: TableSample, syntax: CellSyntax, options: TableOptions): readonly TableRecord[] {
  const scan = tableScanner(syntax, options);
  const records: TableRecord[] = [];
  try {
    for (let at = 0; at < sample.text.length;) {
      const scanned = scan(sample.text, at, sample.isWhole);
      if (scanned === undefined) break;
      if (scanned.entry !== undefined && !isBlank(scanned.entry)) records.push(scanned.entry);
      at = scanned.end;
    }
  } catch (error) {
    if (!(error instanceof ScanFault)) throw error;
  }
  return records;
}
