import { canonicalJson, digest, policyOf, type ToolResponse } from '@helve/core';
import type { HydrationResult } from '../../contract/hydration.js';
import type { ProviderCall } from '../../contract/transport.js';
import { callHydrated } from '../../hydrate/call-hydrated.js';
import { callSessionTool, toCallRequest } from './call-session-tool.js';
import { newCallState, noteCallState, type CallState, type CallTurn } from './call-state.js';
import { confirmationIn, awaitDecision, emitConfirmation } from '../approval/confirmation.js';
import { isLeftToCaller, type CallerAnswer } from '../caller/caller-answer.js';
import type { FirstCall, SessionCore } from '../session-core.js';
import type { OrderedGate } from './ordered-gate.js';

/** A hydrated call of the model, ready to run. */
export interface ReadyCall {
  readonly call: ProviderCall;
  readonly hydration: HydrationResult;
  readonly gate: OrderedGate;
  readonly index: number;
  readonly controller: AbortController;
  /** Answer of the caller, to whom the call was told before. */
  readonly answer?: CallerAnswer;
}

/** Runs one call and returns one answer, whatever happens. */
export async function runCall(core: SessionCore, turn: CallTurn, ready: ReadyCall): Promise<ToolResponse> {
  const state = toState(core, turn, ready);
  const { hydration } = ready;
  const { callId, toolId } = state;
  const input = toInput(hydration);
  if (ready.answer === undefined) core.emit({ type: 'tool_call_started', callId, tool: toolId, input }, turn.number);
  noteCallState(hydration.provenance, state);
  const request = { ...toCallRequest(core, state), idempotencyKey: toIdempotencyKey(core, turn, state) };
  const answering = callHydrated(hydration, request, (options) => callSessionTool(core, state, options)).finally(() => {
    state.gate.pass(state.index);
  });
  noteFirst(core, state, answering);
  const response = await answering;
  if (core.transport.idsStable && state.first === undefined && !isLeftToCaller(response))
    core.memory.noteAnswered(callId);
  const confirmation = confirmationIn(response);
  if (confirmation === undefined) return response;
  emitConfirmation(core, callId, toolId, confirmation);
  if (core.options.confirmation !== 'hold' || confirmation.request.token === '') return response;
  return awaitDecision(core, turn, {
    callId,
    toolId,
    response,
    request: confirmation.request,
    signal: state.controller.signal,
  });
}

function toState(core: SessionCore, turn: CallTurn, { call, hydration, ...order }: ReadyCall): CallState {
  const { toolId = call.name } = hydration.provenance;
  const fingerprint = core.transport.idsStable ? toFingerprint(call) : '';
  const isRepeated = core.transport.idsStable && order.answer === undefined;
  const first = isRepeated ? core.firstCalls.get(call.id) : undefined;
  const { byProgram } = call;
  const known = { ...(first === undefined ? {} : { first }), ...(byProgram === undefined ? {} : { byProgram }) };
  return newCallState({ turn, callId: call.id, name: call.name, toolId, hydration, fingerprint, ...known, ...order });
}

const maxFirstCalls = 100;

function noteFirst(
  core: SessionCore,
  { turn, callId, fingerprint, first }: CallState,
  response: FirstCall['response'],
): void {
  if (!core.transport.idsStable || first !== undefined) return;
  core.firstCalls.set(callId, { turn: turn.number, fingerprint, response });
  if (core.firstCalls.size <= maxFirstCalls) return;
  for (const oldest of core.firstCalls.keys()) return void core.firstCalls.delete(oldest);
}

/** Returns the idempotency key: the provider's own id, else a key for writes that must not run twice in a turn. */
function toIdempotencyKey(
  core: SessionCore,
  turn: CallTurn,
  { callId, toolId, hydration }: CallState,
): string | undefined {
  if (core.transport.idsStable) return `p:${callId}`;
  const tool = core.toolbox.pinned.all.get(toolId);
  if (core.options.dedupeWrites === false || tool === undefined || hydration?.success !== true) return undefined;
  const { idempotent, sideEffects } = policyOf(tool);
  if (idempotent || sideEffects !== 'writes') return undefined;
  return `h:${turn.id}:${toolId}:${digest(hydration.provenance.validated ?? null)}`;
}

export function toInput({ provenance }: HydrationResult): unknown {
  return provenance.validated ?? provenance.parsed ?? provenance.originalRawArgs;
}

/** Returns equal texts for equal calls; uses the raw text where there is no JSON in it. */
function toFingerprint({ name, args }: ProviderCall): string {
  try {
    const value: unknown = typeof args === 'string' ? JSON.parse(args === '' ? '{}' : args) : (args ?? {});
    return `${name} ${canonicalJson(value)}`;
  } catch {
    return `${name} ${String(args)}`;
  }
}
