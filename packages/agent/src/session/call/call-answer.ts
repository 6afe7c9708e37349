import type { ToolResponse } from '@helve/core';
import type { ProviderCall } from '../../contract/transport.js';
import type { SessionCore } from '../session-core.js';

/** A call of the model and its one answer. */
export interface AnsweredCall {
  readonly call: ProviderCall;
  readonly tool: string;
  readonly response: ToolResponse;
  /** The arguments, for a call that is left to the caller. */
  readonly input?: unknown;
}

type Answer = Pick<AnsweredCall, 'tool' | 'response'> & { readonly call: Pick<ProviderCall, 'id'> };

/** Applies the intents of an answer; a replayed result has had its effect already. */
export function applyIntents(
  core: SessionCore,
  { number: turn }: { readonly number: number },
  { call, tool, response }: Answer,
): void {
  if (response.meta['replayed'] === true) return;
  for (const intent of response.intents) {
    const entry = core.controller.applyIntent(intent, { callId: call.id, tool, turn });
    if (entry.applied) continue;
    const message = `An intent of "${tool}" was ignored: ${entry.effect}`;
    core.emit({ type: 'warning', code: 'AGENT_INTENT_IGNORED', message, callId: call.id, tool });
  }
}

/** Tells the caller of a call that is theirs to answer. */
export function leaveToCaller(core: SessionCore, { call, tool, input }: AnsweredCall, turn: number): void {
  core.memory.usedTools.add(tool);
  core.emit({ type: 'caller_call', callId: call.id, tool, input }, turn);
}

/** Emits the result of a call, and the warnings that came with it. */
export function emitResult(core: SessionCore, { call, tool, response }: Answer, turn?: number): void {
  const { id: callId } = call;
  core.memory.usedTools.add(tool);
  core.emit({ type: 'tool_result', callId, tool, response }, turn);
  const { warnings } = response.meta;
  for (const warning of Array.isArray(warnings) ? (warnings as readonly { code: string; message: string }[]) : []) {
    core.emit({ type: 'warning', code: warning.code, message: warning.message, callId, tool }, turn);
  }
}
