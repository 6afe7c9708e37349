import type { Json, JsonObject } from '@helve/core';

/** A durable piece of work: a file, a chunk of a file's blocks, or one long call; never a single block. */
export interface Job {
  readonly id: string;
  readonly plan: string;
  readonly units: readonly JobUnit[];
  readonly data?: JsonObject;
}

export interface JobUnit {
  readonly id: string;
  readonly input: Json;
}

/** The right to work on one unit until the lease ends. */
export interface Claim {
  readonly job: string;
  readonly unit: JobUnit;
  readonly token: string;
  readonly attempt: number;
  readonly leaseUntil: number;
  /** Records of earlier attempts, by key. */
  readonly done: { readonly [key: string]: Json };
}

/** One record of a worker about its claim. */
export type JournalRecord =
  | { readonly kind: 'step'; readonly key: string; readonly output: Json }
  | { readonly kind: 'wait'; readonly signal: string }
  | { readonly kind: 'done'; readonly output: Json }
  | { readonly kind: 'failed'; readonly error: JsonObject; readonly retry: boolean };

export interface EngineEvent {
  readonly seq: number;
  readonly job: string;
  readonly unit?: string;
  readonly kind:
    | 'submitted'
    | 'claimed'
    | 'step'
    | 'waiting'
    | 'signalled'
    | 'done'
    | 'failed'
    | 'lost'
    | 'cancelled'
    | 'settled';
  readonly data?: JsonObject;
}

/** Runs that survive the process: submitted once, worked on under leases, journaled step by step. */
export interface Engine {
  /** Submits a job; a repeated id is the job that exists. */
  submit(job: Job): Promise<void>;
  claim(worker: string, leaseMs: number): Promise<Claim | undefined>;
  /** `false` when the claim is lost or the job cancelled. */
  heartbeat(claim: Claim): Promise<boolean>;
  /** Refused with `FLOW_STORE` when the claim is no longer held. */
  journal(claim: Claim, record: JournalRecord): Promise<void>;
  signal(job: string, name: string, value: Json): Promise<void>;
  cancel(job: string): Promise<void>;
  /** From the first event on, until the job has settled. */
  events(job: string): AsyncIterable<EngineEvent>;
  close(): Promise<void>;
}
