const sources = new WeakMap<AbortSignal, CancelSource>();

/** The source that a signal was made of, if it was: to listen there costs a tenth of what it costs at the signal. */
export function sourceOf(signal: AbortSignal): CancelSource | undefined {
  return sources.get(signal);
}

/** Can be cancelled, once: listeners are called back, and a signal, which costs more than a call, is made for who asks. */
export class CancelSource {
  #cancelled = false;
  #given: unknown = undefined;
  #listeners: Set<() => void> | undefined = undefined;
  #controller: AbortController | undefined = undefined;

  get cancelled(): boolean {
    return this.#cancelled;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      sources.set(this.#controller.signal, this);
      if (this.#cancelled) this.#controller.abort(this.#given);
    }
    return this.#controller.signal;
  }

  /** As the signal says it: an `AbortError` where none was given. */
  get reason(): unknown {
    return this.signal.reason;
  }

  /** Calls back when it is cancelled, at once if it is already; returns how to stop that. */
  onCancel(listener: () => void): () => void {
    if (this.#cancelled) {
      listener();
      return () => undefined;
    }
    const listeners = (this.#listeners ??= new Set());
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Whoever is called back sees a signal that has fired. */
  cancel(reason: unknown): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#given = reason;
    this.#controller?.abort(reason);
    for (const listener of this.#listeners ?? []) listener();
    this.#listeners = undefined;
  }
}
