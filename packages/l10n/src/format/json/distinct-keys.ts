const remembered = 65_536;

/**
 * Gives each key of one object a name of its own. A small digest of each key is remembered, of the first 65,536; behind
 * those a key is told apart by its number, so that memory does not grow with the object.
 */
export class DistinctKeys {
  readonly #seen = new Set<number>();
  #count = 0;

  claim(key: string): string {
    this.#count += 1;
    if (this.#count > remembered) return `${key}#${this.#count}`;
    if (this.#take(key)) return key;
    for (let number = 2; ; number += 1) {
      const name = `${key}#${number}`;
      if (this.#take(name)) return name;
    }
  }

  #take(name: string): boolean {
    const { size } = this.#seen;
    return this.#seen.add(hash(name)).size > size;
  }
}

/** 53 bits; two keys that meet by chance only cost a number behind the second. */
function hash(text: string): number {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  low ^= Math.imul(high ^ (high >>> 15), 0x735a2d97);
  high ^= Math.imul(low ^ (low >>> 15), 0xcaf649a9);
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
