/** Queue with reads that take the same time however long it is. */
export class Fifo<Item> {
  #items: (Item | undefined)[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  /** Removes and returns the oldest item; undefined where there is none. */
  shift(): Item | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head] = undefined;
    this.#head += 1;
    // Half of the list is read: copying the rest costs no more than reading it did.
    if (this.#head * 2 > this.#items.length) this.#replace(this.#items.slice(this.#head));
    return item;
  }

  /** Removes the items that are not wanted; returns how many. */
  keep(isWanted: (item: Item) => boolean): number {
    const before = this.size;
    this.#replace(this.#items.slice(this.#head).filter((item) => item !== undefined && isWanted(item)));
    return before - this.size;
  }

  #replace(items: (Item | undefined)[]): void {
    this.#items = items;
    this.#head = 0;
  }
}
