import { callAfter } from '@helve/core';

/** Wakes everybody who waits for a change. A change between a look and the wait for the next one is not missed. */
export class ChangeBell {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  /** Number of changes so far; taken before a look, and handed to `wait` after it. */
  get count(): number {
    return this.#count;
  }

  readonly ring = (): void => {
    this.#count += 1;
    for (const wake of this.#waiting) wake();
  };

  /** Aborts at the next change, after a while, or when the other signal aborts. */
  signal(ms: number, stop: AbortSignal): AbortSignal {
    const changed = new AbortController();
    void this.wait(this.#count, ms, stop).then(() => changed.abort());
    return changed.signal;
  }

  /** Resolves at the first change after `seen`, after a while, or when the signal aborts. */
  wait(seen: number, ms: number, signal?: AbortSignal): Promise<void> {
    if (this.#count !== seen || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        stop();
        signal?.removeEventListener('abort', wake);
        this.#waiting.delete(wake);
        resolve();
      };
      const stop = callAfter(ms, wake);
      this.#waiting.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }
}
