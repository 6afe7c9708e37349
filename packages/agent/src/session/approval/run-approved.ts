import type { ToolRecord, ToolResponse } from '@helve/core';
import { callSessionTool, toCallRequest } from '../call/call-session-tool.js';
import { newCallState, noteCallState, type CallTurn } from '../call/call-state.js';
import type { SessionCore } from '../session-core.js';
import { OrderedGate } from '../call/ordered-gate.js';

/** An approved call, whose arguments wait in a store. */
export interface ApprovedCall {
  readonly callId: string;
  readonly toolId: string;
  /** Replaces the tool, where there is none. */
  readonly standIn?: ToolRecord;
}

/** Runs, once, the arguments that wait under a token. */
export function runApproved(
  core: SessionCore,
  turn: CallTurn,
  call: ApprovedCall,
  token: string,
  controller: AbortController,
): Promise<ToolResponse> {
  const { callId, toolId, standIn } = call;
  const tool = standIn ?? core.toolbox.pinned.all.get(toolId);
  const gate = new OrderedGate();
  const state = newCallState({
    turn,
    callId,
    toolId,
    gate,
    index: gate.enter(),
    controller,
    fingerprint: '',
  });
  const provenance = Object.freeze({ approvedCall: callId });
  noteCallState(provenance, state);
  const request = toCallRequest(core, state);
  const options = {
    ...request,
    tool: tool ?? toolId,
    rawInput: {},
    confirmationToken: token,
    call: { ...request.call, provenance },
  };
  return callSessionTool(core, state, options);
}
