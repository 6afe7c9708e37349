import type { Session } from '../contract/store.js';
import { errorFacts } from './report/error-facts.js';
import type { FlowDocument } from './io/flow-io.js';
import { toStatus, type DocumentTask } from './run-document.js';
import type { RunEnv } from './run-env.js';
import type { DocumentReport, DocumentResult } from './report/run-report.js';
import { cancelled } from './step/step-failure.js';

interface SettleEnv extends Pick<RunEnv, 'writable' | 'progress'> {
  readonly willCommit: ((report: DocumentReport) => Promise<void>) | undefined;
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
  try {
    const note = async () => willCommit?.(result.report);
    if (result.report.error === undefined) await commit(document, signal, note, writable ? session : undefined);
  } catch (error) {
    settled = failedResult(result, signal.aborted ? cancelled() : error);
  }
  if (settled.report.error !== undefined) await leaveAlone(document, session);
  await Promise.allSettled([session.close()]);
  const { status, blocks } = settled.report;
  progress.report('file-done', { document: document.id, data: { status, blocks } });
  return settled;
}

/** Checks for cancellation first, then commits the store before the outputs, since a rename hardly ever fails. */
async function commit(
  { outputs = [] }: FlowDocument,
  signal: AbortSignal,
  note: () => Promise<void>,
  store: Session | undefined,
): Promise<void> {
  // Settling looks last of all whether somebody has changed a file meanwhile.
  await note();
  await Promise.all(outputs.map(async (output) => output.settle?.()));
  signal.throwIfAborted();
  await store?.commit();
  for (const output of outputs) await output.commit();
}

async function leaveAlone({ outputs = [] }: FlowDocument, session: Session): Promise<void> {
  await Promise.allSettled([...outputs.map((output) => output.discard()), session.rollback()]);
}

function failedResult(result: DocumentResult, failure: unknown): DocumentResult {
  const error = errorFacts(failure);
  return { ...result, report: { ...result.report, status: toStatus(error, 0), error, outputs: [] } };
}
