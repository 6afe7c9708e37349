import type { Semaphore } from '@helve/core';

/** The permit of a document that works, which it can leave to another when it only waits to be settled. */
export class RunPermit {
  #held: Semaphore;
  readonly #waiting: Semaphore;

  constructor(working: Semaphore, waiting: Semaphore) {
    this.#held = working;
    this.#waiting = waiting;
  }

  /** Leaves the permit to another, once, unless too many wait already. */
  releaseEarly(): void {
    if (!this.#waiting.tryAcquire()) return;
    this.#held.release();
    this.#held = this.#waiting;
  }

  release(): void {
    this.#held.release();
  }
}
