import { hash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { version as esbuildVersion } from 'esbuild';
import { deepFreeze, digest } from '@helve/core';
import { makeFolder } from '../make-folder.js';
import type { BuiltTool } from '../artifact/built-tool.js';
import type { BuildSettings } from '../build-options.js';
import { readHelveVersion } from '../helve-version.js';
import { memoizeByPath } from '../memoize-by-path.js';
import type { Declaration } from './declare-tool.js';

/** Finished tools of earlier builds. */
export interface ToolCache {
  /** Returns the tool built from exactly these files, settings and versions. */
  load(folder: string, name: string, filesDigest: string): BuiltTool | undefined;
  save(folder: string, name: string, filesDigest: string, built: BuiltTool): void;
  /** Returns the declaration of a folder, made again only if its texts have changed in this process. */
  declare(folder: string, name: string, folderDigest: string, make: () => Promise<Declaration>): Promise<Declaration>;
  /** Removes tools whose folders are gone. */
  prune(folders: readonly string[]): void;
}

interface Entry {
  readonly key: string;
  /**
   * Digest of what the handler reaches outside of its folder: modules, and names beside them, which decide what an
   * import means.
   */
  readonly outside: string;
  readonly built: BuiltTool;
}

/** The cache in memory: a watch builds again and again, and most of it is unchanged. */
interface Memory {
  /** Entries by file, valid as long as its text is unchanged. */
  readonly entries: Map<string, { readonly text: string; readonly entry: Entry }>;
  /** Declarations by folder. */
  readonly declarations: Map<string, { readonly key: string; readonly declaration: Declaration }>;
}

const memories = new Map<string, Memory>();

const none: ToolCache = {
  load: () => undefined,
  save: () => {},
  declare: (_folder, _name, _said, make) => make(),
  prune: () => {},
};

/** Opens a cache with one file for each tool; unreadable ones are built again. */
export function openToolCache({ cacheDir, dir, compilers, modes }: BuildSettings): ToolCache {
  if (cacheDir === undefined) return none;
  const versions = compilers.map(({ provider, version }) => [provider, version]);
  const config = digest([readHelveVersion(), esbuildVersion, versions, modes, dir]);
  const keyOf = (name: string, filesDigest: string) => `${config} ${name} ${filesDigest}`;
  const fileOf = (folder: string) => join(cacheDir, `${folder}.json`);
  const { entries, declarations } = openMemory(cacheDir);
  const outsideOf = lookOutside(dir);
  return {
    load(folder, name, filesDigest) {
      const entry = tryRead(fileOf(folder), entries);
      if (entry?.key !== keyOf(name, filesDigest)) return undefined;
      return entry.outside === outsideOf(folder, entry.built) ? entry.built : undefined;
    },
    save(folder, name, filesDigest, built) {
      const entry: Entry = { key: keyOf(name, filesDigest), outside: outsideOf(folder, built), built };
      makeFolder(cacheDir);
      const draft = `${fileOf(folder)}.${process.pid}.tmp`;
      const text = JSON.stringify(entry);
      writeFileSync(draft, text);
      renameSync(draft, fileOf(folder));
      entries.set(fileOf(folder), { text, entry: deepFreeze(entry) });
    },
    async declare(folder, name, folderDigest, make) {
      const key = keyOf(name, folderDigest);
      const known = declarations.get(folder);
      if (known?.key === key) return known.declaration;
      const declaration = deepFreeze(await make());
      declarations.set(folder, { key, declaration });
      return declaration;
    },
    prune(folders) {
      const currentFiles = new Set(folders.map((folder) => `${folder}.json`));
      for (const name of tryList(cacheDir)) if (!currentFiles.has(name)) rmSync(join(cacheDir, name), { force: true });
      for (const file of entries.keys()) if (!currentFiles.has(basename(file))) entries.delete(file);
      for (const folder of declarations.keys()) if (!currentFiles.has(`${folder}.json`)) declarations.delete(folder);
    },
  };
}

function openMemory(cacheDir: string): Memory {
  const memory = memories.get(cacheDir) ?? { entries: new Map(), declarations: new Map() };
  memories.set(cacheDir, memory);
  return memory;
}

function tryRead(file: string, entries: Memory['entries']): Entry | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    const known = entries.get(file);
    if (known?.text === text) return known.entry;
    const entry = deepFreeze(JSON.parse(text) as Entry);
    entries.set(file, { text, entry });
    return entry;
  } catch {
    return undefined;
  }
}

function tryList(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

/** Reads what lies outside of the tool folders, once per build however many tools reach it. */
function lookOutside(dir: string): (folder: string, built: BuiltTool) => string {
  const hashOf = memoizeByPath((path) => tryHash(join(dir, path)));
  const namesIn = memoizeByPath((path) => JSON.stringify(tryNames(join(dir, path))));
  return (folder, { modules }) => {
    const outside = modules.filter((path) => !path.startsWith(`${folder}/`));
    if (outside.length === 0) return '';
    const hashes = outside.map((path) => `${JSON.stringify(path)}${hashOf(path)}`);
    const names = [...new Set(outside.map((path) => posix.dirname(path)))].map(namesIn);
    return hash('sha256', [...hashes, ...names].join('\n'));
  };
}

function tryHash(file: string): string {
  try {
    return hash('sha256', readFileSync(file));
  } catch {
    return 'gone';
  }
}

function tryNames(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
