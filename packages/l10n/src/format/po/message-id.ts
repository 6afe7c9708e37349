import { DOCUMENT_ID } from '@helve/flow';

const firstSlots = 4096;
const maxSlots = 2 ** 20;
const half = 2 ** 25;

/**
 * Gives each message of one file an id of its own. A digest of each is remembered, in 8 MiB at most; behind those, and
 * for a message that the file has twice, its number tells it apart.
 */
export class MessageIds {
  #slots = new Float64Array(firstSlots);
  #taken = 0;
  #count = 0;

  /** The id of a message by what it says: nothing of the text itself can be read in it. */
  ofText(context: string | undefined, text: string, properties: Record<string, string>): string {
    const hash = hashOf(context === undefined ? text : `${context}\u0004${text}`);
    return this.#distinct(spell(hash), hash, properties);
  }

  /** The id of a message whose text is a key. */
  ofKey(context: string | undefined, key: string, properties: Record<string, string>): string {
    const id = context === undefined ? key : `${context}|${key}`;
    return this.#distinct(id, hashOf(id), properties);
  }

  #distinct(id: string, hash: number, properties: Record<string, string>): string {
    this.#count += 1;
    if (this.#take(hash)) return id;
    properties[DOCUMENT_ID] = id;
    const numbered = `${id}#${this.#count}`;
    this.#take(hashOf(numbered));
    return numbered;
  }

  /** True for a hash that was not there and is now remembered. */
  #take(hash: number): boolean {
    const value = hash + 1;
    const at = slotOf(this.#slots, value);
    if (this.#slots[at] === value) return false;
    const isFull = this.#taken * 4 >= this.#slots.length * 3;
    if (isFull && !this.#grow()) return false;
    this.#slots[isFull ? slotOf(this.#slots, value) : at] = value;
    this.#taken += 1;
    return true;
  }

  #grow(): boolean {
    if (this.#slots.length >= maxSlots) return false;
    const larger = new Float64Array(this.#slots.length * 4);
    for (let at = 0; at < this.#slots.length; at += 1) {
      const value = this.#slots[at] ?? 0;
      if (value !== 0) larger[slotOf(larger, value)] = value;
    }
    this.#slots = larger;
    return true;
  }
}

function slotOf(slots: Float64Array, value: number): number {
  const mask = slots.length - 1;
  let at = value & mask;
  while (slots[at] !== 0 && slots[at] !== value) at = (at + 1) & mask;
  return at;
}

/** A hash in ten digits of base 32, made at one go since there is one for every message. */
function spell(hash: number): string {
  const high = Math.floor(hash / half);
  const low = hash % half;
  return String.fromCharCode(
    0x6d,
    digit(high >>> 20),
    digit(high >>> 15),
    digit(high >>> 10),
    digit(high >>> 5),
    digit(high),
    digit(low >>> 20),
    digit(low >>> 15),
    digit(low >>> 10),
    digit(low >>> 5),
    digit(low),
  );
}

function digit(bits: number): number {
  const value = bits & 31;
  return value < 10 ? 0x30 + value : 0x57 + value;
}

/** 50 bits over a text. */
function hashOf(text: string): number {
  let low = 0x2545f491;
  let high = 0x6a09e667;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = (Math.imul(high ^ unit, 0x5f356495) + (low >>> 15)) | 0;
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return (high >>> 7) * half + (low >>> 7);
}
