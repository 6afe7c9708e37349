import {
  type AskAnswer,
  ownerOf,
  sha256,
  type SchemaOutput,
  type ToolResponse,
  type ToolSchema,
  type ToolUser,
} from '@helve/core';
import { agentErrors } from '../agent-errors.js';
import type { Totals, TurnEvent, TurnEventBody } from '../contract/session-event.js';
import type { Utterance } from '../contract/session-store.js';
import type { Playback, ProviderCall, Transport, TransportEvent, UserInput } from '../contract/transport.js';
import type { StateController } from '../state/create-state-controller.js';
import { EventQueue } from '../transport/event-queue.js';
import type { CallerAnswer, WaitingCall } from './caller/caller-answer.js';
import { openAnswers } from './caller/open-answers.js';
import type { Connection } from './connection.js';
import { createCore } from './create-core.js';
import { openAnswered, openApproved } from './approval/open-approved.js';
import { LiveLoop } from './live/live-loop.js';
import type { OpenQuestion } from './question/session-questions.js';
import type { SessionCore } from './session-core.js';
import { SessionKeeper } from './memory/session-keeper.js';
import type { SessionOptions } from './session-options.js';
import { toTotals } from './memory/session-state.js';
import { checkTurnOptions } from './step/check-plan.js';
import { toProblem } from './to-problem.js';
import type { TurnOptions } from './turn-options.js';
import type { Opening } from './turn.js';
import { toNote, TurnBook } from './turn-book.js';
import { TurnLine } from './turn-line.js';
import { TurnRun } from './turn-run.js';

/** A conversation between a person and a model that may use tools: by requests, or live. */
export class AgentSession {
  readonly #options: SessionOptions;
  readonly #core: SessionCore;
  readonly #connection: Connection;
  readonly #keeper: SessionKeeper;
  readonly #book: TurnBook;
  /** The turns of a conversation by requests. */
  readonly #line: TurnLine;
  /** The pump of a live conversation. */
  readonly #loop: LiveLoop;
  #opening: Promise<void> | undefined;
  #attached: EventQueue<TurnEvent> | undefined;
  #closed = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    const made = createCore(options, {
      emit: (event, turn) => this.#emit(event, turn),
      tell: (note) => this.#tell(note),
      say: (text, call) => this.#say(text, call),
      receive: (event) => this.#receive(event),
      ended: () => this.#disconnected(),
      reconnected: (by) => void this.#loop.reconnected(by),
      isIdle: () => this.#loop.isIdle,
      unfinished: () => this.#loop.turn?.spoken ?? [],
    });
    this.#core = made.core;
    this.#connection = made.connection;
    this.#keeper = new SessionKeeper(made.core);
    this.#book = new TurnBook(made.core, this.#keeper);
    this.#line = new TurnLine(made.core, this.#book, {
      prepare: () => this.#prepareTurn(),
      end: () => this.#endSession(),
    });
    this.#loop = new LiveLoop(made.core, made.connection, this.#book, {
      dropAudio: () => this.#attached?.drop(({ type }) => type === 'audio'),
      end: () => this.#endSession(),
    });
  }

  get id(): string {
    return this.#core.id;
  }

  /** Time at which the conversation began; that of a stored one is known once it is loaded. */
  get createdAtMs(): number {
    return this.#core.memory.createdAtMs;
  }

  get mode(): string {
    return this.#options.mode;
  }

  get user(): ToolUser {
    return this.#core.user;
  }

  get state(): StateController {
    return this.#core.controller;
  }

  /** Utterances so far that may be shown. */
  get transcript(): readonly Utterance[] {
    return this.#core.memory.transcript;
  }

  /** Counts of all turns so far. */
  get totals(): Totals {
    return toTotals(this.#core.memory.totals);
  }

  /** Opens the conversation now instead of with its first turn: from then on it is known what waits. */
  async open(): Promise<void> {
    if (this.#closed) throw agentErrors.create('AGENT_SESSION_CLOSED', {});
    await this.#ready();
  }

  /** Runs one turn. It begins at once, or after the one before it; in voice the one before it is interrupted. */
  run<Schema extends ToolSchema>(
    input: string | UserInput,
    options: TurnOptions & { readonly output: Schema },
  ): TurnRun<SchemaOutput<Schema>>;
  run(input: string | UserInput, options?: TurnOptions): TurnRun;
  run(input: string | UserInput, options?: TurnOptions): TurnRun<never> {
    checkTurnOptions(options);
    this.#assertKind(false, 'run a turn');
    const { text = '', audio, media = [] }: UserInput = typeof input === 'string' ? { text: input } : input;
    const { provider } = this.#connection.transport;
    if (audio !== undefined) throw agentErrors.create('AGENT_INPUT_AUDIO', { provider });
    const opening: Opening = async (turn) => {
      turn.speech.write(text);
      return { text: this.#book.toText(text), media };
    };
    return this.#line.add(text, opening, options);
  }

  /** Yields all events of a live transport; with another transport, moves the conversation there. */
  attach(transport?: Transport): AsyncIterable<TurnEvent> {
    this.#attached?.end();
    const queue = (this.#attached = new EventQueue<TurnEvent>({
      full: () => this.#connection.transport.pause?.(),
      drained: () => this.#connection.transport.resume?.(),
    }));
    if (transport !== undefined && transport !== this.#connection.transport) this.#moveTo(transport);
    this.#assertKind(true, 'attach');
    this.#ready().catch((thrown: unknown) => {
      this.#emit({ type: 'error', error: toProblem(thrown) });
      queue.end();
    });
    return queue;
  }

  /**
   * Sends input of the person on a live transport: sound and pictures as they come, the state of a button that is held to
   * speak, or a text, which interrupts.
   */
  async send(input: UserInput): Promise<void> {
    this.#assertKind(true, 'send');
    await this.#ready();
    this.#assertKind(true, 'send');
    const { text, media = [], ...sound } = input;
    // Sound opens a turn by itself when the provider answers it, unless there are notes for the model.
    if (text !== undefined || (this.#loop.turn === undefined && this.#book.hasNews)) {
      const pictures = media.length === 0 ? {} : { media };
      const opening = async () => ({ text: this.#book.toText(text ?? ''), ...pictures });
      await this.#loop.speak('the person spoke', opening, text).sent;
    } else if (media.length > 0) {
      await this.#connection.deliver((transport) => transport.sendUser({ media }));
    }
    if (sound.audio === undefined && sound.activity === undefined) return;
    await this.#connection.deliver((transport) => transport.sendUser(sound));
  }

  /** Takes note of how much of the model's audio the client has played; an interruption cuts the rest. */
  reportPlayback(playback: Playback): void {
    this.#connection.transport.played?.(playback);
  }

  /** Runs, once, the call that waits for this token; its outcome reaches the model in a turn of its own. */
  confirm(token: string): TurnRun {
    if (!this.#core.decisions.decide(token, 'confirmed')) {
      return this.#approved(openApproved(this.#core, token, (note) => this.#book.toText(note)));
    }
    return over(this.#line.ended);
  }

  /** Calls of the last step that wait for the caller. */
  get waitingCalls(): readonly WaitingCall[] {
    return this.#core.memory.waiting?.open ?? [];
  }

  /** Questions of running tools that wait for the person. */
  get questions(): readonly OpenQuestion[] {
    return this.#core.questions.open;
  }

  /** Answers a question of a running tool; rejects if it does not wait any more, or if the answer does not fit. */
  answerQuestion(questionId: string, answer: AskAnswer): Promise<void> {
    return this.#core.questions.answer(questionId, answer);
  }

  /** Answers calls of tools without a body; the model goes on when none is missing. */
  answerCalls(answers: readonly CallerAnswer[], options?: TurnOptions): TurnRun {
    this.#assertKind(false, 'answer calls');
    return this.#line.add('', openAnswers(this.#core, answers), options);
  }

  /** Continues with the answer to a call that somebody outside of the session has decided on and run. */
  resume(approvalId: string, response: ToolResponse): TurnRun {
    return this.#approved(openAnswered(this.#core, approvalId, response, (note) => this.#book.toText(note)));
  }

  /** Drops the call that waits for this token; false if there is none. */
  async deny(token: string): Promise<boolean> {
    const { memory, decisions, user } = this.#core;
    await this.#ready();
    const pending = memory.asked.get(sha256(token));
    const isHeld = decisions.decide(token, 'denied');
    if (pending === undefined) return false;
    memory.asked.delete(sha256(token));
    const approvals = this.#options.approvals ?? memory.approvals;
    if (pending.approvalId !== undefined) {
      await approvals.decide(pending.approvalId, { decision: 'no', by: ownerOf(user), nowMs: this.#core.now() });
    }
    if (!isHeld) memory.notes.push(`The person denied the call of "${pending.toolId}"`);
    return true;
  }

  /** Cancels the running turn; resolves when it has stopped. */
  async interrupt(reason = 'interrupted'): Promise<void> {
    // What was sent before it has begun by then.
    if (this.#connection.transport.live) await this.#opening?.catch(() => undefined);
    await Promise.all([this.#line.interrupt(reason), this.#loop.interrupt(reason)]);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#connection.stop();
    await Promise.all([this.#line.close('the session is closed'), this.#loop.close('the session is closed')]);
    // The next process passes on what tools did after their turn was over.
    if (this.#core.memory.notes.length > 0) await this.#book.save();
    await this.#book.saved;
    await this.#shut();
  }

  #approved(opening: Opening): TurnRun {
    if (!this.#connection.transport.live) return this.#line.add('', opening);
    const ended = this.#ready().then(() => this.#loop.speak('a person has decided', opening).ended);
    return over(ended);
  }

  /** Opens the session before a turn; an idle one begins anew. */
  async #prepareTurn(): Promise<void> {
    if (this.#closed) throw agentErrors.create('AGENT_SESSION_CLOSED', {});
    await this.#ready();
    if (this.#keeper.expire()) await this.#connection.open();
  }

  async #endSession(): Promise<void> {
    this.#closed = true;
    this.#connection.stop();
    this.#core.controller.set('isActive', false);
    await this.#loop.close('the session has ended');
    await this.#shut();
  }

  async #shut(): Promise<void> {
    if (this.#connection.isOpen) await this.#connection.transport.close();
    this.#core.trace.close();
    this.#attached?.end();
  }

  #ready(): Promise<void> {
    this.#opening ??= this.#open().catch((thrown: unknown) => {
      this.#opening = undefined;
      throw thrown;
    });
    return this.#opening;
  }

  async #open(): Promise<void> {
    await this.#keeper.load();
    // One by requests says so with its next turn.
    if (this.#connection.transport.live && this.#loop.endIfUsedUp()) return;
    await this.#connection.open();
    this.#connection.listen();
  }

  #moveTo(transport: Transport): void {
    const { memory } = this.#core;
    memory.history = this.#connection.transport.history?.() ?? memory.history;
    void this.#connection.transport.close().catch(() => undefined);
    this.#connection.transport = transport;
    this.#opening = this.#connection.open().then(() => this.#connection.listen());
  }

  #receive(event: TransportEvent): void {
    this.#core.trace.take(event);
    if (event.type === 'going_away') return this.#goingAway(event);
    if (this.#connection.transport.live) return this.#loop.receive(event);
    if (!this.#line.receive(event) && event.type === 'error') {
      this.#emit({ type: 'error', error: toProblem(event.error) });
    }
  }

  #goingAway({ timeLeftMs }: Extract<TransportEvent, { type: 'going_away' }>): void {
    const action = this.#connection.transport.reconnects === true ? 'another one is made' : 'attach another transport';
    const message = `The provider ends this connection soon: ${action} to go on`;
    const details = timeLeftMs === undefined ? {} : { details: { timeLeftMs } };
    this.#emit({ type: 'warning', code: 'AGENT_GOING_AWAY', message, ...details });
  }

  #disconnected(): void {
    const attached = this.#attached;
    this.#line.disconnected();
    void this.#loop.disconnected().then(() => {
      if (this.#attached === attached) attached?.end();
    });
  }

  /** Passes a note to the model at once, where the provider takes one without answering it. */
  #tell(note: string): void {
    const { notes } = this.#core.memory;
    const { live, note: takesNotes } = this.#connection.transport;
    if (!live || takesNotes === undefined || this.#closed) return void notes.push(note);
    const telling = this.#connection.deliver(async (transport) => transport.note?.(toNote(note)));
    telling.catch(() => void this.#core.memory.notes.push(note));
  }

  #say(text: string, call: Pick<ProviderCall, 'id' | 'name'>): void {
    const saying = this.#connection.deliver(async (transport) => transport.speak?.(text, call));
    saying.catch((thrown: unknown) => this.#emit({ type: 'error', error: toProblem(thrown) }));
  }

  #emit(body: TurnEventBody, turn = this.#core.memory.totals.turns): void {
    const { memory } = this.#core;
    memory.lastSeq += 1;
    const event: TurnEvent = Object.freeze({ ...body, seq: memory.lastSeq, turn });
    (this.#line.run?.queue ?? this.#attached)?.push(event);
  }

  #assertKind(live: boolean, action: string): void {
    if (this.#closed) throw agentErrors.create('AGENT_SESSION_CLOSED', {});
    if (this.#connection.transport.live === live) return;
    throw agentErrors.create('AGENT_SESSION_LIVE', { action, kind: live ? 'not live' : 'live' });
  }
}

/** Creates a run without events, for a turn that is reported on another channel: it ends with what it waits for. */
function over(waitsFor: Promise<unknown>): TurnRun {
  const run = new TurnRun(() => undefined);
  waitsFor.then(
    () => run.end('done'),
    () => run.end('failed'),
  );
  return run;
}
