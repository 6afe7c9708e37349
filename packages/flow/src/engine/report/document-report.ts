import { isTokenLeft } from '../../contract/loss.js';
import type { DocumentRun } from '../document-run.js';
import type { FlowDocument } from '../io/flow-io.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';
import { errorFacts } from './error-facts.js';
import { joinLogs } from './log-list.js';
import { LossList } from './loss-list.js';
import type { DocumentResult, ErrorFacts, FindingCounts, OutputReport, RunStatus } from './run-report.js';

/** Summary of the parts that left the last step. */
export interface Written {
  readonly outputs: readonly OutputReport[];
  readonly parts: number;
  readonly blocks: number;
  readonly findings: FindingCounts;
}

/** End of a document: what was written of it, or what went wrong. */
interface DocumentEnd {
  readonly written: Written | undefined;
  readonly failure: unknown;
  readonly ms: number;
}

/** The result of a document, in which nothing tells private data. */
export function toDocumentResult(
  run: DocumentRun,
  losses: DocumentLosses,
  { written, failure, ms }: DocumentEnd,
): DocumentResult {
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
export interface DocumentLosses {
  readonly read: LossList;
  readonly written: readonly LossList[];
}

export function documentLosses({ id, outputs = [] }: FlowDocument): DocumentLosses {
  return { read: new LossList(id), written: outputs.map(() => new LossList(id)) };
}
