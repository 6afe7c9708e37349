import type { Part } from '@helve/flow';
import type { ReadyParts } from '@helve/flow/content';

/** The parts of a reader with the whole file in memory: once it is loaded, every part is available synchronously. */
export class LoadedParts implements AsyncIterableIterator<Part>, ReadyParts {
  readonly #load: () => Promise<Iterable<Part>>;
  #parts: Iterator<Part> | undefined;
  /** Failure of a synchronous read, to be thrown by `next`. */
  #failure: { readonly error: unknown } | undefined;

  constructor(load: () => Promise<Iterable<Part>>) {
    this.#load = load;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  ready(): Part | undefined {
    try {
      const next = this.#parts?.next();
      return next?.done === false ? next.value : undefined;
    } catch (error) {
      this.#failure = { error };
      return undefined;
    }
  }

  async next(): Promise<IteratorResult<Part, undefined>> {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#parts ??= (await this.#load())[Symbol.iterator]();
    const next = this.#parts.next();
    return next.done === true ? { done: true, value: undefined } : { done: false, value: next.value };
  }

  async return(): Promise<IteratorResult<Part, undefined>> {
    this.#parts?.return?.();
    this.#parts = [][Symbol.iterator]();
    return { done: true, value: undefined };
  }
}
