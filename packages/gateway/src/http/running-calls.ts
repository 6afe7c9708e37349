/** The calls under way, so that a closing gateway can end them. */
export class RunningCalls {
  readonly #running = new Set<AbortController>();

  /** Runs one call with a signal that fires when its client hangs up or the gateway ends it. */
  async run<T>(hangUp: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const call = new AbortController();
    const end = () => call.abort(hangUp.reason);
    if (hangUp.aborted) end();
    hangUp.addEventListener('abort', end, { once: true });
    this.#running.add(call);
    try {
      return await work(call.signal);
    } finally {
      this.#running.delete(call);
      hangUp.removeEventListener('abort', end);
    }
  }

  abortAll(reason: unknown): void {
    for (const call of this.#running) call.abort(reason);
  }
}
