import type { Part } from '@helve/flow';
import { partContent } from '@helve/flow/content';

/** Routes parts around a stream and merges them at their positions. */
export class Bypass {
  readonly #numbers = new WeakMap<object, number>();
  readonly #waiting: { readonly part: Part; readonly before: number }[] = [];
  #received = 0;

  /** Counts a part that goes through the stream. */
  give(part: Part): Part {
    this.#numbers.set(partContent(part), this.#received);
    this.#received += 1;
    return part;
  }

  /** Adds a part that bypasses the stream, before the next one that goes through. */
  add(part: Part): void {
    this.#waiting.push({ part, before: this.#received });
  }

  /** Merges both in order. */
  async *join(stream: AsyncIterable<Part>): AsyncIterable<Part> {
    for await (const part of stream) {
      yield* this.#before(this.#numbers.get(partContent(part)) ?? -1);
      yield part;
    }
    yield* this.#before(Infinity);
  }

  *#before(number: number): Iterable<Part> {
    for (let head = this.#waiting[0]; head !== undefined && head.before <= number; head = this.#waiting[0]) {
      this.#waiting.shift();
      yield head.part;
    }
  }
}
