/** Lets the calls of one message pass their limits in the order of the provider, however long each takes to get there. */
export class OrderedGate {
  readonly #passed: boolean[];
  readonly #waiting: (() => void)[] = [];

  constructor(calls: number) {
    this.#passed = Array.from({ length: calls }, () => false);
  }

  /** Undefined if nobody is before this call any more. */
  wait(index: number): Promise<void> | undefined {
    return this.#isFree(index) ? undefined : this.#untilFree(index);
  }

  /** The call is through, or will never come. */
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
