import type { Block, LocaleId } from '../contract/block.js';
import { isTokenLeft } from '../contract/loss.js';
import type { Part } from '../contract/part.js';
import type { Session } from '../contract/store.js';
import { buildStages } from './stage/build-stages.js';
import type { Pseudonyms } from './privacy/pseudonyms.js';
import { DocumentRun } from './document-run.js';
import { errorFacts } from './report/error-facts.js';
import { feedBatches } from './channel/feed-batches.js';
import type { FlowDocument } from './io/flow-io.js';
import { joinLogs } from './report/log-list.js';
import { LossList } from './report/loss-list.js';
import type { RunEnv } from './run-env.js';
import type { DocumentResult, ErrorFacts, RunStatus } from './report/run-report.js';
import type { Quarantine } from './step/quarantine.js';
import { cancelled } from './step/step-failure.js';
import { withGrace } from './with-grace.js';
import { writeOutputs, type Written } from './io/write-outputs.js';

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
  return toReport(run, losses, { written, failure, ms: performance.now() - started });
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

interface DocumentEnd {
  readonly written: Written | undefined;
  readonly failure: unknown;
  readonly ms: number;
}

function toReport(run: DocumentRun, losses: DocumentLosses, { written, failure, ms }: DocumentEnd): DocumentResult {
  const { document, records, pseudonyms } = run;
  const { id, path, format } = document;
  const lost = LossList.joined(document.id, [losses.read, ...records.map((record) => record.lost), ...losses.written]);
  hideUnsearched(run, lost, failure);
  const quarantine = records.flatMap((record) => record.quarantine).map((entry) => withoutKeys(entry, pseudonyms));
  const error = failure === undefined ? undefined : withoutKeys({ error: errorFacts(failure) }, pseudonyms).error;
  return {
    report: {
      document: id,
      ...(path === undefined ? {} : { path }),
      ...(format === undefined ? {} : { format }),
      status: toStatus(error, quarantine.length + lost.list.filter(isTokenLeft).length),
      ...(error === undefined ? {} : { error }),
      parts: written?.parts ?? 0,
      blocks: written?.blocks ?? 0,
      ...(document.selects === undefined ? {} : { unselected: run.unselected.size }),
      outputs: error === undefined ? (written?.outputs ?? []) : [],
      ...(document.pairs === undefined ? {} : { pairs: document.pairs() }),
      lossCounts: lost.counts,
      findings: written?.findings ?? { total: 0, suppressed: 0, bySeverity: {} },
      ms,
    },
    steps: records.map((record) => record.toReport()),
    reports: records.map(({ step: { node, tool }, reports }) => ({ node, tool, entries: pseudonyms.redact(reports) })),
    losses: lost.list.map((loss) => pseudonyms.redact(loss)),
    log: joinLogs(records.map((record) => pseudonyms.redact({ total: record.log.total, lines: record.log.lines }))),
    quarantine,
  };
}

/** Blocks that ended before anybody searched them for private data are not told by their ids. */
function hideUnsearched({ unsearched, records, pseudonyms }: DocumentRun, lost: LossList, failure: unknown): void {
  if (unsearched.size === 0) return;
  const failed =
    failure === undefined ? [] : [errorFacts(failure), ...lost.list.map(({ step, block }) => ({ node: step, block }))];
  const quarantined = records.flatMap(({ step: { node }, quarantine }) =>
    quarantine.map(({ block }) => ({ node, block })),
  );
  for (const { node = '', block } of [...failed, ...quarantined]) {
    if (block !== undefined && (node === '' || unsearched.has(node))) pseudonyms.concealByDigest(block);
  }
}

/** Replaces keys of the file that hold private data in the facts of an error. */
function withoutKeys<T extends { readonly error: ErrorFacts }>(report: T, pseudonyms: Pseudonyms): T {
  if (pseudonyms.isEmpty) return report;
  const { error } = report;
  return pseudonyms.redact({ ...report, error: { ...error, message: pseudonyms.redactMessage(error.message) } });
}

/** Derives the status: pending blocks and unrestored tokens make a document partial. */
export function toStatus(error: ErrorFacts | undefined, unsettled: number): RunStatus {
  if (error !== undefined) return error.code === 'FLOW_CANCELLED' ? 'cancelled' : 'failed';
  return unsettled > 0 ? 'partial' : 'ok';
}

/** Losses outside of steps: of the reader and of each writer. */
interface DocumentLosses {
  readonly read: LossList;
  readonly written: readonly LossList[];
}

function documentLosses({ id, outputs = [] }: FlowDocument): DocumentLosses {
  return { read: new LossList(id), written: outputs.map(() => new LossList(id)) };
}
