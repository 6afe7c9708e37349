/** The members and items of one value that some schema has already looked at; only kept where `unevaluated…` asks. */
export class Evaluated {
  readonly names = new Set<string>();
  readonly #indexes = new Set<number>();
  #allNames = false;
  #itemsBelow = 0;

  markAllNames(): void {
    this.#allNames = true;
  }

  markItemsBelow(count: number): void {
    this.#itemsBelow = Math.max(this.#itemsBelow, count);
  }

  markItem(index: number): void {
    this.#indexes.add(index);
  }

  hasName(name: string): boolean {
    return this.#allNames || this.names.has(name);
  }

  hasItem(index: number): boolean {
    return index < this.#itemsBelow || this.#indexes.has(index);
  }

  merge(other: Evaluated): void {
    for (const name of other.names) this.names.add(name);
    for (const index of other.#indexes) this.#indexes.add(index);
    this.#allNames ||= other.#allNames;
    this.markItemsBelow(other.#itemsBelow);
  }
}
