import type { ExecutionFacts } from './execution-facts.js';
import type { Issue } from './issue.js';
import type { Outcome, TraceEvent } from './outcome.js';

/** The end of a call; `unknown` if all that is known is that its tool was about to run. */
export type RecordedOutcome = Outcome | { readonly kind: 'unknown' };

/** The outcomes by which records can be looked for. */
export const recordedOutcomes = Object.freeze([
  'success',
  'responded',
  'aborted',
  'retryAfter',
  'failed',
  'cancelled',
  'unknown',
] as const satisfies readonly RecordedOutcome['kind'][]);

/**
 * Everything that stays of one call, redacted: enough to understand it, and to run it again in a test. A tool that writes
 * leaves two: its intent, with the outcome `unknown`, before it runs, and the result after.
 */
export interface CallRecord {
  readonly requestId: string | number;
  readonly parentRequestId?: string | number;
  readonly toolId: string;
  readonly toolVersion: string | null;
  readonly registryVersion: string;
  readonly userId: string;
  /** To whom the record belongs, as `ownerOf` says. */
  readonly owner: string;
  readonly sessionId?: string;
  readonly door?: string;
  readonly mode?: string;
  readonly turnId?: string;
  readonly traceparent?: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly attempts: number;
  readonly outcome: RecordedOutcome;
  readonly rawInput: unknown;
  readonly input: unknown;
  readonly output?: unknown;
  readonly error?: {
    readonly type: string;
    readonly code?: string;
    readonly message: string;
    readonly issues?: readonly Issue[];
  };
  /** The result of each hook; a gate that refused stands here. */
  readonly trace: readonly TraceEvent[];
  /** Pointers of what was taken out before it was stored. */
  readonly redacted: readonly string[];
  /** Parts that were too large: a text takes the place of a value, a list keeps its first items. */
  readonly cut?: readonly CutPart[];
  /** Facts about a body that ran in a worker or on another machine. */
  readonly execution?: ExecutionFacts;
  /** Joins an intent and the result that closes it: equal in both. */
  readonly intentId?: string;
  /** In an intent, until when the call may run, where it has a deadline. */
  readonly deadlineAt?: string;
  /** Under which key the answer of an idempotent call is kept. */
  readonly idempotency?: string;
  /** Set if the result was found out afterwards. */
  readonly repaired?: true;
  /** The person who closed a call of unknown outcome. */
  readonly closed?: CallClosing;
  /** The steps by which a model's text became these arguments, where a model made the call. */
  readonly provenance?: unknown;
  /** The approval of the call, where it needed one. */
  readonly approval?: CallApproval;
  /** In an intent, the process that wrote it; its store knows. */
  readonly writtenBy?: RecordWriter;
}

/** A part of a record that was too large to be kept. */
export interface CutPart {
  /** Name of the member, such as `input`. */
  readonly part: string;
  /** Size of its JSON in bytes. */
  readonly bytes: number;
  /** SHA-256 of its JSON. */
  readonly sha256: string;
}

/** A process of a machine; a number that is given again to another process does not make it the same. */
export interface RecordWriter {
  /** Stands for the machine since its start, and its process numbers: only within one can a process be looked for. */
  readonly machine: string;
  readonly pid: number;
  /** When it began, as the system counts that; empty where the system does not say. */
  readonly started: string;
}

/** A person's finding about a call of unknown outcome. */
export interface CallClosing {
  readonly by: string;
  readonly at: string;
  readonly reason: string;
}

/** The decision by which a call ran. */
export interface CallApproval {
  readonly id: string;
  /** The owner who decided. */
  readonly decidedBy: string;
  readonly decidedAt: string;
  readonly reason?: string;
  /** JSON pointers to the arguments that are other than those that were asked for. */
  readonly edited?: readonly string[];
}

/** The destination of call records. Resolves once the record is safe. */
export interface TrailSink {
  append(record: CallRecord): Promise<void>;
}

/** A record as it was stored: each holds the hash of the one before, so that a change or a gap shows. */
export interface StoredCallRecord extends CallRecord {
  readonly seq: number;
  readonly previousHash: string;
  readonly hash: string;
  /** Not stored: set in an intent whose call still runs, in a process of this machine. */
  readonly running?: true;
}

/** The end of the chain. */
export interface TrailHead {
  readonly hash: string;
  readonly count: number;
  /** Made with a key that is kept apart from the trail, where it has one. */
  readonly signature?: string;
}

/** The result of checking the chain. */
export type TrailVerdict =
  | { readonly ok: true; readonly count: number; readonly head: TrailHead }
  | { readonly ok: false; readonly count: number; readonly brokenAtSeq: number; readonly problem: string };

export interface TrailFilter {
  readonly toolId?: string;
  readonly userId?: string;
  readonly owner?: string;
  /** Those of all owners of one tenant. */
  readonly tenant?: string;
  /** A caller may choose it, so that several callers may have records of one. */
  readonly requestId?: string;
  readonly sessionId?: string;
  readonly outcome?: RecordedOutcome['kind'];
  readonly beforeSeq?: number;
  /** 50 unless told. */
  readonly limit?: number;
  /** Ends the list before its records take more bytes of the store; it has at least one of those that there are. */
  readonly maxBytes?: number;
}

/** A trail that can be read and checked. */
export interface TrailStore extends TrailSink {
  /** Newest first; an intent only where no result closes it. */
  list(filter?: TrailFilter): Promise<readonly StoredCallRecord[]>;
  /** The newest record of a request. */
  get(requestId: string): Promise<StoredCallRecord | undefined>;
  head(): Promise<TrailHead>;
  /** Walks the chain. A cut tail shows by the key and the counter beside it, or by a head from elsewhere. */
  verify(expectedHead?: string): Promise<TrailVerdict>;
}
