import { Semaphore } from '@helve/core';
import type { StepEnd, ToolResultMessage, TransportEvent, ProviderCall } from '../contract/transport.js';
import type { TurnEnd } from '../contract/session-event.js';
import type { Utterance } from '../contract/session-store.js';
import { answerCalls, type AnsweredCall, type AnsweringTurn } from './call/answer-calls.js';
import { TransportEventQueue } from './transport-event-queue.js';
import type { SessionCore } from './session-core.js';
import { noCounts, type Counts } from './memory/session-state.js';
import { toProblem } from './to-problem.js';

/** Opens a turn: returns the text for the model, or the end of a turn without one. */
export type Opening = (turn: Turn) => Promise<{ readonly text: string } | { readonly end: TurnEnd } | undefined>;

/** A step that was read: its texts are emitted already, its calls are not answered yet. */
interface Step {
  readonly calls: readonly ProviderCall[];
  readonly reason: StepEnd | 'closed';
}

type Next = TurnEnd | 'again';

/** The end of a turn by the reason for which a model without calls has stopped. */
const endings: Readonly<Record<Exclude<StepEnd, 'paused' | 'malformed-call'> | 'closed', TurnEnd>> = Object.freeze({
  calls: 'done',
  stop: 'done',
  length: 'length',
  refusal: 'refusal',
  filtered: 'filtered',
  'context-full': 'context-full',
  cancelled: 'interrupted',
  failed: 'failed',
  closed: 'closed',
});

const malformedNote =
  'Your last tool call could not be read. Call the tool again with valid JSON, or answer without it.';

/**
 * One turn, for every mode and transport:
 *
 *     open ▸ read a step ─ calls ──▶ answer them ▸ send the results ─┐
 *              ▲   └─ none ─▶ end                                    │
 *              └─────────────────────────────────────────────────────┘
 */
export class Turn implements AnsweringTurn {
  readonly number: number;
  readonly id: string;
  readonly permits: Semaphore;
  readonly counts: Counts = noCounts();
  readonly spoken: Utterance[] = [];
  toolsOff = false;
  readonly #core: SessionCore;
  readonly #events = new TransportEventQueue();
  readonly #controller = new AbortController();
  readonly #running = new Map<string, Set<AbortController>>();
  readonly #cancelled = new Set<string>();
  #userTexts: string[];
  #triedAgain = false;
  #modelText = '';
  /** True when the model has sent something that certainly belongs to this turn. */
  #hasModelOutput = false;

  constructor(core: SessionCore, userTexts: readonly string[]) {
    this.#core = core;
    this.#userTexts = [...userTexts];
    this.number = core.memory.totals.turns;
    this.id = `${core.id}:${this.number}`;
    this.permits = new Semaphore(core.limits.callsAtOnce);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  openCall(id: string): AbortController {
    const controller = new AbortController();
    if (this.signal.aborted || this.#cancelled.has(id)) controller.abort(this.signal.reason);
    this.#running.set(id, (this.#running.get(id) ?? new Set()).add(controller));
    return controller;
  }

  /** Receives an event of the provider. Interruptions take effect at once, even while tools run; others are queued. */
  receive(event: TransportEvent): void {
    if (this.#isOfEarlier(event)) return;
    this.#hasModelOutput ||= isFromModel(event);
    if (event.type === 'interrupted') this.abort('the person spoke');
    else if (event.type === 'call_cancelled') this.#takeBack(event.ids);
    else this.#events.put(event);
  }

  /** Cancels running calls, drops queued events and ends the turn (barge-in). */
  abort(reason: string): void {
    if (this.signal.aborted) return;
    this.#controller.abort(new Error(reason));
    this.#events.close();
    for (const controllers of this.#running.values()) for (const one of controllers) one.abort(this.signal.reason);
  }

  /** Handles a lost connection: reads the remaining events, and waits for no tools any more. */
  disconnected(): void {
    if (this.#running.size > 0) this.abort('the connection was closed');
    else this.#events.end();
  }

  /** Runs the turn to its end. Never rejects. */
  async run(opening: Opening): Promise<TurnEnd> {
    try {
      return await this.#converse(opening);
    } catch (thrown) {
      if (this.signal.aborted) return 'interrupted';
      this.#core.emit({ type: 'error', error: toProblem(thrown) });
      return 'failed';
    } finally {
      if (this.#modelText !== '') this.spoken.push({ turn: this.number, role: 'model', text: this.#modelText });
    }
  }

  async #converse(opening: Opening): Promise<TurnEnd> {
    await this.#prepareStep();
    const opened = await opening(this);
    if (opened !== undefined && 'end' in opened) return opened.end;
    if (this.signal.aborted) return 'interrupted';
    if (opened !== undefined) await this.#core.transport.sendUser({ text: opened.text });
    for (;;) {
      const step = await this.#readStep();
      const needsAnswers = step.calls.length > 0 && step.reason !== 'failed' && step.reason !== 'cancelled';
      const next = needsAnswers ? await this.#useTools(step.calls) : await this.#afterSpeech(step.reason);
      if (next !== 'again') return next;
    }
  }

  /** Reads up to the end of a step; emits everything but calls as it comes. */
  async #readStep(): Promise<Step> {
    const { live } = this.#core.transport;
    const calls: ProviderCall[] = [];
    for (;;) {
      const event = await this.#events.next();
      if (event === undefined) return { calls: [], reason: this.signal.aborted ? 'cancelled' : 'closed' };
      if (event.type === 'call') calls.push(event.call);
      else if (event.type === 'turn_end') return { calls: this.#withoutCancelled(calls), reason: 'stop' };
      else if (event.type !== 'step_end') this.#emitEvent(event);
      else {
        this.counts.steps += 1;
        const open = this.#withoutCancelled(calls.splice(0));
        // A live provider announces the end of the turn itself.
        const goesOn = live && open.length === 0 && (event.reason === 'stop' || event.reason === 'calls');
        if (!goesOn) return { calls: open, reason: event.reason };
      }
    }
  }

  /**
   * True for the end of an earlier, interrupted turn: a cancellation that this turn did not request, or an end before
   * the model spoke.
   */
  #isOfEarlier(event: TransportEvent): boolean {
    if (event.type === 'step_end') return event.reason === 'cancelled';
    return (event.type === 'turn_end' || event.type === 'interrupted') && !this.#hasModelOutput;
  }

  #withoutCancelled(calls: readonly ProviderCall[]): readonly ProviderCall[] {
    return calls.filter(({ id }) => !this.#cancelled.has(id));
  }

  async #useTools(calls: readonly ProviderCall[]): Promise<Next> {
    const { controller, transport } = this.#core;
    this.toolsOff = this.counts.steps >= this.#core.limits.stepsPerTurn;
    const answers = await answerCalls(this.#core, this, calls);
    this.#running.clear();
    if (this.signal.aborted) return this.#leaveCalls(answers);
    const results = this.#toMessages(answers);
    const isOver = controller.get('ending') === 'immediate' || this.toolsOff;
    if (!isOver) await this.#prepareStep();
    if (results.length > 0) await transport.sendToolResults(results, { ask: !isOver });
    if (!isOver) return 'again';
    return this.toolsOff ? 'step-limit' : 'session-ended';
  }

  /** Sends the results of an interrupted turn without asking the provider to go on. */
  async #leaveCalls(answers: readonly AnsweredCall[]): Promise<TurnEnd> {
    const { transport, memory } = this.#core;
    const results = this.#toMessages(answers);
    if (transport.forgetsInterrupted !== true) {
      if (results.length > 0) await transport.sendToolResults(results, { ask: false });
      return 'interrupted';
    }
    for (const { tool, response } of answers) {
      if (response.ok && writes(this.#core, tool))
        memory.notes.push(`"${tool}" was interrupted, but has finished nevertheless`);
    }
    return 'interrupted';
  }

  #toMessages(answers: readonly AnsweredCall[]): readonly ToolResultMessage[] {
    const silent = this.#core.controller.get('suppressAudio') === true ? { silent: true as const } : {};
    return answers
      .filter(({ call }) => !this.#cancelled.has(call.id))
      .map(({ call: { id, name }, response: result }) => ({ id, name, result, ...silent }));
  }

  async #afterSpeech(reason: Step['reason']): Promise<Next> {
    const { transport, limits } = this.#core;
    if (reason !== 'paused' && reason !== 'malformed-call') return endings[reason];
    if (this.counts.steps >= limits.stepsPerTurn) return 'step-limit';
    if (reason === 'malformed-call' && this.#triedAgain) return 'model-error';
    await this.#prepareStep();
    if (reason === 'paused') await transport.askAgain();
    else await transport.sendUser({ text: malformedNote });
    this.#triedAgain ||= reason === 'malformed-call';
    return 'again';
  }

  /** Declares the tools of the next step; the last step has none, so that the model must answer. */
  #prepareStep(): Promise<void> {
    const isLast = this.counts.steps + 1 >= this.#core.limits.stepsPerTurn;
    return this.#core.declare(this.#userTexts, isLast ? 'none' : 'auto');
  }

  #takeBack(ids: readonly string[]): void {
    for (const id of ids) this.#cancelled.add(id);
    this.#events.drop(this.#cancelled);
    for (const id of ids)
      for (const one of this.#running.get(id) ?? []) one.abort(new Error('the provider cancelled it'));
  }

  #emitEvent(event: Exclude<TransportEvent, { type: 'call' | 'step_end' | 'turn_end' }>): void {
    const { controller, emit } = this.#core;
    switch (event.type) {
      case 'text':
        this.#modelText += event.text;
        return emit(event);
      case 'audio':
        return controller.get('suppressAudio') === true ? undefined : emit(event);
      case 'transcript':
        return this.#transcribe(event);
      case 'usage':
        this.counts.inputTokens += event.inputTokens;
        this.counts.outputTokens += event.outputTokens;
        return undefined;
      case 'loss':
        return emit({ type: 'warning', code: 'AGENT_LOSS', message: event.note, details: { what: event.what } });
      case 'error':
        return emit({ type: 'error', error: toProblem(event.error) });
      default:
        return undefined;
    }
  }

  #transcribe(event: Extract<TransportEvent, { type: 'transcript' }>): void {
    if (event.role === 'user' && event.final) this.#userTexts = [...this.#userTexts, event.text];
    if (event.final) this.spoken.push({ turn: this.number, role: event.role, text: event.text });
    if (this.#core.controller.get('suppressTranscript') !== true) this.#core.emit(event);
  }
}

function isFromModel(event: TransportEvent): boolean {
  if (event.type === 'transcript') return event.role === 'model';
  return ['text', 'audio', 'call', 'step_end'].includes(event.type);
}

function writes({ toolbox }: SessionCore, id: string): boolean {
  const tool = toolbox.pinned.all.get(id);
  return tool?.policy?.sideEffects !== 'none' && tool?.policy?.sideEffects !== 'read_only';
}
