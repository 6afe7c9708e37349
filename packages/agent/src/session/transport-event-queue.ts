import type { TransportEvent } from '../contract/transport.js';
import { Fifo } from '../transport/fifo.js';

/** Events of the provider in a turn that are not read yet. */
export class TransportEventQueue {
  #events = new Fifo<TransportEvent>();
  #wake: (() => void) | undefined;
  #closed = false;

  put(event: TransportEvent): void {
    if (this.#closed) return;
    this.#events.push(event);
    this.#wake?.();
  }

  /** Waits for the next event; undefined once the queue is closed. */
  async next(): Promise<TransportEvent | undefined> {
    while (this.#events.size === 0 && !this.#closed) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#events.shift();
  }

  /** Removes calls that the provider has cancelled. */
  drop(ids: ReadonlySet<string>): void {
    this.#events.keep((event) => event.type !== 'call' || !ids.has(event.call.id));
  }

  /** Closes the queue and drops its events. */
  close(): void {
    this.#closed = true;
    this.#events = new Fifo();
    this.#wake?.();
  }

  /** Closes the queue; its events can still be read. */
  end(): void {
    this.#closed = true;
    this.#wake?.();
  }
}
