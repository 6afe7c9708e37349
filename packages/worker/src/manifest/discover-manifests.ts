import { deepFreeze } from '@helve/core';
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CapabilityError } from '../error/capability-error.js';
import { ADAPTER_FORMAT, type AdapterManifest, type CapabilityManifest, type Manifest } from './manifest.js';
import { readManifest } from './read-manifest.js';

/** A manifest with its location. */
export interface ManifestFile<M extends Manifest = Manifest> {
  readonly path: string;
  /** Folder against which its relative paths resolve. */
  readonly directory: string;
  readonly manifest: M;
}

/** Manifests on the search paths, with the unused ones and the reasons. */
export interface DiscoveryReport {
  readonly capabilities: readonly ManifestFile<CapabilityManifest>[];
  readonly adapters: readonly ManifestFile<AdapterManifest>[];
  /** Hidden by a manifest of the same name that came first. */
  readonly shadowed: readonly { readonly name: string; readonly path: string; readonly by: string }[];
  readonly broken: readonly {
    readonly path: string;
    readonly reason: string;
    readonly fieldsInvalid: readonly string[];
  }[];
  /** Search paths that do not exist. */
  readonly absent: readonly string[];
}

const manifestFile = /(?:^|\.)(?:capability|adapter)\.json$/;

/**
 * Reads all manifests on the search paths, in order; the first of a name wins. A path is a manifest itself, or a
 * folder that holds `capability.json`, `adapter.json` and files that end like them, in it or one folder below.
 */
export async function discoverManifests(searchPaths: readonly string[]): Promise<DiscoveryReport> {
  const absent: string[] = [];
  const files: string[] = [];
  for (const searchPath of searchPaths) {
    const found = await findManifestFiles(resolve(searchPath));
    if (found === undefined) absent.push(searchPath);
    else files.push(...found.filter((file) => !files.includes(file)));
  }
  const read = await Promise.all(files.map(readOne));
  const broken = read.flatMap((one) => ('reason' in one ? [one] : []));
  const { first, shadowed } = firstOfName(read.flatMap((one) => ('manifest' in one ? [one] : [])));
  return deepFreeze({
    capabilities: first.filter(isCapability),
    adapters: first.filter(isAdapter),
    shadowed,
    broken,
    absent,
  });
}

async function findManifestFiles(searchPath: string): Promise<readonly string[] | undefined> {
  const kind = await stat(searchPath).catch(() => undefined);
  if (kind === undefined) return undefined;
  if (kind.isFile()) return [searchPath];
  const entries = await sortedEntries(searchPath);
  const below = await Promise.all(
    entries
      .filter((entry) => !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .map(async (entry) => {
        const path = join(searchPath, entry.name);
        const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await isDirectory(path)));
        return isFolder ? filesIn(path, await sortedEntries(path)) : [];
      }),
  );
  return [...filesIn(searchPath, entries), ...below.flat()];
}

async function sortedEntries(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function filesIn(folder: string, entries: readonly Dirent[]): readonly string[] {
  return entries.filter(({ name }) => manifestFile.test(name)).map(({ name }) => join(folder, name));
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

async function readOne(path: string): Promise<ManifestFile | DiscoveryReport['broken'][number]> {
  try {
    return { path, directory: dirname(path), manifest: await readManifest(path) };
  } catch (error) {
    const fields: unknown = CapabilityError.is(error) && 'fieldsInvalid' in error ? error.fieldsInvalid : [];
    const reason = error instanceof Error ? error.message : String(error);
    return { path, reason, fieldsInvalid: Array.isArray(fields) ? fields.map(String) : [] };
  }
}

function firstOfName(found: readonly ManifestFile[]) {
  const first = new Map<string, ManifestFile>();
  const shadowed: { name: string; path: string; by: string }[] = [];
  for (const one of found) {
    const key = `${one.manifest.format} ${manifestName(one.manifest)}`;
    const winner = first.get(key);
    if (winner === undefined) first.set(key, one);
    else shadowed.push({ name: manifestName(one.manifest), path: one.path, by: winner.path });
  }
  return { first: [...first.values()], shadowed };
}

function manifestName(manifest: Manifest): string {
  return manifest.format === ADAPTER_FORMAT ? manifest.name : manifest.code.name;
}

function isAdapter(found: ManifestFile): found is ManifestFile<AdapterManifest> {
  return found.manifest.format === ADAPTER_FORMAT;
}

function isCapability(found: ManifestFile): found is ManifestFile<CapabilityManifest> {
  return found.manifest.format !== ADAPTER_FORMAT;
}
