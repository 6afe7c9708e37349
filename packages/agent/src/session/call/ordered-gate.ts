/** Lets the calls of one message pass in the provider's order, whatever the order in which they arrive. */
export class OrderedGate {
  readonly #passed: boolean[];
  readonly #waiting: (() => void)[] = [];

  constructor(calls: number) {
    this.#passed = Array.from({ length: calls }, () => false);
  }

  /** Waits for the calls before this one; undefined when there is nothing to wait for. */
  wait(index: number): Promise<void> | undefined {
    return this.#isFree(index) ? undefined : this.#untilFree(index);
  }

  /** Marks a call as passed; also one that will never arrive. */
  pass(index: number): void {
    if (this.#passed[index] === true) return;
    this.#passed[index] = true;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async #untilFree(index: number): Promise<void> {
    while (!this.#isFree(index)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #isFree(index: number): boolean {
    for (let before = 0; before < index; before += 1) if (this.#passed[before] !== true) return false;
    return true;
  }
}
