import type { FlowDocument } from '../io/flow-io.js';
import type { DocumentTask } from '../run-document.js';
import type { DocumentResult } from '../report/run-report.js';

/** Runs documents of one run, wherever, up to where what was written is settled. It never throws. */
export interface DocumentRunner {
  /** The document whose turn it is, by its place in the order of inputs; each one has its turn once. */
  next(): number;
  run(document: FlowDocument, task: DocumentTask): Promise<DocumentResult>;
  /** When all documents have run, or `signal` ended them. */
  close(signal: AbortSignal): Promise<void>;
}
