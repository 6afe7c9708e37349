import type { Part } from '@helve/flow';
import { hasReady, type ReadyParts } from '@helve/flow/content';

type Open = () => Promise<AsyncIterable<Part>>;

/**
 * Wraps a reader whose code is loaded with the first part: a run uses few of the formats. Once loaded it is called
 * directly, so that a part costs no more than without the wrapper.
 */
export function readLater(open: Open): AsyncIterable<Part> {
  return { [Symbol.asyncIterator]: () => new LaterParts(open) };
}

class LaterParts implements ReadyParts {
  readonly #open: Open;
  #parts: AsyncIterator<Part, undefined> | undefined;
  #readies: ReadyParts | undefined;

  constructor(open: Open) {
    this.#open = open;
  }

  ready(): Part | undefined {
    return this.#readies?.ready();
  }

  next(): Promise<IteratorResult<Part, undefined>> {
    return this.#parts?.next() ?? this.#first();
  }

  async return(): Promise<IteratorResult<Part, undefined>> {
    return (await this.#parts?.return?.()) ?? { done: true, value: undefined };
  }

  async #first(): Promise<IteratorResult<Part, undefined>> {
    const parts = (await this.#open())[Symbol.asyncIterator]();
    this.#parts = parts;
    if (hasReady(parts)) this.#readies = parts;
    return parts.next();
  }
}
