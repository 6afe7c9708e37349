import type { Json, JsonObject } from '@helve/core';
import type {
  Claim,
  ClaimState,
  EngineEvent,
  Job,
  JobDetail,
  JobFile,
  JobFilter,
  JobLogLine,
  JobUnit,
  JobView,
  RetryFilter,
  UnitFile,
  UnitLogLine,
  UnitView,
  WorkerFacts,
} from './engine.js';

/** A unit as it enters the journal, with the queue that its worker reads. */
export interface UnitEntry extends JobUnit {
  readonly queue: string;
}

/** A job as it enters the journal. */
export interface JobEntry extends Omit<Job, 'units'> {
  readonly units: readonly UnitEntry[];
}

/** One queue of units: those of one build with the same needs. */
export interface UnitQueue {
  readonly name: string;
  readonly build: string;
  readonly needs: readonly string[];
}

/** One handing-out of a unit. */
export interface Delivery {
  readonly job: string;
  readonly unit: string;
  readonly delivery: number;
  readonly queue: string;
}

/** Queues and number of the units to hand out. */
export interface ReleaseRequest {
  readonly queues: readonly string[];
  /** Units for a worker; without one, units of these queues that may be out and unclaimed at a time. */
  readonly room: number;
  /** The worker that alone may get them. */
  readonly worker?: WorkerFacts;
}

/** Who is to hold a unit, and for how long. */
export interface UnitHolder {
  readonly worker: WorkerFacts;
  /** A fresh token; it fences all other claims of the unit. */
  readonly token: string;
  readonly leaseMs: number;
}

export interface ClaimRequest extends UnitHolder {
  readonly delivery: Delivery;
  /** A unit that was lost so often in a row is dead. */
  readonly maxLosses: number;
}

/** A claim, or nothing where the delivery is late, its job is not running, or its unit is dead. */
export type ClaimAnswer = Claim | undefined;

interface FencedRow {
  readonly job: string;
  readonly unit: string;
  readonly token: string;
}

export interface StepRow extends FencedRow {
  readonly key: string;
  readonly output: Json;
  readonly effect: boolean;
}

/** The end of a claim. A unit that is over tells those that follow it, and settles its job if it is the last one. */
export interface EndRow extends FencedRow {
  readonly to: 'done' | 'failed' | 'dead' | 'waiting' | 'ready';
  readonly event: 'done' | 'failed' | 'dead' | 'waiting' | 'yielded';
  readonly data?: JsonObject;
  readonly output?: Json;
  readonly error?: JsonObject;
  readonly files?: readonly UnitFile[];
  readonly adds?: readonly UnitEntry[];
  readonly signal?: string;
  /** Until then nobody gets it; for a unit that waits, the end of its wait. */
  readonly afterMs?: number;
  /** The attempt counts among its failures. */
  readonly isFailure: boolean;
  /** The attempt is given back. */
  readonly isYield: boolean;
}

/** A log line of a unit. */
export interface LogRow extends UnitLogLine {
  readonly job: string;
  readonly unit: string;
  readonly worker: string;
}

/** A change that comes from outside of its workers. */
export type JobChange =
  | { readonly kind: 'signal'; readonly job: string; readonly name: string; readonly value: Json }
  | { readonly kind: 'cancel'; readonly job: string }
  | { readonly kind: 'pause'; readonly job: string; readonly now: boolean }
  | { readonly kind: 'resume'; readonly job: string }
  | {
      readonly kind: 'retry';
      readonly job: string;
      readonly filter: RetryFilter;
      /** Where its units go if another build is to take them, by their needs. */
      readonly queues: readonly UnitQueue[];
    };

/** The end of a claim was taken, its claim was lost, or another unit has made one of its files already. */
export type EndAnswer = 'ended' | 'lost' | 'path-taken';

export interface SweepRequest {
  /** Units that were handed out so long ago and that nobody claimed are handed out again. */
  readonly resendMs: number;
  /** They are sent as they were, since the dispatcher may still have them; otherwise they are handed out anew. */
  readonly resendsSame: boolean;
  /** Units of a worker that was not heard of for so long are lost. */
  readonly silentMs: number;
  /** Settled jobs keep their rows for so long, then a summary is left. */
  readonly keepMs: number;
}

/** Numbers of what a sweep changed. */
export interface SweepAnswer {
  readonly lost: number;
  /** Units to hand out again, as they were. */
  readonly resend: readonly Delivery[];
  /** Blobs of jobs whose rows it dropped, and that no other row names. */
  readonly dropped: readonly string[];
}

/**
 * The journal: what is to be done, what was done, and who may say so. Each method is one statement over many rows, in
 * one transaction with the events that it causes; of two that contradict each other, one finds nothing to change.
 *
 * Rows name blobs in two ways: as files of a unit, and as inputs and outputs that read
 * `{"$blob":{"sha256":"…","size":…}}`.
 */
export interface JournalTable {
  /** Who else sees it: nobody, other processes of this machine, or other machines. */
  readonly scope: 'process' | 'machine' | 'machines';
  put(entry: JobEntry, queues: readonly UnitQueue[]): Promise<boolean>;
  /** Puts a job whose first unit is claimed in the same statement; undefined if there is one with its id. */
  begin(entry: JobEntry, queues: readonly UnitQueue[], holder: UnitHolder): Promise<ClaimAnswer>;
  queues(): Promise<readonly UnitQueue[]>;
  release(request: ReleaseRequest): Promise<readonly Delivery[]>;
  claim(requests: readonly ClaimRequest[]): Promise<readonly ClaimAnswer[]>;
  /** False for rows whose claim is no longer held. */
  step(rows: readonly StepRow[]): Promise<readonly boolean[]>;
  /** A repeated end with the token of the winner is `ended` again. */
  end(rows: readonly EndRow[], queues: readonly UnitQueue[]): Promise<readonly EndAnswer[]>;
  /** Renews leases. */
  beat(claims: readonly Claim[]): Promise<readonly ClaimState[]>;
  /** The number of units that it changed, or undefined without such a job. */
  wake(change: JobChange): Promise<number | undefined>;
  sweep(request: SweepRequest): Promise<SweepAnswer>;
  job(id: string): Promise<JobDetail | undefined>;
  jobs(filter: JobFilter): Promise<readonly JobView[]>;
  units(job: string): Promise<readonly UnitView[]>;
  files(job: string): Promise<readonly JobFile[]>;
  events(job: string, afterSeq: number, limit: number): Promise<readonly EngineEvent[]>;
  /** Adds log lines; those of a job that is gone are dropped. */
  log(rows: readonly LogRow[]): Promise<void>;
  logs(job: string, afterSeq: number, limit: number): Promise<readonly JobLogLine[]>;
  /** Calls back after changes, of other processes too; returns how to stop that. */
  watch(onChange: () => void): () => void;
  close(): Promise<void>;
}
