import type { Json, JsonObject, ToolResponse, ToolUser } from '@helve/core';
import type { DoorCall } from '../auth/call-for.js';

export const jobKinds = Object.freeze(['call', 'calls', 'flow', 'turn'] as const);
export type JobKind = (typeof jobKinds)[number];

/** A job is open while it is running or paused. */
export const jobStates = Object.freeze(['running', 'paused', 'done', 'partial', 'failed', 'cancelled'] as const);
export type JobState = (typeof jobStates)[number];

/** Which jobs are listed. */
export interface JobQuery {
  readonly kind?: JobKind;
  readonly states?: readonly JobState[];
  /** Default: 100. */
  readonly limit?: number;
}

/** A job, as lists show it. */
export interface JobRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  /** The tool that it calls, or the flow that it runs. */
  readonly name: string;
  readonly userId: string;
  readonly submittedAt: string;
  readonly settledAt?: string;
  readonly units: { readonly done: number; readonly failed: number; readonly open: number };
}

/** A unit of a job. */
export interface JobUnitRow {
  readonly id: string;
  readonly state: string;
  readonly attempt: number;
  /** Why it is not done. */
  readonly problem?: string;
}

/** A job with its units. */
export interface JobDetails extends JobRow {
  readonly unitRows: readonly JobUnitRow[];
}

/** Something that happened to a job; `seq` counts up by one from 1. Holds ids and counts, never content. */
export interface JobEvent {
  readonly seq: number;
  readonly kind: string;
  readonly at: string;
  readonly unit?: string;
  readonly data?: JsonObject;
}

/** Whose jobs are looked at: one's own, or also those of others in one's tenant. */
export interface JobViewer {
  readonly user: ToolUser;
  readonly ofOthers: boolean;
}

/** The outcome of a job that has settled: of one call its envelope, of many a list in the order of their inputs. */
export type JobResult =
  | { readonly kind: 'call'; readonly response: ToolResponse }
  | { readonly kind: 'calls'; readonly responses: readonly ToolResponse[] };

/** Orders that a job takes. */
export const jobChanges = Object.freeze(['cancel', 'pause', 'resume', 'retry'] as const);
export type JobChange = (typeof jobChanges)[number];

/** One tool over many inputs. */
export interface NewCalls {
  readonly tool: string;
  readonly inputs: readonly Json[];
}

/** A call that is about to become a job: made like any other, it is handed over after its input check. */
export interface HandedCall {
  readonly call: DoorCall;
  /** Forgets it, once it was made. */
  done(): void;
}

/** A call that is under way, and whose job this process holds. */
export interface AdoptedCall {
  /** Id of the job, which is on the disk. */
  readonly id: string;
  /** Aborts when somebody else has cancelled or taken the job. */
  readonly lost: AbortSignal;
  /** Keeps how it ended; one that a closing server has called off is left to the next. */
  settle(response: ToolResponse): Promise<void>;
}

/** Work that outlives its request. A job that a user may not see is not there. */
export interface Jobs {
  /** Turns a call into one whose answer is `{ job, state }`; refusals stay as they are. */
  handOver(call: DoorCall): HandedCall;
  /** Makes a call that is under way a job. */
  adopt(call: DoorCall): Promise<AdoptedCall>;
  submitCalls(calls: NewCalls, user: ToolUser): Promise<JobRow>;
  submitFlow(request: JsonObject, user: ToolUser): Promise<JobRow>;
  /** The newest first. */
  list(viewer: JobViewer, query: JobQuery): Promise<readonly JobRow[]>;
  get(id: string, viewer: JobViewer): Promise<JobDetails | undefined>;
  /** Undefined while it is open. */
  result(id: string, viewer: JobViewer): Promise<JobResult | undefined>;
  /** Events after a number until it has settled or the signal aborts; undefined without such a job. */
  events(
    id: string,
    viewer: JobViewer,
    options: { readonly signal: AbortSignal; readonly after?: number },
  ): Promise<AsyncIterable<JobEvent> | undefined>;
  change(id: string, viewer: JobViewer, change: JobChange): Promise<JobRow | undefined>;
}
