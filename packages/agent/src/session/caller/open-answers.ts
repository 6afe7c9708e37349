import { agentErrors } from '../../agent-errors.js';
import type { ProviderCall, ToolResultMessage } from '../../contract/transport.js';
import { answerHydrated, hydrateCalls } from '../call/answer-calls.js';
import { toFailedResponse } from '../call/call-in-flight.js';
import { OrderedGate } from '../call/ordered-gate.js';
import type { SessionCore } from '../session-core.js';
import type { OpenedTurn, Opening } from '../turn.js';
import { resultsOf, type CallerAnswer, type WaitingStep } from './caller-answer.js';

/** Opens a turn with answers of the caller; the model goes on when none is missing. */
export function openAnswers(core: SessionCore, answers: readonly CallerAnswer[]): Opening {
  return async (turn) => {
    const waiting = core.memory.waiting;
    const found = answers.map((answer) => ({ answer, call: findOpen(waiting, answer) }));
    const gate = new OrderedGate();
    const answered = await Promise.all(found.map(({ answer, call }) => take(core, turn, gate, call, answer)));
    core.emit({ type: 'tools_complete', callIds: answered.map(({ id }) => id) });
    if (waiting === undefined || turn.signal.aborted) return { end: 'interrupted' };
    const ids = new Set(answered.map(({ id }) => id));
    const open = waiting.open.filter(({ callId }) => !ids.has(callId));
    const step: WaitingStep = { ...waiting, results: [...waiting.results, ...answered], open };
    core.memory.waiting = step;
    if (open.length > 0) return { end: 'caller-answers' };
    core.memory.waiting = undefined;
    await core.transport.sendToolResults(resultsOf(step), { ask: false });
    return undefined;
  };
}

/** Answers what still waits for the caller, who has gone on without it. */
export async function dropWaiting(core: SessionCore): Promise<void> {
  const { waiting } = core.memory;
  if (waiting === undefined) return;
  core.memory.waiting = undefined;
  const dropped = waiting.calls
    .filter(({ id }) => waiting.open.some(({ callId }) => callId === id))
    .map(({ id, name, ...call }): ToolResultMessage => {
      const thrown = agentErrors.create('AGENT_CALLER_WENT_ON', { tool: core.toolbox.idOf(name) ?? name });
      return { id, name, result: toFailedResponse(core, { id, name, ...call }, thrown) };
    });
  const step = { ...waiting, results: [...waiting.results, ...dropped] };
  await core.transport.sendToolResults(resultsOf(step), { ask: false });
}

function findOpen(waiting: WaitingStep | undefined, { callId }: CallerAnswer): ProviderCall {
  const isOpen = waiting?.open.some((open) => open.callId === callId) === true;
  const call = isOpen ? waiting.calls.find(({ id }) => id === callId) : undefined;
  if (call === undefined) throw agentErrors.create('AGENT_CALLER_CALL_UNKNOWN', { call: callId });
  return call;
}

async function take(
  core: SessionCore,
  turn: OpenedTurn,
  gate: OrderedGate,
  call: ProviderCall,
  answer: CallerAnswer,
): Promise<ToolResultMessage> {
  const index = gate.enter();
  const controller = turn.openCall(call.id);
  const [hydration] = await hydrateCalls(core, [call], controller.signal);
  if (hydration === undefined) throw new Error('no hydration');
  const { response } = await answerHydrated(core, turn, { call, hydration, gate, index, controller, answer });
  return { id: call.id, name: call.name, result: response };
}
