import type { ReadyParts } from '../../content/part/each-part.js';
import type { Part } from '../../contract/part.js';
import type { Batch, BatchSource } from './channel.js';

/** Gives the parts of a channel one by one, to whoever wants a stream. */
export class PartIterator implements AsyncIterableIterator<Part>, ReadyParts {
  readonly #source: BatchSource;
  #batch: Batch = [];
  #next = 0;

  constructor(source: BatchSource) {
    this.#source = source;
  }

  /** A part that is here, as nearly every one is. */
  ready(): Part | undefined {
    const part = this.#batch[this.#next];
    if (part !== undefined) this.#next += 1;
    return part;
  }

  next(): Promise<IteratorResult<Part, undefined>> {
    const part = this.ready();
    return part === undefined ? this.#take() : Promise.resolve({ done: false, value: part });
  }

  /** Whoever stops early lets the producer stop too. */
  async return(): Promise<IteratorResult<Part, undefined>> {
    this.#source.cancel();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #take(): Promise<IteratorResult<Part, undefined>> {
    for (;;) {
      const next = this.#source.take();
      const batch = next instanceof Promise ? await next : next;
      if (batch === undefined) return { done: true, value: undefined };
      const [part] = batch;
      if (part === undefined) continue;
      this.#batch = batch;
      this.#next = 1;
      return { done: false, value: part };
    }
  }
}
