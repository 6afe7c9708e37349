import { countOf } from '@helve/core';
import { l10nErrors } from '../../l10n-errors.js';
import type { Concept, Relation } from '../concept.js';
import { splitList, toColumn, type Column, type TermField } from './csv-column.js';
import { csvRows, OpenQuote, type CsvRow } from './csv-rows.js';
import { toConceptId, isTexts, toRelation, toTerm, type TermDraft } from './draft-term.js';
import { skipped, type ReadTermsOptions, type TermItem } from './term-item.js';

/** Reads terms from a CSV file by the names of its columns; each row is a part of a concept. */
export async function* readCsv(
  chunks: AsyncIterable<string> | Iterable<string>,
  options: ReadTermsOptions,
): AsyncGenerator<TermItem> {
  let columns: readonly Column[] | undefined;
  try {
    for await (const row of csvRows(chunks)) {
      if (columns === undefined) {
        columns = row.fields.map(toColumn);
        assertTerms(columns, options);
      } else yield* toConcept(row, columns, options);
    }
  } catch (cause) {
    if (!(cause instanceof OpenQuote)) throw cause;
    const problem = 'a quote is never closed';
    throw l10nErrors.create('L10N_PARSE', { file: options.file, format: 'CSV', problem, line: cause.line, column: 1 });
  }
  if (columns === undefined) throw refuse(options.file, 'it is empty');
}

function refuse(file: string, problem: string): Error {
  return l10nErrors.create('L10N_GLOSSARY', { file, problem });
}

function assertTerms(columns: readonly Column[], options: ReadTermsOptions): void {
  const { file } = options;
  const terms = columns.flatMap((column) => (column.kind === 'term' && column.field === 'term' ? [column.side] : []));
  if (terms.length === 0) throw refuse(file, 'it has no columns "source" and "target", and none such as "locale:de"');
  for (const side of ['source', 'target'] as const) {
    const named = columns.some((column) => column.kind === 'locale' && column.side === side);
    const locale = side === 'source' ? options.sourceLocale : options.targetLocale;
    if (terms.includes(side) && !named && locale === undefined) {
      const problem = `the locale of the column "${side}" is unknown`;
      const suggestion = `Name it with \`--${side === 'source' ? 'from' : 'to'}\`, or in a column "${side}_locale"`;
      throw l10nErrors.create('L10N_OPTIONS', { format: 'CSV', problem }, { details: { suggestion } });
    }
  }
}

function* toConcept(
  { line, fields }: CsvRow,
  columns: readonly Column[],
  options: ReadTermsOptions,
): Generator<TermItem> {
  const location = `line ${line}`;
  // An unquoted comma moves all cells after it under the wrong columns.
  if (fields.slice(columns.length).some((field) => field.trim() !== ''))
    return yield skipped(location, `it has ${countOf(fields.length, 'cell')} for ${countOf(columns.length, 'column')}`);
  const row = new RowReader(columns, fields, options);
  const made = row.drafts().map(toTerm);
  for (const problem of made) if (typeof problem === 'string') yield skipped(location, problem);
  const terms = made.filter((term) => typeof term !== 'string');
  const domain = row.concept('domain');
  const conceptId = row.concept('concept_id');
  const name = row.name();
  if (terms.length === 0 && conceptId === '') {
    if (made.length === 0) yield skipped(location, 'it has no term');
    return;
  }
  if (conceptId === '' && name === undefined)
    return yield skipped(location, 'it has neither a concept_id nor a source term');
  const relations: Relation[] = [];
  for (const relation of parseRelations(row.concept('relations'))) {
    if (typeof relation === 'string') yield skipped(location, relation);
    else relations.push(relation);
  }
  const properties = parseProperties(row.concept('properties'));
  if (properties === undefined) yield skipped(location, 'the properties are not a JSON object of texts');
  const concept: Concept = {
    id: conceptId === '' ? toConceptId(domain, name ?? '') : conceptId,
    domain,
    definition: row.concept('definition'),
    terms,
    relations,
    properties: { ...properties, ...row.properties() },
  };
  yield { kind: 'concept', concept };
}

/** Reads one row by the meaning of its columns. */
class RowReader {
  readonly #columns: readonly Column[];
  readonly #fields: readonly string[];
  readonly #options: ReadTermsOptions;

  constructor(columns: readonly Column[], fields: readonly string[], options: ReadTermsOptions) {
    this.#columns = columns;
    this.#fields = fields;
    this.#options = options;
  }

  concept(field: string): string {
    return this.#valueOf((column) => column.kind === 'concept' && column.field === field);
  }

  /** Returns the values of unknown columns as properties. */
  properties(): Readonly<Record<string, string>> {
    const own = this.#columns.flatMap((column, index) => {
      const value = this.#fields[index]?.trim() ?? '';
      return column.kind === 'property' && column.name !== '' && value !== '' ? [[column.name, value] as const] : [];
    });
    return Object.fromEntries(own);
  }

  /** Returns the term that names a concept without an id: the source, else that of the first locale. */
  name(): string | undefined {
    const source = this.#valueOf(
      (column) => column.kind === 'term' && column.field === 'term' && column.side === 'source',
    );
    if (source !== '') return source;
    const own = this.#localeSides().toSorted(
      (one, other) => this.#rank(one) - this.#rank(other) || (one < other ? -1 : 1),
    );
    return own.map((locale) => this.#termValue('term', { locale })).find((text) => text !== '');
  }

  #rank(locale: string): number {
    return locale === this.#options.sourceLocale ? 0 : 1;
  }

  drafts(): readonly TermDraft[] {
    const hasTarget = this.#termValue('term', 'target') !== '';
    const sides = [
      { side: 'source', locale: this.#sideLocale('source'), takesRow: !hasTarget },
      { side: 'target', locale: this.#sideLocale('target'), takesRow: true },
      ...this.#localeSides().map((locale) => ({ side: { locale }, locale, takesRow: true })),
    ] as const;
    return sides
      .filter(({ side }) => this.#termValue('term', side) !== '')
      .map(({ side, locale, takesRow }) => this.#draft(locale, (field) => this.#attribute(field, side, takesRow)));
  }

  /** Returns the value of the column for the side, or else of the one for the whole row. */
  #attribute(field: TermField, side: 'source' | 'target' | { readonly locale: string }, takesRow: boolean): string {
    const own = this.#termValue(field, side);
    return own === '' && takesRow ? this.#termValue(field, 'row') : own;
  }

  #draft(locale: string | undefined, read: (field: TermField) => string): TermDraft {
    return {
      text: read('term'),
      locale,
      status: read('status'),
      note: read('note'),
      partOfSpeech: read('part_of_speech'),
      gender: read('gender'),
      competitor: /^(?:true|yes|1|x)$/iu.test(read('competitor').trim()),
      from: read('valid_from'),
      to: read('valid_to'),
      tags: splitList(read('tags')),
      forms: splitList(read('forms')),
    };
  }

  #sideLocale(side: 'source' | 'target'): string | undefined {
    const own = this.#valueOf((column) => column.kind === 'locale' && column.side === side);
    return own === '' ? (side === 'source' ? this.#options.sourceLocale : this.#options.targetLocale) : own;
  }

  #localeSides(): readonly string[] {
    return this.#columns.flatMap((column) =>
      column.kind === 'term' && column.field === 'term' && typeof column.side === 'object' ? [column.side.locale] : [],
    );
  }

  #termValue(field: TermField, side: 'source' | 'target' | 'row' | { readonly locale: string }): string {
    return this.#valueOf((column) => {
      if (column.kind !== 'term' || column.field !== field) return false;
      if (typeof side !== 'object' || typeof column.side !== 'object') return column.side === side;
      return column.side.locale === side.locale;
    });
  }

  #valueOf(isIt: (column: Column) => boolean): string {
    const index = this.#columns.findIndex(isIt);
    return this.#fields[index]?.trim() ?? '';
  }
}

/** Parses `use-instead:c1|related:c2`. */
function parseRelations(text: string): readonly (Relation | string)[] {
  return splitList(text)
    .filter((each) => each.trim() !== '')
    .map((each) => {
      const colon = each.indexOf(':');
      return toRelation(each.slice(0, Math.max(0, colon)).trim(), each.slice(colon + 1).trim());
    });
}

function parseProperties(text: string): Readonly<Record<string, string>> | undefined {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isTexts(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
