import { isPlainObject } from '@helve/core';
import { readTextFile, type FileAccess } from '@helve/flow';
import { l10nErrors } from '../../l10n-errors.js';
import { csvRows } from '../../term/exchange/csv-rows.js';
import { toLocale } from '../../term/exchange/draft-term.js';
import { loadTerms } from '../../term/load-terms.js';
import { wordsOfTerms, type BrandStatus, type BrandWord } from './brand-word.js';

const statuses: readonly BrandStatus[] = ['preferred', 'forbidden', 'competitor'];

/** Reads words from a file: a JSON list or CSV with `term`, `status`, `use` and `locale`, or any termbase. */
export async function readVocabulary(path: string, files: FileAccess | undefined): Promise<readonly BrandWord[]> {
  const text = load(path, files);
  if (/^\s*\[/u.test(text))
    return parseList(text, path).map((entry, index) => toWord(entry, `entry ${index + 1}`, path));
  const rows: Record<string, string>[] = [];
  const head: string[] = [];
  if (/^\s*[<{]/u.test(text)) return wordsOfTerms((await loadTerms(path, {}, files)).termbase);
  for await (const { fields } of csvRows([text])) {
    if (head.length === 0) head.push(...fields.map((name) => name.trim().toLowerCase()));
    else rows.push(Object.fromEntries(head.map((name, index) => [name, fields[index]?.trim() ?? ''])));
  }
  if (!head.includes('term') && !head.includes('status'))
    return wordsOfTerms((await loadTerms(path, {}, files)).termbase);
  return rows.map((row, index) => toWord(row, `row ${index + 1}`, path));
}

function load(path: string, files: FileAccess | undefined): string {
  try {
    return readTextFile(path, files).replace(/^\ufeff/u, '');
  } catch (cause) {
    throw refuse(path, 'it cannot be read', cause);
  }
}

function refuse(file: string, problem: string, cause?: unknown): Error {
  return l10nErrors.create('L10N_GLOSSARY', { file, problem }, cause === undefined ? {} : { cause });
}

function parseList(text: string, path: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch (cause) {
    throw refuse(path, 'it is not valid JSON', cause);
  }
}

function toWord(entry: unknown, location: string, path: string): BrandWord {
  const { term, status, use, locale } = isPlainObject(entry) ? entry : {};
  const known = statuses.find((each) => each === status);
  if (typeof term !== 'string' || term.trim() === '') throw refuse(path, `${location} has no text "term"`);
  if (known === undefined) throw refuse(path, `${location} has no "status" that is one of ${statuses.join(', ')}`);
  const tag = typeof locale === 'string' && locale !== '' ? toLocale(locale) : undefined;
  if (tag === undefined && typeof locale === 'string' && locale !== '') throw refuse(path, `${location} has no locale`);
  return {
    term,
    status: known,
    ...(typeof use === 'string' && use !== '' ? { use } : {}),
    ...(tag === undefined ? {} : { locale: tag }),
  };
}
