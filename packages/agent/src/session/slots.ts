/** Limits the number of concurrent calls; others wait. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Takes a slot: undefined when one is free; rejects when the signal aborts first. */
  take(signal: () => AbortSignal): Promise<void> | undefined {
    if (this.#free === 0) return this.#wait(signal());
    this.#free -= 1;
    return undefined;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      if (signal.aborted) return reject(signal.reason as Error);
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(enter);
    });
  }
}
