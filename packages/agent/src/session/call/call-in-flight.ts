import { toToolResponse, type ToolPolicy, type ToolResponse } from '@helve/core';
import type { ProviderCall } from '../../contract/transport.js';
import type { SessionCore } from '../session-core.js';
import { answerHydrated, hydrateCalls } from './answer-calls.js';
import type { AnsweredCall } from './call-answer.js';
import type { CallTurn } from './call-state.js';
import type { OrderedGate } from './ordered-gate.js';

/** A call of a live conversation, from its arrival to its answer; it may outlive the turn that it began in. */
export class CallInFlight<Turn extends CallTurn = CallTurn> {
  readonly call: ProviderCall;
  readonly turn: Turn;
  readonly background: boolean;
  /** Settles with the one answer; never rejects. */
  readonly answer: Promise<AnsweredCall>;
  /** The answer, once it is there. */
  answered: AnsweredCall | undefined;
  /** True when the provider has cancelled it: it takes no answer any more. */
  takenBack = false;
  /** True when an interruption has called it off. */
  interrupted = false;
  /** True for a call that an interruption leaves alone. */
  readonly finishes: boolean;
  readonly #controller = new AbortController();

  constructor(core: SessionCore, turn: Turn, call: ProviderCall, gate: OrderedGate) {
    const { behavior = 'blocking', onInterrupt }: Partial<ToolPolicy> = core.toolbox.policyOfCall(call.name) ?? {};
    this.call = call;
    this.turn = turn;
    this.background = behavior === 'background';
    this.finishes = (onInterrupt ?? (this.background ? 'finish' : 'cancel')) === 'finish';
    this.answer = answerOne(core, turn, call, gate, this.#controller).then((answered) => (this.answered = answered));
  }

  /** Calls it off, unless its tool finishes what it has begun. */
  interrupt(reason: unknown): void {
    if (this.finishes || this.answered !== undefined) return;
    this.interrupted = true;
    this.abort(reason);
  }

  takeBack(): void {
    this.takenBack = true;
    if (!this.finishes) this.abort(new Error('the provider cancelled it'));
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }
}

async function answerOne(
  core: SessionCore,
  turn: CallTurn,
  call: ProviderCall,
  gate: OrderedGate,
  controller: AbortController,
): Promise<AnsweredCall> {
  const index = gate.enter();
  try {
    const [hydration] = await hydrateCalls(core, [call], controller.signal);
    if (hydration === undefined) throw new Error('no hydration');
    return await answerHydrated(core, turn, { call, hydration, gate, index, controller });
  } catch (thrown) {
    gate.pass(index);
    core.options.report?.(thrown, { toolId: call.name, requestId: call.id });
    const response = toFailedResponse(core, call, thrown);
    core.emit({ type: 'tool_result', callId: call.id, tool: call.name, response }, turn.number);
    return { call, tool: call.name, response };
  }
}

/** Builds the answer to a call that failed on its way to the tool. */
export function toFailedResponse(core: SessionCore, { id, name }: ProviderCall, thrown: unknown): ToolResponse {
  const failed = { toolId: name, requestId: id, executeBegan: false, writes: false, safe: true };
  const meta = {
    toolId: name,
    toolVersion: null,
    registryVersion: core.toolbox.pinned.registry.version,
    requestId: id,
    duration: 0,
    responseSchemaVersion: '1.0.0',
  } as const;
  return toToolResponse({ thrown, call: failed }, undefined, meta);
}
