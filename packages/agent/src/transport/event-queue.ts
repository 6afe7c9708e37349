import { Fifo } from './fifo.js';

/** Learns when a queue has become long, and when it is short again. */
export interface BacklogListener {
  full(): void;
  drained(): void;
}

/** Number of unread events above which a queue is long, and below which it is short again. */
const FULL = 1_000;
const DRAINED = 500;

/** Queue of events. Several readers share them; leaving a loop loses none. */
export class EventQueue<Event> implements AsyncIterable<Event> {
  readonly #waiting = new Fifo<(result: IteratorResult<Event>) => void>();
  readonly #events = new Fifo<Event>();
  readonly #backlog: BacklogListener | undefined;
  #isFull = false;
  #ended = false;

  constructor(backlog?: BacklogListener) {
    this.#backlog = backlog;
  }

  push(event: Event): void {
    if (this.#ended) return;
    const next = this.#waiting.shift();
    if (next !== undefined) return next({ done: false, value: event });
    this.#events.push(event);
    if (this.#backlog === undefined || this.#isFull || this.#events.size < FULL) return;
    this.#isFull = true;
    this.#backlog.full();
  }

  /** Removes unread events that nobody wants any more. */
  drop(isUnwanted: (event: Event) => boolean): void {
    this.#events.keep((event) => !isUnwanted(event));
    this.#noticeDrained();
  }

  /** Ends the queue: readers leave once they have read its events. */
  end(): void {
    this.#ended = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      next({ done: true, value: undefined });
    }
  }

  [Symbol.asyncIterator](): AsyncIterator<Event> {
    return { next: () => this.#next() };
  }

  #next(): Promise<IteratorResult<Event>> {
    const event = this.#events.shift();
    if (event !== undefined) {
      this.#noticeDrained();
      return Promise.resolve({ done: false, value: event });
    }
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #noticeDrained(): void {
    if (!this.#isFull || this.#events.size > DRAINED) return;
    this.#isFull = false;
    this.#backlog?.drained();
  }
}
