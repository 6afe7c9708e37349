import type { DocumentTask } from '../run-document.js';
import type { DocumentResult } from '../report/run-report.js';

/** Runs documents of one run, wherever, up to where what was written is settled. It never throws. */
export interface DocumentRunner {
  /** The document whose turn it is, by its place in the order of inputs; each one has its turn once. */
  next(): number;
  run(task: DocumentTask): Promise<DocumentResult>;
  /** When all documents have run, or `signal` ended them. */
  close(signal: AbortSignal): Promise<void>;
}
