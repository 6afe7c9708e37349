import type { ApprovalStore, Intent, Json, ToolHook, ToolInvokeContext } from '@helve/core';

/** Counters with a limit within one turn, in the order in which the model made its calls. */
export interface TurnCounters {
  /** Adds one, atomically, if the count is below the limit. */
  reserve(turnId: string, name: string, limit: number): boolean;
  release(turnId: string, name: string): void;
}

/** Measures the time that tools have run in a turn. */
export interface ToolClock {
  /** Adds an interval in which a tool ran, and returns the total; overlapping time counts once. */
  add(turnId: string, fromMs: number, toMs: number): number;
}

interface IdempotentResult {
  readonly output: Json;
  readonly intents: readonly Intent[];
}

type KeyState =
  | { readonly state: 'started' | 'running' | 'conflict' | 'lost' }
  | { readonly state: 'done'; readonly answer: IdempotentResult };

/** Results of this session by idempotency key. */
export interface Replays {
  begin(claim: {
    readonly key: string;
    readonly holder: string;
    readonly argumentsDigest: string;
    readonly leaseMs: number;
    readonly nowMs: number;
    readonly takeOver: boolean;
  }): Promise<KeyState>;
  renew(key: string, holder: string, leaseMs: number, nowMs: number): Promise<boolean>;
  complete(key: string, holder: string, answer: IdempotentResult, ttlMs: number, nowMs: number): Promise<boolean>;
  free(key: string, holder: string): Promise<void>;
}

/** Stores that a session lends to its policy. */
export interface TurnStores {
  readonly counters: TurnCounters;
  readonly toolClock: ToolClock;
  readonly replays: Replays;
  readonly approvals: ApprovalStore;
  /** True when the session requires a person's approval for this call, whatever its tool says. */
  needsPerson(ctx: ToolInvokeContext): boolean;
}

/** Creates the rules of a session from the session's own stores. */
export type TurnPolicy = (stores: TurnStores) => readonly ToolHook[];
