/**
 * Assigns ids to the codes of one unit. A code on both sides has the same id there; the second of two that the file
 * does not distinguish gets another one.
 */
export class CodeIds {
  readonly #ids = new Map<string, string>();
  readonly #taken = new Set<string>();
  #counts = new Map<string, number>();

  /** Starts the other side. */
  nextSide(): void {
    this.#counts = new Map();
  }

  /** Returns the id of a code that is new on this side; `wish` if it is free. */
  claim(key: string, wish: string): string {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    const place = `${count} ${key}`;
    const known = this.#ids.get(place);
    if (known !== undefined) return known;
    const id = this.#free(wish === '' ? 'c' : wish);
    this.#ids.set(place, id);
    return id;
  }

  #free(wish: string): string {
    let id = wish;
    for (let number = 2; this.#taken.has(id); number += 1) id = `${wish}#${number}`;
    this.#taken.add(id);
    return id;
  }
}
