import type { ToolResponse } from '@helve/core';
import { hydrate } from '../../hydrate/hydrate.js';
import type { HydrationResult } from '../../contract/hydration.js';
import type { ProviderCall } from '../../contract/transport.js';
import type { CallTurn } from './call-state.js';
import { runCall } from './run-call.js';
import type { SessionCore } from '../session-core.js';
import { OrderedGate } from './ordered-gate.js';

/** A call of the model and its one answer. */
export interface AnsweredCall {
  readonly call: ProviderCall;
  readonly tool: string;
  readonly response: ToolResponse;
}

/** The part of a turn that its calls see. */
export interface AnsweringTurn extends CallTurn {
  readonly number: number;
  readonly signal: AbortSignal;
  /** Creates the controller of one call, so that it can be cancelled alone. */
  openCall(id: string): AbortController;
}

/**
 * Answers the calls of one message:
 *
 *     hydrate all ▸ run, in provider order ▸ all done ▸ intents, in call order ▸ results, in call order
 */
export async function answerCalls(
  core: SessionCore,
  turn: AnsweringTurn,
  calls: readonly ProviderCall[],
): Promise<readonly AnsweredCall[]> {
  const hydrated = await hydrateCalls(core, turn, calls);
  const gate = new OrderedGate(calls.length);
  const answered = await Promise.all(
    hydrated.map(async (hydration, index): Promise<AnsweredCall[]> => {
      const call = calls[index];
      if (call === undefined) return [];
      const ready = { call, hydration, gate, index, controller: turn.openCall(call.id) };
      const response = await runCall(core, turn, ready);
      return [{ call, tool: hydration.provenance.toolId ?? call.name, response }];
    }),
  );
  const answers = answered.flat();
  if (!turn.signal.aborted) for (const answer of answers) applyIntents(core, turn, answer);
  for (const answer of answers) emitResult(core, answer);
  core.emit({ type: 'tools_complete', callIds: answers.map(({ call }) => call.id) });
  return answers;
}

function hydrateCalls(
  core: SessionCore,
  { signal }: AnsweringTurn,
  calls: readonly ProviderCall[],
): Promise<HydrationResult[]> {
  const { repair, unknownArgs, onHydration, clock } = core.options;
  const { toolbox, transport } = core;
  return hydrate(calls, toolbox.pinned.hydration, {
    provider: transport.provider,
    names: toolbox.names,
    ...toolbox.formsOfCalls(calls),
    repair,
    unknownArgs,
    onHydration,
    clock,
    signal,
  });
}

/** Applies the intents of an answer; a replayed result has had its effect already. */
export function applyIntents(
  core: SessionCore,
  { number: turn }: Pick<AnsweringTurn, 'number'>,
  { call, tool, response }: Pick<AnsweredCall, 'tool' | 'response'> & { readonly call: Pick<ProviderCall, 'id'> },
): void {
  if (response.meta['replayed'] === true) return;
  for (const intent of response.intents) {
    const entry = core.controller.applyIntent(intent, { callId: call.id, tool, turn });
    if (entry.applied) continue;
    const message = `An intent of "${tool}" was ignored: ${entry.effect}`;
    core.emit({ type: 'warning', code: 'AGENT_INTENT_IGNORED', message, callId: call.id, tool });
  }
}

export function emitResult(
  core: SessionCore,
  { call, tool, response }: Pick<AnsweredCall, 'tool' | 'response'> & { readonly call: Pick<ProviderCall, 'id'> },
): void {
  const { id: callId } = call;
  core.memory.usedTools.add(tool);
  core.emit({ type: 'tool_result', callId, tool, response });
  const { warnings } = response.meta;
  for (const warning of Array.isArray(warnings) ? (warnings as readonly { code: string; message: string }[]) : []) {
    core.emit({ type: 'warning', code: warning.code, message: warning.message, callId, tool });
  }
}
