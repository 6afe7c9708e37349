/** Passes values from a producer to a consumer one at a time, without a buffer. */
export class UnbufferedChannel<T> implements AsyncIterable<T> {
  readonly #waiting: { readonly value: T; readonly taken: () => void }[] = [];
  #wake: (() => void) | undefined;
  #closed = false;

  /** Resolves when the value was consumed or the channel was closed. */
  put(value: T): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push({ value, taken: resolve });
      this.#wake?.();
    });
  }

  close(): void {
    this.#closed = true;
    for (const { taken } of this.#waiting.splice(0)) taken();
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) {
        yield next.value;
        next.taken();
      } else if (this.#closed) return;
      else await this.#news();
    }
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
