import { isPlainObject, type Json, type JsonObject } from '@helve/core';
import { writeFileAtomic } from '@helve/project';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Packages that the first config imports. */
const imported = ['@helve/cli', '@helve/core'];

/** Adds the packages that a config imports to the package.json of a folder, if it has one; returns those that it lacked. */
export async function addDependencies(folder: string, version: string): Promise<readonly string[]> {
  const file = join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch(() => '');
  const manifest = readManifest(text);
  if (manifest === undefined) return [];
  const { dependencies, devDependencies } = manifest;
  const missing = imported.filter((name) => ![dependencies, devDependencies].some((list) => has(list, name)));
  if (missing.length === 0) return [];
  await writeFileAtomic(file, toText(withPackages(manifest, missing, version), text), true);
  return missing;
}

/** Reads a manifest; one that is absent or broken is left to its owner. */
function readManifest(text: string): JsonObject | undefined {
  try {
    const manifest: unknown = JSON.parse(text);
    return isPlainObject(manifest) ? (manifest as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function has(list: Json | undefined, name: string): boolean {
  return isPlainObject(list) && name in list;
}

/** Adds packages to the list that has one of Helve's already, else to `dependencies`. */
function withPackages(manifest: JsonObject, names: readonly string[], version: string): JsonObject {
  const { devDependencies } = manifest;
  const isDev = imported.some((name) => has(devDependencies, name));
  const key = isDev ? 'devDependencies' : 'dependencies';
  const before = manifest[key];
  const all = { ...(isPlainObject(before) ? before : {}), ...Object.fromEntries(names.map((name) => [name, version])) };
  const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { ...manifest, [key]: sorted };
}

/** Writes a manifest with the indentation that it had. */
function toText(manifest: JsonObject, before: string): string {
  const indent = /^\{\s*\n([ \t]+)/.exec(before)?.[1] ?? '  ';
  return `${JSON.stringify(manifest, undefined, indent)}${before.endsWith('\n') ? '\n' : ''}`;
}
