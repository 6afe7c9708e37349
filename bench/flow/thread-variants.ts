import { Worker } from 'node:worker_threads';
import { performance } from 'node:perf_hooks';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { Json } from '@helve/core';
import {
  fileIo,
  serveDocuments,
  type FlowDocument,
  type FormatResolver,
  type Step,
  type ThreadPool,
} from '@helve/flow';
import { createThreadPool } from '@helve/worker/pool';
import type { Variants } from '../kit/run-variants.js';
import { jsonFolder, mixedFolder, outputOf } from './corpus.js';
import { planOf, runAll, theFormats, toolsWith } from './run-steps.js';

const FEW_FILES = 24;
const THREADS = 2;
export const CORES = availableParallelism();
/** Turns of the loop, about as long as the smaller folder takes. */
const TURNS = 2_000_000_000;
const pseudo: readonly Step[] = [{ tool: 'pseudo-translate' }];
const three: readonly Step[] = [{ tool: 'segmentation' }, { tool: 'word-count' }, ...pseudo];

/** What two threads gain over one, for work that is nothing but work and for folders of files; and what such a folder takes. */
export const threadVariants: Variants = {
  'a loop: gain of two threads': async () => (await loopMs(1)) / (await loopMs(THREADS)),
  '24 JSON files, 12 MiB: gain of two threads': () => folderGain(jsonFolder(FEW_FILES), three),
  '24 JSON files, a second run: gain of two threads': () => folderGain(jsonFolder(FEW_FILES), three, 2),
  '844 mixed files, 63 MB: gain of two threads': () => folderGain(mixedFolder(), pseudo),
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
    const paths = data as readonly string[];
    const formats = theFormats();
    return { tools: toolsWith(), document: (index) => documentOf(paths[index] ?? '', formats) };
  });
}

/** The same turns in one thread, or shared by several. */
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

async function folderGain(paths: readonly string[], steps: readonly Step[], runs = 1): Promise<number> {
  return (await folderMs(paths, steps, 1, runs)) / (await folderMs(paths, steps, THREADS, runs));
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
  pooled: { readonly pool: ThreadPool; readonly count: number },
): Promise<number> {
  const registry = toolsWith();
  const plan = planOf(steps, registry);
  const formats = theFormats();
  const documents = await Promise.all(paths.map((path) => documentOf(path, formats)));
  const threads = { ...pooled, module: new URL(import.meta.url), data: paths };
  const began = performance.now();
  await runAll(plan, { documents }, { tools: registry, threads });
  const took = performance.now() - began;
  for (const { outputs = [] } of documents) for (const { path = '' } of outputs) rmSync(path);
  return took;
}

async function documentOf(path: string, formats: FormatResolver): Promise<FlowDocument> {
  const inputs = [{ id: path, path, outputs: [{ path: outputOf(basename(path)), locale: 'qps' }] }];
  const { documents } = await fileIo({ inputs, formats, token: 'bench', targetLocale: 'el' });
  return documents[0] ?? raise(path);
}

function raise(path: string): never {
  throw new RangeError(`Cannot run "${path}": it is no document`);
}
