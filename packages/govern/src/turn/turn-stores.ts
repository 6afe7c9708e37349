import type { ApprovalStore, ToolInvokeContext } from '@helve/core';
import type { Answer } from '../answer.js';
import type { IdempotencyStore } from '../port/idempotency-store.js';

/** Counts up to a limit within one turn, in the order the model made its calls. */
export interface TurnCounters {
  /** Adds one if the count is below the limit, in one indivisible step. */
  reserve(turnId: string, name: string, limit: number): Answer<boolean>;
  release(turnId: string, name: string): Answer<void>;
}

/** Measures how long tools have run in a turn. */
export interface ToolClock {
  /** Adds a time in which a tool ran, and gives the sum; what overlaps counts once. */
  add(turnId: string, fromMs: number, toMs: number): number;
}

/** What a session lends to its policy. */
export interface TurnStores {
  readonly counters: TurnCounters;
  readonly toolClock: ToolClock;
  readonly replays: IdempotencyStore;
  readonly approvals: ApprovalStore;
  /** Whether the session wants a person to approve this call, whatever its tool says. */
  needsPerson(ctx: ToolInvokeContext): boolean;
}
