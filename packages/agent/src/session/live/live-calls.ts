import { policyOf, type ResultScheduling } from '@helve/core';
import type { Totals, TurnEnd } from '../../contract/session-event.js';
import type { ProviderCall, ToolResultMessage } from '../../contract/transport.js';
import { toModelResult } from '../../projection/to-model-result.js';
import { applyIntents, type AnsweredCall } from '../call/call-answer.js';
import { CallInFlight } from '../call/call-in-flight.js';
import type { Connection } from '../connection.js';
import type { SessionCore } from '../session-core.js';
import { toProblem } from '../to-problem.js';
import { toNote } from '../turn-book.js';
import { CallBatch } from './call-batch.js';
import type { LiveTurn } from './live-turn.js';

/** The turns around the calls. */
export interface CallHost {
  failed(turn: LiveTurn, thrown: unknown): void;
  over(turn: LiveTurn, reason: TurnEnd): void;
  /** A call has counted something after its turn was over. */
  late(counts: Totals): void;
}

type Call = CallInFlight<LiveTurn>;
type Answered = Call & { readonly answered: AnsweredCall };

/**
 * The calls of a live conversation: each begins when it arrives, runs beside everything else, and gets one answer.
 *
 *     blocking    ─▶ answered with the other calls of its step, in call order; the model goes on
 *     background  ─▶ answered by itself when it ends: at once, in a pause, or in silence
 *     interrupted ─▶ answered by itself, without asking the model to go on
 */
export class LiveCalls {
  readonly #core: SessionCore;
  readonly #connection: Connection;
  readonly #host: CallHost;
  readonly #running = new Map<Call, CallBatch<Call>>();
  /** Calls that still need an answer on the wire, or none if the provider takes them back. */
  readonly #unsent = new Set<Call>();
  /** Interrupted calls of a provider that is still to say which of them it takes back. */
  #undecided: Answered[] = [];
  /** Calls with answers that a lost connection may have taken along: those of the present turn. */
  #sent: Answered[] = [];
  readonly #sending = new Set<Promise<unknown>>();
  /** True when a result of its own has asked the model to go on, until a turn begins. */
  hasAskedAlone = false;

  constructor(core: SessionCore, connection: Connection, host: CallHost) {
    this.#core = core;
    this.#connection = connection;
    this.#host = host;
  }

  get size(): number {
    return this.#running.size;
  }

  start(turn: LiveTurn, providerCall: ProviderCall): void {
    this.#sent = this.#sent.filter((call) => call.turn === turn);
    turn.toolsOff = turn.counts.steps + 1 >= this.#core.limits.stepsPerTurn;
    const { batch } = turn;
    const call = new CallInFlight(this.#core, turn, providerCall, batch.gate);
    batch.add(call);
    this.#running.set(call, batch);
    this.#unsent.add(call);
    void call.answer.then((answered) => this.#ended(Object.assign(call, { answered }), batch));
  }

  /** Closes the step of a turn; true if blocking calls of it are to be answered. */
  closeStep(turn: LiveTurn): boolean {
    const { batch } = turn;
    batch.close();
    turn.batch = new CallBatch();
    if (!batch.isEmpty) this.#answerTogether(turn, batch);
    return !batch.isEmpty;
  }

  /** True while the model waits for answers of this turn. */
  waitsFor(turn: LiveTurn): boolean {
    return turn.answering || [...this.#running.keys()].some((call) => call.turn === turn && !call.background);
  }

  takeBack(ids: readonly string[]): void {
    for (const call of this.#unsent) if (ids.includes(call.call.id)) call.takeBack();
    // The answer and its cancellation have crossed: the provider does not read the answer.
    for (const call of this.#sent.filter((sent) => ids.includes(sent.call.id) && !sent.takenBack)) {
      call.takeBack();
      this.#tellWrite(call.answered);
    }
  }

  /** Calls off what an interruption of this turn ends, and leaves every call to itself. */
  interrupt(turn: LiveTurn, reason: unknown): void {
    this.interruptAll(reason);
    const batches = new Set([...this.#running].flatMap(([call, batch]) => (call.turn === turn ? [batch] : [])));
    for (const batch of batches) for (const call of batch.breakUp()) this.#answerAlone(call);
  }

  interruptAll(reason: unknown): void {
    for (const call of this.#running.keys()) call.interrupt(reason);
  }

  abortAll(reason: unknown): void {
    for (const call of this.#running.keys()) {
      call.interrupted = true;
      call.abort(reason);
    }
  }

  /** Resolves when every call is answered. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.keys()].map(({ answer }) => answer));
    await Promise.all(this.#sending);
  }

  /** The provider has said which interrupted calls it takes back: the others get their answers. */
  decided(): void {
    for (const call of this.#undecided.splice(0)) {
      if (call.takenBack) this.#leaveUnsent(call);
      else void this.#send([call], { scheduling: 'silent', ask: false });
    }
  }

  /** Declares the tools of the next step; the last step has none, so that the model must answer. */
  declareStep({ counts, speech }: LiveTurn): Promise<void> {
    const isLast = counts.steps + 1 >= this.#core.limits.stepsPerTurn;
    return this.#core.declare(speech.userTexts, isLast ? 'none' : 'auto');
  }

  /** Renders a turn whose answer was lost for a provider that may not remember it. */
  lostTurn(turn: LiveTurn): string {
    const words = turn.opened === '' ? turn.spoken.filter(({ role }) => role === 'user').map(({ text }) => text) : [];
    const asked = [turn.opened, ...words].filter((text) => text !== '');
    const sent = this.#sent.filter((call) => call.turn === turn);
    const results = sent.map(({ answered }) => toNote(this.#renderResult(answered)));
    const lost = toNote('The connection broke before your answer was complete: answer again');
    return [lost, ...results, ...asked].join('\n\n');
  }

  #ended(call: Answered, batch: CallBatch<Call>): void {
    this.#running.delete(call);
    if (call.turn.isOver) this.#host.late(call.turn.takeLateCounts());
    if (call.background || call.turn.isOver) this.#answerAlone(call);
    else this.#answerTogether(call.turn, batch);
  }

  #answerTogether(turn: LiveTurn, batch: CallBatch<Call>): void {
    const calls = batch.takeAll();
    if (calls === undefined) return;
    for (const { answered, takenBack } of calls) if (!takenBack) applyIntents(this.#core, turn, answered);
    this.#complete(calls);
    turn.answering = true;
    void this.#answerStep(turn, calls);
  }

  async #answerStep(turn: LiveTurn, calls: readonly Answered[]): Promise<void> {
    const { controller } = this.#core;
    const isOver = controller.get('ending') === 'immediate' || turn.toolsOff;
    try {
      if (!isOver) await this.declareStep(turn);
    } catch (thrown) {
      this.#host.failed(turn, thrown);
    }
    const silent = controller.get('suppressAudio') === true;
    if (!isOver && !turn.isOver) this.#core.trace.asked();
    await this.#send(calls, { turn, ...(silent ? { scheduling: 'silent' } : {}), ask: !isOver && !turn.isOver });
    if (isOver) this.#host.over(turn, turn.toolsOff ? 'step-limit' : 'session-ended');
  }

  #answerAlone(call: Answered): void {
    const { answered, turn } = call;
    this.#complete([call]);
    if (call.takenBack) return this.#leaveUnsent(call);
    if (call.interrupted || !call.finishes) {
      if (this.#core.transport.forgetsInterrupted === true) this.#undecided.push(call);
      else void this.#send([call], { scheduling: 'silent', ask: false });
      return;
    }
    applyIntents(this.#core, turn, answered);
    const { scheduling = 'when_idle' } = answered.response.meta;
    this.hasAskedAlone ||= scheduling !== 'silent';
    void this.#send([call], { scheduling, ask: scheduling !== 'silent' });
  }

  #send(calls: readonly Answered[], options: Sending): Promise<void> {
    const sending = this.#connection
      .deliver(async (transport) => {
        for (const call of calls) if (call.takenBack && this.#unsent.has(call)) this.#leaveUnsent(call);
        const open = calls.filter((call) => this.#unsent.has(call));
        // From here on the model goes on, and may end the turn.
        if (options.turn !== undefined) options.turn.answering = false;
        if (open.length > 0) await transport.sendToolResults(open.map(toMessage(options)), { ask: options.ask });
        this.#sent.push(...open);
        for (const call of open) {
          this.#unsent.delete(call);
          // Taken back on its way: the provider does not read it.
          if (call.takenBack) this.#tellWrite(call.answered);
        }
      })
      .catch((thrown: unknown) => {
        if (options.turn !== undefined) this.#host.failed(options.turn, thrown);
        else this.#core.emit({ type: 'error', error: toProblem(thrown) });
        for (const call of calls) this.#leaveUnsent(call);
      })
      .finally(() => void this.#sending.delete(sending));
    this.#sending.add(sending);
    return sending;
  }

  /** Gives up on answering a call; what it has done is told nevertheless. */
  #leaveUnsent(call: Answered): void {
    if (this.#unsent.delete(call)) this.#tellWrite(call.answered);
  }

  /** Tells what a call did that takes no answer any more. */
  #tellWrite({ tool, response }: AnsweredCall): void {
    const record = this.#core.toolbox.pinned.all.get(tool);
    if (response.ok && record !== undefined && policyOf(record).sideEffects === 'writes') {
      this.#core.tell(`"${tool}" was interrupted, but has finished nevertheless`);
    }
  }

  #complete(calls: readonly Answered[]): void {
    this.#core.emit({ type: 'tools_complete', callIds: calls.map(({ call }) => call.id) }, calls[0]?.turn.number);
  }

  #renderResult({ tool, response }: AnsweredCall): string {
    return `the result of "${tool}": ${JSON.stringify(toModelResult(response, this.#core.options))}`;
  }
}

interface Sending {
  /** The turn that waits for these answers. */
  readonly turn?: LiveTurn;
  readonly scheduling?: ResultScheduling;
  readonly ask: boolean;
}

function toMessage({ scheduling }: Sending) {
  return ({ answered: { call, response: result } }: Answered): ToolResultMessage => {
    const { id, name } = call;
    return { id, name, result, ...(scheduling === undefined ? {} : { scheduling }) };
  };
}
