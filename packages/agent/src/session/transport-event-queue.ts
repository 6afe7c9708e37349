import type { TransportEvent } from '../contract/transport.js';

/** What the provider said in a turn and nobody has read yet. */
export class TransportEventQueue {
  #events: TransportEvent[] = [];
  #wake: (() => void) | undefined;
  #closed = false;

  put(event: TransportEvent): void {
    if (this.#closed) return;
    this.#events.push(event);
    this.#wake?.();
  }

  /** The next event; undefined once the inbox is closed. */
  async next(): Promise<TransportEvent | undefined> {
    while (this.#events.length === 0 && !this.#closed) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#events.shift();
  }

  /** Forgets calls that the provider has taken back. */
  drop(ids: ReadonlySet<string>): void {
    this.#events = this.#events.filter((event) => event.type !== 'call' || !ids.has(event.call.id));
  }

  /** Nothing more is read: neither what is there nor what comes. */
  close(): void {
    this.#closed = true;
    this.#events = [];
    this.#wake?.();
  }

  /** Reads on to the end of what is there. */
  end(): void {
    this.#closed = true;
    this.#wake?.();
  }
}
