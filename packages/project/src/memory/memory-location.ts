import { readdir } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { StoreLocation } from '../config/caller-keys.js';

/** Where a memory is kept: a file, or a database that holds several by name. */
export type MemoryLocation =
  | { readonly name: string; readonly path: string; readonly postgres?: never }
  | { readonly name: string; readonly postgres: string; readonly path?: never };

/** The memory of a project that names none. */
const DEFAULT_NAME = 'project';
const EXTENSION = '.db';

/** Where names and paths lead. */
export interface MemoryBase {
  /** The folder of the config. */
  readonly folder: string;
  /** Where paths begin. */
  readonly cwd: string;
  readonly store: StoreLocation;
}

/** The place of a memory: a name is looked for where the project keeps its memories, anything else is a path. */
export function memoryLocation(named: string, { folder, cwd, store }: MemoryBase): MemoryLocation {
  if (!isName(named)) return { name: named, path: isAbsolute(named) ? named : resolve(cwd, named) };
  if ('postgres' in store) return { name: named, postgres: store.postgres };
  return { name: named, path: join(memoryFolder(folder), named + EXTENSION) };
}

function isName(text: string): boolean {
  return /^[\w-][\w.-]*$/.test(text) && !text.endsWith(EXTENSION);
}

/** The folder of the memories that have a file of their own. */
function memoryFolder(folder: string): string {
  return join(folder, '.helve', 'tm');
}

/** The memory that is written to. */
export function writtenMemory({ tm }: Pick<ResolvedConfig, 'tm'>): string {
  return tm.write ?? tm.read?.[0] ?? DEFAULT_NAME;
}

/** The memories that are looked into, the first of equal matches winning. */
export function readMemories({ tm }: Pick<ResolvedConfig, 'tm'>): readonly string[] {
  return tm.read ?? [tm.write ?? DEFAULT_NAME];
}

/** The names of all memories: those of the config, and those that have a file. */
export async function knownMemories(config: Pick<ResolvedConfig, 'tm'>, folder: string): Promise<readonly string[]> {
  const files = await readdir(memoryFolder(folder)).catch(() => []);
  const names = files.filter((file) => file.endsWith(EXTENSION)).map((file) => file.slice(0, -EXTENSION.length));
  return [...new Set([writtenMemory(config), ...readMemories(config), ...names.toSorted()])];
}
