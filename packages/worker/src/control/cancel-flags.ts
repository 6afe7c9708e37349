import type { CancelFlag } from '../call/cancel-flag.js';

const IN_FLIGHT = 0;
const FIRST_SLOT = 1;

/** Maximum number of calls with a flag at once; further ones are cancelled over the main channel only. */
export const CANCEL_SLOTS = 4095;

/** True when one epoch was issued after another; epochs wrap around after two billion calls. */
export function isNewer(epoch: number, than: number): boolean {
  return epoch > than || than - epoch > 2 ** 30;
}

/**
 * Memory shared by the threads of a worker. A slot holds the epoch of the last cancelled call in it:
 *
 *     [ calls in flight │ slot 0 │ slot 1 │ … ]
 */
export class CancelFlags {
  readonly buffer: SharedArrayBuffer;
  readonly #cells: Int32Array;

  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer((FIRST_SLOT + CANCEL_SLOTS) * 4)) {
    this.buffer = buffer;
    this.#cells = new Int32Array(buffer);
  }

  /** Records a cancel. Two threads may do so: an epoch older than the stored one is ignored. */
  set(slot: number, epoch: number): void {
    if (!(slot >= 0 && slot < CANCEL_SLOTS)) return;
    const at = FIRST_SLOT + slot;
    for (let seen = Atomics.load(this.#cells, at); isNewer(epoch, seen);) {
      const before = Atomics.compareExchange(this.#cells, at, seen, epoch);
      if (before === seen) return;
      seen = before;
    }
  }

  /** Returns the flag of one call, even when it was set before the call arrived. */
  of(slot: number, epoch: number): CancelFlag | undefined {
    if (!(slot >= 0 && slot < CANCEL_SLOTS)) return undefined;
    const cells = this.#cells;
    return { isSet: () => Atomics.load(cells, FIRST_SLOT + slot) === epoch };
  }

  get inFlight(): number {
    return Atomics.load(this.#cells, IN_FLIGHT);
  }

  set inFlight(count: number) {
    Atomics.store(this.#cells, IN_FLIGHT, count);
  }
}
