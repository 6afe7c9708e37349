import { isSameLanguage, type LocaleId } from '@helve/flow';
import type { Column } from './column.js';

/** A column of translations, with that of their states. */
export interface TargetColumn {
  readonly column: Column;
  readonly state: Column | undefined;
}

/** The columns of a table by the parts that they play when it is read from one language. */
export interface TableColumns {
  readonly key: Column | undefined;
  readonly source: Column | undefined;
  readonly targets: readonly TargetColumn[];
  readonly context: Column | undefined;
  readonly note: Column | undefined;
  readonly maxLength: Column | undefined;
}

/** Sorts the columns of a table by their parts. */
export function tableColumns(columns: readonly Column[], sourceLocale: LocaleId): TableColumns {
  const first = (role: Column['role']): Column | undefined => columns.find((column) => column.role === role);
  const source = sourceColumn(columns, sourceLocale);
  const targets = columns.filter(
    (column) => column !== source && (column.role === 'target' || column.role === 'locale'),
  );
  return {
    key: first('key'),
    source,
    targets: targets.map((column) => ({ column, state: stateColumn(column, columns, targets.length) })),
    context: first('context'),
    note: first('note'),
    maxLength: first('maxlength'),
  };
}

/** The column of the source: that of the run's language, else the first language. */
function sourceColumn(columns: readonly Column[], locale: LocaleId): Column | undefined {
  return (
    columns.find(({ role }) => role === 'source') ??
    columns.find((column) => column.role === 'locale' && column.locale === locale) ??
    columns.find((column) => column.role === 'locale' && isSameLanguage(column.locale ?? 'und', locale)) ??
    columns.find(({ role }) => role === 'locale') ??
    columns.find(({ role }) => role === 'target')
  );
}

/** The column of the states of a language; one that names no language is of the only one. */
function stateColumn({ locale }: Column, columns: readonly Column[], targets: number): Column | undefined {
  const states = columns.filter(({ role }) => role === 'state');
  return (
    states.find((column) => column.locale !== undefined && column.locale === locale) ??
    (targets === 1 ? states.find((column) => column.locale === undefined) : undefined)
  );
}
