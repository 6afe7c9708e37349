import { ownerOf, sha256, type ToolResponse, type ToolUser } from '@helve/core';
import { agentErrors } from '../agent-errors.js';
import type { Totals, TurnEnd, TurnEvent, TurnEventBody } from '../contract/session-event.js';
import type { Utterance } from '../contract/session-store.js';
import type { Transport, TransportEvent, UserInput } from '../contract/transport.js';
import type { StateController } from '../state/create-state-controller.js';
import { EventQueue } from '../transport/event-queue.js';
import type { Connection } from './connection.js';
import { createCore } from './create-core.js';
import { openAnswered, openApproved } from './approval/open-approved.js';
import type { SessionCore } from './session-core.js';
import { SessionKeeper } from './memory/session-keeper.js';
import type { SessionOptions } from './session-options.js';
import { addCounts, toTotals } from './memory/session-state.js';
import { toProblem } from './to-problem.js';
import { Turn, type Opening } from './turn.js';
import { TurnRun } from './turn-run.js';

/** A conversation between a person and a model that may use tools: turns one after the other. */
export class AgentSession {
  readonly #options: SessionOptions;
  readonly #core: SessionCore;
  readonly #connection: Connection;
  readonly #keeper: SessionKeeper;
  #opening: Promise<void> | undefined;
  /** Settles after the last of the requested turns. */
  #queue: Promise<unknown> = Promise.resolve();
  #current: Turn | undefined;
  /** Settles after the present turn. */
  #turnEnd: Promise<unknown> = Promise.resolve();
  #saved: Promise<void> = Promise.resolve();
  /** Receives the events of a turn that `run` began. */
  #run: TurnRun | undefined;
  #latest: TurnRun | undefined;
  #attached: EventQueue<TurnEvent> | undefined;
  #userTexts: readonly string[] = [];
  #closed = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    const made = createCore(options, {
      emit: (event) => this.#emit(event),
      receive: (event) => this.#receive(event),
      ended: () => this.#disconnected(),
    });
    this.#core = made.core;
    this.#connection = made.connection;
    this.#keeper = new SessionKeeper(made.core);
  }

  get id(): string {
    return this.#core.id;
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

  /** Runs one turn. It begins at once, or after the one before it; in voice the one before it is interrupted. */
  run(input: string | UserInput): TurnRun {
    this.#assertKind(false, 'run a turn');
    const { text = '' } = typeof input === 'string' ? { text: input } : input;
    return this.#queueTurn(text, async (turn) => {
      turn.spoken.push({ turn: turn.number, role: 'user', text });
      return { text: this.#toText(text) };
    });
  }

  /** Yields all events of a live transport; with another transport, moves the conversation there. */
  attach(transport?: Transport): AsyncIterable<TurnEvent> {
    this.#attached?.end();
    const queue = (this.#attached = new EventQueue<TurnEvent>());
    if (transport !== undefined && transport !== this.#connection.transport) this.#moveTo(transport);
    this.#assertKind(true, 'attach');
    this.#ready().catch((thrown: unknown) => {
      this.#emit({ type: 'error', error: toProblem(thrown) });
      queue.end();
    });
    return queue;
  }

  /** Sends input of the person on a live transport: sound as it comes, or a text, which interrupts. */
  async send(input: UserInput): Promise<void> {
    this.#assertKind(true, 'send');
    await this.#ready();
    const { text } = input;
    // Sound opens a turn by itself when the provider answers it, unless there are notes for the model.
    if (text !== undefined || (this.#current === undefined && this.#hasNews())) {
      await this.#bargeIn('the person spoke', async () => ({ text: this.#toText(text ?? '') }), text);
    }
    if (input.audio === undefined) return;
    const { audio, mimeType } = input;
    await this.#connection.transport.sendUser({ audio, ...(mimeType === undefined ? {} : { mimeType }) });
  }

  /** Runs, once, the call that waits for this token; its outcome reaches the model in a turn of its own. */
  confirm(token: string): TurnRun {
    if (!this.#core.decisions.decide(token, 'confirmed')) {
      const opening = openApproved(this.#core, token, (note) => this.#toText(note));
      return this.#connection.transport.live ? this.#confirmLive(opening) : this.#queueTurn('', opening);
    }
    return over(this.#turnEnd);
  }

  /** Continues with the answer to a call that somebody outside of the session has decided on and run. */
  resume(approvalId: string, response: ToolResponse): TurnRun {
    const opening = openAnswered(this.#core, approvalId, response, (note) => this.#toText(note));
    return this.#connection.transport.live ? this.#confirmLive(opening) : this.#queueTurn('', opening);
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
    const turn = this.#current;
    if (turn === undefined) return;
    turn.abort(reason);
    const ended = this.#turnEnd;
    await this.#connection.transport.cancel(reason).catch(() => undefined);
    await ended;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.interrupt('the session is closed');
    await this.#queue;
    await this.#turnEnd;
    // The next process passes on what tools did after their turn was over.
    if (this.#core.memory.notes.length > 0) await this.#save();
    await this.#shut();
  }

  /** Queues a turn in text; in voice, a new turn interrupts. */
  #queueTurn(text: string, opening: Opening): TurnRun {
    const run = new TurnRun(() => {
      left = true;
      if (this.#run === run) void this.interrupt('the reader left');
    });
    let left = false;
    const bargesIn = this.mode === 'voice';
    this.#latest = run;
    if (bargesIn) void this.interrupt('the person spoke');
    this.#queue = this.#queue.then(async () => {
      if (left || (bargesIn && this.#latest !== run)) return run.end('interrupted');
      this.#run = run;
      const reason = await this.#wholeTurn(text, opening);
      this.#run = undefined;
      run.end(reason);
    });
    return run;
  }

  /** Opens, begins, runs and finishes a turn. Never rejects. */
  async #wholeTurn(text: string, opening: Opening): Promise<TurnEnd> {
    try {
      if (this.#closed) throw agentErrors.create('AGENT_SESSION_CLOSED', {});
      await this.#ready();
      if (this.#keeper.expire()) await this.#connection.open();
    } catch (thrown) {
      this.#emit({ type: 'error', error: toProblem(thrown) });
      this.#emit({ type: 'turn_end', reason: 'failed', totals: noTurn });
      return 'failed';
    }
    return this.#start(this.#begin(text), opening);
  }

  #start(turn: Turn, opening: Opening): Promise<TurnEnd> {
    const ended = turn.run(opening).then((reason) => this.#finish(turn, reason));
    this.#turnEnd = ended;
    return ended;
  }

  #begin(text: string | undefined): Turn {
    const { memory, usage, controller } = this.#core;
    usage.reset();
    memory.totals.turns += 1;
    controller.set('turn', memory.totals.turns);
    if (text !== undefined && text !== '') this.#userTexts = [...this.#userTexts.slice(-1), text];
    return (this.#current = new Turn(this.#core, this.#userTexts));
  }

  /** Ends the session where a tool asked for it, saves, and reports the totals: in this order. */
  async #finish(turn: Turn, reason: TurnEnd): Promise<TurnEnd> {
    const { memory, controller } = this.#core;
    const { ending, suppressTranscript } = controller.getSnapshot();
    this.#current = undefined;
    if (ending !== undefined) this.#emit({ type: 'session_ending', after: ending });
    if (!suppressTranscript) memory.say(turn.spoken);
    addCounts(memory.totals, turn.counts);
    controller.set('suppressAudio', false);
    controller.set('suppressTranscript', false);
    await this.#save();
    this.#emit({ type: 'turn_end', reason, totals: toTotals({ ...turn.counts, turns: 1 }) }, turn.number);
    if (ending !== undefined) await this.#endSession();
    return reason;
  }

  /** Saves one after the other: each on the revision that the one before it made. */
  #save(): Promise<void> {
    this.#saved = this.#saved
      .then(() => this.#keeper.save())
      .catch((thrown: unknown) => this.#emit({ type: 'error', error: toProblem(thrown) }));
    return this.#saved;
  }

  async #endSession(): Promise<void> {
    this.#closed = true;
    this.#core.controller.set('isActive', false);
    await this.#shut();
  }

  async #shut(): Promise<void> {
    if (this.#connection.isOpen) await this.#connection.transport.close();
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
    if (event.type === 'going_away') return this.#goingAway(event);
    if (this.#current !== undefined) return this.#current.receive(event);
    if (this.#connection.transport.live && opensTurn.has(event.type) && !this.#closed) {
      const turn = this.#begin(undefined);
      void this.#start(turn, async () => undefined);
      return turn.receive(event);
    }
    if (event.type === 'error') this.#emit({ type: 'error', error: toProblem(event.error) });
  }

  #goingAway({ timeLeftMs, resumeHandle }: Extract<TransportEvent, { type: 'going_away' }>): void {
    this.#connection.resumeHandle = resumeHandle;
    const message = 'The provider ends this connection soon: attach another transport to go on';
    const details = timeLeftMs === undefined ? {} : { details: { timeLeftMs } };
    this.#emit({ type: 'warning', code: 'AGENT_GOING_AWAY', message, ...details });
  }

  #disconnected(): void {
    this.#current?.disconnected();
    const attached = this.#attached;
    void this.#turnEnd.then(() => {
      if (this.#attached === attached) attached?.end();
    });
  }

  /** Interrupts the present turn, and begins another as soon as nothing else is running. */
  async #bargeIn(reason: string, opening: Opening, text?: string): Promise<{ readonly ended: Promise<TurnEnd> }> {
    while (this.#current !== undefined) await this.interrupt(reason);
    if (this.#closed) throw agentErrors.create('AGENT_SESSION_CLOSED', {});
    const turn = this.#begin(text);
    if (text !== undefined) turn.spoken.push({ turn: turn.number, role: 'user', text: text });
    return { ended: this.#start(turn, opening) };
  }

  #confirmLive(opening: Opening): TurnRun {
    const deciding = this.#ready().then(() => this.#bargeIn('a person has decided', opening));
    return over(deciding.then(({ ended }) => ended));
  }

  #hasNews(): boolean {
    return this.#core.memory.notes.length > 0 || this.#core.controller.get('pendingMessage') !== undefined;
  }

  /** Builds the text that opens a turn: the pending message, once; the notes for the model; the words of the person. */
  #toText(text: string): string {
    const { memory, controller } = this.#core;
    const pending = controller.get('pendingMessage');
    const parts = [typeof pending === 'string' ? pending : '', ...memory.notes.map((note) => `[Note: ${note}]`), text];
    if (pending !== undefined) controller.set('pendingMessage', undefined);
    memory.notes = [];
    return parts.filter((part) => part !== '').join('\n\n');
  }

  #emit(body: TurnEventBody, turn = this.#core.memory.totals.turns): void {
    const { memory } = this.#core;
    memory.lastSeq += 1;
    const event: TurnEvent = Object.freeze({ ...body, seq: memory.lastSeq, turn });
    (this.#run?.queue ?? this.#attached)?.push(event);
  }

  #assertKind(live: boolean, action: string): void {
    if (this.#closed) throw agentErrors.create('AGENT_SESSION_CLOSED', {});
    if (this.#connection.transport.live === live) return;
    throw agentErrors.create('AGENT_SESSION_LIVE', { action, kind: live ? 'not live' : 'live' });
  }
}

/** Events that open a turn which a person began by speaking. */
const opensTurn: ReadonlySet<TransportEvent['type']> = new Set(['call', 'text', 'audio', 'transcript']);

const noTurn: Totals = toTotals({
  turns: 0,
  steps: 0,
  calls: 0,
  byCategory: {},
  toolMs: 0,
  inputTokens: 0,
  outputTokens: 0,
});

/** Creates a run without events, for a turn that is reported on another channel: it ends with what it waits for. */
function over(waitsFor: Promise<unknown>): TurnRun {
  const run = new TurnRun(() => undefined);
  waitsFor.then(
    () => run.end('done'),
    () => run.end('failed'),
  );
  return run;
}
