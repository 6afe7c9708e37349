import { setMaxListeners } from 'node:events';
import { availableParallelism, tmpdir } from 'node:os';
import { Semaphore, joinSignals } from '@helve/core';
import {
  aBoolean,
  aCount,
  aCountOrNone,
  aFunction,
  anObject,
  aPort,
  aText,
  required,
  type OptionChecks,
} from '@helve/core/options';
import { checkFlowOptions } from '../check-flow-options.js';
import type { FlowPlan } from '../contract/plan.js';
import type { BlockStore, Session } from '../contract/store.js';
import type { FlowClock, Resources } from '../contract/tool.js';
import { createMemoryBlockStore } from '../session/create-memory-block-store.js';
import { absentBarriers } from './document-locales.js';
import { batchLimits, type BatchLimits } from './channel/feed-batches.js';
import type { FlowDocument, FlowIo } from './io/flow-io.js';
import { mergeResults } from './report/merge-results.js';
import { noCall } from './no-call.js';
import { Progress, type ProgressEvent } from './report/progress.js';
import { snapshotReducer } from './stage/reduce-snapshots.js';
import { RunBarrier, type BarrierHub } from './stage/run-barrier.js';
import { runClock } from './run-clock.js';
import { runDocument, settleDocument } from './run-document.js';
import type { DocumentRunner } from './thread/document-runner.js';
import { threadCount, ThreadRunner, type ThreadOptions } from './thread/thread-runner.js';
import type { RunEnv, StepCall, StepLogEntry, ToolFactoryPort } from './run-env.js';
import type { DocumentResult, RunReport } from './report/run-report.js';
import { RunPermit } from './run-permit.js';
import { cancelled } from './step/step-failure.js';
import { Trace, type TraceOptions } from './report/trace.js';

export interface RunOptions {
  readonly tools: ToolFactoryPort;
  readonly call?: StepCall;
  readonly resources?: Resources;
  /** Keeps blocks and cached results; one in memory for this run unless given. The run does not close it. */
  readonly store?: BlockStore;
  readonly signal?: AbortSignal;
  /** Maximum number of documents at once; others may wait for the disk. */
  readonly concurrency?: number;
  /** A document that fails does not stop the others. */
  readonly keepGoing?: boolean;
  readonly clock?: FlowClock;
  readonly random?: () => number;
  readonly batches?: Partial<BatchLimits>;
  /** Memory for parts that wait at barriers; the rest goes to a temporary file. */
  readonly spoolBytes?: number;
  readonly temporaryFolder?: string;
  /** Checks after every step that layers and groups nest. */
  readonly verifyStructure?: boolean;
  /** Compares content before and after each handler. Default: on. */
  readonly enforceImmutability?: boolean;
  readonly trace?: TraceOptions;
  /** Where there are many or large documents, they run in threads that load their tools themselves. */
  readonly threads?: ThreadOptions;
  /** Notes the outputs of a document, all of them whole, before they take their places; a rejection fails the document. */
  willCommit?(result: DocumentResult, document: FlowDocument): Promise<void>;
  onProgress?(event: ProgressEvent): void;
  log?(line: StepLogEntry): void;
}

const checks: OptionChecks<RunOptions> = {
  tools: required(aPort('create')),
  call: aFunction,
  resources: anObject,
  store: aPort('begin'),
  signal: anObject,
  concurrency: aCount,
  keepGoing: aBoolean,
  clock: aPort('now', 'sleep'),
  random: aFunction,
  batches: anObject,
  spoolBytes: aCountOrNone,
  temporaryFolder: aText,
  verifyStructure: aBoolean,
  enforceImmutability: aBoolean,
  trace: anObject,
  threads: anObject,
  willCommit: aFunction,
  onProgress: aFunction,
  log: aFunction,
};

const CONCURRENCY = 4;
const SPOOL_BYTES = 32 * 1024 * 1024;
/** So many documents at most only wait for the disk and the store. */
const SETTLING = 16;

/** Runs a checked flow on documents and returns a report. Throws only before the first document has started. */
export async function runFlow(plan: FlowPlan, io: FlowIo, options: RunOptions): Promise<RunReport> {
  checkFlowOptions('run the flow', options, checks);
  return reportRun(plan, { ...options, documents: io.documents.length }, async (progress) => {
    await io.check?.();
    return runAll(plan, io.documents, options, progress);
  });
}

/** Threads that take the documents of a run as they come. */
export interface DocumentThreads {
  readonly runner: DocumentRunner;
  /** The place of a document among those that the module of the threads knows. */
  placeOf(document: string): number;
}

/** Opens the threads of a run whose documents come one by one and never meet; none where the run has none. */
export function openDocumentThreads(
  plan: FlowPlan,
  options: RunOptions,
  progress: Progress,
  documents: readonly { readonly id: string }[],
): DocumentThreads | undefined {
  const { threads, store } = options;
  if (threads === undefined) return undefined;
  const alone: BarrierHub = { meet: async (_place, _document, snapshot) => [snapshot] };
  const env = createEnv(plan, options, { progress, barrier: alone, writable: store?.capabilities.writable ?? true });
  const count = Math.min(documents.length, threads.count ?? availableParallelism());
  const places = new Map(documents.map(({ id }, place) => [id, place]));
  return {
    runner: new ThreadRunner([], env, threads, Math.max(count, 1)),
    placeOf: (document) => places.get(document) ?? -1,
  };
}

/** Runs a checked flow on some documents of a run, whose report others make. */
export async function runDocuments(
  plan: FlowPlan,
  io: FlowIo,
  options: RunOptions,
  progress: Progress,
  threads?: DocumentThreads,
): Promise<readonly DocumentResult[]> {
  checkFlowOptions('run the flow', options, checks);
  await io.check?.();
  return runAll(plan, io.documents, options, progress, threads);
}

type ReportOptions = Pick<RunOptions, 'clock' | 'tools' | 'resources' | 'signal' | 'keepGoing' | 'onProgress'>;

/** Reports on a run from its first document to its last, whoever works on them. */
export async function reportRun(
  plan: FlowPlan,
  options: ReportOptions & { readonly documents: number },
  work: (progress: Progress) => Promise<readonly DocumentResult[]>,
): Promise<RunReport> {
  const { clock = runClock, signal, tools, resources, keepGoing = false, documents } = options;
  const startedAt = new Date(clock.now());
  const started = performance.now();
  const progress = new Progress(options.onProgress?.bind(options), () => performance.now());
  progress.report('start', { data: { flow: plan.flow, documents } });
  try {
    progress.report('plan', { data: { hash: plan.hash, passes: plan.passes.length } });
    const results = await work(progress);
    for (const result of results) tellLosses(result, progress);
    const timings = { startedAt: startedAt.toISOString(), ms: performance.now() - started };
    const facts = { timings, tools, files: resources?.files, cancelled: signal?.aborted === true, keepGoing };
    const report = mergeResults(plan, results, facts);
    progress.report('done', { data: { status: report.status } });
    return report;
  } catch (error) {
    progress.report('done', { data: { status: 'failed' } });
    throw error;
  }
}

async function runAll(
  plan: FlowPlan,
  documents: readonly FlowDocument[],
  options: RunOptions,
  progress: Progress,
  shared?: DocumentThreads,
): Promise<readonly DocumentResult[]> {
  const { clock = runClock, store = createMemoryBlockStore({ now: clock.now }), keepGoing = false } = options;
  // A trace looks at blocks where they are.
  const threads = options.trace === undefined ? threadCount(documents, options.threads) : undefined;
  const working = new Semaphore(threads ?? options.concurrency ?? CONCURRENCY);
  const atDisk = new Semaphore(SETTLING);
  const reduce = snapshotReducer(plan, options.tools, options.resources?.files);
  const barrier = new RunBarrier(absentBarriers(plan, documents), working, reduce);
  const stopping = new AbortController();
  const { signal, release } = joinSignals(...(options.signal === undefined ? [] : [options.signal]), stopping.signal);
  // Any number of documents may wait at a barrier, each with an ear for the signal.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', () => barrier.abort(cancelled()), { once: true });
  const env = createEnv(plan, options, { progress, barrier, writable: store.capabilities.writable });
  const settling = { ...env, willCommit: options.willCommit?.bind(options) };
  // All begin on the same state of the store, so that what one document caches does not change what another does.
  const sessions = await Promise.all(documents.map(({ id }) => store.begin({ document: id })));
  const runner = shared === undefined ? documentRunner(documents, env, options, threads) : inPlaces(shared);

  try {
    const results: DocumentResult[] = [];
    await Promise.all(
      documents.map(async () => {
        await working.acquire();
        const index = runner.next();
        const permit = new RunPermit(working, atDisk);
        const task = { index, session: sessions[index] as Session, signal };
        const worked = await runner.run(documents[index] as FlowDocument, task);
        barrier.leave(index);
        if (worked.report.error === undefined) permit.releaseEarly();
        const result = await settleDocument(documents[index] as FlowDocument, task, worked, settling);
        permit.release();
        if (result.report.status === 'failed' && !keepGoing) stopping.abort();
        results[index] = result;
      }),
    );
    return results;
  } finally {
    await runner.close(signal);
    release();
  }
}

/** Here, or in threads where that pays off. */
function documentRunner(
  documents: readonly FlowDocument[],
  env: RunEnv,
  { threads }: RunOptions,
  count: number | undefined,
): DocumentRunner {
  if (threads !== undefined && count !== undefined) return new ThreadRunner(documents, env, threads, count);
  let begun = 0;
  return {
    next: () => begun++,
    run: (document, task) => runDocument(document, task, env),
    close: async () => undefined,
  };
}

/** Hands documents to threads that outlive them. */
function inPlaces({ runner, placeOf }: DocumentThreads): DocumentRunner {
  let begun = 0;
  return {
    next: () => begun++,
    run: (document, task) => runner.run(document, { ...task, index: placeOf(document.id) }),
    close: async () => undefined,
  };
}

type RunParts = Pick<RunEnv, 'progress' | 'barrier' | 'writable'>;

function createEnv(plan: FlowPlan, options: RunOptions, parts: RunParts): RunEnv {
  return {
    ...parts,
    plan,
    tools: options.tools,
    call: options.call ?? noCall,
    resources: options.resources ?? { get: () => undefined },
    clock: options.clock ?? runClock,
    random: options.random ?? Math.random,
    batches: { ...batchLimits, ...options.batches },
    spool: { folder: options.temporaryFolder ?? tmpdir(), free: options.spoolBytes ?? SPOOL_BYTES },
    trace: options.trace === undefined ? undefined : new Trace(options.trace, plan),
    verifyStructure: options.verifyStructure ?? false,
    enforceImmutability: options.enforceImmutability ?? true,
    log: (line) => {
      const { document, node, tool } = line;
      if (line.level === 'warn') parts.progress.report('warning', { document, node, tool });
      options.log?.(line);
    },
  };
}

function tellLosses({ report: { document, lossCounts } }: DocumentResult, progress: Progress): void {
  for (const [kind, count] of Object.entries(lossCounts)) progress.report('loss', { document, data: { kind, count } });
}
