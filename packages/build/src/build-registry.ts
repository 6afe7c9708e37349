import type { RegistryArtifact } from '@helve/core';
import { readGitState } from './artifact/git-state.js';
import { toRegistryFiles, writeRegistryFiles, type RegistryFiles } from './artifact/registry-files.js';
import { toRegistry } from './artifact/to-artifact.js';
import { readOptions, type BuildOptions, type BuildSettings } from './build-options.js';
import { scanFolders } from './folder/scan-folders.js';
import { isWarning, type Problem } from './problem/problem.js';
import { buildTools } from './tool/build-tools.js';

/** A registry that was written. */
export interface Built {
  readonly ok: true;
  readonly artifact: RegistryArtifact;
  readonly warnings: readonly Problem[];
  /** All files of the registry, relative to the target folder. */
  readonly files: readonly string[];
  /** Files that are new or have changed. */
  readonly written: readonly string[];
  /** Number of tools taken from the cache. */
  readonly cached: number;
}

/** A failed build: all problems, and nothing written. */
export interface NotBuilt {
  readonly ok: false;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export type BuildResult = Built | NotBuilt;

/** A registry in memory. */
export interface Draft extends Omit<Built, 'files' | 'written'> {
  readonly files: RegistryFiles;
  /** Local modules of the handlers, relative to the tools folder. */
  readonly modules: readonly string[];
}

/** Builds one registry of tool folders, or reports all their problems. */
export async function buildRegistry(options: BuildOptions): Promise<BuildResult> {
  const settings = readOptions(options);
  const draft = await draftRegistry(settings);
  return draft.ok ? writeDraft(draft, settings) : draft;
}

/** Builds a registry in memory: scan ▸ build each tool ▸ join ▸ files. */
export async function draftRegistry(settings: BuildSettings): Promise<Draft | NotBuilt> {
  const scan = scanFolders(settings.dir, settings.out);
  const [{ tools, problems: found, cached }, git] = await Promise.all([
    buildTools(settings, scan.folders),
    readGitState(settings.dir),
  ]);
  const all = [...scan.problems, ...found, ...tools.flatMap((tool) => tool.warnings)].toSorted(byPlace);
  const warnings = settings.strict ? [] : all.filter(isWarning);
  const problems = settings.strict ? all : all.filter((problem) => !isWarning(problem));
  if (problems.length > 0) return { ok: false, problems, warnings };
  const registry = toRegistry(tools, settings, git);
  const modules = [...new Set(tools.flatMap((tool) => tool.modules))];
  return { ok: true, artifact: registry.artifact, warnings, cached, modules, files: toRegistryFiles(registry, tools) };
}

/** Writes a finished registry. */
export function writeDraft({ ok, artifact, warnings, cached, files }: Draft, { out }: BuildSettings): Built {
  return { ok, artifact, warnings, files: [...files.keys()], written: writeRegistryFiles(out, files), cached };
}

function byPlace(a: Problem, b: Problem): number {
  return compare(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
