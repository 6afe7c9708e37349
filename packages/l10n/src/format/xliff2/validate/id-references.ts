import { BoundedHashSet, textHash } from '@helve/flow/content';

/** The ids of one kind in a file, and the references to those that have not come yet. */
export class IdReferences {
  readonly #ids = new BoundedHashSet();
  readonly #awaited = new Map<string, (() => void)[]>();

  /** True for an id that is the first of its kind; false if it may not be. */
  add(id: string): boolean {
    this.#awaited.delete(id);
    return this.#ids.add(textHash(id));
  }

  /** Calls `missing` at the end unless the id is there, or comes. */
  refer(id: string, missing: () => void): void {
    if (this.#ids.has(textHash(id))) return;
    const others = this.#awaited.get(id);
    if (others === undefined) this.#awaited.set(id, [missing]);
    else others.push(missing);
  }

  end(): void {
    for (const missing of this.#awaited.values()) for (const tell of missing) tell();
  }
}
