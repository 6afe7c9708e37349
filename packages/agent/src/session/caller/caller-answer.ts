import type { Json, ToolResponse } from '@helve/core';
import type { ProviderCall, ToolResultMessage } from '../../contract/transport.js';

/** The answer of a caller to a call of a tool without a body. */
export type CallerAnswer =
  | { readonly callId: string; readonly output: Json }
  /** Reason of the failure, for the model. */
  | { readonly callId: string; readonly error: string };

/** A call that waits for the caller. */
export interface WaitingCall {
  readonly callId: string;
  readonly tool: string;
  readonly input: Json;
}

/** A step whose calls are not all answered: the answers wait with it, since a provider wants them together. */
export interface WaitingStep {
  readonly calls: readonly ProviderCall[];
  readonly results: readonly ToolResultMessage[];
  readonly open: readonly WaitingCall[];
}

/** True for a call that its tool leaves to the caller. */
export function isLeftToCaller(response: ToolResponse): boolean {
  return !response.ok && response.error.details?.code === 'AGENT_CALLER_ANSWERS';
}

/** The results of a step in the order of its calls. */
export function resultsOf({ calls, results }: WaitingStep): readonly ToolResultMessage[] {
  return calls.flatMap(({ id }) => results.find((result) => result.id === id) ?? []);
}
