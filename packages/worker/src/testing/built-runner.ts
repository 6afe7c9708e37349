import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { build } from 'esbuild';
import { isAlive } from './is-alive.js';

const source = join(import.meta.dirname, '..');

/** The built runner, and capabilities that were built with it. */
export interface BuiltRunner {
  readonly runner: string;
  /** Returns the module of a capability in `fixture` by its file name. */
  module(name: string): string;
}

// Inside the workspace, so that unbundled packages resolve.
const cache = join(source, '..', '..', '..', 'node_modules', '.cache', 'helve');
const built = new Map<string, Promise<BuiltRunner>>();

/** Builds the runner from the sources with some fixtures, once per test file: a process cannot run TypeScript. */
export function builtRunner(...fixtures: readonly string[]): Promise<BuiltRunner> {
  const key = fixtures.join();
  const known = built.get(key) ?? buildRunner(fixtures);
  built.set(key, known);
  return known;
}

async function buildRunner(fixtures: readonly string[]): Promise<BuiltRunner> {
  await mkdir(cache, { recursive: true });
  await removeStale();
  const outdir = await mkdtemp(join(cache, `runner-${process.pid}-`));
  await build({
    entryPoints: {
      runner: join(source, 'runner.ts'),
      ...Object.fromEntries(fixtures.map((name) => [basename(name, '.ts'), fixtureFile(name)])),
    },
    outdir,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    outExtension: { '.js': '.mjs' },
    // The sources of the packages: their builds may be older than the test.
    alias: {
      '@helve/core': join(source, '..', '..', 'core', 'src', 'index.ts'),
      '@helve/core/options': join(source, '..', '..', 'core', 'src', 'options.ts'),
      '@helve/worker': join(source, 'index.ts'),
    },
  });
  return { runner: join(outdir, 'runner.mjs'), module: (name) => join(outdir, `${name}.mjs`) };
}

/** Resolves a name in `fixture`, or an absolute path. */
function fixtureFile(name: string): string {
  if (isAbsolute(name)) return name;
  const file = join(source, 'testing', 'fixture', name);
  return existsSync(`${file}.mjs`) ? `${file}.mjs` : `${file}.ts`;
}

/** Removes leftovers of other test processes, which are killed from outside. */
async function removeStale(): Promise<void> {
  for (const name of await readdir(cache)) {
    const pid = /^runner-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(cache, name), { recursive: true, force: true });
  }
}
