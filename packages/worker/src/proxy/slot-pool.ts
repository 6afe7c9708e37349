import { CANCEL_SLOTS } from '../control/cancel-flags.js';

/** Slots of the worker's shared cancel flags; a slot is reused after the response, under another epoch. */
export class SlotPool {
  readonly #free: number[] = [];
  #fresh = 0;
  #epoch = 0;

  /** Returns −1 when all are taken: such a call is cancelled over the main channel only. */
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
