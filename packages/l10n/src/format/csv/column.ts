import { isKnownLanguage, type LocaleId } from '@helve/flow';
import { knownLocale } from '../xliff/to-variant.js';

/** Part that a column plays for the blocks of its table. */
export type ColumnRole = 'key' | 'source' | 'target' | 'locale' | 'context' | 'note' | 'maxlength' | 'state';

/** A column with a part, and the locale that its name has. */
export interface Column {
  readonly index: number;
  readonly role: ColumnRole;
  readonly locale?: LocaleId;
}

/** Parts of columns by their names; of several names for one part, an earlier one goes before a later one. */
const roleOfName: Readonly<Record<string, ColumnRole>> = {
  key: 'key',
  id: 'key',
  name: 'key',
  source: 'source',
  text: 'source',
  value: 'source',
  target: 'target',
  context: 'context',
  note: 'note',
  comment: 'note',
  description: 'note',
  maxlength: 'maxlength',
  state: 'state',
};

const rankOfName = new Map(Object.keys(roleOfName).map((name, rank) => [name, rank]));

/** Parts that several columns may have, each for a locale of its own. */
const perLocale: ReadonlySet<ColumnRole> = new Set(['source', 'target', 'state']);

/** Names that no text of a table is likely to be: one of them is enough for a header. */
const tellingNames: ReadonlySet<string> = new Set(['key', 'source', 'target']);

interface NamedColumn extends Column {
  readonly rank: number;
}

/** Reads the parts of columns from their names; of several columns with one part, only the first of the best name has it. */
export function columnsOf(names: readonly string[]): readonly Column[] {
  const named = names.flatMap((name, index) => namedColumn(name, index, names) ?? []);
  const best = new Map<string, NamedColumn>();
  for (const column of named) {
    const part = `${column.role} ${column.locale ?? ''}`;
    const other = best.get(part);
    if (other === undefined || column.rank < other.rank) best.set(part, column);
  }
  return [...best.values()]
    .toSorted((one, other) => one.index - other.index)
    .map(({ index, role, locale }) => ({ index, role, ...(locale === undefined ? {} : { locale }) }));
}

function namedColumn(raw: string, index: number, names: readonly string[]): NamedColumn | undefined {
  const name = raw.trim().toLowerCase();
  const [word = '', ...rest] = name.split(':');
  const role = Object.hasOwn(roleOfName, word) ? roleOfName[word] : undefined;
  const rank = rankOfName.get(word) ?? 0;
  if (role === undefined || isIndonesian(name, index, names)) return localeColumn(raw, index);
  if (rest.length === 0) return { index, role, rank };
  const locale = perLocale.has(role) ? localeOf(rest.join(':')) : undefined;
  return locale === undefined ? undefined : { index, role, rank, locale };
}

function localeColumn(name: string, index: number): NamedColumn | undefined {
  const locale = localeOf(name);
  return locale === undefined ? undefined : { index, role: 'locale', rank: 0, locale };
}

/** True for a column "id" among those of languages in a table that has another key. */
function isIndonesian(name: string, index: number, names: readonly string[]): boolean {
  if (name !== 'id' || !names.some((other) => ['key', 'name'].includes(other.trim().toLowerCase()))) return false;
  const before = names[index - 1] ?? '';
  return !Object.hasOwn(roleOfName, before.trim().toLowerCase()) && localeOf(before) !== undefined;
}

function localeOf(name: string): LocaleId | undefined {
  if (!/^[a-z]{2,3}(?:[-_]\w+)*$/iu.test(name.trim())) return undefined;
  const locale = knownLocale(name);
  return locale !== undefined && isKnownLanguage(locale) ? locale : undefined;
}

/** True when a record looks like the names of columns: it has a telling one, two known ones, or none but known ones. */
export function isHeader(names: readonly string[]): boolean {
  const known = columnsOf(names);
  if (known.length === 0) return false;
  if (names.some((name) => tellingNames.has(name.trim().toLowerCase().split(':')[0] ?? ''))) return true;
  const filled = names.filter((name) => name.trim() !== '').length;
  return known.length === filled || known.length > 1;
}

/** Name of the column of a language; Indonesian alone would be a column of ids. */
export function columnName(locale: LocaleId, role: 'source' | 'target'): string {
  return locale === 'id' ? `${role}:id` : locale;
}
