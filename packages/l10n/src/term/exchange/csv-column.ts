import { toLocale } from './draft-term.js';

/** Term fields of columns, in the order of columns. */
export const termFields = Object.freeze([
  'term',
  'status',
  'note',
  'part_of_speech',
  'gender',
  'competitor',
  'valid_from',
  'valid_to',
  'tags',
  'forms',
] as const);
export type TermField = (typeof termFields)[number];

/** Concept fields of columns. */
export const conceptFields = Object.freeze(['concept_id', 'domain', 'definition', 'relations', 'properties'] as const);
export type ConceptField = (typeof conceptFields)[number];

/**
 * The term that a column is about: that of a locale, of one side, or those of the row without a column of their own.
 */
export type ColumnSide = 'source' | 'target' | 'row' | { readonly locale: string };

export type Column =
  | { readonly kind: 'concept'; readonly field: ConceptField }
  | { readonly kind: 'term'; readonly field: TermField; readonly side: ColumnSide }
  | { readonly kind: 'locale'; readonly side: 'source' | 'target' }
  | { readonly kind: 'property'; readonly name: string };

const otherNames: { readonly [name: string]: string } = { id: 'concept_id', subject: 'domain', pos: 'part_of_speech' };

/** Parses a header; an unknown one names a property of concepts. */
export function toColumn(header: string): Column {
  return knownColumn(header) ?? { kind: 'property', name: header.trim() };
}

function knownColumn(header: string): Column | undefined {
  const [front = '', tag] = header.trim().split(':', 2);
  const normalized = front
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/gu, '_');
  const name = otherNames[normalized] ?? normalized;
  if (tag !== undefined) return localeColumn(name, tag);
  if (name === 'source' || name === 'target') return { kind: 'term', field: 'term', side: name };
  const concept = conceptFields.find((field) => field === name);
  if (concept !== undefined) return { kind: 'concept', field: concept };
  const [, side, rest = name] = /^(source|target)_(.+)$/u.exec(name) ?? [];
  if (side !== undefined && rest === 'locale') return { kind: 'locale', side: side === 'source' ? 'source' : 'target' };
  const field = termFields.find((each) => each === rest && each !== 'term');
  if (field === undefined) return undefined;
  return { kind: 'term', field, side: side === 'source' || side === 'target' ? side : 'row' };
}

function localeColumn(name: string, tag: string): Column | undefined {
  const locale = toLocale(tag);
  const field = name === 'locale' ? 'term' : termFields.find((each) => each === name && each !== 'term');
  return locale === undefined || field === undefined ? undefined : { kind: 'term', field, side: { locale } };
}

/** Formats the header of a column for `toColumn`. */
export function columnName(column: Column): string {
  if (column.kind === 'concept') return column.field;
  if (column.kind === 'locale') return `${column.side}_locale`;
  if (column.kind === 'property') return column.name;
  const { field, side } = column;
  if (typeof side === 'object') return `${field === 'term' ? 'locale' : field}:${side.locale}`;
  if (field === 'term') return side;
  return side === 'source' ? `source_${field}` : field;
}

/** Joins several texts in one cell, with `|` between them. */
export function joinList(items: readonly string[]): string {
  return items.map((item) => item.replaceAll(/[\\|]/gu, String.raw`\$&`)).join('|');
}

export function splitList(cell: string): readonly string[] {
  const items = cell.match(/(?:\\.|[^\\|])+/gsu) ?? [];
  return items.map((item) => item.replaceAll(/\\(.)/gsu, '$1'));
}
