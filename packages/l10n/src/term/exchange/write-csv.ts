import { canonicalJson } from '@helve/core';
import { compareCodePoints } from '@helve/flow/content';
import type { Concept, Term } from '../concept.js';
import type { Termbase } from '../contract.js';
import { fitsLocale } from '../fits-locale.js';
import {
  columnName,
  conceptFields,
  joinList,
  termFields,
  type Column,
  type ConceptField,
  type TermField,
} from './csv-column.js';
import { csvLine } from './csv-rows.js';

/** Options for writing terms as CSV. */
export interface WriteCsvOptions {
  /** With both, the columns are `source` and `target`; otherwise each locale has its own. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The terms of one locale, and the names of their columns. */
interface Group {
  readonly side: 'source' | 'target' | { readonly locale: string };
  readonly has: (term: Term) => boolean;
}

/** Writes a termbase as CSV, row by row: the terms of a concept side by side, as many rows as a locale has terms. */
export function* writeCsv({ concepts }: Pick<Termbase, 'concepts'>, options: WriteCsvOptions = {}): Generator<string> {
  const groups = toGroups(concepts, options);
  const columns = planColumns(concepts, groups);
  // A concept without a term in the two given locales is empty there; otherwise it is kept.
  const fewest = groups[0]?.side === 'source' ? 0 : 1;
  yield csvLine(columns.map(({ column }) => columnName(column)));
  for (const concept of concepts) {
    const terms = groups.map(({ has }) => concept.terms.filter(has));
    const rows = Math.max(fewest, ...terms.map(({ length }) => length));
    for (let row = 0; row < rows; row += 1) {
      yield csvLine(columns.map(({ column, group }) => renderCell(column, concept, terms[group]?.[row])));
    }
  }
}

function toGroups(concepts: readonly Concept[], { from, to }: WriteCsvOptions): readonly Group[] {
  if (from !== undefined && to !== undefined) {
    return [
      { side: 'source', has: ({ locale }) => fitsLocale(locale, from) },
      { side: 'target', has: ({ locale }) => fitsLocale(locale, to) && !fitsLocale(locale, from) },
    ];
  }
  const locales = new Set(concepts.flatMap(({ terms }) => terms.map(({ locale }) => locale)));
  return [...locales].toSorted(compareCodePoints).map((locale) => ({
    side: { locale },
    has: (term) => term.locale === locale,
  }));
}

interface PlacedColumn {
  readonly column: Column;
  /** Number of its group; undefined for columns about concepts. */
  readonly group: number;
}

/** Lists the columns in their fixed order, without those that would be empty, except the usual ones. */
function planColumns(concepts: readonly Concept[], groups: readonly Group[]): readonly PlacedColumn[] {
  const ofConcept = (fields: readonly ConceptField[]): PlacedColumn[] =>
    fields
      .filter((field) => usual.has(field) || concepts.some((concept) => conceptCell(field, concept) !== ''))
      .map((field) => ({ column: { kind: 'concept', field }, group: -1 }));
  const ofGroup = (group: number, fields: readonly TermField[]): PlacedColumn[] => {
    const side = groups[group]?.side;
    const own = groups[group]?.has;
    if (side === undefined || own === undefined) return [];
    const terms = concepts.flatMap((concept) => concept.terms.filter(own));
    return fields
      .filter((field) => usual.has(field) || terms.some((term) => termCell(field, term) !== ''))
      .map((field) => ({ column: { kind: 'term', field, side }, group }));
  };
  const attributes = termFields.filter((field) => field !== 'term');
  if (groups[0]?.side !== 'source') {
    return [...ofConcept(conceptFields), ...groups.flatMap((_, group) => ofGroup(group, termFields))];
  }
  return [
    ...ofGroup(0, ['term']),
    ...ofGroup(1, ['term']),
    ...ofConcept(['domain', 'definition']),
    ...ofGroup(1, ['status']),
    ...ofConcept(['concept_id']),
    ...ofGroup(
      1,
      attributes.filter((field) => field !== 'status'),
    ),
    ...ofGroup(0, attributes),
    ...ofConcept(['relations', 'properties']),
  ];
}

const usual: ReadonlySet<string> = new Set(['concept_id', 'domain', 'definition', 'term', 'status']);

function renderCell(column: Column, concept: Concept, term: Term | undefined): string {
  if (column.kind === 'concept') return conceptCell(column.field, concept);
  return column.kind === 'term' && term !== undefined ? termCell(column.field, term) : '';
}

function conceptCell(field: ConceptField, { id, domain, definition, relations, properties }: Concept): string {
  switch (field) {
    case 'concept_id':
      return id;
    case 'domain':
      return domain;
    case 'definition':
      return definition;
    case 'relations':
      return joinList(relations.map(({ type, to }) => `${type}:${to}`));
    case 'properties':
      return Object.keys(properties).length === 0 ? '' : canonicalJson(properties);
  }
}

function termCell(field: TermField, term: Term): string {
  switch (field) {
    case 'term':
      return term.text;
    case 'status':
      return term.status;
    case 'note':
      return term.note ?? '';
    case 'part_of_speech':
      return term.partOfSpeech ?? '';
    case 'gender':
      return term.gender ?? '';
    case 'competitor':
      return term.competitor === true ? 'yes' : '';
    case 'valid_from':
      return term.validity?.from ?? '';
    case 'valid_to':
      return term.validity?.to ?? '';
    case 'tags':
      return joinList(term.validity?.tags ?? []);
    case 'forms':
      return joinList(term.forms ?? []);
  }
}
