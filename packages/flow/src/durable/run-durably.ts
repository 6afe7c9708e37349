import { isErrorType, ToolError, type JsonObject } from '@helve/core';
import type { Engine, UnitFile, UnitView, WorkerFacts } from '../contract/engine.js';
import type { FlowPlan } from '../contract/plan.js';
import type { FlowIo } from '../engine/io/flow-io.js';
import { failedDocument } from '../engine/report/failed-document.js';
import type { Progress } from '../engine/report/progress.js';
import type { DocumentResult, ErrorFacts, RunReport } from '../engine/report/run-report.js';
import { noCall } from '../engine/no-call.js';
import type { StepCall, StepLogEntry } from '../engine/run-env.js';
import {
  openDocumentThreads,
  reportRun,
  runDocuments,
  type DocumentThreads,
  type RunOptions,
} from '../engine/run-flow.js';
import { documentsMeet, documentsOf, resultsOf, toUnitOutput } from './document-units.js';
import type { LoopLag } from './held-units.js';
import { journaledCalls } from './journaled-calls.js';
import { fromNote, keepOutputs, toNote, type KeptDocument, type OutputKeeper } from './kept-outputs.js';
import { runUnits } from './run-units.js';
import type { StepEffect, UnitContext, UnitOutcome } from './unit-context.js';

/** The job of a run, and how this process works on it. */
export interface DurableRun {
  readonly engine: Engine;
  readonly job: string;
  readonly worker: WorkerFacts;
  /** Number of units at once. */
  readonly slots: number;
  /** All documents of the run, by name and in order. */
  readonly documents: readonly { readonly id: string; readonly path?: string }[];
  /** Opens some of them, anew for each attempt. */
  open(documents: readonly string[]): Promise<FlowIo>;
  /** True when the outputs of a result stand in their places as it says. */
  stands(result: DocumentResult): Promise<boolean>;
  /** Keeps outputs for those who fetch them. */
  readonly keeper?: OutputKeeper;
  /** Tells how a call of a tool may be repeated. */
  effectOf(tool: string): StepEffect;
  /** Told when the process was too busy to renew its leases. */
  onLag?(lag: LoopLag): void;
}

/** Parts that all units of a run share. */
interface UnitSite {
  readonly plan: FlowPlan;
  readonly run: DurableRun;
  readonly options: RunOptions;
  readonly progress: Progress;
  readonly threads: DocumentThreads | undefined;
  /** Makes a call, whoever asks. */
  readonly call: StepCall;
  /** The units of the documents under way, by document, with the calls that they make. */
  readonly underway: Map<string, { readonly call: StepCall; readonly log: UnitContext['log'] }>;
}

/**
 * Runs a checked flow as a job, which other processes may work on too and which outlives them all.
 *
 *     claim ▸ [written by an earlier attempt: done] ▸ documents ▸ keep and note what is about to be written ▸ settle ▸ done
 *
 * Documents run in threads, so that this one renews leases in time. It ends when the job has settled. When the signal aborts, units yield and the job is paused.
 */
export async function runDurably(plan: FlowPlan, run: DurableRun, options: RunOptions): Promise<RunReport> {
  const { engine, job, worker, slots, documents } = run;
  const { signal = new AbortController().signal } = options;
  return reportRun(plan, { ...options, documents: documents.length }, async (progress) => {
    const settled = new AbortController();
    const ending = AbortSignal.any([signal, settled.signal]);
    const following = untilSettled(engine, job, ending).finally(() => settled.abort());
    const site = openSite(plan, run, options, progress);
    try {
      await runUnits(engine, {
        worker,
        slots,
        signal: ending,
        run: (unit) => runUnit(unit, site),
        ...(run.onLag === undefined ? {} : { onLag: run.onLag.bind(run) }),
      });
    } finally {
      await site.threads?.runner.close(signal);
    }
    await following;
    if (signal.aborted) await engine.pause(job);
    return gatherResults(await engine.units(job), documents);
  });
}

/** Threads belong to the run, calls to the unit of the document that makes them. */
function openSite(plan: FlowPlan, run: DurableRun, options: RunOptions, progress: Progress): UnitSite {
  const underway: UnitSite['underway'] = new Map();
  const { call = noCall } = options;
  const shared: RunOptions = {
    ...options,
    call: (request, step) => (underway.get(step.document)?.call ?? call)(request, step),
    log: (line) => {
      if (line.level !== 'debug') underway.get(line.document)?.log({ level: line.level, message: toLine(line) });
      options.log?.(line);
    },
  };
  const threads = documentsMeet(plan) ? undefined : openDocumentThreads(plan, shared, progress, run.documents);
  return { plan, run, options: shared, progress, threads, underway, call };
}

async function runUnit(unit: UnitContext, site: UnitSite): Promise<UnitOutcome> {
  const { plan, run, options, progress, threads, underway } = site;
  const ids = documentsOf(unit.claim.unit.input);
  const found = await Promise.all(ids.map((id) => findWritten(unit, id, run)));
  const written = found.filter((one) => one !== undefined);
  if (written.length === ids.length) {
    return { output: toUnitOutput(written.map(({ result }) => result)), files: written.flatMap((one) => one.files) };
  }
  const files: UnitFile[] = [];
  const willCommit: RunOptions['willCommit'] = async (result, document) => {
    const kept = await keepOutputs(document, result, run.keeper);
    await unit.note(noteName(result.report.document, unit.claim.delivery), toNote(kept));
    await options.willCommit?.(result, document);
    files.push(...kept.files);
  };
  const call = journaledCalls(unit, site.call, (tool) => run.effectOf(tool));
  for (const id of ids) underway.set(id, { call, log: unit.log });
  const own = { ...options, signal: unit.signal, willCommit };
  const results = await runDocuments(plan, await run.open(ids), own, progress, threads).finally(() => {
    for (const id of ids) underway.delete(id);
  });
  const errors = results.flatMap(({ report: { error } }) => (error === undefined ? [] : [error]));
  const [first] = errors;
  const isFailed = first !== undefined && (options.keepGoing !== true || errors.length === results.length);
  if (isFailed) throw toToolError(first);
  return { output: toUnitOutput(results), files };
}

/** Waits until a job has settled, or the signal aborts: then its events end. */
async function untilSettled(engine: Engine, job: string, signal: AbortSignal): Promise<void> {
  const events = engine.events(job, 0, signal)[Symbol.asyncIterator]();
  while ((await events.next()).done !== true);
}

function toLine({ document, node, tool, message }: StepLogEntry): string {
  return [document, `${node} ${tool}`.trim(), message].filter((part) => part !== '').join(': ');
}

/** Each attempt has a note of its own: a step that asks a model may have made something else of the document. */
function noteName(document: string, delivery: number): string {
  return `written ${document} ${delivery}`;
}

/** The document as this attempt or an earlier one has written it, if that still stands in its places. */
async function findWritten(
  unit: UnitContext,
  document: string,
  { stands }: DurableRun,
): Promise<KeptDocument | undefined> {
  for (let { delivery } = unit.claim; delivery > 0; delivery -= 1) {
    const kept = fromNote(unit.noted(noteName(document, delivery)));
    if (kept !== undefined && (await stands(kept.result))) return kept;
  }
  return undefined;
}

/** The results of all documents, whoever made them; of those without one, the state of their unit tells why. */
function gatherResults(units: readonly UnitView[], documents: DurableRun['documents']): readonly DocumentResult[] {
  const known = new Map(
    units.flatMap((unit) => resultsOf(unit.output).map((result) => [result.report.document, result])),
  );
  return documents.map((document, at) => {
    const unit = units[units.length === 1 ? 0 : at];
    return known.get(document.id) ?? failedDocument(document, whyWithout(unit));
  });
}

function whyWithout({ state, error = {} }: Partial<UnitView> = {}): ErrorFacts {
  if (state === 'failed' || state === 'dead') return toFacts(error);
  const message = 'Cannot finish the file: the run was stopped';
  return { type: 'CANCELLED', code: 'FLOW_CANCELLED', message, retryable: false };
}

function toFacts({ type, code, message, reason }: JsonObject): ErrorFacts {
  return {
    type: typeof type === 'string' && isErrorType(type) ? type : 'INTERNAL',
    message: typeof message === 'string' ? message : whyDead(reason),
    retryable: false,
    ...(typeof code === 'string' ? { code } : {}),
  };
}

function whyDead(reason: unknown): string {
  if (reason === 'poisoned') return 'Cannot process the file: its process ended three times in a row';
  return `Cannot process the file: ${typeof reason === 'string' ? reason : 'its unit is dead'}`;
}

function toToolError({ type, message, code, retryable }: ErrorFacts): ToolError {
  return new ToolError(type, message, { code, retryable });
}
