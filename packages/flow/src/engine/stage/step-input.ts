import type { ReadyParts } from '../../content/part/each-part.js';
import type { Part } from '../../contract/part.js';
import { PartIterator } from '../channel/part-iterator.js';
import type { BatchSource } from '../channel/channel.js';

/** Events of an input stream. */
export interface StepInputEvents {
  /** True when a part is for the tool; one that is not goes another way. */
  admit(part: Part): boolean;
  /** The stream has come to its end. */
  ended(): void;
  /** The stream has failed before it came here. */
  failed(error: unknown): void;
}

/** A stream as a tool reads it that wants all of it; a part that is here is given without a promise to who asks for it. */
export class StepInput implements AsyncIterableIterator<Part>, ReadyParts {
  readonly #parts: PartIterator;
  readonly #facts: StepInputEvents;
  readonly #waiting: AsyncGenerator<Part, undefined>;
  #isLeft = false;

  constructor(input: BatchSource, facts: StepInputEvents) {
    this.#parts = new PartIterator(input);
    this.#facts = facts;
    this.#waiting = this.#wait();
  }

  ready(): Part | undefined {
    if (this.#isLeft) return undefined;
    for (;;) {
      const part = this.#parts.ready();
      if (part === undefined || this.#facts.admit(part)) return part;
    }
  }

  next(): Promise<IteratorResult<Part, undefined>> {
    return this.#waiting.next();
  }

  return(): Promise<IteratorResult<Part, undefined>> {
    this.#isLeft = true;
    return this.#waiting.return(undefined);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async *#wait(): AsyncGenerator<Part, undefined> {
    for (;;) {
      const next = await this.#parts.next().catch((error: unknown) => {
        this.#facts.failed(error);
        throw error;
      });
      if (next.done === true) break;
      if (this.#facts.admit(next.value)) yield next.value;
    }
    this.#facts.ended();
  }
}
