import type { TurnEnd } from '../contract/session-event.js';
import type { TransportEvent } from '../contract/transport.js';
import { noCounts, toTotals } from './memory/session-state.js';
import type { SessionCore } from './session-core.js';
import { toProblem } from './to-problem.js';
import type { TurnOptions } from './turn-options.js';
import { Turn, type Opening } from './turn.js';
import type { TurnBook } from './turn-book.js';
import { TurnRun } from './turn-run.js';

/** The session around its turns. */
export interface LineHost {
  /** Opens the session, if it is not open yet. */
  prepare(): Promise<void>;
  /** A tool has ended the session. */
  end(): Promise<void>;
}

/** Turns of a conversation by requests, one after the other; in voice a new one interrupts. */
export class TurnLine {
  readonly #core: SessionCore;
  readonly #book: TurnBook;
  readonly #host: LineHost;
  /** Settles after the last of the requested turns. */
  #queue: Promise<unknown> = Promise.resolve();
  #current: Turn | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #run: TurnRun<unknown> | undefined;
  #latest: TurnRun<unknown> | undefined;

  constructor(core: SessionCore, book: TurnBook, host: LineHost) {
    this.#core = core;
    this.#book = book;
    this.#host = host;
  }

  /** The turn that receives events. */
  get run(): TurnRun<unknown> | undefined {
    return this.#run;
  }

  /** Settles after the present turn. */
  get ended(): Promise<unknown> {
    return this.#ended;
  }

  add<Output = undefined>(text: string, opening: Opening, options?: TurnOptions): TurnRun<Output> {
    const run: TurnRun<Output> = new TurnRun<Output>(() => {
      left = true;
      if (this.#run === run) void this.interrupt('the reader left');
    });
    let left = false;
    const ending = { hasOutput: options?.output !== undefined };
    const bargesIn = this.#core.options.mode === 'voice';
    this.#latest = run;
    if (bargesIn) void this.interrupt('the person spoke');
    this.#queue = this.#queue.then(async () => {
      if (left || (bargesIn && this.#latest !== run)) return run.end('interrupted', ending);
      this.#run = run;
      const reason = await this.#wholeTurn(text, opening, options);
      this.#run = undefined;
      run.end(reason, ending);
    });
    return run;
  }

  /** False if there is no turn to receive it. */
  receive(event: TransportEvent): boolean {
    this.#current?.receive(event);
    return this.#current !== undefined;
  }

  async interrupt(reason: string): Promise<void> {
    const turn = this.#current;
    if (turn === undefined) return;
    turn.abort(reason);
    const ended = this.#ended;
    await this.#core.transport.cancel(reason).catch(() => undefined);
    await ended;
  }

  disconnected(): void {
    this.#current?.disconnected();
  }

  async close(reason: string): Promise<void> {
    await this.interrupt(reason);
    await this.#queue;
    await this.#ended;
  }

  /** Opens, begins, runs and finishes a turn. Never rejects. */
  async #wholeTurn(text: string, opening: Opening, options?: TurnOptions): Promise<TurnEnd> {
    try {
      await this.#host.prepare();
    } catch (thrown) {
      this.#core.emit({ type: 'error', error: toProblem(thrown) });
      this.#core.emit({ type: 'turn_end', reason: 'failed', totals: toTotals(noCounts()) });
      return 'failed';
    }
    const turn = (this.#current = new Turn(this.#core, this.#book.open(text), options));
    const ended = turn.run(opening).then((reason) => this.#finish(turn, reason));
    this.#ended = ended;
    return ended;
  }

  /** Ends the session where a tool asked for it, saves, and reports the totals: in this order. */
  async #finish(turn: Turn, reason: TurnEnd): Promise<TurnEnd> {
    this.#current = undefined;
    if (turn.output?.accepted !== undefined) this.#run?.give(turn.output.accepted.value);
    else if (turn.output !== undefined && reason === 'output-invalid')
      this.#run?.give(Promise.reject(turn.output.failure));
    const ending = this.#book.close(turn);
    await this.#book.save();
    this.#book.emitEnd(turn, reason);
    if (ending !== undefined) await this.#host.end();
    return reason;
  }
}
