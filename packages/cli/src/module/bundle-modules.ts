import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildFailure, type Message } from 'esbuild';
import type { Finding } from '../cli-errors.js';
import { keepPlaces } from './keep-places.js';
import type { ModuleExports, OpenModule } from './load-modules.js';

export interface BundledModules {
  readonly modules: ReadonlyMap<string, OpenModule>;
  readonly findings: readonly Finding[];
}

/**
 * Makes modules that Node cannot read ready to run: one bundle for all, so that what they share exists once.
 * The bundle only holds functions that open the modules, so its file is gone before any of their code runs.
 */
export async function bundleModules(files: readonly string[]): Promise<BundledModules> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-'));
  const bundle = join(folder, 'bundle.mjs');
  try {
    await writeBundle(files, folder, bundle);
    return { modules: await openBundle(bundle, files), findings: [] };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return { modules: new Map(), findings: error.errors.map((message) => toFinding(message, folder)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeBundle(files: readonly string[], folder: string, outfile: string): Promise<void> {
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
    plugins: [keepPlaces()],
    logLevel: 'silent',
  });
}

function toEntry(files: readonly string[]): string {
  const openers = files.map((file) => `() => import(${JSON.stringify(file)})`);
  // The standard decorators that are lowered here keep their metadata under this symbol.
  return `Symbol.metadata ??= Symbol.for('Symbol.metadata');\nexport default [${openers.join(', ')}];`;
}

async function openBundle(bundle: string, files: readonly string[]): Promise<Map<string, OpenModule>> {
  // So that what is thrown later names the files that were written, not the bundle.
  process.setSourceMapsEnabled(true);
  const { default: openers } = (await import(pathToFileURL(bundle).href)) as { default: readonly OpenModule[] };
  return new Map(files.map((file, index) => [file, openers[index] ?? nothing]));
}

async function nothing(): Promise<ModuleExports> {
  return {};
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

function toFinding({ text, location, notes }: Message, folder: string): Finding {
  const where =
    location === null ? 'the bundle' : `${resolve(folder, location.file)}:${location.line}:${location.column + 1}`;
  const [note] = notes;
  return { where, message: text, ...(note === undefined ? {} : { suggestion: note.text }) };
}
