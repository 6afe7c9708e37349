import { isTerminal, type JobStatus, type WorkerEvent } from '../event/worker-event.js';
import type { CollectOptions } from '../call/collect-values.js';
import type { LedgerEntry } from '../port/job-ledger.js';
import type { CapabilityCallOptions, CapabilityRequest } from '../manager/capability-request.js';

/** Options of a job. */
export interface JobOptions extends Pick<
  CapabilityCallOptions,
  'signal' | 'timeouts' | 'idempotent' | 'runId' | 'actor' | 'control' | 'onProgress' | 'onEnd'
> {
  /** Calls it as a stream, whose values are handed on; the result is that of a call without. */
  readonly stream?: Pick<CollectOptions, 'streams' | 'onValue'> | undefined;
  /** Higher runs sooner. Default: 0. */
  readonly priority?: number | undefined;
}

/** A request to one instance. */
export interface JobRequest extends CapabilityRequest {
  readonly instanceId: string;
}

/** Public facts about a job, without arguments and result. */
export interface JobInfo {
  readonly id: string;
  readonly instanceId: string;
  /** The called action, task and method, or `execute`. */
  readonly target: string;
  readonly status: JobStatus;
  readonly blockReason: string | null;
  readonly ageMs: number;
}

/** One job on its way through the queue. */
export class Job {
  readonly id: string;
  readonly request: JobRequest;
  readonly options: JobOptions;
  readonly priority: number;
  readonly submittedAt: number;
  readonly result: Promise<unknown>;
  readonly abort = new AbortController();
  status: JobStatus = 'pending';
  /** Last reported reason for waiting. */
  blockReason: string | null = null;
  blockedSince: number | undefined;
  passes = 0;
  finishedAt: number | undefined;
  /** The last event of the job, kept after the hub has forgotten it. */
  lastEvent: WorkerEvent | undefined;
  /** Resolves to whether the job was journaled; otherwise it was never accepted. */
  journaled: Promise<boolean> = Promise.resolve(false);
  /** The part of it that outlives this process. */
  readonly entry: LedgerEntry | undefined;
  /** Cleanup when the job leaves the queue. */
  readonly whenLeaving: (() => void)[] = [];
  /** Cleanup when the job is over. */
  readonly whenOver: (() => void)[] = [];
  #resolve: ((value: unknown) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  constructor(id: string, request: JobRequest, options: JobOptions, submittedAt: number, entry?: LedgerEntry) {
    this.id = id;
    this.entry = entry;
    this.request = request;
    this.options = options;
    this.priority = options.priority ?? 0;
    this.submittedAt = submittedAt;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A caller that only watches the status must not cause an unhandled rejection.
    this.result.catch(() => undefined);
  }

  get isOver(): boolean {
    return this.finishedAt !== undefined;
  }

  info(now: number): JobInfo {
    const { instanceId, action, task, method } = this.request;
    const target = action ?? (task === undefined ? 'execute' : `${task}.${method ?? ''}`);
    const { id, status, blockReason } = this;
    return Object.freeze({ id, instanceId, target, status, blockReason, ageMs: now - this.submittedAt });
  }

  onEvent(event: WorkerEvent): void {
    if (isTerminal(event)) this.lastEvent = event;
  }

  leaveQueue(): void {
    for (const undo of this.whenLeaving.splice(0)) undo();
  }

  /** Settles the result. */
  settle(end: { readonly value: unknown } | { readonly error: Error }): void {
    for (const undo of this.whenOver.splice(0)) undo();
    if ('error' in end) this.#reject?.(end.error);
    else this.#resolve?.(end.value);
  }
}
