import { readdir, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { flowErrors } from '../flow-errors.js';
import { globBase, globPattern, isGlob } from './glob-pattern.js';

/** The name that stands for standard input. */
export const STANDARD_INPUT = '-';

/** A file that a run will read; the id is its path as a person would write it. */
export interface FoundInput {
  readonly id: string;
  readonly path: string;
}

/** A file that was in the way and is not read. */
export interface SkippedInput {
  readonly path: string;
  readonly reason: 'hidden' | 'lock file' | 'no regular file';
}

export interface FoundInputs {
  /** In the order of names, each file once. */
  readonly files: readonly FoundInput[];
  readonly skipped: readonly SkippedInput[];
}

/** What editors and package managers keep beside the files of people. */
const lockFile = /^~\$|^\.~lock\.|\.lock$|(^|-)lock\.(json|yaml)$/;

/** Expands files, directories and globs; `-` is passed on as it is. A name that leads to nothing is an error. */
export async function findInputs(names: readonly string[], folder: string): Promise<FoundInputs> {
  const files = new Map<string, FoundInput>();
  const skipped: SkippedInput[] = [];
  for (const name of names) {
    if (name === STANDARD_INPUT) {
      files.set(name, { id: name, path: name });
      continue;
    }
    const found = await expand(name, folder, skipped);
    if (found.length === 0) throw flowErrors.create('FLOW_NOT_FOUND', { kind: 'file', name });
    for (const path of found) files.set(path, { id: idOf(path, folder), path });
  }
  return { files: [...files.values()], skipped };
}

async function expand(name: string, folder: string, skipped: SkippedInput[]): Promise<readonly string[]> {
  const path = resolve(folder, name);
  const there = await stat(path).catch(() => undefined);
  if (there?.isFile() === true) return [path];
  if (there?.isDirectory() === true) return walk(path, skipped);
  if (there !== undefined) {
    skipped.push({ path, reason: 'no regular file' });
    return [];
  }
  if (!isGlob(name)) return [];
  const pattern = globPattern(isAbsolute(name) ? name : join(resolve(folder), name).replaceAll(sep, '/'));
  const inside = await walk(resolve(folder, globBase(name)), skipped);
  return inside.filter((file) => pattern.test(file.replaceAll(sep, '/')));
}

/** Every file below a directory, in the order of names. */
async function walk(folder: string, skipped: SkippedInput[]): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files: string[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    const reason = reasonToSkip(entry.name, entry.isFile() || entry.isDirectory());
    if (reason !== undefined) skipped.push({ path, reason });
    else if (entry.isDirectory()) files.push(...(await walk(path, skipped)));
    else files.push(path);
  }
  return files;
}

function reasonToSkip(name: string, regular: boolean): SkippedInput['reason'] | undefined {
  if (lockFile.test(name)) return 'lock file';
  if (name.startsWith('.')) return 'hidden';
  return regular ? undefined : 'no regular file';
}

/** A path inside of the folder is written as seen from there, with slashes on every machine. */
function idOf(path: string, folder: string): string {
  const inside = relative(resolve(folder), path);
  return inside === '' ? basename(path) : (inside.startsWith('..') ? path : inside).replaceAll(sep, '/');
}
