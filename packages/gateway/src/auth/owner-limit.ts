import { OwnerCounts } from '@helve/govern';

/** A limit for all users together, with a smaller one for each owner. */
export class OwnerLimit {
  readonly #byOwner = new OwnerCounts();
  readonly #max: number;
  readonly #maxOfOwner: number;
  readonly #refusal: (running: number) => Error;
  size = 0;

  constructor(max: number, maxOfOwner: number, refusal: (running: number) => Error) {
    this.#max = max;
    this.#maxOfOwner = maxOfOwner;
    this.#refusal = refusal;
  }

  add(owner: string): void {
    if (this.size >= this.#max || this.#byOwner.of(owner) >= this.#maxOfOwner) {
      throw this.#refusal(this.size);
    }
    this.#byOwner.add(owner);
    this.size += 1;
  }

  remove(owner: string): void {
    this.#byOwner.remove(owner);
    this.size -= 1;
  }
}
