import { closestLocale } from '@helve/flow';
import { unitStates, type StatusRow } from '@helve/project/run';

/** Counts of units of one language, in one file or in all. */
export interface StatusCounts extends Pick<StatusRow, 'locale' | 'units' | 'words' | 'missing'> {
  /** Share of units that are translated, in tenths rounded down, so that 100 means all. */
  readonly percent: number;
}

/** The result of `helve status`. */
export interface Status {
  readonly schema: 'helve.status/v1';
  readonly files: readonly (StatusCounts & { readonly file: string })[];
  readonly languages: readonly StatusCounts[];
}

type Row = Pick<StatusRow, 'locale' | 'units' | 'words' | 'missing'>;

/** Rows with their percentages, and their sums by language; a language that was expected and has no row is missing. */
export function sumByLocale(rows: readonly StatusRow[], expected: readonly string[]): Status {
  const byLocale = new Map<string, Row>();
  for (const { file: _file, missing: _missing, ...row } of rows) {
    const known = byLocale.get(row.locale);
    byLocale.set(row.locale, known === undefined ? row : add(known, row));
  }
  const served = new Set([...byLocale.keys()].map((locale) => closestLocale(locale, expected)));
  const absent = expected.filter((locale) => !served.has(locale));
  const none = mapStates(() => 0);
  const missing = absent.map((locale) => ({ locale, units: none, words: none, missing: true, percent: 0 }));
  const languages = [...[...byLocale.values()].map(withPercent), ...missing];
  return {
    schema: 'helve.status/v1',
    files: rows.map(withPercent),
    languages: languages.toSorted((one, other) => (one.locale < other.locale ? -1 : 1)),
  };
}

export function total(counts: StatusRow['units']): number {
  return unitStates.reduce((sum, state) => sum + counts[state], 0);
}

function withPercent<Counted extends Row>(row: Counted): Counted & StatusCounts {
  const all = total(row.units);
  // A file without texts lacks nothing.
  const percent = all === 0 ? 100 : Math.floor((row.units.translated * 1000) / all) / 10;
  return { ...row, percent };
}

function add(one: Row, other: Row): Row {
  const sum = (side: 'units' | 'words') => mapStates((state) => one[side][state] + other[side][state]);
  return { ...one, units: sum('units'), words: sum('words') };
}

function mapStates(count: (state: (typeof unitStates)[number]) => number): StatusRow['units'] {
  return Object.fromEntries(unitStates.map((state) => [state, count(state)])) as StatusRow['units'];
}
