import type { Part } from '@helve/flow';
import type { ReadyParts } from '@helve/flow/content';

/** The parts of a reader that produces several at once: all but the first of a batch are available synchronously. */
export class BatchedParts implements AsyncIterableIterator<Part>, ReadyParts {
  readonly #batches: AsyncIterator<readonly Part[]>;
  #batch: readonly Part[] = [];
  #at = 0;

  constructor(batches: AsyncIterable<readonly Part[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  ready(): Part | undefined {
    const part = this.#batch[this.#at];
    if (part !== undefined) this.#at += 1;
    return part;
  }

  async next(): Promise<IteratorResult<Part, undefined>> {
    for (let part = this.ready(); ; part = this.ready()) {
      if (part !== undefined) return { done: false, value: part };
      const next = await this.#batches.next();
      if (next.done === true) return { done: true, value: undefined };
      this.#batch = next.value;
      this.#at = 0;
    }
  }

  async return(): Promise<IteratorResult<Part, undefined>> {
    this.#batch = [];
    await this.#batches.return?.();
    return { done: true, value: undefined };
  }
}
