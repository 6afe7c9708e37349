import { isTerminal, type JobStatus, type WorkerEvent } from '../event/worker-event.js';
import type { CapabilityCallOptions, CapabilityRequest } from '../manager/capability-request.js';

/** What rides beside the arguments of a job. */
export interface JobOptions extends Pick<
  CapabilityCallOptions,
  'signal' | 'timeouts' | 'idempotent' | 'runId' | 'actor' | 'control' | 'onProgress' | 'onEnd'
> {
  /** The higher, the sooner; 0 unless told. */
  readonly priority?: number | undefined;
}

/** A request to one instance. */
export interface JobRequest extends CapabilityRequest {
  readonly instanceId: string;
}

/** A job, as anybody may see it: no arguments, no answer. */
export interface JobInfo {
  readonly id: string;
  readonly instanceId: string;
  /** What it asks for: an action, a task and its method, or `execute`. */
  readonly target: string;
  readonly status: JobStatus;
  readonly blockReason: string | null;
  readonly ageMs: number;
}

/** One piece of work on its way through the queue. */
export class Job {
  readonly id: string;
  readonly request: JobRequest;
  readonly options: JobOptions;
  readonly priority: number;
  readonly submittedAt: number;
  readonly result: Promise<unknown>;
  readonly abort = new AbortController();
  status: JobStatus = 'pending';
  /** Why it waits, as it was told last. */
  blockReason: string | null = null;
  blockedSince: number | undefined;
  passes = 0;
  finishedAt: number | undefined;
  /** The last event of the job, for whoever asks when others have forgotten it. */
  lastEvent: WorkerEvent | undefined;
  /** Whether the journal has it; what it does not have was never taken. */
  taken: Promise<boolean> = Promise.resolve(false);
  /** Undoes what watches over the wait. */
  readonly whenLeaving: (() => void)[] = [];
  /** Undoes what watches over the whole job. */
  readonly whenOver: (() => void)[] = [];
  #resolve: ((value: unknown) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  constructor(id: string, request: JobRequest, options: JobOptions, submittedAt: number) {
    this.id = id;
    this.request = request;
    this.options = options;
    this.priority = options.priority ?? 0;
    this.submittedAt = submittedAt;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever only watches the status is no reason for an unhandled rejection.
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

  /** Gives the one answer. */
  settle(end: { readonly value: unknown } | { readonly error: Error }): void {
    for (const undo of this.whenOver.splice(0)) undo();
    if ('error' in end) this.#reject?.(end.error);
    else this.#resolve?.(end.value);
  }
}
