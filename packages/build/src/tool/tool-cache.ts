import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { version as esbuildVersion } from 'esbuild';
import { digest } from '@helve/core';
import type { BuiltTool } from '../artifact/built-tool.js';
import type { BuildSettings } from '../build-options.js';
import { readHelveVersion } from '../helve-version.js';

/** Finished tools of earlier builds. */
export interface ToolCache {
  /** The tool as it was built from exactly these files, settings and versions. */
  load(folder: string, name: string, filesDigest: string): BuiltTool | undefined;
  save(folder: string, name: string, filesDigest: string, built: BuiltTool): void;
  /** Forgets tools whose folders are gone. */
  prune(folders: readonly string[]): void;
}

interface Entry {
  readonly key: string;
  /** What the handler reaches outside of its folder: digests of modules, and names beside them, which decide what an import means. */
  readonly outside: string;
  readonly built: BuiltTool;
}

const none: ToolCache = { load: () => undefined, save: () => {}, prune: () => {} };

/** A file for each tool; what cannot be read is built anew. */
export function openToolCache({ cacheDir, dir, out, compilers, modes }: BuildSettings): ToolCache {
  if (cacheDir === undefined) return none;
  const versions = compilers.map(({ provider, version }) => [provider, version]);
  const config = digest([readHelveVersion(), esbuildVersion, versions, modes, out === dir ? '' : out, dir]);
  const keyOf = (name: string, filesDigest: string) => `${config} ${name} ${filesDigest}`;
  const fileOf = (folder: string) => join(cacheDir, `${folder}.json`);
  return {
    load(folder, name, filesDigest) {
      const entry = tryRead(fileOf(folder));
      if (entry?.key !== keyOf(name, filesDigest)) return undefined;
      return entry.outside === outsideOf(dir, folder, entry.built) ? entry.built : undefined;
    },
    save(folder, name, filesDigest, built) {
      const entry: Entry = { key: keyOf(name, filesDigest), outside: outsideOf(dir, folder, built), built };
      mkdirSync(cacheDir, { recursive: true });
      const draft = `${fileOf(folder)}.${process.pid}.tmp`;
      writeFileSync(draft, JSON.stringify(entry));
      renameSync(draft, fileOf(folder));
    },
    prune(folders) {
      const kept = new Set(folders.map((folder) => `${folder}.json`));
      for (const name of tryList(cacheDir)) if (!kept.has(name)) rmSync(join(cacheDir, name), { force: true });
    },
  };
}

function tryRead(file: string): Entry | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Entry;
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

function outsideOf(dir: string, folder: string, { modules }: BuiltTool): string {
  const hash = createHash('sha256');
  const outside = modules.map(([path]) => path).filter((path) => !path.startsWith(`${folder}/`));
  for (const path of outside) {
    hash.update(`${JSON.stringify(path)}${tryHash(join(dir, path))}\n`);
  }
  for (const beside of new Set(outside.map((path) => dirname(join(dir, path))))) {
    hash.update(`${JSON.stringify(tryNames(beside))}\n`);
  }
  return hash.digest('hex');
}

function tryHash(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
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
