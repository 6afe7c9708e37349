import type { Json, JsonObject } from '@helve/core';
import type { FlowPlan } from './plan.js';

/** Files through a flow, one long tool call, one tool over many inputs, or one turn of an agent session. */
export type JobKind = 'flow' | 'call' | 'calls' | 'turn';

/** A piece of work that somebody asked for. It pins what shapes its result. */
export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly tenant: string;
  readonly userId: string;
  /** Digest of the code and settings that shape results; only workers of the same build take its units. */
  readonly build: string;
  readonly plan?: FlowPlan;
  readonly units: readonly JobUnit[];
  /** 0 to 9, the highest first. Default: 5. */
  readonly priority?: number;
  /** Labels that a worker needs for every unit. */
  readonly needs?: readonly string[];
  /** Units that fail do not stop the others. */
  readonly keepGoing?: boolean;
  readonly retry?: Partial<UnitRetry>;
  /** Cancelled when it has not settled after this time. */
  readonly expiresMs?: number;
  readonly traceparent?: string;
  readonly data?: JsonObject;
}

/** A piece of a job that one worker takes at a time: a file, a chunk of blocks or one long call, never a single block. */
export interface JobUnit {
  /** Stable text made from the plan, such as `f12.c3`. */
  readonly id: string;
  readonly input: Json;
  /** Units that have to be over first, however they ended. */
  readonly after?: readonly string[];
  readonly needs?: readonly string[];
}

/** When a unit that failed is tried again. */
export interface UnitRetry {
  readonly attempts: number;
  readonly baseMs: number;
  readonly factor: number;
  readonly capMs: number;
  readonly jitter: number;
  /** Types of errors that are worth another attempt. */
  readonly on: readonly string[];
}

/** States of a unit, in the order of its life. */
export const jobUnitStates = Object.freeze([
  'blocked',
  'ready',
  'sent',
  'held',
  'waiting',
  'done',
  'failed',
  'dead',
  'cancelled',
] as const);
export type JobUnitState = (typeof jobUnitStates)[number];

/** Jobs are open while they are running or paused, and settled otherwise. */
export type JobState = 'running' | 'paused' | 'done' | 'partial' | 'failed' | 'cancelled';

/** One process that works on units. */
export interface WorkerFacts {
  readonly id: string;
  readonly build: string;
  readonly labels?: readonly string[];
  readonly name?: string;
}

/** The right to work on one unit for as long as its lease is renewed. */
export interface Claim {
  readonly job: string;
  readonly kind: JobKind;
  readonly tenant: string;
  readonly userId: string;
  readonly unit: JobUnit;
  /** Number of times that the unit was handed out. */
  readonly delivery: number;
  readonly attempt: number;
  /** Attempts that failed before; losses and yields are not among them. */
  readonly failures: number;
  readonly retry: Partial<UnitRetry>;
  readonly token: string;
  readonly leaseMs: number;
  /** Records of earlier attempts, by key. */
  readonly done: { readonly [key: string]: Json };
  /** Values of signals that were sent to the job, by name. */
  readonly signals: { readonly [name: string]: Json };
  /** Ends of the units that came before it. */
  readonly after: readonly UnitEnd[];
}

/** The end of a unit as those that follow it see it. */
export interface UnitEnd {
  readonly id: string;
  readonly state: JobUnitState;
  readonly output?: Json;
}

/** A file that a unit made: named by its job, kept as a blob. */
export interface UnitFile {
  readonly path: string;
  readonly blob: string;
  readonly bytes: number;
}

/** One record of a worker about its claim. */
export type JournalRecord =
  | {
      readonly kind: 'step';
      readonly key: string;
      readonly output: Json;
      /** The step changed something outside: it is on the disk before anybody is told. */
      readonly effect?: boolean;
    }
  | { readonly kind: 'wait'; readonly signal: string; readonly untilMs?: number }
  | { readonly kind: 'yield'; readonly reason: string }
  | {
      readonly kind: 'done';
      readonly output: Json;
      readonly files?: readonly UnitFile[];
      /** Units that it adds to the job. */
      readonly adds?: readonly JobUnit[];
    }
  | { readonly kind: 'failed'; readonly error: JsonObject; readonly retry: boolean; readonly afterMs?: number };

/** Kinds of events of a job. */
export const engineEventKinds = Object.freeze([
  'submitted',
  'claimed',
  'step',
  'waiting',
  'signalled',
  'yielded',
  'done',
  'failed',
  'dead',
  'lost',
  'paused',
  'resumed',
  'retried',
  'cancelled',
  'settled',
] as const);
export type EngineEventKind = (typeof engineEventKinds)[number];

/** Something that happened to a job. Holds ids, counts and error codes, never content. */
export interface EngineEvent {
  /** Counts per job, without gaps. */
  readonly seq: number;
  readonly job: string;
  readonly kind: EngineEventKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly unit?: string;
  readonly data?: JsonObject;
}

/** A line that somebody who works on a unit wants to be seen. */
export interface UnitLogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}

/** A log line of a job, from whatever worker it came. */
export interface JobLogLine extends UnitLogLine {
  /** Counts up; lines of one job may leave gaps. */
  readonly seq: number;
  readonly unit: string;
  readonly worker: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** State of a claim, as the answer to a heartbeat tells it. */
export type ClaimState = 'held' | 'lost' | 'yield';

/** A job as lists show it. */
export interface JobView {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly tenant: string;
  readonly userId: string;
  readonly build: string;
  readonly priority: number;
  /** Milliseconds since 1970. */
  readonly submittedAt: number;
  readonly settledAt?: number;
  readonly counts: { readonly [state in JobUnitState]: number };
}

/** A job with everything that its workers need to know of it. */
export interface JobDetail extends JobView {
  readonly keepGoing: boolean;
  readonly plan?: FlowPlan;
  readonly data?: JsonObject;
  readonly traceparent?: string;
}

/** A unit as `jobs show` lists it. */
export interface UnitView {
  readonly id: string;
  readonly input: Json;
  readonly state: JobUnitState;
  readonly attempt: number;
  readonly needs: readonly string[];
  readonly after: readonly string[];
  readonly worker?: string;
  readonly error?: JsonObject;
  readonly output?: Json;
  /** The signal that it waits for. */
  readonly signal?: string;
  /** When it may be tried again, in milliseconds since 1970. */
  readonly notBefore?: number;
}

/** A committed file of a job. */
export interface JobFile extends UnitFile {
  readonly unit: string;
}

export interface JobFilter {
  readonly states?: readonly JobState[];
  readonly kind?: JobKind;
  readonly tenant?: string;
  readonly userId?: string;
  /** Default: 100, the newest first. */
  readonly limit?: number;
}

/** Which units of a job are tried again; all that did not end well unless something is named. */
export interface RetryFilter {
  readonly states?: readonly ('failed' | 'dead' | 'cancelled')[];
  readonly units?: readonly string[];
  /** Says of a step whose outcome is unknown whether it happened. */
  readonly assume?: 'done' | 'undone';
  /** The build that is to take them. */
  readonly build?: string;
}

/** Runs that survive the process: submitted once, worked on under leases, journaled step by step. */
export interface Engine {
  /** Submits a job; with an id that exists, nothing happens and the answer is `false`. */
  submit(job: Job): Promise<boolean>;
  /** Submits a job whose first unit this worker holds from the beginning; undefined if there is one with its id. */
  begin(job: Job, worker: WorkerFacts, leaseMs: number): Promise<Claim | undefined>;
  /** Claims a unit; with a signal it waits until there is one or the signal aborts. */
  claim(worker: WorkerFacts, leaseMs: number, signal?: AbortSignal): Promise<Claim | undefined>;
  /** Renews leases, and tells what became of each claim. */
  heartbeat(claims: readonly Claim[]): Promise<readonly ClaimState[]>;
  /** Refused with `FLOW_STORE` and the reason `claim-lost` when the claim is no longer held. */
  journal(claim: Claim, record: JournalRecord): Promise<void>;
  signal(job: string, name: string, value: Json): Promise<void>;
  cancel(job: string): Promise<void>;
  /** Hands out no more units; with `now`, those under way are asked to yield. */
  pause(job: string, options?: { readonly now?: boolean }): Promise<void>;
  resume(job: string): Promise<void>;
  /** Opens a job again; returns the number of units that will be tried. */
  retry(job: string, filter?: RetryFilter): Promise<number>;
  get(job: string): Promise<JobDetail | undefined>;
  list(filter?: JobFilter): Promise<readonly JobView[]>;
  units(job: string): Promise<readonly UnitView[]>;
  files(job: string): Promise<readonly JobFile[]>;
  /** Adds a log line to a unit. Lines may be lost in a crash, and long ones are cut. */
  log(claim: Claim, worker: WorkerFacts, line: UnitLogLine): Promise<void>;
  /** The next log lines after a number, by time; none when there are no more. */
  logs(job: string, afterSeq?: number): Promise<readonly JobLogLine[]>;
  /** Events after a number, from the first on without one, until the job has settled. */
  events(job: string, afterSeq?: number, signal?: AbortSignal): AsyncIterable<EngineEvent>;
  close(): Promise<void>;
}
