import { Worker } from 'node:worker_threads';
import { performance } from 'node:perf_hooks';
import { truncateSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { Json } from '@helve/core';
import type { Step } from '@helve/flow';
import type { FormatResolver } from '@helve/flow/content';
import { fileIo, serveDocuments, type FlowDocument, type ThreadSource } from '@helve/flow/engine';
import { createThreadPool } from '@helve/worker/pool';
import { onOneCore } from '../kit/one-core.js';
import type { Variants } from '../kit/run-variants.js';
import { jsonFolder, mixedFolder, outputOf } from './corpus.js';
import { planOf, runAll, theFormats, toolsWith } from './run-steps.js';

const FEW_FILES = 24;
const MANY_FILES = 4 * 844;
const THREADS = 2;
export const CORES = availableParallelism();
/** Turns of the loop, about as long as the smaller folder takes. */
const TURNS = 2_000_000_000;
let lastRun = 0;
const pseudo: readonly Step[] = [{ tool: 'pseudo-translate' }];
const three: readonly Step[] = [{ tool: 'segmentation' }, { tool: 'word-count' }, ...pseudo];

/** What two threads gain over one, for work that is nothing but work and for folders of files; and what such a folder takes. */
export const threadVariants: Variants = {
  'a loop: gain of two threads': async () => (await loopMs(1)) / (await loopMs(THREADS)),
  '24 JSON files, 12 MiB: gain of two threads': () => folderGain(jsonFolder(FEW_FILES), three),
  '24 JSON files, a second run: gain of two threads': () => folderGain(jsonFolder(FEW_FILES), three, { runs: 2 }),
  '844 mixed files, 63 MB: gain of two threads': () => folderGain(mixedFolder(), pseudo),
  '844 mixed files, one thread on one core: gain of two': () => folderGain(mixedFolder(), pseudo, { oneCore: true }),
  '3,376 mixed files, 252 MB: gain of two threads': () => folderGain(mixedFolder(MANY_FILES), pseudo),
  '3,376 mixed files, one thread on one core: gain of two': () =>
    folderGain(mixedFolder(MANY_FILES), pseudo, { oneCore: true }),
  'mixed folder: one thread': () => folderMs(mixedFolder(), pseudo, 1),
  'mixed folder: a thread for each core': () => folderMs(mixedFolder(), pseudo, CORES),
  'mixed folder: peak RSS': async () => {
    await folderMs(mixedFolder(), pseudo, CORES);
    return process.resourceUsage().maxRSS / 1024;
  },
};

/** What this script does in a thread. */
export function serveThread(): void {
  serveDocuments((data: Json) => {
    const files = data as readonly FilePaths[];
    const formats = theFormats();
    return { tools: toolsWith(), document: (index) => documentOf(files[index], formats) };
  });
}

/** Measures a fixed number of turns in one thread, or shared by several. */
async function loopMs(threads: number): Promise<number> {
  const began = performance.now();
  await Promise.all(Array.from({ length: threads }, () => spinInThread(TURNS / threads)));
  return performance.now() - began;
}

const spin = `
  const { workerData } = require('node:worker_threads');
  let state = 1;
  for (let turn = 0; turn < workerData; turn += 1) state = (Math.imul(state, 1664525) + 1013904223) | 0;
  if (state === 0.5) throw new Error('Cannot be: a whole number has no fraction');
`;

/** A thread that loads nothing. */
function spinInThread(turns: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(spin, { eval: true, workerData: turns });
    worker.on('exit', () => resolve());
    worker.on('error', reject);
  });
}

/**
 * Two threads before and after one: the machine may become slower or quicker meanwhile. One thread alone has the
 * collector and the compiler of V8 work for it on the other core, as a loop has not, unless it is kept to one core.
 */
async function folderGain(
  paths: readonly string[],
  steps: readonly Step[],
  { runs = 1, oneCore = false } = {},
): Promise<number> {
  const before = await folderMs(paths, steps, THREADS, runs);
  const alone = () => folderMs(paths, steps, 1, runs);
  const one = oneCore ? await onOneCore(alone) : await alone();
  const after = await folderMs(paths, steps, THREADS, runs);
  return (2 * one) / (before + after);
}

/** How long the last of some runs takes; those before it have loaded and compiled what its threads need. */
async function folderMs(paths: readonly string[], steps: readonly Step[], count: number, runs = 1): Promise<number> {
  const pool = createThreadPool({ size: count });
  let took = 0;
  for (let run = 0; run < runs; run += 1) took = await runMs(paths, steps, { pool, count });
  await pool.close();
  return took;
}

async function runMs(
  paths: readonly string[],
  steps: readonly Step[],
  pooled: { readonly pool: ThreadSource; readonly count: number },
): Promise<number> {
  const registry = toolsWith();
  const plan = planOf(steps, registry);
  const formats = theFormats();
  lastRun += 1;
  const files = paths.map((path) => ({ path, output: outputOf(`${lastRun}-${basename(path)}`) }));
  const documents = await Promise.all(files.map((file) => documentOf(file, formats)));
  const threads = { ...pooled, module: new URL(import.meta.url), data: files };
  const began = performance.now();
  await runAll(plan, { documents }, { tools: registry, threads });
  const took = performance.now() - began;
  // Emptied and not removed: a file system that was just told to remove many files takes longer to make the next ones.
  for (const { output } of files) truncateSync(output);
  return took;
}

/** A file, and where it is written. */
type FilePaths = { readonly path: string; readonly output: string };

async function documentOf(file: FilePaths | undefined, formats: FormatResolver): Promise<FlowDocument> {
  if (file === undefined) throw new RangeError('Cannot run a document: there is no such file');
  const inputs = [{ id: file.path, path: file.path, outputs: [{ path: file.output, locale: 'qps' }] }];
  const { documents } = await fileIo({ inputs, formats, token: 'bench', targetLocale: 'el' });
  if (documents[0] === undefined) throw new RangeError(`Cannot run "${file.path}": it is no document`);
  return documents[0];
}
