interface Closable {
  close(force?: boolean): Promise<void>;
}

/**
 * A queue or a worker of BullMQ, opened when it is first needed. One whose first connection fails stays broken for ever:
 * until it has worked once, each failure opens a new one.
 */
export class BullPart<Part extends Closable> {
  readonly #open: () => Part;
  readonly #onError: (error: unknown) => undefined;
  #part: Part | undefined;
  #hasWorked = false;

  constructor(open: () => Part, onError: (error: unknown) => undefined) {
    this.#open = open;
    this.#onError = onError;
  }

  /** Does something with it; undefined if that fails, which is told elsewhere. */
  async use<Result>(work: (part: Part) => Promise<Result>): Promise<Result | undefined> {
    const part = (this.#part ??= this.#open());
    try {
      const result = await work(part);
      this.#hasWorked = true;
      return result;
    } catch (error) {
      if (!this.#hasWorked && this.#part === part) {
        this.#part = undefined;
        void part.close(true).catch(this.#onError);
      }
      return this.#onError(error);
    }
  }

  async close(): Promise<void> {
    await this.#part?.close(true);
  }
}
