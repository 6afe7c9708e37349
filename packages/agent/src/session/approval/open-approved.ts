import { defineTool, sha256, type Json, type ToolRecord, type ToolResponse } from '@helve/core';
import { agentErrors } from '../../agent-errors.js';
import type { PendingConfirmation } from '../../contract/session-store.js';
import { toModelResult } from '../../projection/to-model-result.js';
import type { AnsweringTurn } from '../call/answer-calls.js';
import { applyIntents, emitResult } from '../call/call-answer.js';
import { confirmationIn, emitConfirmation } from './confirmation.js';
import { runApproved } from './run-approved.js';
import type { SessionCore } from '../session-core.js';
import type { Opening } from '../turn.js';

/** Opens a turn with a call that a person has approved: runs it, and passes its outcome to the model. */
export function openApproved(core: SessionCore, token: string, toText: (note: string) => string): Opening {
  return async (turn) => {
    const pending = core.memory.asked.get(sha256(token));
    const { callId, toolId } = pending ?? { callId: 'unknown', toolId: unknownToken.id };
    core.emit({ type: 'tool_call_started', callId, tool: toolId, input: await inputOf(core, pending) });
    const controller = turn.openCall(callId);
    const stand = pending === undefined ? { standIn: unknownToken } : {};
    const response = await runApproved(core, turn, { callId, toolId, ...stand }, token, controller);
    emitAnswer(core, turn, { call: { id: callId }, tool: toolId, response });
    if (!response.ok && response.error.type === 'CONFIRMATION_REQUIRED') return { end: 'not-approved' };
    return { text: toText(renderNote(core, toolId, response)) };
  };
}

/** Opens a turn with the answer of a call that somebody outside of the session has decided on. */
export function openAnswered(
  core: SessionCore,
  approvalId: string,
  response: ToolResponse,
  toText: (note: string) => string,
): Opening {
  return async (turn) => {
    const pending = core.memory.asked.get(approvalId);
    if (pending === undefined) throw agentErrors.create('AGENT_TOKEN_UNKNOWN', {}, { details: { reason: 'unknown' } });
    core.memory.asked.delete(approvalId);
    const { callId, toolId } = pending;
    core.emit({ type: 'tool_call_started', callId, tool: toolId, input: await inputOf(core, pending) });
    emitAnswer(core, turn, { call: { id: callId }, tool: toolId, response });
    const result = JSON.stringify(toModelResult(response, core.options));
    return { text: toText(`Somebody has decided on the call of "${toolId}". Its result: ${result}`) };
  };
}

/** Returns the arguments that wait for approval; null for a token that nobody gave out. */
async function inputOf({ options, memory }: SessionCore, pending: PendingConfirmation | undefined): Promise<Json> {
  if (pending?.approvalId === undefined) return null;
  const record = await (options.approvals ?? memory.approvals).get(pending.approvalId);
  return record?.arguments ?? null;
}

function emitAnswer(
  core: SessionCore,
  turn: AnsweringTurn,
  answer: { readonly call: { readonly id: string }; readonly tool: string; readonly response: ToolResponse },
): void {
  const { call, tool, response } = answer;
  applyIntents(core, turn, answer);
  const again = confirmationIn(response);
  if (again !== undefined) emitConfirmation(core, call.id, tool, again);
  emitResult(core, answer);
  core.emit({ type: 'tools_complete', callIds: [call.id] });
}

function renderNote({ options }: SessionCore, tool: string, response: ToolResponse): string {
  return `The person has approved the call of "${tool}". Its result: ${JSON.stringify(toModelResult(response, options))}`;
}

/** Stand-in for a call that nobody knows, so that the attempt leaves its record. */
const unknownToken: ToolRecord = defineTool({
  id: 'unknown',
  description: 'A call that does not exist',
  inputSchema: { type: 'object' },
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  hooks: [
    {
      name: 'unknown-token',
      priority: () => Number.MAX_SAFE_INTEGER,
      willAuthorize() {
        throw agentErrors.create('AGENT_TOKEN_UNKNOWN', {}, { details: { reason: 'unknown' } });
      },
    },
  ],
  execute: () => null,
});
