import { basename, dirname, join } from 'node:path';
import { isToolError } from '@helve/core';
import { storeErrors } from '../store-errors.js';

/** Converts an error of SQLite or the file system. Callers learn the name of the file, not its location. */
export function toStoreError(thrown: unknown, file: string): unknown {
  if (isToolError(thrown) || !(thrown instanceof Error)) return thrown;
  const path = fileLabel(file);
  const code = readCode(thrown);
  const cause = { cause: thrown };
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return storeErrors.create('STORE_BUSY', { database: path }, cause);
  if (isFull(code)) return storeErrors.create('STORE_DISK_FULL', { database: path }, cause);
  if (code.startsWith('SQLITE_NOTADB')) return storeErrors.create('STORE_FILE_NOT_DATABASE', { path }, cause);
  if (code.startsWith('SQLITE_CORRUPT')) return storeErrors.create('STORE_DAMAGED', { database: path }, cause);
  const problem = unusable.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (problem !== undefined) return storeErrors.create('STORE_FILE_UNUSABLE', { path, problem }, cause);
  if (/not open/.test(thrown.message)) return storeErrors.create('STORE_CLOSED', { database: path }, cause);
  return storeErrors.create('STORE_FAILED', { database: path, reason: code === '' ? thrown.name : code }, cause);
}

/** Returns a file as folder and name. */
export function fileLabel(file: string): string {
  return file === MEMORY ? file : join(basename(dirname(file)), basename(file));
}

const MEMORY = ':memory:';

function isFull(code: string): boolean {
  return code.startsWith('SQLITE_FULL') || code === 'ENOSPC' || code === 'EDQUOT';
}

export function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && readCode(thrown).startsWith('SQLITE_BUSY');
}

const unusable: readonly (readonly [prefix: string, problem: string])[] = [
  ['SQLITE_CANTOPEN', 'it cannot be opened'],
  ['SQLITE_READONLY', 'it is read-only'],
  ['SQLITE_PERM', 'this user has no access'],
  ['SQLITE_AUTH', 'this user has no access'],
  ['EACCES', 'this user has no access'],
  ['EPERM', 'this user has no access'],
  ['EROFS', 'the file system is read-only'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is a file'],
  ['EEXIST', 'a part of its path is a file'],
];

function readCode(error: Error): string {
  // A failed open has no code; the number at the end of the message is SQLite's.
  if (/^ConnectionFailed\(.*: 14"\)$/.test(error.message)) return 'SQLITE_CANTOPEN';
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : '';
}
