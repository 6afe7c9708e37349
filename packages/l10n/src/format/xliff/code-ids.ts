/**
 * Assigns ids to the codes of one unit. A code on both sides has the same id there; the second of two that the file
 * does not distinguish gets another one.
 */
export class CodeIds {
  readonly #ids = new Map<string, string>();
  readonly #usedIds = new Set<string>();
  /** The number that an id which is taken gets next. */
  readonly #numbers = new Map<string, number>();
  #counts = new Map<string, number>();

  /** Starts the other side. */
  nextSide(): void {
    this.#counts = new Map();
  }

  /** Returns the id of a code that is new on this side; the preferred one if it is free. */
  claim(key: string, preferred: string): string {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    const numberedKey = `${count} ${key}`;
    const known = this.#ids.get(numberedKey);
    if (known !== undefined) return known;
    const id = this.#free(preferred === '' ? 'c' : preferred);
    this.#ids.set(numberedKey, id);
    return id;
  }

  #free(preferred: string): string {
    let id = preferred;
    let number = this.#numbers.get(preferred) ?? 2;
    for (; this.#usedIds.has(id); number += 1) id = `${preferred}#${number}`;
    this.#numbers.set(preferred, number);
    this.#usedIds.add(id);
    return id;
  }
}
