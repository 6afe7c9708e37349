/** Lets a number of people work at once; the others wait in the order in which they came. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    if (this.tryTake()) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** A place where one is free. */
  tryTake(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

/** One's place among those who work, which can be left for one among those who only wait. */
export class Turn {
  #held: Slots;
  readonly #waiting: Slots;

  constructor(working: Slots, waiting: Slots) {
    this.#held = working;
    this.#waiting = waiting;
  }

  /** Once: leaves the place to another, unless too many wait already. */
  endEarly(): void {
    if (!this.#waiting.tryTake()) return;
    this.#held.give();
    this.#held = this.#waiting;
  }

  end(): void {
    this.#held.give();
  }
}
