const slotSize = 4;

/** Edges between states in one table: state, symbol and target side by side; a target of 0 is no edge. */
export class EdgeTable {
  #slots = new Int32Array(64 * slotSize);
  #mask = 63;
  #count = 0;

  get(state: number, symbol: number): number {
    const slots = this.#slots;
    const mask = this.#mask;
    for (let slot = toSlot(state, symbol) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * slotSize;
      const target = slots[at + 2] ?? 0;
      if (target === 0 || (slots[at] === state && slots[at + 1] === symbol)) return target;
    }
  }

  set(state: number, symbol: number, target: number): void {
    if (this.#count * 2 > this.#mask) this.#grow();
    let slot = toSlot(state, symbol) & this.#mask;
    while (this.#slots[slot * slotSize + 2] !== 0) slot = (slot + 1) & this.#mask;
    this.#slots.set([state, symbol, target], slot * slotSize);
    this.#count += 1;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    this.#count = 0;
    for (let at = 0; at < old.length; at += slotSize) {
      if (old[at + 2] !== 0) this.set(old[at] ?? 0, old[at + 1] ?? 0, old[at + 2] ?? 0);
    }
  }
}

/** Hashes an edge; both numbers count from 1 and rise together, so that their bits need mixing. */
function toSlot(state: number, symbol: number): number {
  let mixed = Math.imul(Math.imul(state, 0x9e_37_79_b1) ^ symbol, 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2_b2_ae_35);
  return mixed ^ (mixed >>> 13);
}
