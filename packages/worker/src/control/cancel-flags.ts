import type { CancelFlag } from '../call/cancel-flag.js';

const IN_FLIGHT = 0;
const FIRST_SLOT = 1;

/** How many calls can have a flag at once; further ones are cancelled by the main channel alone. */
export const CANCEL_SLOTS = 4095;

/** Whether one epoch was given out after another; they begin again after two thousand million calls. */
export function isNewer(epoch: number, than: number): boolean {
  return epoch > than || than - epoch > 2 ** 30;
}

/**
 * Memory that the threads of a worker share. A slot holds the epoch of the call that was cancelled last in it:
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

  /** Notes a cancel. Two threads may note them, so one that is older than what stands there changes nothing. */
  set(slot: number, epoch: number): void {
    if (!(slot >= 0 && slot < CANCEL_SLOTS)) return;
    const at = FIRST_SLOT + slot;
    for (let seen = Atomics.load(this.#cells, at); isNewer(epoch, seen);) {
      const before = Atomics.compareExchange(this.#cells, at, seen, epoch);
      if (before === seen) return;
      seen = before;
    }
  }

  /** The flag of one call, also if it was set before the call came. */
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
