import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { isPlainObject } from '@helve/core';
import { CapabilityInputError } from '@helve/worker';

/** Target of a path on the command line: a manifest, a module, or both. */
export interface CapabilityUnit {
  /** Where the manifest is, or would be written. */
  readonly manifestFile: string;
  /** Contents of the manifest, if there is one; not checked. */
  readonly manifest?: unknown;
  /** The module that the manifest names, or that was given itself. */
  readonly moduleFile?: string;
}

const entryNames = [
  'capability.js',
  'capability.mjs',
  'capability.ts',
  'index.js',
  'index.mjs',
  'index.ts',
  'capability.py',
];
const manifestEnding = /(?:^|\.)(?:capability|adapter)\.json$/;

/** Finds a unit by the path of its manifest, its module or its folder. */
export async function findUnit(path: string, cwd: string): Promise<CapabilityUnit> {
  const full = resolve(cwd, path);
  const kind = statSync(full, { throwIfNoEntry: false });
  if (kind === undefined) throw notFound(path, 'there is no such file or folder');
  if (kind.isDirectory()) return inFolder(full, path);
  if (full.endsWith('.json')) return fromManifest(full);
  return besideModule(full);
}

/** The name of a module's file without its ending. */
export function moduleStem(moduleFile: string): string {
  return basename(moduleFile).replace(/\.(?:[cm]?[jt]s|py)$/, '');
}

/** Writes the path of a module as a manifest near it names it. */
export function moduleName(manifestFile: string, moduleFile: string): string {
  const name = relative(dirname(manifestFile), moduleFile).replaceAll('\\', '/');
  return name.startsWith('.') ? name : `./${name}`;
}

async function inFolder(folder: string, path: string): Promise<CapabilityUnit> {
  const manifestFile = join(folder, 'capability.json');
  if (existsSync(manifestFile)) return fromManifest(manifestFile);
  const moduleFile = await findEntry(folder);
  const [only, ...others] = (await readdir(folder)).filter((name) => name.endsWith('.capability.json'));
  if (moduleFile === undefined && only !== undefined && others.length === 0) return fromManifest(join(folder, only));
  if (moduleFile === undefined) throw notFound(path, `it holds neither capability.json nor ${entryNames.join(', ')}`);
  return { manifestFile, moduleFile };
}

async function findEntry(folder: string): Promise<string | undefined> {
  const description = join(folder, 'package.json');
  const { main }: { main?: unknown } = existsSync(description) ? Object(await readJson(description)) : {};
  const names = typeof main === 'string' ? [main, ...entryNames] : entryNames;
  return names.map((name) => resolve(folder, name)).find((file) => existsSync(file));
}

/** A module is known by the manifest beside it that names it; without one, by its own name. */
async function besideModule(moduleFile: string): Promise<CapabilityUnit> {
  const folder = dirname(moduleFile);
  const names = (await readdir(folder)).filter((name) => manifestEnding.test(name)).toSorted();
  for (const name of names) {
    const unit = await fromManifest(join(folder, name)).catch(() => undefined);
    if (unit?.moduleFile === moduleFile && name.endsWith('capability.json')) return unit;
  }
  const stem = moduleStem(moduleFile);
  const name = stem === 'index' || stem === 'capability' ? 'capability.json' : `${stem}.capability.json`;
  return { manifestFile: join(folder, name), moduleFile };
}

async function fromManifest(manifestFile: string): Promise<CapabilityUnit> {
  const manifest = await readJson(manifestFile);
  const named = readModule(manifest);
  const isPath = named !== undefined && (named.startsWith('.') || isAbsolute(named));
  return { manifestFile, manifest, ...(isPath ? { moduleFile: resolve(dirname(manifestFile), named) } : {}) };
}

function readModule(manifest: unknown): string | undefined {
  if (!isPlainObject(manifest)) return undefined;
  const { code } = manifest;
  const { module } = isPlainObject(code) ? code : manifest;
  return typeof module === 'string' ? module : undefined;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    if (cause instanceof SyntaxError) throw notFound(file, 'it is not JSON');
    throw cause;
  }
}

function notFound(path: string, problem: string): CapabilityInputError {
  return new CapabilityInputError(`Cannot use "${path}": ${problem}`, { fieldsInvalid: ['path'] });
}
