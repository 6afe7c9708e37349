import { statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { ToolsKey } from '../config/tools-key.js';
import { isToolList } from '../config/flow-keys.js';

/** A path of `tools` that brings a whole registry: a folder of tool folders, or what a build has made of one. */
export interface RegistrySource {
  /** True for a folder that is built when it is opened; a built registry is used as it is. */
  readonly builds: boolean;
  /** Folder of the registry. */
  readonly folder: string;
  /** The artifact. */
  readonly file: string;
  /** As the config names it. */
  readonly from: string;
}

const artifactFile = 'tool_registry.json';
const manifestFile = 'tool_registry.js';

/** The registries that a config names, in order, each once. */
export function registrySources(tools: ToolsKey, configFile: string): readonly RegistrySource[] {
  const entries = isToolList(tools) ? tools : [];
  const found = entries.flatMap((entry) => {
    const source = typeof entry === 'string' ? toRegistrySource(entry, dirname(configFile)) : undefined;
    return source === undefined ? [] : [[source.file, source] as const];
  });
  return [...new Map(found).values()];
}

/** Undefined for a path of a module. The manifest stands for the artifact beside it. */
export function toRegistrySource(from: string, projectFolder: string): RegistrySource | undefined {
  const path = resolve(projectFolder, from);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    return { builds: true, folder: path, file: join(path, artifactFile), from };
  const folder = dirname(path);
  if (basename(path) === manifestFile) return { builds: false, folder, file: join(folder, artifactFile), from };
  return extname(path) === '.json' ? { builds: false, folder, file: path, from } : undefined;
}
