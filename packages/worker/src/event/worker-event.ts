import type { CallOutcome } from '../proxy/proxy-observer.js';

/** States of a job; the last three are final. */
export const jobStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** Phases of a cancel. */
export type CancelPhase = 'cooperative' | 'force' | 'reloading' | 'completed';

/** States of a worker. */
export type WorkerState = 'starting' | 'ready' | 'busy' | 'unresponsive' | 'dead';

/** Fields of each type of event. */
export interface WorkerEventFacts {
  readonly state_transition: { readonly from: JobStatus | null; readonly to: JobStatus; readonly code?: string };
  readonly progress_changed: { readonly progress: number; readonly message: string };
  readonly resource_snapshot: { readonly rssBytes: number; readonly gpuBytes: number };
  readonly block_reason_changed: { readonly reason: string | null };
  readonly cancel_phase_changed: {
    readonly phase: CancelPhase;
    readonly reason: string;
    /** Set by `completed`; absent when the worker could not be stopped. */
    readonly outcome?: CallOutcome;
    /** True when nothing can be forced: the call ends when its code does. */
    readonly last?: true;
  };
  readonly retry_started: { readonly attempt: number; readonly because: string };
  readonly worker_state_changed: {
    readonly from: WorkerState;
    readonly to: WorkerState;
    readonly pid?: number;
    readonly reason?: string;
  };
}

export type WorkerEventType = keyof WorkerEventFacts;

/** Subjects of an event. */
export interface EventIds {
  readonly instanceId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly callId?: string | undefined;
  readonly runId?: string | undefined;
}

export type WorkerEventDraft = {
  [Type in WorkerEventType]: EventIds & { readonly type: Type } & WorkerEventFacts[Type];
}[WorkerEventType];

/** An event; `seq` rises with every event of one host. */
export type WorkerEvent = WorkerEventDraft & { readonly seq: number; readonly atMs: number };

/** True for the last event of a job. */
export function isTerminal(event: WorkerEvent): boolean {
  return event.type === 'state_transition' && event.to !== 'pending' && event.to !== 'running';
}
