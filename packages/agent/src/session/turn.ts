import { Semaphore, type ToolSchema } from '@helve/core';
import type { ProviderCall, StepEnd, TransportEvent, UserInput } from '../contract/transport.js';
import type { TurnEnd } from '../contract/session-event.js';
import type { Utterance } from '../contract/session-store.js';
import { answerCalls, type AnsweringTurn } from './call/answer-calls.js';
import { finishStep } from './caller/finish-step.js';
import { dropWaiting } from './caller/open-answers.js';
import { TransportEventQueue } from './transport-event-queue.js';
import type { SessionCore } from './session-core.js';
import { noCounts, type Counts } from './memory/session-state.js';
import { OutputTool } from './output/output-tool.js';
import { TurnOutput } from './output/turn-output.js';
import { StepPlanner } from './step/step-planner.js';
import { toProblem } from './to-problem.js';
import type { TurnOptions } from './turn-options.js';
import { TurnSpeech } from './turn-speech.js';

/** A turn that can be opened by more than the words of a person. */
export type OpenedTurn = AnsweringTurn & { readonly speech: TurnSpeech };

/** The input that opens a turn. */
type OpeningInput = Pick<UserInput, 'media'> & { readonly text: string };

/** Opens a turn: returns the input for the model, or the end of a turn without one. */
export type Opening = (turn: OpenedTurn) => Promise<OpeningInput | { readonly end: TurnEnd } | undefined>;

/** A step that was read: its texts are emitted already, its calls are not answered yet. */
interface Step {
  readonly calls: readonly ProviderCall[];
  readonly reason: StepEnd | 'closed';
}

type Next = TurnEnd | 'again';

/** The end of a turn by the reason for which a model without calls has stopped. */
export const endings: Readonly<Record<Exclude<StepEnd, 'paused' | 'malformed-call'> | 'closed', TurnEnd>> =
  Object.freeze({
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

export const malformedNote =
  'Your last tool call could not be read. Call the tool again with valid JSON, or answer without it.';

/** Number of steps of programs in a turn that are not steps of the model. */
const MAX_PROGRAM_STEPS = 100;

/**
 * One turn of a conversation by requests:
 *
 *     open ▸ prepare a step ▸ ask ▸ read it ─ calls ──▶ answer them ▸ send the results ─┐
 *              ▲                       └─ none ─▶ end                                    │
 *              └─────────────────────────────────────────────────────────────────────────┘
 */
export class Turn implements OpenedTurn {
  readonly number: number;
  readonly id: string;
  readonly permits: Semaphore;
  readonly counts: Counts = noCounts();
  readonly speech: TurnSpeech;
  toolsOff = false;
  readonly #core: SessionCore;
  readonly #events = new TransportEventQueue();
  readonly #controller = new AbortController();
  readonly #running = new Set<AbortController>();
  readonly #planner: StepPlanner;
  readonly #schema: ToolSchema | undefined;
  #output: TurnOutput | undefined;
  #triedAgain = false;
  #programSteps = 0;

  constructor(core: SessionCore, userTexts: readonly string[], { toolChoice, output }: TurnOptions = {}) {
    this.#schema = output;
    this.#core = core;
    this.#planner = new StepPlanner(core, toolChoice);
    this.number = core.memory.totals.turns;
    this.id = `${core.id}:${this.number}`;
    this.permits = new Semaphore(core.limits.callsAtOnce);
    this.speech = new TurnSpeech(core, this.number, this.counts, userTexts);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get offered(): ReadonlySet<string> | undefined {
    return this.#planner.offered;
  }

  /** The final answer by schema; undefined if the turn wants none, or has not begun to ask. */
  get output(): TurnOutput | undefined {
    return this.#output;
  }

  get userTexts(): readonly string[] {
    return this.speech.userTexts;
  }

  get spoken(): readonly Utterance[] {
    return this.speech.spoken;
  }

  openCall(): AbortController {
    const controller = new AbortController();
    if (this.signal.aborted) controller.abort(this.signal.reason);
    this.#running.add(controller);
    return controller;
  }

  /** Receives an event of the provider; the end of an earlier, cancelled step is not of this turn. */
  receive(event: TransportEvent): void {
    if (event.type !== 'step_end' || event.reason !== 'cancelled') this.#events.put(event);
  }

  /** Cancels running calls, drops queued events and ends the turn (barge-in). */
  abort(reason: string): void {
    if (this.signal.aborted) return;
    this.#controller.abort(new Error(reason));
    this.#events.close();
    for (const controller of this.#running) controller.abort(this.signal.reason);
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
      this.speech.finish();
    }
  }

  async #converse(opening: Opening): Promise<TurnEnd> {
    this.#output = openOutput(this.#core, this.#schema);
    if (this.#isOverBudget()) return 'budget-used';
    const opened = await opening(this);
    if (opened !== undefined && 'end' in opened) return opened.end;
    if (this.signal.aborted) return 'interrupted';
    if (opened !== undefined) {
      await dropWaiting(this.#core);
      await this.#core.transport.sendUser(opened, { ask: false });
    }
    for (;;) {
      if (this.#isOverBudget()) return 'budget-used';
      if (!(await this.#planner.prepare(this, this.#output))) return 'stopped';
      if (this.signal.aborted) return 'interrupted';
      this.speech.beginStep();
      this.#core.trace.asked();
      await this.#core.transport.askAgain();
      const step = await this.#readStep();
      const needsAnswers = step.calls.length > 0 && step.reason !== 'failed' && step.reason !== 'cancelled';
      const next = needsAnswers ? await this.#useTools(step.calls) : await this.#afterSpeech(step.reason);
      if (next !== 'again') return next;
    }
  }

  #isOverBudget(): boolean {
    const { spending, memory } = this.#core;
    const used = spending.usedUp(this.counts, memory.totals);
    if (used !== undefined) spending.warn(used);
    return used !== undefined;
  }

  /** Reads up to the end of a step; emits everything but calls as it comes. */
  async #readStep(): Promise<Step> {
    const calls: ProviderCall[] = [];
    for (;;) {
      const event = await this.#events.next();
      if (event === undefined) return { calls: [], reason: this.signal.aborted ? 'cancelled' : 'closed' };
      switch (event.type) {
        case 'call':
          calls.push(event.call);
          break;
        case 'step_end':
          this.#countStep(calls);
          return { calls, reason: event.reason };
        case 'text':
        case 'reasoning':
        case 'call_delta':
        case 'audio':
        case 'transcript':
        case 'usage':
        case 'retry':
        case 'loss':
        case 'error':
          this.speech.take(event);
          break;
        default:
      }
    }
  }

  /** Counts a step of the model; one in which a program of it goes on is none, as long as the program ends. */
  #countStep(calls: readonly ProviderCall[]): void {
    const isOfProgram = calls.length > 0 && calls.every(({ byProgram }) => byProgram === true);
    if (isOfProgram && this.#programSteps < MAX_PROGRAM_STEPS) this.#programSteps += 1;
    else this.counts.steps += 1;
  }

  async #useTools(calls: readonly ProviderCall[]): Promise<Next> {
    const { controller } = this.#core;
    const output = this.#output;
    this.toolsOff = this.counts.steps >= this.#core.limits.stepsPerTurn;
    const given = (await output?.take(calls)) ?? [];
    const others = given.length === 0 ? calls : calls.filter((call) => output?.isAnswer(call) !== true);
    const answers = others.length === 0 ? [] : await answerCalls(this.#core, this, others);
    this.#running.clear();
    this.#planner.noteCalls(answers.map(({ call: { id: callId }, tool, response: { ok } }) => ({ callId, tool, ok })));
    const isOver = this.signal.aborted || output?.accepted !== undefined;
    if (await finishStep(this.#core, { calls, answers, given }, isOver)) return 'caller-answers';
    if (this.signal.aborted) return 'interrupted';
    if (controller.get('ending') === 'immediate') return 'session-ended';
    if (output?.accepted !== undefined) return this.#answered(output.accepted);
    if (given.length > 0 && output?.asksAgain() === false) return 'output-invalid';
    if (this.toolsOff) return output === undefined ? 'step-limit' : 'output-invalid';
    return 'again';
  }

  #answered({ value }: { readonly value: unknown }): TurnEnd {
    this.speech.answer(JSON.stringify(value));
    return 'done';
  }

  async #afterSpeech(reason: Step['reason']): Promise<Next> {
    const { transport, limits } = this.#core;
    if (reason === 'stop' && this.#output !== undefined) return this.#afterText(this.#output);
    if (reason !== 'paused' && reason !== 'malformed-call') return endings[reason];
    if (this.counts.steps >= limits.stepsPerTurn) return 'step-limit';
    if (reason === 'malformed-call' && this.#triedAgain) return 'model-error';
    if (reason === 'malformed-call') await transport.sendUser({ text: malformedNote }, { ask: false });
    this.#triedAgain ||= reason === 'malformed-call';
    return 'again';
  }

  /** Takes the final answer from the text, or asks for it. */
  async #afterText(output: TurnOutput): Promise<Next> {
    if (await output.takeText(this.speech.stepText)) return 'done';
    if (!output.asksAgain() || this.counts.steps >= this.#core.limits.stepsPerTurn) return 'output-invalid';
    await this.#core.transport.sendUser({ text: output.reminder }, { ask: false });
    return 'again';
  }
}

function openOutput({ transport, toolbox, emit }: SessionCore, schema: ToolSchema | undefined): TurnOutput | undefined {
  if (schema === undefined) return undefined;
  const tool = new OutputTool(schema, transport, new Set(Object.values(toolbox.names)));
  return new TurnOutput(tool, (value) => emit({ type: 'output', value }));
}
