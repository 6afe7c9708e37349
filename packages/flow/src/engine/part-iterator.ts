import type { Part } from '../contract/part.js';
import type { Batch, BatchSource } from './link.js';

/** Gives the parts of a link one by one, to whoever wants a stream. */
export class PartIterator implements AsyncIterableIterator<Part> {
  readonly #source: BatchSource;
  #batch: Batch = [];
  #next = 0;

  constructor(source: BatchSource) {
    this.#source = source;
  }

  async next(): Promise<IteratorResult<Part, undefined>> {
    while (this.#next >= this.#batch.length) {
      const taken = this.#source.take();
      const batch = taken instanceof Promise ? await taken : taken;
      if (batch === undefined) return { done: true, value: undefined };
      this.#batch = batch;
      this.#next = 0;
    }
    return { done: false, value: this.#batch[this.#next++] as Part };
  }

  /** Whoever stops early lets the producer stop too. */
  async return(): Promise<IteratorResult<Part, undefined>> {
    this.#source.cancel();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
