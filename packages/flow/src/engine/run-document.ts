import { createStructureCheck } from '../content/part/structure-check.js';
import type { Block, LocaleId } from '../contract/block.js';
import type { Part } from '../contract/part.js';
import type { Session } from '../contract/store.js';
import { Channel, stopped, type Batch, type BatchSource } from './channel/channel.js';
import { feedBatches } from './channel/feed-batches.js';
import { PartIterator } from './channel/part-iterator.js';
import { DocumentRun } from './document-run.js';
import type { DocumentContext, FlowDocument, FlowOutput } from './io/flow-io.js';
import { createMachineTextList } from './io/machine-text-list.js';
import {
  documentLosses,
  toDocumentResult,
  toStatus,
  type DocumentLosses,
  type Written,
} from './report/document-report.js';
import { errorFacts } from './report/error-facts.js';
import { OutputCounts } from './report/output-counts.js';
import type { DocumentResult, OutputReport } from './report/run-report.js';
import type { RunEnv } from './run-env.js';
import { buildStages } from './stage/build-stages.js';
import type { Quarantine } from './step/quarantine.js';
import { cancelled } from './step/step-failure.js';
import { withGrace } from './with-grace.js';

/** One document of a run, with its session and its signal. */
export interface DocumentTask {
  /** Its place in the order of inputs. */
  readonly index: number;
  readonly session: Session;
  readonly signal: AbortSignal;
}

/**
 * Takes one document through the flow. It never throws: what went wrong is in the result, and then nothing was
 * written. What was written becomes the output when it is settled.
 *
 *     read ▸ steps ▸ fork/join ▸ write ▸ settle
 */
export async function runDocument(
  document: FlowDocument,
  { index, session, signal }: DocumentTask,
  env: RunEnv,
): Promise<DocumentResult> {
  const started = performance.now();
  const losses = documentLosses(document);
  const run = new DocumentRun(env, document, index, session, signal);
  let written: Written | undefined;
  let failure: unknown;
  env.progress.report('file-start', { document: document.id });
  try {
    if (signal.aborted) throw cancelled();
    written = await whileRunning(run, signal, stream(run, losses));
  } catch (error) {
    failure = signal.aborted ? cancelled() : error;
    await Promise.allSettled((document.outputs ?? []).map((output) => output.discard()));
  }
  await Promise.allSettled([run.dispose()]);
  return toDocumentResult(run, losses, { written, failure, ms: performance.now() - started });
}

/** The line that parts travel. */
async function stream(run: DocumentRun, losses: DocumentLosses): Promise<Written> {
  const { document, env, signal } = run;
  const shared = { sourceLocale: env.plan.sourceLocale, signal, session: run.session };
  const limit = (block: string, locale: LocaleId) => void run.ownLocales.set(block, locale);
  const reading = { ...shared, lose: losses.read.add, limit };
  const parts = run.feed((output) => feedBatches(readSelected(run, document.read(reading)), output, env.batches));
  const handled = run.chain(buildStages(env.plan.nodes, run), parts);
  const outputs = document.outputs ?? [];
  return writeOutputs(handled, outputs, (index) => ({
    ...shared,
    lose: losses.written[index]?.add ?? losses.read.add,
  }));
}

/** The parts of a document; blocks that the run is not about are noted on their way. */
function readSelected({ document, unselected }: DocumentRun, parts: AsyncIterable<Part>): AsyncIterable<Part> {
  return document.selects === undefined ? parts : noteUnselected(parts, document.selects, unselected);
}

async function* noteUnselected(
  parts: AsyncIterable<Part>,
  selects: (block: Block) => boolean,
  unselected: Quarantine,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.kind === 'block' && !selects(part.block)) unselected.add(part.block.id);
    yield part;
  }
}

/** Hands every batch to every output, and waits for the slowest: the document is read once for all of them. */
async function writeOutputs(
  input: BatchSource,
  outputs: readonly FlowOutput[],
  contextOf: (output: number) => DocumentContext,
): Promise<Written> {
  const counts = new OutputCounts();
  const links = outputs.map(() => new Channel());
  const lists = outputs.map((output) => createMachineTextList(output));
  const failures: unknown[] = [];
  const writing = outputs.map((output, index) =>
    write(output, links[index] ?? new Channel(), contextOf(index), failures),
  );
  // A writer may fail while the steps are at work: its error is met at the next batch, and until then it is nobody's.
  for (const one of writing) one.catch(() => undefined);
  const structure = createStructureCheck('the last step');
  try {
    for (;;) {
      const batch = await input.take();
      if (batch === undefined) break;
      for (const part of batch) structure.take(part);
      counts.see(batch);
      for (const list of lists) list?.see(batch);
      await Promise.all(links.map((link) => putUnlessDone(link, batch)));
      if (failures.length > 0) throw failures[0];
    }
    structure.end();
    for (const link of links) link.close();
    const written = await Promise.all(writing);
    return { outputs: written.map((one, at) => ({ ...one, ...lists[at]?.facts() })), ...counts.toCounts() };
  } catch (error) {
    for (const link of links) link.abort(error);
    await Promise.allSettled(writing);
    throw error;
  }
}

async function write(
  output: FlowOutput,
  link: Channel,
  ctx: DocumentContext,
  failures: unknown[],
): Promise<OutputReport> {
  const { path, locale } = output;
  try {
    const { bytes, blocks, changed, sha256 } = await output.write(new PartIterator(link), ctx);
    return {
      ...(path === undefined ? {} : { path }),
      ...(locale === undefined ? {} : { locale }),
      bytes,
      blocks,
      changed,
      ...(sha256 === undefined ? {} : { sha256 }),
    };
  } catch (error) {
    failures.push(error);
    throw error;
  } finally {
    // Whoever has all that is wanted need not read on.
    link.cancel();
  }
}

async function putUnlessDone(link: Channel, batch: Batch): Promise<void> {
  try {
    await link.put(batch);
  } catch (reason) {
    if (reason !== stopped) throw reason;
  }
}

/** After a cancellation nothing is waited for but the handlers under way, and those not for long. */
async function whileRunning<T>(run: DocumentRun, signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stop = () => run.abort(cancelled());
  signal.addEventListener('abort', stop, { once: true });
  try {
    const result = await work;
    await run.settled();
    signal.throwIfAborted();
    return result;
  } catch (error) {
    run.abort(cancelled());
    await withGrace(run.settled());
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

interface SettleEnv extends Pick<RunEnv, 'writable' | 'progress'> {
  readonly willCommit: ((result: DocumentResult, document: FlowDocument) => Promise<void>) | undefined;
}

/**
 * Makes what was written of a document its output, and keeps what was found out, or leaves everything as it was. It
 * needs no more than the disk and the store: others have their turn meanwhile.
 */
export async function settleDocument(
  document: FlowDocument,
  { session, signal }: Pick<DocumentTask, 'session' | 'signal'>,
  result: DocumentResult,
  { writable, progress, willCommit }: SettleEnv,
): Promise<DocumentResult> {
  let settled = result;
  const committed = new Set<FlowOutput>();
  try {
    const note = async () => willCommit?.(result, document);
    const store = writable ? session : undefined;
    if (result.report.error === undefined) await commit(document, { signal, note, store, committed });
  } catch (error) {
    settled = failedResult(result, signal.aborted ? cancelled() : error, committed, document);
  }
  if (settled.report.error !== undefined) await leaveAlone(document, session, committed);
  await Promise.allSettled([session.close()]);
  const { status, blocks } = settled.report;
  progress.report('file-done', { document: document.id, data: { status, blocks } });
  return settled;
}

interface Commit {
  readonly signal: AbortSignal;
  note(): Promise<void>;
  readonly store: Session | undefined;
  /** Gets the outputs that have taken their places. */
  readonly committed: Set<FlowOutput>;
}

/** Checks for cancellation first, then commits the store before the outputs, since a rename hardly ever fails. */
async function commit({ outputs = [] }: FlowDocument, { signal, note, store, committed }: Commit): Promise<void> {
  // Settling looks last of all whether somebody has changed a file meanwhile.
  await note();
  await Promise.all(outputs.map(async (output) => output.settle?.()));
  signal.throwIfAborted();
  await store?.commit();
  for (const output of outputs) {
    await output.commit();
    committed.add(output);
  }
}

async function leaveAlone(
  { outputs = [] }: FlowDocument,
  session: Session,
  committed: ReadonlySet<FlowOutput>,
): Promise<void> {
  const left = outputs.filter((output) => !committed.has(output));
  await Promise.allSettled([...left.map((output) => output.discard()), session.rollback()]);
}

/** A result that says what went wrong, and which outputs had their places before. */
function failedResult(
  result: DocumentResult,
  failure: unknown,
  committed: ReadonlySet<FlowOutput>,
  { outputs = [] }: FlowDocument,
): DocumentResult {
  const error = errorFacts(failure);
  const kept = result.report.outputs.filter((_, at) => {
    const output = outputs[at];
    return output !== undefined && committed.has(output);
  });
  return { ...result, report: { ...result.report, status: toStatus(error, 0), error, outputs: kept } };
}
