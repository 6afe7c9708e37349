import { hash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Variants } from '../kit/run-variants.js';
import { writeToolFolders } from './tool-folders.js';

/** Variants to measure; imports count wherever a process of a user would pay for them. */
export const buildVariants: Variants = {
  'clean build of 7 tools': async () => {
    const dir = writeToolFolders(7);
    return timed(async () => (await builderOf(dir))());
  },
  'the same, nothing changed': async () => {
    const dir = writeToolFolders(7);
    const build = await builderOf(dir, join(dir, '.cache'));
    await build();
    return timed(build);
  },
  'clean build of 7 tools, warm': () => warm(7, 0),
  'after one change, warm': () => warm(7, 1),
  'clean build of 100 tools': () => warm(100, 0),
  'clean build of 1000 tools': async () => (await warm(1000, 0)) / 10,
  'load and lock of 7 tools': async () => loaded(7, false),
  'load and lock of 1000 tools, lazy': async () => loaded(1000, true),
};

/** Milliseconds of a build in a process that has built before: everything anew, or one changed tool of all. */
async function warm(count: number, changed: 0 | 1): Promise<number> {
  const dir = writeToolFolders(count);
  const build = await builderOf(dir, ...(changed === 1 ? [join(dir, '.cache')] : []));
  await build();
  appendFileSync(join(dir, 'search-0', 'handler.ts'), '\nexport const changed = true;\n');
  return timed(build);
}

async function builderOf(dir: string, cacheDir?: string): Promise<() => Promise<void>> {
  const [{ buildRegistry }, { schemaCompilers, toProviderNames }, { useSha256 }] = await Promise.all([
    import('@helve/build'),
    import('@helve/agent'),
    import('@helve/core'),
  ]);
  useSha256((text) => hash('sha256', text));
  const names = toProviderNames;
  return async () => {
    const result = await buildRegistry({
      dir,
      compilers: schemaCompilers,
      names,
      ...(cacheDir === undefined ? {} : { cacheDir }),
    });
    if (!result.ok) throw new Error(JSON.stringify(result.problems[0]));
  };
}

async function loaded(count: number, lazy: boolean): Promise<number> {
  const dir = writeToolFolders(count);
  await (
    await builderOf(dir)
  )();
  const { loadRegistryFile } = await import('@helve/build/load');
  return timed(async () => {
    const registry = await loadRegistryFile(join(dir, 'tool_registry.json'), { lazy });
    await registry.load();
    registry.lock();
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
