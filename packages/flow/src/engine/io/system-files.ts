import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FileAccess } from '../../contract/file-access.js';

/** Every file that the user of this process may open. */
export const systemFiles: FileAccess = Object.freeze({
  open: (path: string) => openSync(path, 'r'),
  create: (_path: string, temporary: string, mode: number) => openSync(temporary, 'wx', mode),
});

/** The text of a file, at once: for rules, lists and scripts that a step needs before it can begin. */
export function readTextFile(path: string, files: FileAccess = systemFiles): string {
  return withFile(path, files, (file) => readFileSync(file, 'utf8'));
}

/** Writes a text in the place of whatever was there, whole or not at all. */
export function writeTextFile(path: string, text: string, files: FileAccess = systemFiles): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  const file = files.create(path, temporary, 0o666);
  try {
    writeFileSync(file, text);
    closeSync(file);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Reads the size of a regular file in bytes. */
export function fileSize(path: string, files: FileAccess = systemFiles): number {
  return withFile(path, files, (file) => {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new TypeError(`Cannot read "${path}": it is not a file`);
    return stats.size;
  });
}

/** Opens a file for as long as `use` takes. */
export function withFile<Result>(path: string, files: FileAccess, use: (file: number) => Result): Result {
  const file = files.open(path);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}
