import type { MaybePromise } from '../async/maybe-promise.js';

/** A fixed number of permits; whoever finds none free waits, and is served in the order of arrival. */
export class Semaphore {
  readonly #permits: number;
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(permits: number) {
    this.#permits = permits;
    this.#free = permits;
  }

  /** True if nobody holds a permit. */
  get isIdle(): boolean {
    return this.#free === this.#permits;
  }

  /** Takes a permit if one is free. */
  tryAcquire(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /** Takes a permit, at once if one is free; rejects when the signal, asked for only then, aborts first. */
  acquire(signal?: () => AbortSignal): MaybePromise<void> {
    return this.tryAcquire() ? undefined : this.#wait(signal?.());
  }

  /** Gives a permit back: to whoever has waited longest. */
  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else next();
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(enter);
        reject(signal?.reason as Error);
      };
      const enter = () => {
        this.#waiting.delete(enter);
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      if (signal?.aborted === true) return leave();
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(enter);
    });
  }
}
