import { availableParallelism } from 'node:os';
import { fileHead, type ThreadSource } from '@helve/flow/engine';
import { importLines, importTmx, MEMORY_SCHEMA, tmxOptions, type ImportReport } from '@helve/l10n';
import { createThreadPool } from '@helve/worker/pool';

/** Works with threads, and ends them. */
export async function withThreads<Result>(work: (pool: ThreadSource) => Promise<Result>): Promise<Result> {
  const pool = createThreadPool();
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

export type ImportRequest = Parameters<typeof importTmx>[0];

/** Below that, a thread costs more than it gains. */
const MIN_THREAD_BYTES = 4 * 1024 * 1024;

/** Reads a TMX file, or a memory that was exported as lines, into a memory. */
export async function importFile(request: ImportRequest, path: string, pool: ThreadSource): Promise<ImportReport> {
  const head = Buffer.from(fileHead(path)).toString('utf8');
  const { maxBytes } = tmxOptions({});
  return head.trimStart().startsWith('{') && head.includes(MEMORY_SCHEMA)
    ? importLines(request, maxBytes)
    : importTmx(request, tmxOptions({}), threadFor(request, path, pool));
}

/** A second core reads large files while this one writes. */
function threadFor({ source }: ImportRequest, path: string, pool: ThreadSource) {
  const isLarge = (source.size ?? 0) >= MIN_THREAD_BYTES && availableParallelism() > 1;
  // From the one file that this package is built into.
  return isLarge ? { pool, module: new URL('../bin/tmx-thread.js', import.meta.url), path } : undefined;
}
