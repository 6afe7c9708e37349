/** What a call needs of an `AbortSignal`. */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Why somebody wants no more, as the text that travels. */
export function reasonOf({ reason }: CancelSignal): string {
  if (typeof reason === 'string') return reason;
  return reason instanceof Error && reason.name !== 'AbortError' ? reason.message : 'aborted';
}

/**
 * Passes one signal on to several listeners for the time of one call: a listener of an `AbortSignal` costs more than
 * most of what a short call does otherwise.
 */
export class CancelRelay implements CancelSignal {
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

  /** The call is over: the signal is nobody's business any more. */
  close(): void {
    this.#source.removeEventListener('abort', this.#onAbort);
  }
}
