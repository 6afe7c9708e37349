import type { CallScope } from './call-scope.js';
import { runInScope } from './current-call.js';

/** Opens and closes the scope of a stream. */
export interface ScopeLifecycle {
  begin(): CallScope;
  end(scope: CallScope): void;
}

type Step<T> = (source: AsyncIterator<T>) => Promise<IteratorResult<T>> | undefined;

const over: IteratorResult<never> = Object.freeze({ done: true, value: undefined });

/** A stream as one call: it begins with the first pull and ends when the stream ends, fails or is closed. */
export class CallStream<T> implements AsyncIterableIterator<T> {
  readonly #lifecycle: ScopeLifecycle;
  readonly #open: (scope: CallScope) => AsyncIterable<T>;
  #scope: CallScope | undefined;
  #source: AsyncIterator<T> | undefined;
  #over = false;

  constructor(lifecycle: ScopeLifecycle, open: (scope: CallScope) => AsyncIterable<T>) {
    this.#lifecycle = lifecycle;
    this.#open = open;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<T>> {
    return this.#step((source) => source.next());
  }

  /** Lets the source clean up; a source that was never pulled needs no cleanup. */
  async return(): Promise<IteratorResult<T>> {
    if (this.#source !== undefined) return this.#step((source) => source.return?.());
    this.#finish();
    return over;
  }

  throw(error: unknown): Promise<IteratorResult<T>> {
    return this.#step((source) => source.throw?.(error));
  }

  async #step(step: Step<T>): Promise<IteratorResult<T>> {
    if (this.#over) return over;
    try {
      const scope = (this.#scope ??= this.#lifecycle.begin());
      const result = await runInScope(scope, () => step(this.#opened(scope)));
      if (result?.done !== false) this.#finish();
      return result ?? over;
    } catch (error) {
      this.#finish();
      throw error;
    }
  }

  #opened(scope: CallScope): AsyncIterator<T> {
    if (this.#source === undefined) scope.checkCancel();
    return (this.#source ??= this.#open(scope)[Symbol.asyncIterator]());
  }

  #finish(): void {
    this.#over = true;
    if (this.#scope !== undefined) this.#lifecycle.end(this.#scope);
  }
}
