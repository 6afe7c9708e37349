import { dirname, join } from 'node:path';
import { countOf } from '@helve/core';
import type { BuildOptions, Problem } from '@helve/build';
import { countProblems, projectErrors, type ProblemDetail } from '../project-errors.js';
import type { Environment, Notify } from '../project-io.js';
import type { CollectedTool } from './collect-tools.js';
import { buildCacheFolder, composeBuild } from './compose-build.js';
import type { RegistrySource } from './registry-source.js';

/** Where the registries of a project are opened. */
export interface RegistriesContext {
  readonly configFile: string;
  readonly env: Environment;
  readonly notify: Notify;
  /** True for a process that outlives the next build: handlers are imported now, since they may be others later. */
  readonly outlives: boolean;
}

/** The tools of built registries. Folders are built first where their registry is missing or out of date. */
export async function openRegistries(
  sources: readonly RegistrySource[],
  context: RegistriesContext,
): Promise<readonly CollectedTool[]> {
  // The common case: a project without any.
  if (sources.length === 0) return [];
  for (const source of sources) if (source.builds) await bringUpToDate(source, context);
  const opened = await Promise.all(sources.map((source) => openRegistry(source, context)));
  return opened.flat();
}

/** Options with which the folder of a source is built, by whoever builds it. */
export function buildOptionsOf({ folder }: RegistrySource, { configFile, env }: RegistriesContext) {
  return composeBuild({
    dir: folder,
    cacheDir: buildCacheFolder(dirname(configFile), folder),
    sourceDateEpoch: env['SOURCE_DATE_EPOCH'],
  } satisfies Omit<BuildOptions, 'compilers' | 'names'>);
}

/** The problems of a folder in the words of a build. */
export function toFindings(problems: readonly Problem[], { from }: RegistrySource): readonly ProblemDetail[] {
  return problems.map(({ file, line, pointer, code, message, hint }) => ({
    where: `${join(from, file)}${line === undefined ? '' : `:${line}`}`,
    message: `${code} ${pointer === undefined || pointer === '' ? '' : `${pointer}: `}${message}`,
    suggestion: hint,
  }));
}

async function bringUpToDate(source: RegistrySource, context: RegistriesContext): Promise<void> {
  const { updateRegistry } = await import('@helve/build');
  const update = await updateRegistry(await buildOptionsOf(source, context));
  if (!update.ok) throw notBuilt(toFindings(update.problems, source), source);
  if (update.upToDate) return;
  const { tools, version } = update.artifact;
  context.notify(`Built ${countOf(tools.length, 'tool')} of ${source.from} as ${version}`);
}

function notBuilt(findings: readonly ProblemDetail[], { from }: RegistrySource): Error {
  const problem = `found ${countProblems(findings)}`;
  return projectErrors.create('PROJECT_TOOLS_INVALID', { file: from, problem }, { details: { findings } });
}

async function openRegistry(
  { file, from }: RegistrySource,
  { outlives }: RegistriesContext,
): Promise<readonly CollectedTool[]> {
  const { loadRegistryFile } = await import('@helve/build/load');
  const registry = await loadRegistryFile(file, { lazy: !outlives });
  const { version } = await registry.load();
  return registry.list().map((tool) => ({ tool, kind: 'folder', from, builtVersion: version }));
}
