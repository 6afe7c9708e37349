import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildFailure, type Message } from 'esbuild';
import type { ProblemDetail } from '../project-errors.js';
import { keepLocations } from './keep-locations.js';
import type { ModuleExports, OpenModule } from './load-modules.js';
import { openModules, shareModules } from './share-modules.js';

export interface BundledModules {
  readonly modules: ReadonlyMap<string, OpenModule>;
  readonly findings: readonly ProblemDetail[];
}

/**
 * Makes modules that Node cannot read ready to run: one bundle for all, so that what they share exists once.
 * The bundle only holds functions that open the modules, so its file is gone before any of their code runs.
 */
export async function bundleModules(files: readonly string[]): Promise<BundledModules> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-'));
  const bundle = join(folder, 'bundle.mjs');
  try {
    const held = await writeBundle(files, folder, bundle);
    // Later bundles open the imports of these modules too, so they have to be known.
    if (held.length > files.length) await writeBundle(held, folder, bundle);
    return { modules: await openBundle(bundle, held), findings: [] };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return { modules: new Map(), findings: error.errors.map((message) => toFinding(message, folder)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Gives the modules that are in the bundle: those that were asked for first. */
async function writeBundle(files: readonly string[], folder: string, outfile: string): Promise<readonly string[]> {
  const held = new Set(files);
  await build({
    stdin: { contents: toEntry(files), resolveDir: folder, loader: 'js' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    keepNames: true,
    sourcemap: 'inline',
    sourcesContent: false,
    // The conditions that Node itself goes by, beside those of the platform.
    conditions: ['module-sync', 'node-addons'],
    outfile,
    absWorkingDir: folder,
    plugins: [shareModules((file) => held.add(file)), keepLocations()],
    logLevel: 'silent',
  });
  return [...held];
}

function toEntry(files: readonly string[]): string {
  const openers = files.map((file) => `() => import(${JSON.stringify(file)})`);
  // The standard decorators that are lowered here keep their metadata under this symbol.
  return `Symbol.metadata ??= Symbol.for('Symbol.metadata');\nexport default [${openers.join(', ')}];`;
}

async function openBundle(bundle: string, files: readonly string[]): Promise<ReadonlyMap<string, OpenModule>> {
  // So that what is thrown later names the files that were written, not the bundle.
  process.setSourceMapsEnabled(true);
  const { default: openers } = (await import(pathToFileURL(bundle).href)) as { default: readonly OpenModule[] };
  const modules = new Map(files.map((file, index) => [file, openers[index] ?? nothing]));
  for (const [file, open] of modules) openModules.set(file, open);
  return modules;
}

async function nothing(): Promise<ModuleExports> {
  return {};
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

function toFinding({ text, location, notes }: Message, folder: string): ProblemDetail {
  const where =
    location === null ? 'the bundle' : `${resolve(folder, location.file)}:${location.line}:${location.column + 1}`;
  const [note] = notes;
  return { where, message: text, ...(note === undefined ? {} : { suggestion: note.text }) };
}
