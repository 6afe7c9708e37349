import { isErrorType, ToolError, type JsonObject } from '@helve/core';
import type { Engine, UnitView, WorkerFacts } from '../contract/engine.js';
import type { FlowPlan } from '../contract/plan.js';
import type { FlowIo } from '../engine/io/flow-io.js';
import { failedDocument } from '../engine/report/failed-document.js';
import type { Progress } from '../engine/report/progress.js';
import type { DocumentResult, ErrorFacts, RunReport } from '../engine/report/run-report.js';
import { reportRun, runDocuments, type RunOptions } from '../engine/run-flow.js';
import { documentsOf, resultsOf, toUnitOutput } from './document-units.js';
import { runUnits } from './run-units.js';
import type { UnitContext, UnitOutcome } from './unit-context.js';

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
}

/**
 * Runs a checked flow as a job, which other processes may work on too and which outlives them all.
 *
 *     claim ▸ [written by an earlier attempt: done] ▸ documents ▸ note what is about to be written ▸ settle ▸ done
 *
 * It ends when the job has settled. When the signal aborts, units yield and the job is paused.
 */
export async function runDurably(plan: FlowPlan, run: DurableRun, options: RunOptions): Promise<RunReport> {
  const { engine, job, worker, slots, documents } = run;
  const { signal = new AbortController().signal } = options;
  return reportRun(plan, { ...options, documents: documents.length }, async (progress) => {
    const settled = new AbortController();
    const ending = AbortSignal.any([signal, settled.signal]);
    const following = untilSettled(engine, job, ending).finally(() => settled.abort());
    await runUnits(engine, {
      worker,
      slots,
      signal: ending,
      run: (unit) => runUnit(unit, plan, run, options, progress),
    });
    await following;
    if (signal.aborted) await engine.pause(job);
    return gatherResults(await engine.units(job), documents);
  });
}

async function runUnit(
  unit: UnitContext,
  plan: FlowPlan,
  { open, stands }: DurableRun,
  options: RunOptions,
  progress: Progress,
): Promise<UnitOutcome> {
  const ids = documentsOf(unit.claim.unit.input);
  const noted = ids.flatMap((id) => resultsOf(unit.noted(noteName(id))));
  const isWritten = noted.length === ids.length && (await Promise.all(noted.map(stands))).every(Boolean);
  if (isWritten) return { output: toUnitOutput(noted) };
  const willCommit = async (result: DocumentResult) => {
    await unit.note(noteName(result.report.document), toUnitOutput([result]));
    await options.willCommit?.(result);
  };
  const results = await runDocuments(plan, await open(ids), { ...options, signal: unit.signal, willCommit }, progress);
  const errors = results.flatMap(({ report: { error } }) => (error === undefined ? [] : [error]));
  const [first] = errors;
  const isFailed = first !== undefined && (options.keepGoing !== true || errors.length === results.length);
  if (isFailed) throw toToolError(first);
  return { output: toUnitOutput(results) };
}

/** Waits until a job has settled, or the signal aborts: then its events end. */
async function untilSettled(engine: Engine, job: string, signal: AbortSignal): Promise<void> {
  const events = engine.events(job, 0, signal)[Symbol.asyncIterator]();
  while ((await events.next()).done !== true);
}

function noteName(document: string): string {
  return `written ${document}`;
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
