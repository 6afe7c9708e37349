/** Lets the calls of one message pass in the provider's order, whatever the order in which they arrive. */
export class OrderedGate {
  readonly #passed: boolean[] = [];
  #waiting: (() => void)[] = [];
  /** The first call that has not passed. */
  #next = 0;

  /** Adds a call, and returns its place. */
  enter(): number {
    return this.#passed.push(false) - 1;
  }

  /** Waits for the calls before this one; undefined when there is nothing to wait for. */
  wait(index: number): Promise<void> | undefined {
    return this.#isFree(index) ? undefined : this.#untilFree(index);
  }

  /** Marks a call as passed; also one that will never arrive. */
  pass(index: number): void {
    if (this.#passed[index] === true) return;
    this.#passed[index] = true;
    while (this.#passed[this.#next] === true) this.#next += 1;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  async #untilFree(index: number): Promise<void> {
    while (!this.#isFree(index)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #isFree(index: number): boolean {
    return index <= this.#next;
  }
}
