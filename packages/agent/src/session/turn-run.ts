import type { TurnEnd, TurnEvent } from '../contract/session-event.js';
import { EventQueue } from '../transport/event-queue.js';

/** A running turn: its events, and its end. Leaving the loop early ends the turn. */
export class TurnRun implements AsyncIterable<TurnEvent> {
  readonly queue = new EventQueue<TurnEvent>();
  /** Resolves when the turn is over, even if nobody reads its events. */
  readonly done: Promise<TurnEnd>;
  readonly #leave: () => void;
  #settle: (reason: TurnEnd) => void = () => undefined;
  #over = false;

  constructor(leave: () => void) {
    this.#leave = leave;
    this.done = new Promise((resolve) => (this.#settle = resolve));
  }

  get over(): boolean {
    return this.#over;
  }

  end(reason: TurnEnd): void {
    this.#over = true;
    this.queue.end();
    this.#settle(reason);
  }

  [Symbol.asyncIterator](): AsyncIterator<TurnEvent> {
    const events = this.queue[Symbol.asyncIterator]();
    return {
      next: () => events.next(),
      return: async () => {
        if (!this.#over) this.#leave();
        await this.done;
        return { done: true, value: undefined };
      },
    };
  }
}
