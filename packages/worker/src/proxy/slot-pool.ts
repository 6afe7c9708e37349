import { CANCEL_SLOTS } from '../control/cancel-flags.js';

/** Where in the worker's shared memory a call is cancelled; a slot is used again after the response, under another epoch. */
export class SlotPool {
  readonly #free: number[] = [];
  #fresh = 0;
  #epoch = 0;

  /** −1 when all are taken: such a call is cancelled by the main channel alone. */
  take(): number {
    return this.#free.pop() ?? (this.#fresh < CANCEL_SLOTS ? this.#fresh++ : -1);
  }

  give(slot: number): void {
    if (slot >= 0) this.#free.push(slot);
  }

  nextEpoch(): number {
    this.#epoch = (this.#epoch + 1) & 0x7fff_ffff || 1;
    return this.#epoch;
  }
}
