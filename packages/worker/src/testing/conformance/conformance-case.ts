import type { Json, JsonObject } from '@helve/core';
import type { CallOp } from '../../wire/operation.js';

/** An expected value; the keys of the wire stand for what JSON lacks, as in `{"__wire__": "bytes", "data": "AQI="}`. */
export type Expected = Json;

/** One request to the probe of a language. */
export interface ConformanceRequest {
  readonly op?: CallOp;
  readonly action?: string;
  readonly task?: string;
  readonly method?: string;
  readonly args?: readonly Json[];
  readonly named?: JsonObject;
  /** The argument `value` is tagged with this kind, and holds what does not fit it. */
  readonly malformed?: { readonly kind: string; readonly data: Json };
  /** The argument `value` is a list in a list, this many times. */
  readonly nested?: number;
  /** The call is made so often at once, and each of them ends alike. */
  readonly atOnce?: number;
  /** Envelope of the call; `callId` names it for `cancels`. */
  readonly envelope?: JsonObject;
  /** Steps that run while the call does: once a task has reported progress, or a stream has given its chunks. */
  readonly meanwhile?: readonly ConformanceStep[];
  /** Reports that the call must have made by its end. */
  readonly reports?: ConformanceReports;
  /** Answers of the host to the calls of other tools that the call makes. */
  readonly tools?: { readonly [tool: string]: { readonly gives: Json } | { readonly fails: string } };
}

/** Reports of one call, or of the time before `hello`. */
export interface ConformanceReports {
  /** In this order, with others between them; `says` is a part of the message. */
  readonly progress?: readonly { readonly progress?: number; readonly says?: string; readonly phase?: string }[];
  readonly progressFrames?: { readonly atLeast?: number; readonly atMost?: number };
  /** Total of the call. */
  readonly usage?: { readonly [unit: string]: number };
  readonly accounts?: readonly { readonly type: string; readonly payload: Json }[];
  readonly logs?: readonly { readonly level?: string; readonly says: string }[];
  /** Heartbeats of the control thread that came during the call. */
  readonly controlBeats?: { readonly atLeast: number };
}

/** Expected end of a request. */
export type ConformanceOutcome =
  | { readonly gives: Expected }
  /** The value, or the stream, has these members at least. */
  | { readonly givesAtLeast: Expected }
  | { readonly givesAtMost: number }
  /** The value is this one, now or soon: the request is repeated. */
  | { readonly givesSoon: Expected }
  /** The error has this code, these fields, and says this; a stream has given these chunks before. */
  | {
      readonly fails: { readonly code: string; readonly says?: string; readonly [field: string]: Json | undefined };
      readonly after?: readonly Json[];
    }
  /** There is an answer, whatever it is. */
  | { readonly answered: true }
  /** The call is cancelled once it has reported progress, and ends within this time. */
  | { readonly cancelled: { readonly withinMs: number } }
  /** The stream is left after this many chunks; then it has ended, too. */
  | { readonly leftAfter: number };

/** One step of a case; each waits for the one before. */
export type ConformanceStep =
  | (ConformanceRequest & ConformanceOutcome)
  /** `hello` has these members at least. */
  | { readonly hello: JsonObject }
  /** Before `hello` the worker has reported this. */
  | { readonly boot: ConformanceReports }
  /** The call with this id is cancelled, running or not; without an id all of them. */
  | { readonly cancels: string | null; readonly reason: string }
  /** Both threads send heartbeats. */
  | { readonly heartbeats: readonly ('main' | 'control')[] }
  /** These texts stand on standard output or standard error. */
  | { readonly prints: readonly string[] }
  /** The worker is asked to end, and ends with this code. */
  | { readonly stops: { readonly code: number } };

/** One step on the wire itself, for what no host does. */
export type FrameStep =
  /** The `boot` frame of a host, with these changes. */
  | { readonly boots: JsonObject }
  | { readonly sends: JsonObject }
  /** A frame with these members at least comes, after those that came before. */
  | { readonly gets: JsonObject }
  | { readonly exits: { readonly code?: number } };

interface CaseOf {
  /** Requirement of the specification; absent for what it says of the wire without one. */
  readonly id?: `R${number}`;
  readonly sentence: string;
}

/** A case through the proxy of a host. */
export interface CallCase extends CaseOf {
  /** Worker to run in, shared by the cases that name an equal one. Default: `usualWorker`. */
  readonly worker?: ConformanceWorker;
  readonly steps: readonly ConformanceStep[];
}

/** A case whose worker does not start. */
export interface StartCase extends CaseOf {
  readonly worker: ConformanceWorker;
  readonly startFails: { readonly code: string; readonly [field: string]: Json };
}

/** A case whose call ignores its cancel: its worker is ended by force, and another one takes its place. */
export interface ForcedCase extends CaseOf {
  readonly ignores: ConformanceRequest;
}

/** A case on the wire itself. */
export interface FrameCase extends CaseOf {
  /** True for a worker of its own, which is not booted; others share one that is ready. */
  readonly ownWorker?: true;
  readonly frames: readonly FrameStep[];
}

/** Duty of a worker in any language, as data: a program passes if all of its steps come out as written. */
export type ConformanceCase = CallCase | StartCase | ForcedCase | FrameCase;

/** Start of the worker of a case. */
export interface ConformanceWorker {
  /** Class of the capability. Default: `ConformanceProbe`. */
  readonly probe?: string;
  readonly adapters?: readonly string[];
  readonly config?: JsonObject;
  readonly env?: { readonly [name: string]: string };
  readonly secrets?: { readonly [name: string]: string };
  readonly limits?: {
    readonly maxFrameBytes?: number;
    readonly chunks?: number;
    readonly bytes?: number;
    readonly heartbeatMs?: number;
  };
}

/** The worker of most cases: a little of everything, and limits that are reached soon. */
export const usualWorker: ConformanceWorker = {
  adapters: ['ConformanceTask', 'BrokenTask', 'SecondTask'],
  env: { CONFORMANCE_VARIABLE: 'as spawned' },
  secrets: { CONFORMANCE_SECRET: 'quite secret' },
  limits: { maxFrameBytes: 100_000, chunks: 4, bytes: 10_000, heartbeatMs: 50 },
};
