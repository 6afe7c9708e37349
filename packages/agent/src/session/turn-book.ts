import type { TurnEnd } from '../contract/session-event.js';
import type { Utterance } from '../contract/session-store.js';
import type { EndAfter } from '../state/intent-effects.js';
import type { SessionKeeper } from './memory/session-keeper.js';
import { addCounts, toTotals, type Counts } from './memory/session-state.js';
import type { SessionCore } from './session-core.js';
import { toProblem } from './to-problem.js';

/** The part of a turn that is kept when it is over. */
interface KeptTurn {
  readonly number: number;
  readonly counts: Counts;
  readonly spoken: readonly Utterance[];
}

/** Opens and closes the turns of a session: numbers, counts, transcript, suppression and storage. */
export class TurnBook {
  readonly #core: SessionCore;
  readonly #keeper: SessionKeeper;
  #userTexts: readonly string[] = [];
  #saved: Promise<void> = Promise.resolve();

  constructor(core: SessionCore, keeper: SessionKeeper) {
    this.#core = core;
    this.#keeper = keeper;
  }

  /** Counts a new turn; returns the latest texts of the person. */
  open(text: string | undefined): readonly string[] {
    const { memory, usage, controller } = this.#core;
    usage.reset();
    memory.totals.turns += 1;
    controller.set('turn', memory.totals.turns);
    this.#core.trace.turnBegan(memory.totals.turns);
    if (text !== undefined && text !== '') this.hear(text);
    return this.#userTexts;
  }

  /** Remembers the latest texts of the person, by which tools are selected. */
  hear(text: string): void {
    this.#userTexts = [...this.#userTexts.slice(-1), text];
  }

  /** Keeps what was said and counted, ends suppression, and tells whether a tool has asked for the end of the session. */
  close(turn: KeptTurn): EndAfter | undefined {
    const { memory, controller, emit } = this.#core;
    const { ending, suppressTranscript } = controller.getSnapshot();
    if (ending !== undefined) emit({ type: 'session_ending', after: ending }, turn.number);
    if (!suppressTranscript) memory.say(turn.spoken);
    addCounts(memory.totals, turn.counts);
    controller.set('suppressAudio', false);
    controller.set('suppressTranscript', false);
    return ending;
  }

  emitEnd({ counts, number }: KeptTurn, reason: TurnEnd): void {
    const totals = toTotals({ ...counts, turns: 1 });
    this.#core.trace.turnEnded(reason, totals);
    this.#core.emit({ type: 'turn_end', reason, totals }, number);
  }

  /** Settles when everything is saved. */
  get saved(): Promise<void> {
    return this.#saved;
  }

  /** Saves one after the other: each on the revision that the one before it made. */
  save(): Promise<void> {
    this.#saved = this.#saved
      .then(() => this.#keeper.save())
      .catch((thrown: unknown) => this.#core.emit({ type: 'error', error: toProblem(thrown) }));
    return this.#saved;
  }

  /** True when the model has to be told something beside the words of the person. */
  get hasNews(): boolean {
    return this.#core.memory.notes.length > 0 || this.#core.controller.get('pendingMessage') !== undefined;
  }

  /** Builds the text that opens a turn: the pending message, once; the notes for the model; the words of the person. */
  toText(text: string): string {
    const { memory, controller } = this.#core;
    const pending = controller.get('pendingMessage');
    const parts = [typeof pending === 'string' ? pending : '', ...memory.notes.map(toNote), text];
    if (pending !== undefined) controller.set('pendingMessage', undefined);
    memory.notes = [];
    return parts.filter((part) => part !== '').join('\n\n');
  }
}

/** Marks a text as the application's, not the person's. */
export function toNote(text: string): string {
  return `[Note: ${text}]`;
}
