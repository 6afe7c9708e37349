import { Semaphore } from '@helve/core';
import type { Totals, TurnEnd } from '../../contract/session-event.js';
import type { Utterance } from '../../contract/session-store.js';
import type { CallInFlight } from '../call/call-in-flight.js';
import { addCounts, noCounts, toTotals, type Counts } from '../memory/session-state.js';
import type { SessionCore } from '../session-core.js';
import type { OpenedTurn } from '../turn.js';
import { TurnSpeech } from '../turn-speech.js';
import { CallBatch } from './call-batch.js';

/** One turn of a live conversation: a label for what is said and counted. It owns no events and waits for nothing. */
export class LiveTurn implements OpenedTurn {
  readonly number: number;
  readonly id: string;
  readonly permits: Semaphore;
  readonly counts: Counts = noCounts();
  readonly speech: TurnSpeech;
  toolsOff = false;
  /** True when the model has sent something that certainly belongs to this turn. */
  hasModelOutput = false;
  /** True when the model has been asked once more, after an unreadable call. */
  triedAgain = false;
  /** The text that the turn was opened with. */
  opened = '';
  /** True while results of a step are on their way to the provider, which answers them. */
  answering = false;
  /** The calls of the present step. */
  batch = new CallBatch<CallInFlight<LiveTurn>>();
  /** Settles when the text that opens the turn is sent, or cannot be. */
  sent: Promise<void> = Promise.resolve();
  /** Settles with the reason of its end. */
  readonly ended: Promise<TurnEnd>;
  readonly #controller = new AbortController();
  readonly #own = new Set<AbortController>();
  #settle: (reason: TurnEnd) => void = () => undefined;
  #isOver = false;
  #kept: Totals = toTotals(noCounts());

  constructor(core: SessionCore, userTexts: readonly string[]) {
    this.number = core.memory.totals.turns;
    this.id = `${core.id}:${this.number}`;
    this.permits = new Semaphore(core.limits.callsAtOnce);
    this.speech = new TurnSpeech(core, this.number, this.counts, userTexts);
    this.ended = new Promise((resolve) => (this.#settle = resolve));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get spoken(): readonly Utterance[] {
    return this.speech.spoken;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Creates the controller of a call that the application makes in this turn. */
  openCall(): AbortController {
    const controller = new AbortController();
    if (this.signal.aborted) controller.abort(this.signal.reason);
    this.#own.add(controller);
    return controller;
  }

  /** Cancels what the application has begun in this turn. */
  abort(reason: unknown): void {
    this.#controller.abort(reason);
    for (const controller of this.#own) controller.abort(reason);
  }

  end(): void {
    this.#isOver = true;
    this.speech.finish();
    this.#kept = toTotals(this.counts);
  }

  /** Returns what calls have counted since the turn was over. */
  takeLateCounts(): Totals {
    const late = noCounts();
    addCounts(late, this.counts);
    addCounts(late, this.#kept, -1);
    this.#kept = toTotals(this.counts);
    return late;
  }

  settle(reason: TurnEnd): void {
    this.#settle(reason);
  }
}
