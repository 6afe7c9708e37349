import type { Part } from '@helve/flow';
import { hasReady, type ReadyParts } from '@helve/flow/content';

/** Maps a part, or drops it. */
export interface PartMap {
  map(part: Part): Part | undefined;
}

/** Maps the parts of a stream; a part that is ready stays so. */
export function mapParts(parts: AsyncIterable<Part>, map: PartMap): AsyncIterable<Part> {
  return { [Symbol.asyncIterator]: () => new MappedParts(parts[Symbol.asyncIterator](), map) };
}

class MappedParts implements ReadyParts {
  readonly #inner: AsyncIterator<Part>;
  readonly #readies: ReadyParts | undefined;
  readonly #map: PartMap;
  /** Failure of a synchronous read, to be thrown by `next`. */
  #failure: { readonly error: unknown } | undefined;

  constructor(inner: AsyncIterator<Part>, map: PartMap) {
    this.#inner = inner;
    this.#readies = hasReady(inner) ? inner : undefined;
    this.#map = map;
  }

  ready(): Part | undefined {
    try {
      for (let part = this.#readies?.ready(); part !== undefined; part = this.#readies?.ready()) {
        const mapped = this.#map.map(part);
        if (mapped !== undefined) return mapped;
      }
    } catch (error) {
      this.#failure = { error };
    }
    return undefined;
  }

  async next(): Promise<IteratorResult<Part, undefined>> {
    try {
      for (;;) {
        if (this.#failure !== undefined) throw this.#failure.error;
        const next = await this.#inner.next();
        if (next.done === true) return { done: true, value: undefined };
        const part = this.#map.map(next.value) ?? this.ready();
        if (part !== undefined) return { done: false, value: part };
      }
    } catch (error) {
      // The first error counts.
      await this.return().catch(() => undefined);
      throw error;
    }
  }

  async return(): Promise<IteratorResult<Part, undefined>> {
    await this.#inner.return?.();
    return { done: true, value: undefined };
  }
}
