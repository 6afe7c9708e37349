import type { CallOutcome } from '../proxy/proxy-observer.js';

/** What a job can be; the last three are ends. */
export const jobStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** How far a cancel is. */
export type CancelPhase = 'cooperative' | 'force' | 'reloading' | 'completed';

/** What is known of a worker from outside. */
export type WorkerState = 'starting' | 'ready' | 'busy' | 'unresponsive' | 'dead';

/** What each kind of event says. */
export interface WorkerEventFacts {
  readonly state_transition: { readonly from: JobStatus | null; readonly to: JobStatus; readonly code?: string };
  readonly progress_changed: { readonly progress: number; readonly message: string };
  readonly resource_snapshot: { readonly rssBytes: number; readonly gpuBytes: number };
  readonly block_reason_changed: { readonly reason: string | null };
  readonly cancel_phase_changed: {
    readonly phase: CancelPhase;
    readonly reason: string;
    /** Said by `completed`; absent where the worker could not be made to stop. */
    readonly outcome?: CallOutcome;
    /** True where there is nothing to force: the call ends when its code does. */
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

/** Whom an event is about. */
export interface EventIds {
  readonly instanceId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly callId?: string | undefined;
  readonly runId?: string | undefined;
}

export type WorkerEventDraft = {
  [Type in WorkerEventType]: EventIds & { readonly type: Type } & WorkerEventFacts[Type];
}[WorkerEventType];

/** Something that happened; `seq` rises with every event of one host. */
export type WorkerEvent = WorkerEventDraft & { readonly seq: number; readonly atMs: number };

/** After such an event nothing more is told about a job. */
export function isTerminal(event: WorkerEvent): boolean {
  return event.type === 'state_transition' && event.to !== 'pending' && event.to !== 'running';
}
