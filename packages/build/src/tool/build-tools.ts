import { join } from 'node:path';
import type { NameMap } from '@helve/core';
import type { BuiltTool } from '../artifact/built-tool.js';
import type { BuildSettings } from '../build-options.js';
import { handlersIn } from '../folder/check-folder.js';
import { readFolder, type FolderFiles } from '../folder/read-folder.js';
import type { ToolFolder } from '../folder/scan-folders.js';
import { bundleHandlers } from '../handler/bundle-handlers.js';
import { createModuleFiles, type ModuleFiles } from '../handler/module-files.js';
import type { Problem } from '../problem/problem.js';
import { buildTool } from './build-tool.js';
import { declareTool } from './declare-tool.js';
import { openToolCache, type ToolCache } from './tool-cache.js';

/** The outcome for all folders. */
export interface BuiltTools {
  /** The tools without problems, in the order of the folders. */
  readonly tools: readonly BuiltTool[];
  readonly problems: readonly Problem[];
  /** Number of tools taken from the cache. */
  readonly cached: number;
}

interface Fresh {
  readonly folder: ToolFolder;
  readonly read: FolderFiles;
}

/** Number of handlers per run of the compiler: enough to be fast, few enough to report progress. */
const batchSize = 64;

/** Builds all tools: read ▸ from the cache, or check and make the forms ▸ compile the handler ▸ assemble. */
export async function buildTools(settings: BuildSettings, folders: readonly ToolFolder[]): Promise<BuiltTools> {
  const { dir, onProgress } = settings;
  const names = settings.names(folders.map(({ toolId }) => toolId));
  const cache = openToolCache(settings);
  const files = createModuleFiles(dir);
  const built = new Map<string, BuiltTool>();
  const problems: Problem[] = [];
  let cached = 0;
  for (let start = 0; start < folders.length; start += batchSize) {
    const fresh: Fresh[] = [];
    for (const folder of folders.slice(start, start + batchSize)) {
      const read = readFolder(join(dir, folder.name));
      const known = cache.load(folder.name, providerName(names, folder), read.digest);
      if (known === undefined) fresh.push({ folder, read });
      else {
        cached += 1;
        built.set(folder.name, known);
      }
    }
    for await (const { folder, read, made } of buildFresh(fresh, { names, files, cache, settings })) {
      problems.push(...made.problems);
      if (made.built === undefined) continue;
      built.set(folder.name, made.built);
      // A folder that changed during the build is not cached.
      const still = readFolder(join(dir, folder.name)).digest === read.digest;
      if (still) cache.save(folder.name, providerName(names, folder), read.digest, made.built);
    }
    onProgress({ done: Math.min(start + batchSize, folders.length), total: folders.length });
  }
  cache.prune(folders.map(({ name }) => name));
  return { tools: folders.flatMap(({ name }) => built.get(name) ?? []), problems, cached };
}

interface Around {
  readonly names: NameMap;
  readonly files: ModuleFiles;
  readonly cache: ToolCache;
  readonly settings: BuildSettings;
}

/** The compiler is a separate process: it compiles the handlers while everything else is checked here. */
async function* buildFresh(fresh: readonly Fresh[], { names, files, cache, settings }: Around) {
  const compiling = bundleHandlers(settings.dir, fresh.flatMap(toSource));
  const declaring = fresh.map(({ folder, read }) => {
    const name = providerName(names, folder);
    return cache.declare(folder.name, name, read.folderDigest, () => declareTool(folder, read, name, settings));
  });
  const [bundles, declarations] = await Promise.all([compiling, Promise.all(declaring)]);
  for (const [index, { folder, read }] of fresh.entries()) {
    const declaration = declarations[index] ?? { problems: [] };
    const work = { folder, declaration, bundle: bundles.get(folder.toolId), files };
    yield { folder, read, made: await buildTool(work) };
  }
}

function toSource({ folder, read }: Fresh) {
  const [handler, another] = handlersIn(read.names);
  if (handler === undefined || another !== undefined) return [];
  return [{ toolId: folder.toolId, path: `${folder.name}/${handler}` }];
}

function providerName(names: NameMap, { toolId }: ToolFolder): string {
  return names[toolId] ?? toolId;
}
