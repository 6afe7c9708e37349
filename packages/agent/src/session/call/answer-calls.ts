import { isPlainObject } from '@helve/core';
import { toCount } from '../../transport/read-field.js';
import { hydrate } from '../../hydrate/hydrate.js';
import type { HydrationResult } from '../../contract/hydration.js';
import type { ProviderCall } from '../../contract/transport.js';
import type { CallTurn } from './call-state.js';
import { isLeftToCaller } from '../caller/caller-answer.js';
import { applyIntents, emitResult, leaveToCaller, type AnsweredCall } from './call-answer.js';
import { runCall, toInput } from './run-call.js';
import type { SessionCore } from '../session-core.js';
import { OrderedGate } from './ordered-gate.js';

/** The part of a turn that its calls see. */
export interface AnsweringTurn extends CallTurn {
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
  const hydrated = await hydrateCalls(core, calls, turn.signal);
  const gate = new OrderedGate();
  const places = calls.map((call) => ({ call, index: gate.enter() }));
  const answered = await Promise.all(
    hydrated.map(async (hydration, at): Promise<AnsweredCall[]> => {
      const place = places[at];
      if (place === undefined) return [];
      const controller = turn.openCall(place.call.id);
      return [await answerHydrated(core, turn, { ...place, hydration, gate, controller })];
    }),
  );
  const answers = answered.flat();
  if (!turn.signal.aborted) for (const answer of answers) applyIntents(core, turn, answer);
  const complete = answers.filter(({ response }) => !isLeftToCaller(response));
  core.emit({ type: 'tools_complete', callIds: complete.map(({ call }) => call.id) });
  return answers;
}

/** Runs one hydrated call, and tells its result as soon as it is there. */
export async function answerHydrated(
  core: SessionCore,
  turn: CallTurn,
  ready: Parameters<typeof runCall>[2],
): Promise<AnsweredCall> {
  const { call, hydration } = ready;
  const response = await runCall(core, turn, ready);
  const answer = { call, tool: hydration.provenance.toolId ?? call.name, response };
  addUsage(turn.counts, response.meta['usage']);
  if (!isLeftToCaller(response)) {
    emitResult(core, answer, turn.number);
    return answer;
  }
  const left = { ...answer, input: toInput(hydration) };
  leaveToCaller(core, left, turn.number);
  return left;
}

/** Counts the tokens of models that a tool has asked. */
function addUsage(counts: CallTurn['counts'], usage: unknown): void {
  if (!isPlainObject(usage)) return;
  counts.inputTokens += Math.max(0, toCount(usage['inputTokens']));
  counts.outputTokens += Math.max(0, toCount(usage['outputTokens']));
  const { cost } = usage;
  if (typeof cost === 'number' && cost > 0) counts.cost += cost;
}

export function hydrateCalls(
  core: SessionCore,
  calls: readonly ProviderCall[],
  signal: AbortSignal,
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
