import type { ApprovalStore, Intent, Json, ToolHook, ToolInvokeContext } from '@helve/core';

/** Counts up to a limit within one turn, in the order the model made its calls. */
export interface TurnCounters {
  /** Adds one if the count is below the limit, in one indivisible step. */
  reserve(turnId: string, name: string, limit: number): boolean;
  release(turnId: string, name: string): void;
}

/** Measures how long tools have run in a turn. */
export interface ToolClock {
  /** Adds a time in which a tool ran, and gives the sum; what overlaps counts once. */
  add(turnId: string, fromMs: number, toMs: number): number;
}

interface IdempotentResult {
  readonly output: Json;
  readonly intents: readonly Intent[];
}

type KeyState =
  | { readonly state: 'started' | 'running' | 'conflict' | 'lost' }
  | { readonly state: 'done'; readonly answer: IdempotentResult };

/** Remembers which keys have run in this session, and what came of them. */
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

/** What a session lends to its policy. */
export interface TurnStores {
  readonly counters: TurnCounters;
  readonly toolClock: ToolClock;
  readonly replays: Replays;
  readonly approvals: ApprovalStore;
  /** Whether the session wants a person to approve this call, whatever its tool says. */
  needsPerson(ctx: ToolInvokeContext): boolean;
}

/** The rules of a session, made for it with its own stores. */
export type TurnPolicy = (stores: TurnStores) => readonly ToolHook[];
