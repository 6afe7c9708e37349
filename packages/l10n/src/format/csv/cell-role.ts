import type { LocaleId } from '@helve/flow';
import type { ReadContext } from '@helve/flow/content';
import type { TableColumns, TargetColumn } from './table-columns.js';
import type { TableShape } from './table-shape.js';

/** Role of the cells of one column: `text` is the only language of its table. */
export interface CellRole {
  readonly holds: 'text' | 'source' | 'target' | 'note' | 'state';
  readonly variant?: LocaleId;
  /** True for a column that names no language: it is of the one that is written. */
  readonly open?: boolean;
  /** Languages that the table has columns for, in the role of its source. */
  readonly locales?: readonly LocaleId[];
}

/** A column of translations with the roles of its cells. */
export interface TargetRole extends TargetColumn {
  readonly role: CellRole & { readonly variant: LocaleId };
  readonly stateRole: CellRole;
}

/** Roles of the cells of a table. */
export interface CellRoles {
  readonly source: CellRole;
  readonly targets: readonly TargetRole[];
}

/** Role of the cells of notes. */
export const noteRole: CellRole = Object.freeze({ holds: 'note' });

/** Tells the roles of the cells of a table when it is read in one language. */
export function cellRoles(
  { targets }: TableColumns,
  { kind }: Pick<TableShape, 'kind'>,
  { targetLocale = 'und' }: ReadContext,
): CellRoles {
  if (kind === 'monolingual') return { source: { holds: 'text' }, targets: [] };
  const locales = targets.flatMap(({ column }) => column.locale ?? []);
  const isOpen = locales.length < targets.length;
  return {
    source: isOpen ? { holds: 'source' } : { holds: 'source', locales },
    targets: targets.map((target) => {
      const place = { variant: target.column.locale ?? targetLocale, open: target.column.locale === undefined };
      return { ...target, role: { holds: 'target', ...place }, stateRole: { holds: 'state', ...place } };
    }),
  };
}
