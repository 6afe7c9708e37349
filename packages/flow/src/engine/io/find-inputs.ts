import type { Dirent, Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { flowErrors } from '../../flow-errors.js';
import { isGlob, readGlob, type Glob } from './read-glob.js';

/** Name of standard input. */
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

/** Lock files of editors and package managers. */
const lockFile = /^~\$|^\.~lock\.|\.lock$|(^|-)lock\.(json|yaml)$/;

/** Limits of a search on the disk. */
export interface InputReach {
  /** True when a file may be read. */
  admits(path: string): boolean;
  /** True when a readable file may be below a folder, both by its name and with links resolved. */
  leadsInto(folder: string): boolean;
}

/** The person at the terminal reads what the system lets them. */
const anywhere: InputReach = { admits: () => true, leadsInto: () => true };

/**
 * Expands files, directories and globs; `-` is passed on as it is. A name that leads to nothing is an error. What is out
 * of `reach` is as if it were not there: nobody looks at it.
 */
export async function findInputs(
  names: readonly string[],
  folder: string,
  reach: InputReach = anywhere,
): Promise<FoundInputs> {
  const files = new Map<string, FoundInput>();
  const skipped: SkippedInput[] = [];
  for (const name of names) {
    if (name === STANDARD_INPUT) {
      files.set(name, { id: name, path: name });
      continue;
    }
    const found = (await expand(name, folder, { skipped, reach })).filter(reach.admits);
    if (found.length === 0) throw notFound(name);
    for (const path of found) files.set(path, { id: toDocumentId(path, folder), path });
  }
  return { files: [...files.values()], skipped: skipped.filter(({ path }) => reach.admits(path)) };
}

/** A search: inputs skipped so far, and its limits. */
interface Search {
  readonly skipped: SkippedInput[];
  readonly reach: InputReach;
}

async function expand(name: string, folder: string, search: Search): Promise<readonly string[]> {
  const path = resolve(folder, name);
  if ((await statWithin(path, search)) !== undefined) return filesAt(path, search);
  return isGlob(name) ? expandGlob(readGlob(name), folder, search) : [];
}

/** Reads the status of a path within the limits. */
async function statWithin(path: string, { reach }: Search): Promise<Stats | undefined> {
  return reach.admits(path) || reach.leadsInto(path) ? stat(path).catch(() => undefined) : undefined;
}

/** A file, or every file below a directory. */
async function filesAt(path: string, search: Search): Promise<readonly string[]> {
  const stats = await statWithin(path, search);
  if (stats?.isFile() === true) return [path];
  if (stats?.isDirectory() === true) return walk(path, search);
  search.skipped.push({ path, reason: 'no regular file' });
  return [];
}

/** Expands a glob as a shell does: matching files, and all files below matching directories; nothing hidden. */
async function expandGlob(glob: Glob, folder: string, search: Search): Promise<readonly string[]> {
  const base = resolve(folder, glob.base);
  const look = async (inside: string): Promise<string[]> => {
    const files: string[] = [];
    for (const entry of await listEntries(join(base, inside), search)) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      const reason = reasonToSkip(entry.name, true);
      if (reason === 'hidden') continue;
      if (!glob.matches(path)) {
        if (entry.isDirectory() && glob.leadsInto(path)) files.push(...(await look(path)));
      } else if (reason === undefined) files.push(...(await filesAt(join(base, path), search)));
      else search.skipped.push({ path: join(base, path), reason });
    }
    return files;
  };
  return look('');
}

/** Every file below a directory, in the order of names. */
async function walk(folder: string, search: Search): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await listEntries(folder, search)) {
    const path = join(folder, entry.name);
    const reason = reasonToSkip(entry.name, entry.isFile() || entry.isDirectory());
    if (reason !== undefined) search.skipped.push({ path, reason });
    else if (entry.isDirectory()) files.push(...(await walk(path, search)));
    else files.push(path);
  }
  return files;
}

async function listEntries(folder: string, { reach }: Search): Promise<readonly Dirent[]> {
  if (!reach.leadsInto(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function reasonToSkip(name: string, regular: boolean): SkippedInput['reason'] | undefined {
  if (lockFile.test(name)) return 'lock file';
  if (name.startsWith('.')) return 'hidden';
  return regular ? undefined : 'no regular file';
}

function notFound(name: string): Error {
  const suggestion = isGlob(name) ? 'No file has a name like that' : 'Correct the path; a folder must have files in it';
  return flowErrors.create('FLOW_NOT_FOUND', { kind: 'file', name }, { details: { suggestion } });
}

/** A path inside of the folder is written as seen from there, with slashes on every machine. */
function toDocumentId(path: string, folder: string): string {
  const inside = relative(resolve(folder), path);
  return inside === '' ? basename(path) : (inside.startsWith('..') ? path : inside).replaceAll(sep, '/');
}
