import { Worker } from 'node:worker_threads';
import { performance } from 'node:perf_hooks';
import { rmSync } from 'node:fs';
import type { Json } from '@helve/core';
import { fileIo, serveDocuments, type FlowDocument, type Step } from '@helve/flow';
import type { Variants } from '../kit/run-variants.js';
import { jsonFolder, outputOf } from './corpus.js';
import { planOf, runAll, theFormats, toolsWith } from './run-steps.js';

const FILES = 24;
const THREADS = 2;
/** About as long as a file takes. */
const LOOP = 150_000_000;
const steps: readonly Step[] = [{ tool: 'segmentation' }, { tool: 'word-count' }, { tool: 'pseudo-translate' }];
const loopMark = 'loop';

/** What two threads gain, for work that is nothing but work and for a folder of files. */
export const threadVariants: Variants = {
  'a loop: gain of two threads': async () => (await loopMs(1)) / (await loopMs(THREADS)),
  'a folder of files: gain of two threads': async () => (await folderMs(1)) / (await folderMs(THREADS)),
};

/** What this script does in a thread. */
export function serveThread(data: unknown): void {
  if (data === loopMark) return spin(LOOP);
  serveDocuments(async (paths: Json) => {
    const documents = await folderOf(paths as readonly string[]);
    return { tools: toolsWith(), document: (index) => documentAt(documents, index) };
  });
}

function documentAt(documents: readonly FlowDocument[], index: number): FlowDocument {
  const document = documents[index];
  if (document === undefined) throw new RangeError(`Cannot run document ${index}: there is none`);
  return document;
}

/** The same work in one thread, or shared by several. */
async function loopMs(threads: number): Promise<number> {
  const began = performance.now();
  if (threads === 1) for (let turn = 0; turn < THREADS; turn += 1) await spinInThread();
  else await Promise.all(Array.from({ length: threads }, spinInThread));
  return performance.now() - began;
}

function spinInThread(): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: loopMark });
    worker.on('exit', () => resolve());
    worker.on('error', reject);
  });
}

function spin(turns: number): void {
  let state = 1;
  for (let turn = 0; turn < turns; turn += 1) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  if (state === 0.5) throw new Error('Cannot be: a whole number has no fraction');
}

async function folderMs(count: number): Promise<number> {
  const paths = jsonFolder(FILES);
  const registry = toolsWith();
  const plan = planOf(steps, registry);
  const documents = await folderOf(paths);
  const threads = { module: new URL(import.meta.url), data: paths, count };
  const began = performance.now();
  await runAll(plan, { documents }, { tools: registry, threads });
  const took = performance.now() - began;
  for (const { outputs = [] } of documents) for (const { path = '' } of outputs) rmSync(path);
  return took;
}

async function folderOf(paths: readonly string[]): Promise<readonly FlowDocument[]> {
  const inputs = paths.map((path, index) => ({
    id: path,
    path,
    outputs: [{ path: outputOf(`many-${index}.json`), locale: 'qps' }],
  }));
  return (await fileIo({ inputs, formats: theFormats(), token: 'bench' })).documents;
}
