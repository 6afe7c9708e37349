import { isPlainObject, sha256, type ToolError, type ToolResponse } from '@helve/core';
import { agentErrors } from '../../agent-errors.js';
import type { ConfirmationPrompt } from '../../contract/session-event.js';
import type { CallTurn } from '../call/call-state.js';
import { runApproved } from './run-approved.js';
import type { SessionCore } from '../session-core.js';

/** A question to a person, as found in a response. */
export interface ResponseConfirmation {
  readonly request: ConfirmationPrompt;
  readonly approval: { readonly approvalId?: string };
}

/** A call that stays open until a person has decided. */
export interface UndecidedCall {
  readonly callId: string;
  readonly toolId: string;
  readonly response: ToolResponse;
  readonly request: ConfirmationPrompt;
  readonly signal: AbortSignal;
}

/** Returns the question that came with a refusal, if one did. */
export function confirmationIn(response: ToolResponse): ResponseConfirmation | undefined {
  if (response.ok || response.error.type !== 'CONFIRMATION_REQUIRED') return undefined;
  const { confirmationRequest: request, approvalId } = response.error.details ?? {};
  if (!isPrompt(request)) return undefined;
  return {
    request: { ...request, token: request.token ?? '' },
    approval: typeof approvalId === 'string' ? { approvalId } : {},
  };
}

/** Waits for the person's decision: runs the call, or refuses it when they deny it or nobody decides in time. */
export async function awaitDecision(core: SessionCore, turn: CallTurn, call: UndecidedCall): Promise<ToolResponse> {
  const { request, response, signal, toolId: tool } = call;
  const { token } = request;
  const decision = await core.decisions.wait(token, Date.parse(request.expiresAt) - core.now(), signal);
  if (decision === 'denied') return refusal(response, agentErrors.create('AGENT_CALL_DENIED', { tool }), 'denied');
  if (decision === 'expired')
    return refusal(response, agentErrors.create('AGENT_CALL_NOT_DECIDED', { tool }), 'expired');
  return runApproved(core, turn, call, token, abortedBy(signal));
}

/** Remembers a question and emits it. */
export function emitConfirmation(
  core: SessionCore,
  callId: string,
  tool: string,
  { request, approval }: ResponseConfirmation,
): void {
  const known = request.token === '' ? {} : { tokenHash: sha256(request.token) };
  core.memory.noteConfirmation({ ...known, callId, toolId: tool, ...approval });
  core.emit({ type: 'confirmation_required', callId, tool, request, ...approval });
}

/** Replaces the error of a response. */
function refusal({ meta }: ToolResponse, { type, message, details }: ToolError, reason: string): ToolResponse {
  const error = { type, message, retryable: false, partialSideEffects: false, details: { ...details, reason } };
  return Object.freeze({ ok: false, error: Object.freeze(error), intents: [], meta });
}

function abortedBy(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  return controller;
}

type TokenlessPrompt = Omit<ConfirmationPrompt, 'token'> & Partial<Pick<ConfirmationPrompt, 'token'>>;

function isPrompt(value: unknown): value is TokenlessPrompt & Record<string, unknown> {
  if (!isPlainObject(value) || typeof value['expiresAt'] !== 'string') return false;
  return value['token'] === undefined || typeof value['token'] === 'string';
}
