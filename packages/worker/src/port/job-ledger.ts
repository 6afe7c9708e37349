import type { JobRequest } from '../queue/job.js';

/** A job as another process could run it. */
export interface LedgerRequest {
  readonly request: JobRequest;
  /** It may be run again when nobody knows whether it has run. */
  readonly idempotent: boolean;
  readonly runId?: string | undefined;
}

/** An accepted job, which this process holds. */
export interface LedgerEntry {
  readonly id: string;
  /** Aborts when the job was cancelled or taken by another process. */
  readonly lost: AbortSignal;
  /** The job is about to run; that is on the disk when this resolves. */
  begin(): Promise<void>;
  /** Records the end of the job; it is on the disk when this resolves. */
  end(end: { readonly value: unknown } | { readonly error: Error }): Promise<void>;
  /** Leaves a job that has not begun to another process. */
  leave(): Promise<void>;
}

/** Keeps the jobs of a queue until they end: those of a process that has died are run by another one. */
export interface JobLedger {
  /** The job is on the disk when this resolves. */
  accept(job: LedgerRequest): Promise<LedgerEntry>;
}
