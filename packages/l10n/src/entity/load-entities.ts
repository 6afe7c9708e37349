import { isPlainObject } from '@helve/core';
import { readTextFile, type FileAccess } from '@helve/flow';
import { l10nErrors } from '../l10n-errors.js';
import { findEntityType, entityTypes } from './entity-type.js';
import { csvRows } from '../term/exchange/csv-rows.js';
import type { KnownEntity } from './known-entity.js';

/** Loads the names that a project knows: CSV with the columns `text` and `type`, or a JSON list of such objects. */
export async function loadEntities(path: string, files: FileAccess | undefined): Promise<readonly KnownEntity[]> {
  const text = load(path, files);
  const isJson = /^\s*[[{]/u.test(text);
  const rows = isJson ? listIn(text, path) : await rowsIn(text);
  return rows.map((row, index) => toEntity(row, `${isJson ? 'entry' : 'row'} ${index + 1}`, path));
}

function load(path: string, files: FileAccess | undefined): string {
  try {
    return readTextFile(path, files).replace(/^\ufeff/u, '');
  } catch (cause) {
    throw refuse(path, 'it cannot be read', cause);
  }
}

function listIn(text: string, path: string): readonly unknown[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (cause) {
    throw refuse(path, 'it is not valid JSON', cause);
  }
  if (!Array.isArray(list)) throw refuse(path, 'it is not a list');
  return list;
}

async function rowsIn(text: string): Promise<readonly unknown[]> {
  let head: readonly string[] | undefined;
  const rows: unknown[] = [];
  for await (const { fields } of csvRows([text])) {
    if (head === undefined) head = fields.map((name) => name.trim().toLowerCase());
    else rows.push(Object.fromEntries(head.map((name, index) => [name, fields[index]?.trim() ?? ''])));
  }
  return rows;
}

function toEntity(row: unknown, location: string, path: string): KnownEntity {
  const { text, type } = isPlainObject(row) ? row : {};
  const known = typeof type === 'string' ? findEntityType(type) : undefined;
  if (typeof text !== 'string' || text.trim() === '') throw refuse(path, `${location} has no "text"`);
  if (known === undefined) throw refuse(path, `${location} has no "type" that is one of ${entityTypes.join(', ')}`);
  return { text: text.trim(), type: known };
}

function refuse(file: string, problem: string, cause?: unknown): Error {
  return l10nErrors.create('L10N_ENTITIES', { file, problem }, cause === undefined ? {} : { cause });
}
