/** Queue of events. Several readers share them; leaving a loop loses none. */
export class EventQueue<Event> implements AsyncIterable<Event> {
  readonly #waiting: ((result: IteratorResult<Event>) => void)[] = [];
  readonly #events: Event[] = [];
  #ended = false;

  push(event: Event): void {
    if (this.#ended) return;
    const next = this.#waiting.shift();
    if (next === undefined) this.#events.push(event);
    else next({ done: false, value: event });
  }

  /** Ends the queue: readers leave once they have read its events. */
  end(): void {
    this.#ended = true;
    for (const next of this.#waiting.splice(0)) next({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): AsyncIterator<Event> {
    return { next: () => this.#next() };
  }

  #next(): Promise<IteratorResult<Event>> {
    const [event] = this.#events.splice(0, 1);
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
