import type { Semaphore, ToolInvokeContext } from '@helve/core';
import type { HydrationResult } from '../../contract/hydration.js';
import type { CallerAnswer } from '../caller/caller-answer.js';
import type { FirstCall } from '../session-core.js';
import type { Counts } from '../memory/session-state.js';
import type { OrderedGate } from './ordered-gate.js';

/** The part of a turn that hooks of its calls need. */
export interface CallTurn {
  readonly id: string;
  readonly number: number;
  readonly permits: Semaphore;
  readonly counts: Counts;
  /** True when the last step was asked without tools, and the model called one nevertheless. */
  readonly toolsOff: boolean;
  /** Ids of the tools that the step offered; undefined for all. */
  readonly offered?: ReadonlySet<string> | undefined;
}

/** The state of a call while it runs. */
export interface CallState {
  readonly turn: CallTurn;
  readonly callId: string;
  readonly toolId: string;
  /** Absent for a call that a person has approved: its arguments wait in a store. */
  readonly hydration?: HydrationResult;
  readonly gate: OrderedGate;
  readonly index: number;
  /** Answer of the caller, for a tool without a body. */
  readonly answer?: CallerAnswer;
  /** True for a call that a program of the model makes. */
  readonly byProgram?: true;
  /** Name of the tool in the provider's form. */
  readonly name?: string;
  /** The call that had this id before. */
  readonly first?: FirstCall;
  readonly fingerprint: string;
  readonly controller: AbortController;
  needsPerson: boolean;
  /** True when the policy has learnt whether a person is needed. */
  personAsked: boolean;
  /** True when the answer is given; anything the tool still returns is late. */
  settled: boolean;
  /** Tools that have written in this call: itself, and tools that it called. */
  readonly writes: Set<string>;
}

/** Creates the state of a call that nobody has judged yet. */
export function newCallState(known: Omit<CallState, 'needsPerson' | 'personAsked' | 'settled' | 'writes'>): CallState {
  return { ...known, needsPerson: false, personAsked: false, settled: false, writes: new Set() };
}

// States by the provenance of a call, which its context and those of nested calls carry.
const states = new WeakMap<object, CallState>();

export function noteCallState(provenance: object, state: CallState): void {
  states.set(provenance, state);
}

/** Returns the state of the model's call that this context belongs to, directly or as a nested call. */
export function findCallState({ call }: ToolInvokeContext): CallState | undefined {
  const { provenance } = call;
  return typeof provenance === 'object' && provenance !== null ? states.get(provenance) : undefined;
}

/** Returns the state of the model's call; undefined for nested calls. */
export function ownCallState(ctx: ToolInvokeContext): CallState | undefined {
  return ctx.parent === undefined ? findCallState(ctx) : undefined;
}
