import type { ApprovalStore, ToolInvokeContext, MaybePromise } from '@helve/core';
import type { IdempotencyStore } from '../port/idempotency-store.js';

/** Counters with a limit within one turn, in the order in which the model made its calls. */
export interface TurnCounters {
  /** Adds one, atomically, if the count is below the limit. */
  reserve(turnId: string, name: string, limit: number): MaybePromise<boolean>;
  release(turnId: string, name: string): MaybePromise<void>;
}

/** Measures the time that tools have run in a turn. */
export interface ToolClock {
  /** Adds an interval in which a tool ran, and returns the total; overlapping time counts once. */
  add(turnId: string, fromMs: number, toMs: number): number;
}

/** Stores that a session lends to its policy. */
export interface TurnStores {
  readonly counters: TurnCounters;
  readonly toolClock: ToolClock;
  readonly replays: IdempotencyStore;
  readonly approvals: ApprovalStore;
  /** True when the session requires a person's approval for this call, whatever its tool says. */
  needsPerson(ctx: ToolInvokeContext): boolean;
}
