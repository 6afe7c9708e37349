import type { Totals, TurnEnd } from '../../contract/session-event.js';
import type { TransportEvent } from '../../contract/transport.js';
import type { Connection } from '../connection.js';
import type { SpeechEvent } from '../turn-speech.js';
import type { SessionCore } from '../session-core.js';
import { toProblem } from '../to-problem.js';
import { endings, malformedNote, type Opening } from '../turn.js';
import type { TurnBook } from '../turn-book.js';
import { LiveCalls } from './live-calls.js';
import { addCounts, noCounts, type Counts } from '../memory/session-state.js';
import { LiveTurn } from './live-turn.js';

/** The session around a live conversation. */
export interface LiveHost {
  /** Drops audio that clients have not read yet. */
  dropAudio(): void;
  /** A tool has ended the session. */
  end(): Promise<void>;
}

/** Events that open a turn which a person began by speaking, or a result that came later. */
const opensTurn: ReadonlySet<TransportEvent['type']> = new Set(['call', 'text', 'audio', 'transcript']);

/**
 * The pump of a live conversation. Every event is handled at once; nothing here waits for a tool.
 *
 *     provider ─▶ receive ─┬─ text · audio · transcript ─▶ events
 *                          ├─ call ─▶ calls in flight ─▶ answers ─▶ provider
 *                          └─ interrupted · step_end · turn_end ─▶ state of the turn
 */
export class LiveLoop {
  readonly #core: SessionCore;
  readonly #book: TurnBook;
  readonly #connection: Connection;
  readonly #host: LiveHost;
  readonly #calls: LiveCalls;
  #turn: LiveTurn | undefined;
  /** What calls have counted since their turns were over; it is told with the turn that tells their results. */
  #late: Counts = noCounts();
  #closed = false;

  constructor(core: SessionCore, connection: Connection, book: TurnBook, host: LiveHost) {
    this.#core = core;
    this.#book = book;
    this.#connection = connection;
    this.#host = host;
    this.#calls = new LiveCalls(core, connection, {
      failed: (turn, thrown) => this.#fail(turn, thrown),
      over: (turn, reason) => this.#end(turn, reason),
      late: (counts) => this.#countLate(counts),
    });
  }

  get turn(): LiveTurn | undefined {
    return this.#turn;
  }

  /** True when nobody speaks and no tool runs. */
  get isIdle(): boolean {
    return this.#turn === undefined && this.#calls.size === 0;
  }

  receive(event: TransportEvent): void {
    switch (event.type) {
      case 'interrupted':
        return this.#interrupted();
      case 'call_cancelled':
        return this.#calls.takeBack(event.ids);
      case 'step_end':
        return this.#stepEnded(event);
      case 'turn_end':
        return this.#turnEnded();
      case 'going_away':
      case 'disconnected':
      case 'resumable':
        return undefined;
      default:
        return this.#hear(event);
    }
  }

  /** Begins a turn with words of the person or of the application; it interrupts the present one. */
  speak(reason: string, opening: Opening, text?: string): LiveTurn {
    const cancelled = this.#turn === undefined ? undefined : this.interrupt(reason);
    const turn = this.#begin(text);
    if (text !== undefined) turn.speech.write(text);
    turn.sent = this.#open(turn, opening, cancelled);
    return turn;
  }

  /** Ends the present turn at once and stops the model; resolves when the provider was told. */
  async interrupt(reason: string): Promise<void> {
    const turn = this.#turn;
    if (turn === undefined) return;
    this.#stop(turn, reason);
    await this.#core.transport.cancel(reason).catch(() => undefined);
  }

  /** The connection is lost for good: nothing more will come. */
  async disconnected(): Promise<void> {
    const isCalling = this.#calls.size > 0;
    this.#calls.interruptAll(new Error('the connection was closed'));
    const turn = this.#turn;
    turn?.abort(new Error('the connection was closed'));
    await this.#calls.settled();
    if (turn !== undefined) this.#end(turn, isCalling ? 'interrupted' : 'closed');
  }

  /** Goes on with a turn whose answer was lost with its connection; running calls bring their answers themselves. */
  async reconnected(by: 'handle' | 'history'): Promise<void> {
    const turn = this.#turn;
    if (turn === undefined || this.#calls.waitsFor(turn)) return;
    const knowsAll = by === 'history' && this.#core.transport.history !== undefined;
    const { transport } = this.#core;
    try {
      if (knowsAll) await transport.askAgain();
      else await transport.sendUser({ text: this.#calls.lostTurn(turn) });
    } catch (thrown) {
      this.#fail(turn, thrown);
    }
  }

  /** Calls off everything, and waits until every call has its answer. */
  async close(reason: string): Promise<void> {
    this.#closed = true;
    if (this.#turn !== undefined) await this.interrupt(reason);
    this.#calls.abortAll(new Error(reason));
    await this.#calls.settled();
  }

  /** Handles everything that is neither an end nor an interruption; opens a turn where there is none. */
  #hear(event: SpeechEvent | Extract<TransportEvent, { type: 'call' }>): void {
    if (this.#closed) return;
    const turn = this.#turn ?? (this.#opensTurn(event) ? this.#begin(undefined) : undefined);
    if (turn === undefined) return this.#outsideOfTurns(event);
    turn.hasModelOutput ||= isFromModel(event);
    if (event.type === 'call') return this.#calls.start(turn, this.#core.toolbox.resolveCall(event.call));
    turn.speech.take(event);
    if (event.type === 'usage') this.#checkBudget(turn);
    if (event.type !== 'transcript' || event.role !== 'user' || !event.final) return;
    this.#core.trace.asked();
    void this.#follow(turn, event.text);
  }

  /** Tells whether an event opens a turn; what a model uses comes first where it is asked by a result. */
  #opensTurn({ type }: TransportEvent): boolean {
    return opensTurn.has(type) || (type === 'usage' && this.#calls.hasAskedAlone);
  }

  /** Ends the session when its budget is used up. */
  endIfUsedUp(): boolean {
    const { spending, memory } = this.#core;
    const used = spending.usedUp(noCounts(), memory.totals);
    if (used === undefined) return false;
    spending.warn(used);
    void this.#host.end();
    return true;
  }

  /** Ends a turn that has used up its budget, and the session with its own. */
  #checkBudget(turn: LiveTurn): void {
    const { spending, memory, transport } = this.#core;
    const used = spending.usedUp(turn.counts, memory.totals);
    if (used === undefined) return;
    spending.warn(used);
    const reason = 'the budget is used up';
    this.#silence();
    turn.abort(new Error(reason));
    this.#calls.interrupt(turn, new Error(reason));
    this.#end(turn, 'budget-used');
    if (used.of === 'session') void this.#host.end();
    else void transport.cancel(reason).catch(() => undefined);
  }

  /** Declares the tools that fit what the person has just said aloud. */
  async #follow(turn: LiveTurn, text: string): Promise<void> {
    this.#book.hear(text);
    if (!this.#core.toolbox.leavesOut || turn.toolsOff) return;
    try {
      await this.#calls.declareStep(turn);
    } catch (thrown) {
      this.#core.emit({ type: 'error', error: toProblem(thrown) }, turn.number);
    }
  }

  #outsideOfTurns(event: TransportEvent): void {
    const { emit, memory } = this.#core;
    if (event.type === 'error') emit({ type: 'error', error: toProblem(event.error) });
    if (event.type === 'loss')
      emit({ type: 'warning', code: 'AGENT_LOSS', message: event.note, details: { what: event.what } });
    if (event.type !== 'usage') return;
    this.#core.spending.add(memory.totals, event);
    this.endIfUsedUp();
  }

  #countLate(counts: Totals): void {
    addCounts(this.#late, counts);
    addCounts(this.#core.memory.totals, counts);
    if (this.#turn === undefined) this.endIfUsedUp();
  }

  /** Handles the person's voice; one that comes before the model spoke belongs to an earlier turn. */
  #interrupted(): void {
    const turn = this.#turn;
    if (turn?.hasModelOutput === false) return;
    if (turn === undefined) this.#silence();
    else this.#stop(turn, 'the person spoke');
  }

  #stop(turn: LiveTurn, reason: string): void {
    this.#silence();
    turn.abort(new Error(reason));
    this.#calls.interrupt(turn, new Error(reason));
    this.#end(turn, 'interrupted');
  }

  /** Tells clients to play nothing more of what was said so far. */
  #silence(): void {
    this.#host.dropAudio();
    this.#core.emit({ type: 'interrupted' });
  }

  #stepEnded({ reason }: Extract<TransportEvent, { type: 'step_end' }>): void {
    const turn = this.#turn;
    // A cancellation that this turn did not ask for is of an earlier one.
    if (turn === undefined || reason === 'cancelled') return;
    turn.hasModelOutput = true;
    turn.counts.steps += 1;
    if (this.#calls.closeStep(turn) || reason === 'stop' || reason === 'calls') return;
    if (reason === 'malformed-call' || reason === 'paused') return void this.#askAgain(turn, reason);
    this.#end(turn, endings[reason]);
  }

  #turnEnded(): void {
    this.#calls.decided();
    const turn = this.#turn;
    if (turn?.hasModelOutput !== true) return;
    this.#calls.closeStep(turn);
    // Results ask the model to go on.
    if (!this.#calls.waitsFor(turn)) this.#end(turn, 'done');
  }

  async #askAgain(turn: LiveTurn, reason: 'malformed-call' | 'paused'): Promise<void> {
    const { limits, transport } = this.#core;
    if (turn.counts.steps >= limits.stepsPerTurn) return this.#end(turn, 'step-limit');
    if (reason === 'malformed-call' && turn.triedAgain) return this.#end(turn, 'model-error');
    turn.triedAgain ||= reason === 'malformed-call';
    turn.answering = true;
    try {
      await this.#calls.declareStep(turn);
      if (turn.isOver) return;
      turn.answering = false;
      if (reason === 'paused') await transport.askAgain();
      else await transport.sendUser({ text: malformedNote });
    } catch (thrown) {
      this.#fail(turn, thrown);
    }
  }

  async #open(turn: LiveTurn, opening: Opening, cancelled: Promise<void> | undefined): Promise<void> {
    try {
      await cancelled;
      await this.#calls.declareStep(turn);
      const opened = await opening(turn);
      if (opened !== undefined && 'end' in opened) return this.#end(turn, opened.end);
      if (opened === undefined || opened.text === '') return;
      // An outcome that a person has interrupted is told in the next turn.
      if (turn.isOver) return this.#core.tell(opened.text);
      turn.opened = opened.text;
      this.#core.trace.asked();
      await this.#connection.deliver((transport) => transport.sendUser(opened));
    } catch (thrown) {
      this.#fail(turn, thrown);
    }
  }

  #begin(text: string | undefined): LiveTurn {
    const turn = (this.#turn = new LiveTurn(this.#core, this.#book.open(text)));
    this.#calls.hasAskedAlone = false;
    addCounts(turn.counts, this.#late);
    addCounts(this.#core.memory.totals, this.#late, -1);
    this.#late = noCounts();
    return turn;
  }

  #fail(turn: LiveTurn, thrown: unknown): void {
    if (!turn.isOver) this.#core.emit({ type: 'error', error: toProblem(thrown) }, turn.number);
    this.#end(turn, 'failed');
  }

  #end(turn: LiveTurn, reason: TurnEnd): void {
    if (turn.isOver) return;
    turn.end();
    this.#turn = undefined;
    const ending = this.#book.close(turn);
    this.#book.emitEnd(turn, reason);
    void this.#book.save().then(async () => {
      if (ending !== undefined) await this.#host.end();
      turn.settle(reason);
    });
  }
}

function isFromModel(event: TransportEvent): boolean {
  return event.type === 'transcript' ? event.role === 'model' : ['text', 'audio', 'call'].includes(event.type);
}
