/** Keeps the best of many items without sorting them all: a heap with the worst kept item on top. */
export class Top<Item> {
  readonly #count: number;
  readonly #order: (a: Item, b: Item) => number;
  readonly #heap: Item[] = [];

  /** `order` as for sorting: negative when `a` is better. */
  constructor(count: number, order: (a: Item, b: Item) => number) {
    this.#count = count;
    this.#order = order;
  }

  /** The worst kept item, once the heap is full. */
  get worst(): Item | undefined {
    return this.#heap.length < this.#count ? undefined : this.#heap[0];
  }

  add(item: Item): void {
    const { worst } = this;
    if (this.#heap.length < this.#count) this.#rise(this.#heap.push(item) - 1);
    else if (worst !== undefined && this.#order(item, worst) < 0) {
      this.#heap[0] = item;
      this.#sink();
    }
  }

  /** Returns the items, best first. */
  sorted(): readonly Item[] {
    return this.#heap.toSorted(this.#order);
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = right < this.#heap.length && this.#isWorse(right, left) ? right : left;
      if (child >= this.#heap.length || !this.#isWorse(child, at)) return;
      this.#swap(at, child);
      at = child;
    }
  }

  #isWorse(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    return one !== undefined && other !== undefined && this.#order(one, other) > 0;
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (one === undefined || other === undefined) return;
    this.#heap[a] = other;
    this.#heap[b] = one;
  }
}
