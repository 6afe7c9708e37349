import type { ToolInvokeContext } from '@helve/core';
import type { HydrationResult } from '../../contract/hydration.js';
import type { FirstCall } from '../session-core.js';
import type { Slots } from '../slots.js';
import type { Counts } from '../memory/session-state.js';
import type { OrderedGate } from './ordered-gate.js';

/** What hooks need to know of the turn that a call belongs to. */
export interface CallTurn {
  readonly id: string;
  readonly slots: Slots;
  readonly counts: Counts;
  /** The last step was asked without tools, and the model called one all the same. */
  readonly toolsOff: boolean;
}

/** What the session knows of a call while it is in the line. */
export interface CallState {
  readonly turn: CallTurn;
  readonly callId: string;
  readonly toolId: string;
  /** Absent for a call that a person has approved: its arguments wait in a store. */
  readonly hydration?: HydrationResult;
  readonly gate: OrderedGate;
  readonly index: number;
  /** The call that had this id before. */
  readonly first?: FirstCall;
  readonly fingerprint: string;
  readonly controller: AbortController;
  needsPerson: boolean;
  /** Whether the policy has heard that a person is needed. */
  personAsked: boolean;
  /** The answer is given; whatever the tool still gives is late. */
  settled: boolean;
}

/** A call that nobody has judged yet. */
export function newCallState(known: Omit<CallState, 'needsPerson' | 'personAsked' | 'settled'>): CallState {
  return { ...known, needsPerson: false, personAsked: false, settled: false };
}

// By the provenance of a call, which its context and those of the calls within it carry.
const states = new WeakMap<object, CallState>();

export function noteCallState(provenance: object, state: CallState): void {
  states.set(provenance, state);
}

/** The call of the model that this context belongs to, directly or through the tools in between. */
export function callStateOf({ call }: ToolInvokeContext): CallState | undefined {
  const { provenance } = call;
  return typeof provenance === 'object' && provenance !== null ? states.get(provenance) : undefined;
}

/** The same, for the call of the model alone. */
export function ownCallState(ctx: ToolInvokeContext): CallState | undefined {
  return ctx.parent === undefined ? callStateOf(ctx) : undefined;
}
