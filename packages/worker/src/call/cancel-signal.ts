/** The part of an `AbortSignal` that a call uses. */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Returns the reason of an abort as text. */
export function toReason({ reason }: CancelSignal): string {
  if (typeof reason === 'string') return reason;
  return reason instanceof Error && reason.name !== 'AbortError' ? reason.message : 'aborted';
}

/**
 * Shares one abort listener among several for the duration of a call: a listener on an `AbortSignal` costs more than
 * most of the work of a short call.
 */
export class SharedCancelSignal implements CancelSignal {
  readonly #source: CancelSignal;
  readonly #onAbort: () => void;
  #listeners: (() => void)[] = [];

  /** `first` runs before the other listeners. */
  constructor(source: CancelSignal, first: () => void) {
    this.#source = source;
    this.#onAbort = () => {
      this.close();
      first();
      for (const listener of this.#listeners.splice(0)) listener();
    };
    if (!source.aborted) source.addEventListener('abort', this.#onAbort, { once: true });
  }

  get aborted(): boolean {
    return this.#source.aborted;
  }

  get reason(): unknown {
    return this.#source.reason;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
  }

  /** Stops listening when the call is over. */
  close(): void {
    this.#source.removeEventListener('abort', this.#onAbort);
  }
}
