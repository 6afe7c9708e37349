import { digest, isPlainObject } from '@helve/core';
import {
  relationTypes,
  termStatuses,
  type Relation,
  type RelationType,
  type Term,
  type TermStatus,
} from '../concept.js';

/** A term of a file: texts by field, of which any may be missing or empty. */
export interface TermDraft {
  readonly text?: string | undefined;
  readonly locale?: string | undefined;
  readonly status?: string | undefined;
  readonly partOfSpeech?: string | undefined;
  readonly gender?: string | undefined;
  readonly note?: string | undefined;
  readonly competitor?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly forms?: readonly string[] | undefined;
}

/** Default status of a term. */
const usualStatus: TermStatus = 'approved';

/** Converts a draft to a term; returns the problem as text if it is invalid. */
export function toTerm(draft: TermDraft): Term | string {
  const text = plain(draft.text);
  if (text === '') return 'the term has no text';
  const locale = toLocale(draft.locale ?? '');
  if (locale === undefined) return `"${draft.locale ?? ''}" is not a locale`;
  const status = toStatus(draft.status);
  if (status === undefined) return `"${draft.status ?? ''}" is not a status`;
  const wrongDay = [draft.from, draft.to].find((day) => plain(day) !== '' && !/^\d{4}-\d\d-\d\d$/u.test(plain(day)));
  if (wrongDay !== undefined) return `"${wrongDay}" is not a date such as 2030-01-31`;
  const validity = toValidity(draft);
  const forms = toList(draft.forms);
  return {
    text,
    locale,
    status,
    ...optional('partOfSpeech', draft.partOfSpeech),
    ...optional('gender', draft.gender),
    ...optional('note', draft.note),
    ...(draft.competitor === true ? { competitor: true } : {}),
    ...(validity === undefined ? {} : { validity }),
    ...(forms.length === 0 ? {} : { forms }),
  };
}

function toValidity({ from, to, tags }: TermDraft): Term['validity'] {
  const own = toList(tags);
  const validity = { ...optional('from', from), ...optional('to', to), ...(own.length === 0 ? {} : { tags: own }) };
  return Object.keys(validity).length === 0 ? undefined : validity;
}

function optional<Name extends string>(name: Name, value: string | undefined): { readonly [N in Name]?: string } {
  // Empty fields are left out.
  return (plain(value) === '' ? {} : { [name]: plain(value) }) as { readonly [N in Name]?: string };
}

function plain(text = ''): string {
  return text.normalize('NFC').trim();
}

function toList(items: readonly string[] = []): readonly string[] {
  return [...new Set(items.map(plain))].filter((item) => item !== '').toSorted();
}

/** Parses a BCP 47 tag to its canonical form; `en_US` is accepted too. */
export function toLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

function toStatus(text = ''): TermStatus | undefined {
  const word = text.trim().toLowerCase();
  return word === '' ? usualStatus : termStatuses.find((status) => status === word);
}

/** Parses a relation; returns the problem as text if it is invalid. */
export function toRelation(type: string, to: string): Relation | string {
  if (!isRelationType(type)) return `"${type}" is not a relation`;
  return to === '' ? `the relation "${type}" has no target` : { type, to };
}

function isRelationType(type: string): type is RelationType {
  return (relationTypes as readonly string[]).includes(type);
}

/** Derives the id of a concept that has none; equal for equal terms of the same domain. */
export function toConceptId(domain: string, term: string): string {
  return `c-${digest([plain(domain), plain(term)]).slice(0, 16)}`;
}

/** True when a value is an object of texts. */
export function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isPlainObject(value) && Object.values(value).every((each) => typeof each === 'string');
}
