import { unitStates, type FilesReport, type StatusRow } from '@helve/project/run';

/** Counts of units of one language, in one file or in all. */
export interface StatusCounts extends Pick<StatusRow, 'locale' | 'units' | 'words'> {
  /** Share of units that are translated, in tenths rounded down, so that 100 means all. */
  readonly percent: number;
}

/** The result of `helve status`. */
export interface Status {
  readonly files: readonly (StatusCounts & { readonly file: string })[];
  readonly languages: readonly StatusCounts[];
}

/** Adds rows for languages that were asked for and that have no file yet: everything is empty there. */
export function withMissing(
  rows: readonly StatusRow[],
  { documents }: Pick<FilesReport, 'documents'>,
  wanted: readonly string[],
): readonly StatusRow[] {
  const missing = documents.flatMap(({ document, pairs = [] }) => {
    const one = rows.find(({ file, locale }) => pairs.some((pair) => pair.id === file && pair.locale === locale));
    if (one === undefined) return [];
    const absent = wanted.filter((locale) => !pairs.some((pair) => pair.locale === locale));
    return absent.map((locale) => ({ file: document, locale, units: asEmpty(one.units), words: asEmpty(one.words) }));
  });
  return [...rows, ...missing];
}

/** Rows with their percentages, and their sums by language. */
export function sumByLocale(rows: readonly StatusRow[]): Status {
  const byLocale = new Map<string, StatusRow>();
  for (const row of rows) {
    const known = byLocale.get(row.locale);
    byLocale.set(row.locale, known === undefined ? row : add(known, row));
  }
  const languages = [...byLocale.values()].map(({ file: _file, ...row }) => withPercent(row));
  const byName = (one: { locale: string }, other: { locale: string }) => (one.locale < other.locale ? -1 : 1);
  return { files: rows.map(withPercent), languages: languages.toSorted(byName) };
}

export function total(counts: StatusRow['units']): number {
  return unitStates.reduce((sum, state) => sum + counts[state], 0);
}

function withPercent<Row extends Pick<StatusRow, 'locale' | 'units' | 'words'>>(row: Row): Row & StatusCounts {
  const all = total(row.units);
  // A file without texts lacks nothing.
  const percent = all === 0 ? 100 : Math.floor((row.units.translated * 1000) / all) / 10;
  return { ...row, percent };
}

function add(one: StatusRow, other: StatusRow): StatusRow {
  const sum = (side: 'units' | 'words') => mapStates((state) => one[side][state] + other[side][state]);
  return { ...one, units: sum('units'), words: sum('words') };
}

function asEmpty(counts: StatusRow['units']): StatusRow['units'] {
  return mapStates((state) => (state === 'empty' ? total(counts) : 0));
}

function mapStates(count: (state: (typeof unitStates)[number]) => number): StatusRow['units'] {
  return Object.fromEntries(unitStates.map((state) => [state, count(state)])) as StatusRow['units'];
}
