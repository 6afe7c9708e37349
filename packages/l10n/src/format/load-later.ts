import { hasReady, type Part, type ReadyParts } from '@helve/flow';

type Open = () => Promise<AsyncIterable<Part>>;

/**
 * Parts of a reader whose code is loaded when the first part is asked for: a run meets few of the formats there are.
 * Once it is there it is asked directly, so that a part costs no more than it would without.
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
