import { isPlainObject } from '@helve/core';
import { l10nErrors } from '../../l10n-errors.js';
import type { Concept, Relation, Term } from '../concept.js';
import { toConceptId, isTexts, toRelation, toTerm, type TermDraft } from './draft-term.js';
import { createJsonItems } from './json-items.js';
import { skipped, type ReadTermsOptions, type TermItem } from './term-item.js';

/** Schema id of a term file. */
export const TERMBASE_SCHEMA = 'helve.termbase/v1';

/** Reads a termbase from JSON, concept by concept; or a list of objects with `source` and `target`. */
export async function* readJson(
  chunks: AsyncIterable<string> | Iterable<string>,
  options: ReadTermsOptions,
): AsyncGenerator<TermItem> {
  const cutter = createJsonItems('concepts');
  let number = 0;
  for await (const chunk of chunks) {
    for (const text of cutter.push(chunk)) {
      number += 1;
      yield* readItems(parsed(text, number, options), `entry ${number}`, options);
    }
  }
  if (!cutter.isFound) throw refuse(options, 'it has no list "concepts"');
  if (!cutter.isDone) throw refuse(options, 'its list of concepts is not closed');
}

function refuse({ file }: ReadTermsOptions, problem: string, cause?: unknown): Error {
  return l10nErrors.create('L10N_GLOSSARY', { file, problem }, cause === undefined ? {} : { cause });
}

function parsed(text: string, number: number, options: ReadTermsOptions): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refuse(options, `entry ${number} is not valid JSON`, cause);
  }
}

function* readItems(value: unknown, location: string, options: ReadTermsOptions): Generator<TermItem> {
  if (!isPlainObject(value)) return yield skipped(location, 'it is not an object');
  if (typeof value['source'] === 'string') return yield* glossaryItems(value, value['source'], location, options);
  const { id, terms, relations = [] } = value;
  if (typeof id !== 'string' || id.trim() === '') return yield skipped(location, 'it has no id');
  const valid: Term[] = [];
  for (const term of (Array.isArray(terms) ? terms : []).map(readTerm)) {
    if (typeof term === 'string') yield skipped(`${location}, "${id}"`, term);
    else valid.push(term);
  }
  const related: Relation[] = [];
  for (const relation of (Array.isArray(relations) ? relations : []).map(readRelation)) {
    if (typeof relation === 'string') yield skipped(`${location}, "${id}"`, relation);
    else related.push(relation);
  }
  const properties = value['properties'] ?? {};
  if (!isTexts(properties)) yield skipped(`${location}, "${id}"`, 'the properties are not an object of texts');
  yield {
    kind: 'concept',
    concept: {
      id: id.trim(),
      domain: toText(value['domain']) ?? '',
      definition: toText(value['definition']) ?? '',
      terms: valid,
      relations: related,
      properties: isTexts(properties) ? properties : {},
    },
  };
}

/** Reads an entry of a glossary: a term and its translations, the preferred one first. */
function* glossaryItems(
  { target, domain = '' }: Readonly<Record<string, unknown>>,
  source: string,
  location: string,
  { sourceLocale, targetLocale }: ReadTermsOptions,
): Generator<TermItem> {
  const targets = [target].flat();
  const made = [
    toTerm({ text: source, locale: sourceLocale }),
    ...targets.map((text, index) =>
      toTerm({ text: toText(text), locale: targetLocale, status: index === 0 ? 'preferred' : 'admitted' }),
    ),
  ];
  const problem = made.find((term) => typeof term === 'string');
  if (problem !== undefined) return yield skipped(location, problem);
  const terms = made.filter((term) => typeof term !== 'string');
  const concept: Concept = {
    id: toConceptId(toText(domain) ?? '', source),
    domain: toText(domain) ?? '',
    definition: '',
    terms,
    relations: [],
    properties: {},
  };
  yield { kind: 'concept', concept };
}

function readTerm(value: unknown): Term | string {
  if (!isPlainObject(value)) return 'a term is not an object';
  const { validity = {} } = value;
  const days = isPlainObject(validity) ? validity : {};
  const draft: TermDraft = {
    text: toText(value['text']),
    locale: toText(value['locale']),
    status: toText(value['status']),
    partOfSpeech: toText(value['partOfSpeech']),
    gender: toText(value['gender']),
    note: toText(value['note']),
    competitor: value['competitor'] === true,
    from: toText(days['from']),
    to: toText(days['to']),
    tags: toTexts(days['tags']),
    forms: toTexts(value['forms']),
  };
  return toTerm(draft);
}

function readRelation(value: unknown): Relation | string {
  const { type, to } = isPlainObject(value) ? value : {};
  return toRelation(toText(type) ?? '', toText(to) ?? '');
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim() : undefined;
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
