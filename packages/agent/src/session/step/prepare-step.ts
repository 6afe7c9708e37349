import type { Json, ToolUser } from '@helve/core';
import type { Totals } from '../../contract/session-event.js';
import type { ToolChoice } from '../../contract/transport.js';

/** A call that was answered earlier in the turn. */
export interface StepCall {
  readonly callId: string;
  readonly tool: string;
  readonly ok: boolean;
}

/** Facts about the step that comes next. */
export interface StepFacts {
  readonly turn: number;
  /** Number of the step in its turn, from 1. */
  readonly step: number;
  /** Calls answered so far in this turn, in order. */
  readonly calls: readonly StepCall[];
  /** Counts of this turn so far. */
  readonly totals: Totals;
  /** The conversation in the provider's own form; absent where the provider keeps it. */
  readonly history?: readonly Json[];
  readonly user: ToolUser;
  /** Fires when the turn is interrupted. */
  readonly signal: AbortSignal;
}

/** Changes to one step; what is left out stays as it is in the session. */
export interface StepPlan {
  /** Model of the same vendor to ask. */
  readonly model?: string;
  /** Ids of the only tools that the model may call; an empty list allows none. */
  readonly tools?: readonly string[];
  /** A name is the id of a tool. */
  readonly toolChoice?: ToolChoice;
  readonly instructions?: string;
  /** Replaces the conversation, in the provider's own form, from this step on. */
  readonly history?: readonly Json[];
  /** Ends the turn in place of the step. */
  readonly stop?: boolean;
}

/** Decides on every step before the model is asked. */
export type PrepareStep = (step: StepFacts) => StepPlan | undefined | Promise<StepPlan | undefined>;
